/**
 * From spots to a move: spots are picked until one legal path is left.
 *
 * It is independent of any game. A path whose first spot holds no piece moves nothing, so it may be
 * picked from either end (a line between two points).
 *
 * @typedef {import("../api_types.js").PositionView} PositionView
 * @typedef {{ move: string, path: string[] }} MovePath
 * @typedef {{ picked: string[], move: string | null, refused: string[] | null }} PickResult
 */

/**
 * All paths by which the legal moves of a position can be picked.
 *
 * @param {PositionView} position
 * @returns {MovePath[]}
 */
export function listMovePaths(position) {
  const buttons = new Set(position.buttons.map((button) => button.name));
  const occupied = new Set(position.pieces.map((piece) => piece.spot));
  /** @type {MovePath[]} */
  const movePaths = [];
  for (const [move, path] of Object.entries(position.paths)) {
    if (path.some((spot) => buttons.has(spot))) continue;
    movePaths.push({ move, path });
    if (path.length === 2 && path[0] !== path[1] && !occupied.has(path[0] ?? "")) {
      movePaths.push({ move, path: [...path].reverse() });
    }
  }
  return movePaths;
}

/**
 * The paths that start with the picked spots.
 *
 * @param {MovePath[]} movePaths
 * @param {string[]} picked
 */
export function filterByPrefix(movePaths, picked) {
  return movePaths.filter(({ path }) => picked.every((spot, index) => path[index] === spot));
}

/**
 * The spots that can be picked next.
 *
 * @param {MovePath[]} movePaths
 * @param {string[]} picked
 * @returns {Set<string>}
 */
export function findTargets(movePaths, picked) {
  const next = filterByPrefix(movePaths, picked).map(({ path }) => path[picked.length]);
  return new Set(next.filter((spot) => spot !== undefined));
}

/**
 * The move that is complete although longer paths continue from there: picking its last spot again
 * plays it.
 *
 * @param {MovePath[]} movePaths
 * @param {string[]} picked
 * @returns {string | null}
 */
export function findCompleteMove(movePaths, picked) {
  const whole = filterByPrefix(movePaths, picked).find(({ path }) => path.length === picked.length);
  return whole && picked.length ? whole.move : null;
}

/**
 * Picks one more spot: it continues a path, completes a move, starts another path, or cancels.
 *
 * @param {MovePath[]} movePaths
 * @param {string[]} picked
 * @param {string} spot
 * @returns {PickResult}
 */
export function pickSpot(movePaths, picked, spot) {
  const extended = [...picked, spot];
  const matching = filterByPrefix(movePaths, extended);
  const only = matching.length === 1 ? matching[0] : undefined;
  // The first touch of a piece never plays a move, even if there is only one.
  if (only && (only.path.length === extended.length || picked.length > 0)) {
    return { picked: [], move: only.move, refused: null };
  }
  if (matching.length) return { picked: extended, move: null, refused: null };
  if (picked.length === 0) return { picked: [], move: null, refused: extended };
  if (picked.at(-1) === spot) {
    return { picked: [], move: findCompleteMove(movePaths, picked), refused: null };
  }
  const restarted = pickSpot(movePaths, [], spot);
  return restarted.refused ? { picked: [], move: null, refused: extended } : restarted;
}
