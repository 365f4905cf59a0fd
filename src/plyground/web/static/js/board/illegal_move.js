/**
 * What to answer to spots that were picked and make no legal move.
 *
 * @typedef {import("../api_types.js").PositionView} PositionView
 */

/**
 * A piece that may not move: what the rules ask for. An empty spot: the move, so that the server
 * says why it is illegal. A piece that cannot move there just stays.
 *
 * @param {PositionView} position
 * @param {string[]} path
 * @returns {{ words: string } | { move: string } | null}
 */
export function explainIllegal(position, path) {
  const held = new Set(position.pieces.map((piece) => piece.spot));
  if (held.has(path.at(-1) ?? "")) return position.prompt ? { words: position.prompt } : null;
  const lengths = new Set(Object.values(position.paths).map((each) => each.length));
  const isPlaced = !path.some((spot) => held.has(spot)) && lengths.has(path.length);
  return isPlaced ? { move: path.join("-") } : null;
}
