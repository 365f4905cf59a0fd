/**
 * The engine's evaluations of the positions of a game, as recorded in this browser.
 *
 * @typedef {{ first: number, words: string, depth: number }} Evaluation
 */

import { loadItem, saveItem } from "../storage.js";

export class Evaluations {
  #storageKey;
  /** @type {Record<string, Evaluation>} by ply */
  #byPly;

  /** @param {string} id of the game */
  constructor(id) {
    this.#storageKey = `evaluations.${id}`;
    this.#byPly = loadItem(this.#storageKey, {});
  }

  /** @param {number} ply @param {Evaluation} evaluation */
  save(ply, evaluation) {
    const known = this.#byPly[ply];
    if (known && known.depth > evaluation.depth) return;
    this.#byPly[ply] = evaluation;
    saveItem(this.#storageKey, this.#byPly);
  }

  /** Removes evaluations after a ply, when moves are taken back. @param {number} ply */
  truncate(ply) {
    const remaining = Object.entries(this.#byPly).filter(([at]) => Number(at) <= ply);
    if (remaining.length === Object.keys(this.#byPly).length) return;
    this.#byPly = Object.fromEntries(remaining);
    saveItem(this.#storageKey, this.#byPly);
  }

  /** @returns {{ ply: number, first: number }[]} in order */
  get curve() {
    return Object.entries(this.#byPly)
      .map(([ply, { first }]) => ({ ply: Number(ply), first }))
      .sort((one, other) => one.ply - other.ply);
  }
}
