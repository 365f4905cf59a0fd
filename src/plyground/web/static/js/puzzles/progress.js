/**
 * Which puzzles were solved in this browser, and which not.
 *
 * @typedef {"solved" | "failed"} Result
 */

import { loadItem, saveItem } from "../storage.js";

/** @param {string} game @returns {Record<string, Result>} by the ids of puzzles */
export function loadResults(game) {
  return loadItem(`puzzles.${game}`, {});
}

/** @param {string} game @param {string} id @param {Result} result */
export function saveResult(game, id, result) {
  saveItem(`puzzles.${game}`, { ...loadResults(game), [id]: result });
}
