/**
 * Earlier positions of a game: those seen go by themselves, others are asked for.
 *
 * @typedef {import("../api_types.js").GameState} GameState
 * @typedef {import("../api_types.js").PositionView} PositionView
 */

import { ask } from "../api.js";

export class Past {
  /** @type {Map<string, Promise<PositionView>>} */
  #known = new Map();

  /** Keeps the position that a state shows. @param {GameState} state */
  learn(state) {
    this.#known.set(key(state, state.moves.length), Promise.resolve(state.position));
  }

  /**
   * The position after so many moves.
   *
   * @param {GameState} state
   * @param {number} ply
   * @returns {Promise<PositionView>}
   */
  at(state, ply) {
    const name = key(state, ply);
    const known = this.#known.get(name);
    if (known) return known;
    const { game, options, start = null } = state;
    const moves = state.moves.slice(0, ply).map(({ move }) => move);
    const asked = ask("/api/positions", { game, options, start, moves }).then(
      (shown) => shown.position,
    );
    this.#known.set(name, asked);
    asked.catch(() => this.#known.delete(name));
    return asked;
  }
}

/** @param {GameState} state @param {number} ply */
function key(state, ply) {
  return state.moves
    .slice(0, ply)
    .map(({ move }) => move)
    .join(" ");
}
