/** Calculations with colours, `#rrggbb`, and the colours that the sides hold. */

/** @param {string} colour */
function parseColour(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

/**
 * Mixes a colour with a `share` of another.
 *
 * @param {string} colour
 * @param {string} other
 * @param {number} share
 */
export function mixColours(colour, other, share) {
  const [mine, theirs] = [parseColour(colour), parseColour(other)];
  const both = mine.map((part, index) =>
    Math.round(part * (1 - share) + (theirs[index] ?? 0) * share),
  );
  return `#${both.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * The perceived brightness of a colour, from 0 to 1.
 *
 * @param {string} colour
 */
export function getBrightness(colour) {
  const [red = 0, green = 0, blue = 0] = parseColour(colour);
  return (0.3 * red + 0.59 * green + 0.11 * blue) / 255;
}

/**
 * The colours that both sides hold in a position.
 *
 * @param {import("../api_types.js").BoardView} board
 * @param {import("../api_types.js").PositionView} position
 * @returns {[string, string]}
 */
export function getSideColours({ sides }, { colours: [first, second] }) {
  return [sides[first] ?? "", sides[second] ?? ""];
}
