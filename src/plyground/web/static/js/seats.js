/**
 * The seats that this browser holds: a token is all that one needs to play on after a reload.
 *
 * @typedef {object} Seat
 * @property {string[]} tokens
 * @property {string | null} invite for whoever comes by link
 * @property {number} at when it was last used
 */

import { recall, remember } from "./storage.js";

const KEPT = 60;

/** @returns {Record<string, Seat>} */
function all() {
  return recall("seats", {});
}

/** @param {string} id @returns {Seat | null} */
export function seatAt(id) {
  return all()[id] ?? null;
}

/**
 * Keeps tokens of a game, besides those that are known.
 *
 * @param {string} id
 * @param {string[]} tokens
 * @param {string | null} [invite]
 */
export function keepSeat(id, tokens, invite = null) {
  const seats = all();
  const known = seats[id];
  seats[id] = {
    tokens: [...new Set([...(known?.tokens ?? []), ...tokens])],
    invite: invite ?? known?.invite ?? null,
    at: Date.now(),
  };
  const newest = Object.entries(seats).sort(([, one], [, other]) => other.at - one.at);
  remember("seats", Object.fromEntries(newest.slice(0, KEPT)));
}

/** @param {string} id */
export function leaveSeat(id) {
  const seats = all();
  delete seats[id];
  remember("seats", seats);
}

/** The games in which a seat is held, the latest first. */
export function seatedGames() {
  return Object.entries(all())
    .sort(([, one], [, other]) => other.at - one.at)
    .map(([id]) => id);
}

/** @param {string} id @param {string} token */
export function inviteLink(id, token) {
  return `${location.origin}/game/${id}#join=${token}`;
}

/** The token of an invitation in the address, taken out of it. */
export function takeInvitation() {
  const token = /^#join=([\w-]+)$/.exec(location.hash)?.[1] ?? null;
  if (token) history.replaceState(null, "", location.pathname);
  return token;
}
