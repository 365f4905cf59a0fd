/**
 * From spots to a move: spots are picked until one legal path is left.
 *
 * Nothing is known here of any game. A path whose first spot holds no piece moves nothing, so it
 * may be walked from either end (a line between two points).
 *
 * @typedef {import("../api_types.js").PositionView} PositionView
 * @typedef {{ move: string, path: string[] }} MovePath
 * @typedef {{ picked: string[], move: string | null, refused: string[] | null }} PickResult
 */

/**
 * All ways in which the legal moves of a position can be picked on the board.
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
 * The walks that begin with what is picked.
 *
 * @param {MovePath[]} movePaths
 * @param {string[]} picked
 */
export function filterByPrefix(movePaths, picked) {
  return movePaths.filter(({ path }) => picked.every((spot, index) => path[index] === spot));
}

/**
 * Where the picked spots can go on to.
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
 * The move that is complete as picked though others go on from there: picking its last spot once
 * more makes it.
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
 * What picking one more spot does: it goes on, makes a move, begins anew, or lets go.
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
  // Touching a piece that has one way to go only takes it up: nobody wants it to run away.
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
