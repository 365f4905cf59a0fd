/**
 * Annotations on a board: arrows, marks on spots, and heat.
 *
 * @typedef {"best" | "good" | "reply" | "bad"} Tone
 *
 * @typedef {object} Arrow
 * @property {string[]} path a ring on one spot, or an arrow through several
 * @property {Tone} [tone] `best` if not given
 * @property {number} [weight] from 0 (thin) to 1
 * @property {string} [label] text at its end
 *
 * @typedef {object} Mark
 * @property {string} spot
 * @property {string} [text] a symbol, like `?!`: on an empty crossing, or in the corner of a spot
 * @property {Tone} [tone]
 * @property {number} [heat] intensity of the glow, from 0 to 1
 *
 * @typedef {import("./layout.js").Layout} Layout
 */

import { draw } from "../dom.js";
import { drawText } from "./board_shapes.js";
import { UNIT } from "./layout.js";

/** Width of the outline that sets an arrow off from any background. */
const OUTLINE = 6;

/** @param {Arrow} arrow @param {Layout} layout */
export function drawArrow({ path, tone = "best", weight = 1, label }, layout) {
  const places = path
    .filter((name) => layout.places.has(name))
    .map((name) => layout.getPlace(name));
  const end = places.at(-1);
  if (!end) return null;
  const wide = 7 + 8 * weight;
  const group = draw("g", { class: `arrow ${tone}` });
  if (places.length === 1) {
    const ring = { cx: end.x, cy: end.y, r: getRingRadius(layout) };
    group.append(
      draw("circle", { class: "edge", ...ring, "stroke-width": wide * 0.6 + OUTLINE }),
      draw("circle", { ...ring, "stroke-width": wide * 0.6 }),
    );
  }
  places.slice(1).forEach((to, index) => {
    const from = places[index];
    if (from) group.append(drawShaft(from, to, wide));
  });
  if (label) group.append(drawText(end.x, end.y, label, 26, "arrow-label"));
  return group;
}

/** @param {import("./layout.js").Place} from @param {import("./layout.js").Place} to @param {number} wide */
function drawShaft(from, to, wide) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const head = Math.min(3.2 * wide, 0.5 * length);
  const tip = { x: to.x - 6 * dx, y: to.y - 6 * dy };
  const neck = { x: tip.x - head * dx, y: tip.y - head * dy };
  const half = 0.62 * head;
  const line = { x1: from.x, y1: from.y, x2: neck.x, y2: neck.y };
  const d =
    `M${tip.x} ${tip.y}L${neck.x - half * dy} ${neck.y + half * dx}` +
    `L${neck.x + half * dy} ${neck.y - half * dx}Z`;
  return draw(
    "g",
    {},
    draw("line", { class: "edge", ...line, "stroke-width": wide + OUTLINE }),
    draw("path", { class: "edge", d, "stroke-width": OUTLINE }),
    draw("line", { ...line, "stroke-width": wide }),
    draw("path", { class: "head", d }),
  );
}

/**
 * @param {Mark} mark
 * @param {Layout} layout
 * @param {boolean} alone is the spot otherwise empty, so that there is room for a large symbol?
 */
export function drawMark({ spot, text, tone = "good", heat }, layout, alone) {
  if (!layout.places.has(spot)) return null;
  const { x, y } = layout.getPlace(spot);
  const aside = layout.kind === "plane" ? layout.radius * 1.1 : 0.34 * UNIT;
  const corner = alone ? 0 : aside;
  const radius = alone ? 0.36 * UNIT : 19;
  // A badge would hide how strong the glow is.
  const isHot = alone && heat !== undefined;
  return draw(
    "g",
    { class: `overlay ${tone}` },
    heat !== undefined &&
      draw("circle", {
        class: "heat",
        cx: x,
        cy: y,
        r: alone ? 0.44 * UNIT : getRingRadius(layout),
        "fill-opacity": 0.1 + 0.6 * heat,
      }),
    text && !isHot && draw("circle", { class: "badge", cx: x + corner, cy: y - corner, r: radius }),
    text &&
      drawText(x + corner, y - corner, text, 1.16 * radius, isHot ? "arrow-label" : "badge-text"),
  );
}

/** @param {Layout} layout */
function getRingRadius(layout) {
  return layout.kind === "plane" ? layout.radius + 12 : 0.36 * UNIT;
}
