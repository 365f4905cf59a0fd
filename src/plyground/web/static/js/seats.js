/**
 * The tokens of the seats that this browser holds, so that a player can resume after a reload.
 *
 * @typedef {object} Seat
 * @property {string[]} tokens
 * @property {string | null} invite the token of the invitation link
 * @property {number} at when it was last used
 */

import { loadItem, saveItem } from "./storage.js";

const MAX_SEATS = 2000;

/** @returns {Record<string, Seat>} by the id of the game */
export function loadSeats() {
  return loadItem("seats", {});
}

/** @param {string} id @returns {Seat | null} */
export function getSeat(id) {
  return loadSeats()[id] ?? null;
}

/**
 * Saves tokens of a game in addition to those already saved.
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
  removeSeats([id]);
}

/** @param {string[]} ids */
export function removeSeats(ids) {
  const seats = loadSeats();
  for (const id of ids) delete seats[id];
  saveItem("seats", seats);
}

/** The games in which this browser holds a seat, most recent first. */
export function listSeatedGames() {
  return Object.entries(loadSeats())
    .sort(([, one], [, other]) => other.at - one.at)
    .map(([id]) => id);
}

/** @param {string} id @param {string} token */
export function makeInviteLink(id, token) {
  return `${location.origin}/game/${id}#join=${token}`;
}

/** Removes the token of an invitation from the URL and returns it. */
export function takeInvitation() {
  const token = /^#join=([\w-]+)$/.exec(location.hash)?.[1] ?? null;
  if (token) history.replaceState(null, "", location.pathname);
  return token;
}

/** A random token with which this browser can hold a seat. */
export function makeToken() {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
