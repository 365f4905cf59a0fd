/**
 * Earlier positions of a game, cached or requested from the server.
 *
 * @typedef {import("../api_types.js").GameState} GameState
 * @typedef {import("../api_types.js").PositionView} PositionView
 */

import { fetchJson } from "../api.js";

export class PositionHistory {
  /** @type {Map<string, Promise<PositionView>>} */
  #cache = new Map();
  #request;

  /** @param {typeof fetchJson} [request] */
  constructor(request = fetchJson) {
    this.#request = request;
  }

  /** Adds the position of a state. @param {GameState} state */
  add(state) {
    this.#cache.set(makeKey(state, state.moves.length), Promise.resolve(state.position));
  }

  /**
   * The position at a ply.
   *
   * @param {GameState} state
   * @param {number} ply
   * @returns {Promise<PositionView>}
   */
  load(state, ply) {
    const name = makeKey(state, ply);
    const known = this.#cache.get(name);
    if (known) return known;
    const { game, options, start = null } = state;
    const moves = state.moves.slice(0, ply).map(({ move }) => move);
    const response = this.#request("/api/positions", { game, options, start, moves }).then(
      (shown) => shown.position,
    );
    this.#cache.set(name, response);
    response.catch(() => this.#cache.delete(name));
    return response;
  }
}

/** @param {GameState} state @param {number} ply */
function makeKey(state, ply) {
  return state.moves
    .slice(0, ply)
    .map(({ move }) => move)
    .join(" ");
}
