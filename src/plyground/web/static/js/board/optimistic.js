/**
 * Optimistic updates: shows a move before the server has confirmed it.
 *
 * The result is predicted from the path alone: a piece moves to the end of its path, a line joins two
 * spots, a new piece is placed on one. The state from the server replaces it a moment later.
 *
 * @typedef {import("../api_types.js").PositionView} PositionView
 * @typedef {import("../api_types.js").Piece} Piece
 */

/**
 * @param {PositionView} position
 * @param {string} move
 * @param {Piece | null} ghost what a new piece looks like
 * @returns {PositionView}
 */
export function applyOptimistically(position, move, ghost) {
  const path = position.paths[move] ?? [];
  const [start, end] = [path[0], path.at(-1)];
  const after = { ...position, paths: {}, buttons: [], prompt: "", last: path };
  after.ply = position.ply + 1;
  if (start === undefined || end === undefined || isButton(position, start)) return after;
  const moved = position.pieces.find((piece) => piece.spot === start);
  if (moved) {
    const others = position.pieces.filter((piece) => piece !== moved);
    after.pieces = [...others, { ...moved, spot: end }];
  } else if (path.length === 2) {
    after.lines = [...position.lines, { start, end, side: position.side }];
  } else if (ghost) {
    after.pieces = [...position.pieces, { ...ghost, spot: end }];
  }
  return after;
}

/**
 * The piece that the last move has placed, if it has placed one.
 *
 * @param {PositionView} before
 * @param {PositionView} after
 * @returns {Piece | null}
 */
export function findPlacedPiece(before, after) {
  const occupied = new Set(before.pieces.map((piece) => piece.spot));
  const fresh = after.pieces.filter((piece) => !occupied.has(piece.spot));
  const isPlaced = after.pieces.length > before.pieces.length;
  return isPlaced ? (fresh.find((piece) => after.last.includes(piece.spot)) ?? null) : null;
}

/** @param {PositionView} position @param {string} name */
function isButton(position, name) {
  return position.buttons.some((button) => button.name === name);
}
