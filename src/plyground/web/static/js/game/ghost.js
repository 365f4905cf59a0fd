/**
 * Predicts what a new piece looks like, to show it as a ghost under the pointer.
 *
 * The page knows no rules, so for the first stone of a side it asks the server for the position after
 * a move. Where the colour of a piece does not depend on who places it (an opening in which colours
 * are still to be chosen), it asks at every turn.
 *
 * @typedef {import("../api_types.js").GameState} GameState
 * @typedef {import("../api_types.js").PositionView} PositionView
 * @typedef {import("../api_types.js").Piece} Piece
 */

import { fetchJson } from "../api.js";
import { findPlacedPiece } from "../board/optimistic.js";

export class GhostPieces {
  /** @type {(Piece | null)[]} */
  #bySide = [null, null];
  #isSideUnreliable = false;
  #request;

  /** @param {typeof fetchJson} [request] */
  constructor(request = fetchJson) {
    this.#request = request;
  }

  /** @param {PositionView} before @param {PositionView} after */
  observe(before, after) {
    const piece = after.ply === before.ply + 1 ? findPlacedPiece(before, after) : null;
    if (!piece) return;
    this.#isSideUnreliable ||= piece.side !== before.side;
    this.#bySide[before.side] = piece;
  }

  /**
   * @param {GameState} state
   * @returns {Promise<Piece | null>}
   */
  async predict(state) {
    const { position } = state;
    const known = this.#bySide[position.side];
    if (known && !this.#isSideUnreliable) return known;
    const move = Object.entries(position.paths).find(
      ([, path]) => path.length === 1 && !position.buttons.some(({ name }) => name === path[0]),
    )?.[0];
    if (move === undefined) return null;
    const { game, options, start = null } = state;
    const moves = [...state.moves.map((entry) => entry.move), move];
    try {
      const { position: after } = await this.#request("/api/positions", {
        game,
        options,
        start,
        moves,
      });
      this.observe(position, after);
      return findPlacedPiece(position, after);
    } catch {
      return known ?? null;
    }
  }
}
