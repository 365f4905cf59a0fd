/**
 * What this browser holds: its seats and study keys, and what the server says of them.
 *
 * Requests go in batches of bounded size, one after the other.
 *
 * @typedef {import("../api_types.js").Player} Player
 * @typedef {import("../api_types.js").Result} Result
 * @typedef {import("../api_types.js").Setting} Setting
 *
 * @typedef {object} GameEntry
 * @property {"game"} kind
 * @property {string} id
 * @property {string} game
 * @property {Record<string, Setting>} options
 * @property {[Player, Player]} players
 * @property {number[]} seats the sides that are held here
 * @property {boolean} shared does somebody else play in it?
 * @property {number} ply
 * @property {[string, string]} names what the sides are called
 * @property {Result | null} result
 * @property {number} updated seconds
 *
 * @typedef {object} StudyEntry
 * @property {"study"} kind
 * @property {string} id
 * @property {string} game
 * @property {Record<string, Setting>} options
 * @property {[string, string]} players
 * @property {string} comment
 * @property {[string, string]} names what the sides are called
 * @property {Result | null} result
 * @property {number} updated seconds
 *
 * @typedef {GameEntry | StudyEntry} Entry
 */

import { fetchJson, fetchText } from "../api.js";
import { loadSeats, removeSeats } from "../seats.js";
import { loadItems, saveItem } from "../storage.js";

const LIST_BATCH = 200;
const EXPORT_BATCH = 25;

/**
 * Everything that is held here, newest first, and how much of it is no longer on the server.
 *
 * @returns {Promise<{ entries: Entry[], missing: Holdings }>}
 */
export async function loadEntries() {
  const held = loadHoldings();
  /** @type {Entry[]} */
  const entries = [];
  for (const batch of splitHoldings(held, LIST_BATCH)) {
    const { games, studies } = await fetchJson("/api/library", batch);
    for (const game of games) entries.push({ kind: "game", ...game });
    for (const study of studies) entries.push({ kind: "study", ...study });
  }
  entries.sort((one, other) => other.updated - one.updated);
  const found = new Set(entries.map(({ id }) => id));
  return { entries, missing: filterHoldings(held, (id) => !found.has(id)) };
}

/**
 * The records of entries, one on each line.
 *
 * @param {Entry[]} entries
 * @param {(done: number) => void} onProgress
 */
export async function exportEntries(entries, onProgress) {
  let text = "";
  let done = 0;
  for (const batch of splitHoldings(selectHoldings(entries), EXPORT_BATCH)) {
    text += await fetchText("/api/library/export", batch);
    done += countHoldings(batch);
    onProgress(done);
  }
  return text;
}

/**
 * Deletes entries on the server where nobody else has a part in them, and here in any case.
 *
 * @param {Entry[]} entries
 */
export async function deleteEntries(entries) {
  for (const batch of splitHoldings(selectHoldings(entries), LIST_BATCH)) {
    await fetchJson("/api/library/delete", batch);
    forgetHoldings(batch);
  }
}

/**
 * Games with the tokens of their seats, and studies with their keys, by id.
 *
 * @typedef {{ games: Record<string, string[]>, studies: Record<string, string> }} Holdings
 */

/** @returns {Holdings} */
function loadHoldings() {
  const seats = Object.entries(loadSeats()).map(([id, { tokens }]) => [id, tokens]);
  const keys = [...loadItems("study.")].map(([id, key]) => [id, String(key)]);
  return { games: Object.fromEntries(seats), studies: Object.fromEntries(keys) };
}

/** Removes tokens and keys from this browser. @param {Holdings} held */
export function forgetHoldings({ games, studies }) {
  removeSeats(Object.keys(games));
  for (const id of Object.keys(studies)) saveItem(`study.${id}`, undefined);
}

/** @param {Holdings} held */
export function countHoldings({ games, studies }) {
  return Object.keys(games).length + Object.keys(studies).length;
}

/** @param {Entry[]} entries */
function selectHoldings(entries) {
  const ids = new Set(entries.map(({ id }) => id));
  return filterHoldings(loadHoldings(), (id) => ids.has(id));
}

/** @param {Holdings} held @param {(id: string) => boolean} isWanted @returns {Holdings} */
function filterHoldings({ games, studies }, isWanted) {
  return {
    games: Object.fromEntries(Object.entries(games).filter(([id]) => isWanted(id))),
    studies: Object.fromEntries(Object.entries(studies).filter(([id]) => isWanted(id))),
  };
}

/** @param {Holdings} held @param {number} size @returns {Holdings[]} */
function splitHoldings({ games, studies }, size) {
  /** @template T @param {Record<string, T>} record */
  const split = (record) => {
    const pairs = Object.entries(record);
    const count = Math.ceil(pairs.length / size);
    return Array.from({ length: count }, (_, at) =>
      Object.fromEntries(pairs.slice(at * size, (at + 1) * size)),
    );
  };
  return [
    ...split(games).map((batch) => ({ games: batch, studies: {} })),
    ...split(studies).map((batch) => ({ games: {}, studies: batch })),
  ];
}
