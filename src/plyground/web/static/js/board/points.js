/**
 * The points of a plane, so small that a line which passes one does not seem to touch it, with their
 * names: inside if they fit, else beside.
 *
 * @typedef {import("../api_types.js").BoardView} BoardView
 * @typedef {import("./layout.js").Layout} Layout
 */

import { draw } from "../dom.js";
import { drawText, fitText } from "./board_shapes.js";
import { estimateWidth } from "./layout.js";

const NAME_SIZE = 25;
/** The radius of the smallest point with its name inside. */
const SMALLEST_NAMED = 17;

/** Where a name may stand beside its point; the first is the best of equals. */
const DIRECTIONS = [
  { x: 1, y: -1 },
  { x: -1, y: -1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
];

/** @param {BoardView} board @param {Layout} layout */
export function drawPoints(board, layout) {
  return board.spots.map((spot) => {
    const { x, y } = layout.getPlace(spot.name);
    return draw("circle", { class: "point", cx: x, cy: y, r: layout.dot, fill: spot.colour });
  });
}

/**
 * The names of all points; they lie above everything else.
 *
 * @param {BoardView} board
 * @param {Layout} layout
 */
export function drawPointNames(board, layout) {
  const { dot } = layout;
  return board.spots.map((spot) => {
    const text = spot.glyph || spot.name;
    const name = { "data-name": spot.name };
    if (dot < SMALLEST_NAMED) {
      const { x, y } = findNamePlace(spot.name, estimateWidth(text) * NAME_SIZE, layout);
      return drawText(x, y, text, NAME_SIZE, "point-name beside", name);
    }
    const { x, y } = layout.getPlace(spot.name);
    const size = fitText(text, dot * (text.length > 1 ? 0.95 : 1.2), 1.8 * dot);
    return drawText(x, y, text, size, "point-name", { ...name, fill: spot.ink });
  });
}

/**
 * Where the name of a point stands if it does not fit into it: beside it, far from other points.
 *
 * @param {string} name
 * @param {number} width of the name
 * @param {Layout} layout
 */
function findNamePlace(name, width, layout) {
  const own = layout.getPlace(name);
  const others = [...layout.places.values()].filter((place) => place !== own);
  const candidates = DIRECTIONS.map(({ x, y }) => ({
    x: own.x + x * (layout.dot / 2 + width / 2),
    y: own.y + y * (layout.dot + 0.36 * NAME_SIZE + 4),
  }));
  const rooms = candidates.map((place) =>
    Math.min(60, ...others.map((other) => Math.hypot(other.x - place.x, other.y - place.y))),
  );
  return candidates[rooms.indexOf(Math.max(...rooms))] ?? own;
}

