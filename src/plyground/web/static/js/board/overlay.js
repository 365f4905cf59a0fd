/**
 * Annotations on a board: arrows, marks on spots, heat, and zones.
 *
 * @typedef {"best" | "good" | "reply" | "bad"} Tone
 *
 * @typedef {object} Arrow
 * @property {string[]} path a ring on one spot, or an arrow through several
 * @property {Tone} [tone] `best` if not given
 * @property {number} [weight] from 0 (thin) to 1
 * @property {string} [label] text at its end
 * @property {boolean} [headless] a line, which leads nowhere
 *
 * @typedef {object} Mark
 * @property {string} spot
 * @property {string} [text] a symbol, like `?!`: on an empty crossing, or in the corner of a spot
 * @property {Tone} [tone]
 * @property {number} [heat] intensity of the glow, from 0 to 1
 *
 * @typedef {object} Zone
 * @property {string[][]} polygons between spots
 * @property {number} x where its text stands, in the units of the scene
 * @property {number} y
 * @property {string} text
 * @property {Tone} tone
 *
 * @typedef {import("./layout.js").Layout} Layout
 */

import { draw } from "../dom.js";
import { drawText } from "./board_shapes.js";
import { UNIT } from "./layout.js";

/** Width of the outline that sets an arrow off from any background. */
const OUTLINE = 6;

/**
 * An arrow from rim to rim, so that the names of its ends can be read.
 *
 * @param {Arrow} arrow
 * @param {Layout} layout
 * @param {Set<string>} held spots with a piece
 */
export function drawArrow({ path, tone = "best", weight = 1, headless }, layout, held) {
  const names = path.filter((name) => layout.places.has(name));
  const scale = getScale(layout);
  const wide = (7 + 8 * weight) * scale;
  const group = draw("g", { class: `arrow ${tone}` });
  if (names.length === 1) {
    const { x: cx, y: cy } = layout.getPlace(names[0] ?? "");
    const ring = { cx, cy, r: getRingRadius(layout) };
    group.append(
      draw("circle", { class: "edge", ...ring, "stroke-width": wide * 0.6 + OUTLINE }),
      draw("circle", { ...ring, "stroke-width": wide * 0.6 }),
    );
  }
  const getRim = (/** @type {string} */ name) =>
    layout.kind === "plane" ? layout.dot + 5 : held.has(name) ? 0.4 * UNIT : 0;
  names.slice(1).forEach((name, index) => {
    const start = names[index] ?? name;
    group.append(
      drawShaft(
        layout.getPlace(start),
        layout.getPlace(name),
        wide,
        getRim(start),
        Math.max(6, getRim(name)),
        headless ? 0 : 3.2 * wide,
        OUTLINE * scale,
      ),
    );
  });
  return group;
}

/**
 * The label of an arrow: at its end; in the plane, where arrows meet, near its middle.
 *
 * @param {Arrow} arrow
 * @param {Layout} layout
 */
export function drawArrowLabel({ path, label }, layout) {
  const names = path.filter((name) => layout.places.has(name));
  const end = names.at(-1);
  if (!label || end === undefined) return null;
  const to = layout.getPlace(end);
  const from = layout.getPlace(names.at(-2) ?? end);
  const back = layout.kind === "plane" ? 0.45 : 0;
  const [x, y] = [to.x + back * (from.x - to.x), to.y + back * (from.y - to.y)];
  return drawText(x, y, label, Math.max(18, 26 * getScale(layout)), "arrow-label");
}

/**
 * @param {import("./layout.js").Place} from
 * @param {import("./layout.js").Place} to
 * @param {number} wide
 * @param {number} startGap
 * @param {number} endGap
 * @param {number} longest of the head, if there is one
 * @param {number} outline
 */
function drawShaft(from, to, wide, startGap, endGap, longest, outline) {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const shaft = length - startGap - endGap;
  const head = Math.min(longest, 0.5 * shaft);
  const tip = { x: to.x - endGap * dx, y: to.y - endGap * dy };
  const neck = { x: tip.x - head * dx, y: tip.y - head * dy };
  const half = 0.62 * head;
  const line = { x1: from.x + startGap * dx, y1: from.y + startGap * dy, x2: neck.x, y2: neck.y };
  const d =
    `M${tip.x} ${tip.y}L${neck.x - half * dy} ${neck.y + half * dx}` +
    `L${neck.x + half * dy} ${neck.y - half * dx}Z`;
  return draw(
    "g",
    {},
    draw("line", { class: "edge", ...line, "stroke-width": wide + outline }),
    head > 0 && draw("path", { class: "edge", d, "stroke-width": outline }),
    draw("line", { ...line, "stroke-width": wide }),
    head > 0 && draw("path", { class: "head", d }),
  );
}

/** @param {Zone} zone @param {Layout} layout */
export function drawZone({ polygons, tone }, layout) {
  const d = polygons.map((polygon) => {
    const corners = polygon.filter((name) => layout.places.has(name)).map((name) => layout.getPlace(name));
    return `M${corners.map(({ x, y }) => `${x} ${y}`).join("L")}Z`;
  });
  // One path: between polygons of their own, thin gaps would show.
  return draw("path", { class: `overlay zone ${tone}`, d: d.join("") });
}

/** @param {Zone} zone @param {Layout} layout */
export function drawZoneText(zone, layout) {
  if (!zone.text) return null;
  const { x, y } = layout.toPicture(zone);
  return draw(
    "g",
    { class: `overlay ${zone.tone}` },
    draw("circle", { class: "badge", cx: x, cy: y, r: 21 }),
    drawText(x, y, zone.text, 24, "badge-text"),
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
      drawText(
        x + corner,
        y - corner,
        text,
        // Two characters fill a badge.
        1.16 * radius * Math.min(1, 2.1 / text.length),
        isHot ? "arrow-label" : "badge-text",
      ),
  );
}

/** Thinner lines where points lie close together. @param {Layout} layout */
function getScale(layout) {
  return layout.kind === "plane" ? layout.lineWidth / 9 : 1;
}

/** @param {Layout} layout */
function getRingRadius(layout) {
  return layout.kind === "plane" ? layout.radius + 12 : 0.36 * UNIT;
}
