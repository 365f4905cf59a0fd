/**
 * What an engine thought of each position of a game, as far as this browser recorded it.
 *
 * @typedef {{ first: number, words: string, depth: number }} Evaluation
 */

import { recall, remember } from "../storage.js";

export class Evaluations {
  #name;
  /** @type {Record<string, Evaluation>} by ply */
  #all;

  /** @param {string} id of the game */
  constructor(id) {
    this.#name = `evaluations.${id}`;
    this.#all = recall(this.#name, {});
  }

  /** @param {number} ply @param {Evaluation} evaluation */
  keep(ply, evaluation) {
    const known = this.#all[ply];
    if (known && known.depth > evaluation.depth) return;
    this.#all[ply] = evaluation;
    remember(this.#name, this.#all);
  }

  /** Forgets what came after a ply: it was taken back. @param {number} ply */
  cut(ply) {
    const kept = Object.entries(this.#all).filter(([at]) => Number(at) <= ply);
    if (kept.length === Object.keys(this.#all).length) return;
    this.#all = Object.fromEntries(kept);
    remember(this.#name, this.#all);
  }

  /** @returns {{ ply: number, first: number }[]} in order */
  get curve() {
    return Object.entries(this.#all)
      .map(([ply, { first }]) => ({ ply: Number(ply), first }))
      .sort((one, other) => one.ply - other.ply);
  }
}
