/**
 * The seats that this browser holds: a token is all that one needs to play on after a reload.
 *
 * @typedef {object} Seat
 * @property {string[]} tokens
 * @property {string | null} invite for whoever comes by link
 * @property {number} at when it was last used
 */

import { loadItem, saveItem } from "./storage.js";

const MAX_SEATS = 60;

/** @returns {Record<string, Seat>} */
function loadSeats() {
  return loadItem("seats", {});
}

/** @param {string} id @returns {Seat | null} */
export function getSeat(id) {
  return loadSeats()[id] ?? null;
}

/**
 * Keeps tokens of a game, besides those that are known.
 *
 * @param {string} id
 * @param {string[]} tokens
 * @param {string | null} [invite]
 */
export function saveSeat(id, tokens, invite = null) {
  const seats = loadSeats();
  const known = seats[id];
  seats[id] = {
    tokens: [...new Set([...(known?.tokens ?? []), ...tokens])],
    invite: invite ?? known?.invite ?? null,
    at: Date.now(),
  };
  const newest = Object.entries(seats).sort(([, one], [, other]) => other.at - one.at);
  saveItem("seats", Object.fromEntries(newest.slice(0, MAX_SEATS)));
}

/** @param {string} id */
export function removeSeat(id) {
  const seats = loadSeats();
  delete seats[id];
  saveItem("seats", seats);
}

/** The games in which a seat is held, the latest first. */
export function listSeatedGames() {
  return Object.entries(loadSeats())
    .sort(([, one], [, other]) => other.at - one.at)
    .map(([id]) => id);
}

/** @param {string} id @param {string} token */
export function makeInviteLink(id, token) {
  return `${location.origin}/game/${id}#join=${token}`;
}

/** The token of an invitation in the address, taken out of it. */
export function takeInvitation() {
  const token = /^#join=([\w-]+)$/.exec(location.hash)?.[1] ?? null;
  if (token) history.replaceState(null, "", location.pathname);
  return token;
}
