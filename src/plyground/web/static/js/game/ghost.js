/**
 * What a new piece will look like: learnt from the moves that were seen, else asked for.
 *
 * The page knows no rules, so the first stone of a side is looked up by trying a move. Where pieces
 * do not go with the sides that put them (an opening in which colours are still to be chosen), it
 * is looked up at every turn.
 *
 * @typedef {import("../api_types.js").GameState} GameState
 * @typedef {import("../api_types.js").PositionView} PositionView
 * @typedef {import("../api_types.js").Piece} Piece
 */

import { ask } from "../api.js";
import { newcomerOf } from "../board/optimistic.js";

export class Newcomers {
  /** @type {(Piece | null)[]} */
  #bySide = [null, null];
  #isFickle = false;

  /** @param {PositionView} before @param {PositionView} after */
  learn(before, after) {
    const piece = after.ply === before.ply + 1 ? newcomerOf(before, after) : null;
    if (!piece) return;
    this.#isFickle ||= piece.side !== before.side;
    this.#bySide[before.side] = piece;
  }

  /**
   * @param {GameState} state
   * @returns {Promise<Piece | null>}
   */
  async expected(state) {
    const { position } = state;
    const known = this.#bySide[position.side];
    if (known && !this.#isFickle) return known;
    const move = Object.entries(position.paths).find(
      ([, path]) => path.length === 1 && !position.buttons.some(({ name }) => name === path[0]),
    )?.[0];
    if (move === undefined) return null;
    const { game, options, start = null } = state;
    const moves = [...state.moves.map((entry) => entry.move), move];
    try {
      const { position: after } = await ask("/api/positions", { game, options, start, moves });
      this.learn(position, after);
      return newcomerOf(position, after);
    } catch {
      return known ?? null;
    }
  }
}
