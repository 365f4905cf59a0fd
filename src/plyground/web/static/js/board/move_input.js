/**
 * From spots to a move: spots are picked until one legal path is left.
 *
 * Nothing is known here of any game. A path whose first spot holds no piece moves nothing, so it
 * may be walked from either end (a line between two points).
 *
 * @typedef {import("../api_types.js").PositionView} PositionView
 * @typedef {{ move: string, path: string[] }} Walk
 * @typedef {{ picked: string[], move: string | null, refused: string[] | null }} Picking
 */

/**
 * All ways in which the legal moves of a position can be picked on the board.
 *
 * @param {PositionView} position
 * @returns {Walk[]}
 */
export function walksOf(position) {
  const choices = new Set(position.buttons.map((button) => button.name));
  const held = new Set(position.pieces.map((piece) => piece.spot));
  /** @type {Walk[]} */
  const walks = [];
  for (const [move, path] of Object.entries(position.paths)) {
    if (path.some((spot) => choices.has(spot))) continue;
    walks.push({ move, path });
    if (path.length === 2 && path[0] !== path[1] && !held.has(path[0] ?? "")) {
      walks.push({ move, path: [...path].reverse() });
    }
  }
  return walks;
}

/**
 * The walks that begin with what is picked.
 *
 * @param {Walk[]} walks
 * @param {string[]} picked
 */
export function continuing(walks, picked) {
  return walks.filter(({ path }) => picked.every((spot, index) => path[index] === spot));
}

/**
 * Where the picked spots can go on to.
 *
 * @param {Walk[]} walks
 * @param {string[]} picked
 * @returns {Set<string>}
 */
export function targetsOf(walks, picked) {
  const next = continuing(walks, picked).map(({ path }) => path[picked.length]);
  return new Set(next.filter((spot) => spot !== undefined));
}

/**
 * The move that is complete as picked though others go on from there: picking its last spot once
 * more makes it.
 *
 * @param {Walk[]} walks
 * @param {string[]} picked
 * @returns {string | null}
 */
export function completeMove(walks, picked) {
  const whole = continuing(walks, picked).find(({ path }) => path.length === picked.length);
  return whole && picked.length ? whole.move : null;
}

/**
 * What picking one more spot does: it goes on, makes a move, begins anew, or lets go.
 *
 * @param {Walk[]} walks
 * @param {string[]} picked
 * @param {string} spot
 * @returns {Picking}
 */
export function pick(walks, picked, spot) {
  const onward = [...picked, spot];
  const left = continuing(walks, onward);
  const only = left.length === 1 ? left[0] : undefined;
  // Touching a piece that has one way to go only takes it up: nobody wants it to run away.
  if (only && (only.path.length === onward.length || picked.length > 0)) {
    return { picked: [], move: only.move, refused: null };
  }
  if (left.length) return { picked: onward, move: null, refused: null };
  if (picked.length === 0) return { picked: [], move: null, refused: onward };
  if (picked.at(-1) === spot) {
    return { picked: [], move: completeMove(walks, picked), refused: null };
  }
  const anew = pick(walks, [], spot);
  return anew.refused ? { picked: [], move: null, refused: onward } : anew;
}
