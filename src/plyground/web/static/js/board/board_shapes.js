/**
 * The drawn parts of a board: ground, pieces, lines, areas, arrows and marks.
 *
 * Every function makes one element and remembers nothing. Classes are coloured by css/board.css;
 * colours that a game chose stand on the elements themselves.
 *
 * @typedef {import("../api_types.js").BoardView} BoardView
 * @typedef {import("../api_types.js").PositionView} PositionView
 * @typedef {import("../api_types.js").Piece} Piece
 * @typedef {import("../api_types.js").Spot} Spot
 * @typedef {import("../api_types.js").Stroke} Stroke
 * @typedef {import("../api_types.js").Area} Area
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {import("./layout.js").Place} Place
 */

import { draw } from "../dom.js";
import { brightness, mixed } from "./colour.js";
import { UNIT } from "./layout.js";

const CELL = UNIT - 4;

/**
 * Light on round pieces: one gradient a side.
 *
 * @param {BoardView} board
 * @param {string} id of this board, so that boards of one page keep apart
 */
export function gradients(board, id) {
  return draw(
    "defs",
    {},
    ...board.sides.map((colour, side) =>
      draw(
        "radialGradient",
        { id: gradientId(id, side), cx: "36%", cy: "30%", r: "78%" },
        draw("stop", {
          offset: "0%",
          "stop-color": mixed(colour, "#ffffff", brightness(colour) < 0.3 ? 0.38 : 0.55),
        }),
        draw("stop", { offset: "45%", "stop-color": colour }),
        draw("stop", { offset: "100%", "stop-color": mixed(colour, "#000000", 0.28) }),
      ),
    ),
  );
}

/**
 * What lies under everything: squares, crossing lines, or an empty sheet; and the coordinates.
 *
 * @param {BoardView} board
 * @param {Layout} layout
 */
export function ground(board, layout) {
  const sheet = draw("rect", {
    class: `sheet-${board.kind}`,
    width: layout.width,
    height: layout.height,
    rx: 14,
  });
  const parts =
    board.kind === "points"
      ? crossings(board, layout)
      : board.kind === "cells"
        ? board.spots.map((spot) => cell(spot, layout, board.columns === null))
        : [];
  const labels = layout.labels.map(({ x, y, text }) =>
    write(x, y, text, 23 * layout.fineness, "coordinate"),
  );
  return draw("g", { class: `ground ${board.kind}` }, sheet, ...parts, ...labels);
}

/** @param {Spot} spot @param {Layout} layout @param {boolean} named */
function cell(spot, layout, named) {
  const { x, y } = layout.place(spot.name);
  return draw(
    "g",
    {},
    square(x, y, CELL, { class: spot.colour ? "painted" : "tile", fill: spot.colour }),
    spot.glyph &&
      write(x - 0.375 * UNIT, y - 0.36 * UNIT, spot.glyph, 18, "glyph", { fill: spot.ink }),
    named && write(x, y, spot.name, 22, "coordinate"),
  );
}

/** @param {BoardView} board @param {Layout} layout */
function crossings(board, layout) {
  const at = new Map(board.spots.map((spot) => [`${spot.x} ${spot.y}`, spot.name]));
  const lines = board.spots.flatMap((spot) =>
    [at.get(`${spot.x + 1} ${spot.y}`), at.get(`${spot.x} ${spot.y + 1}`)]
      .filter((name) => name !== undefined)
      .map((name) => segment(layout.place(spot.name), layout.place(name), { class: "rule" })),
  );
  const stars = board.star.map((name) => {
    const { x, y } = layout.place(name);
    return draw("circle", { class: "star", cx: x, cy: y, r: 8 });
  });
  return [...lines, ...stars];
}

/**
 * The points of a plane board; they lie above lines and areas.
 *
 * @param {BoardView} board
 * @param {Layout} layout
 */
export function points(board, layout) {
  const size = (/** @type {string} */ name) => layout.radius * (name.length > 1 ? 0.95 : 1.2);
  return board.spots.map((spot) => {
    const { x, y } = layout.place(spot.name);
    return draw(
      "g",
      { class: "point" },
      draw("circle", { cx: x, cy: y, r: layout.radius, fill: spot.colour }),
      write(x, y, spot.name, size(spot.name), "point-name", { fill: spot.ink }),
    );
  });
}

/**
 * @param {Piece} piece
 * @param {BoardView} board
 * @param {Layout} layout
 * @param {string} id of the board
 */
export function pieceShape(piece, board, layout, id) {
  const { x, y } = layout.place(piece.spot);
  const body = board.sides[piece.side] ?? "#808080";
  const inside =
    piece.shape === "tower"
      ? tower(piece, body)
      : piece.shape === "mark"
        ? mark(piece, body)
        : stone(piece, body, id);
  return draw(
    "g",
    {
      class: `piece ${piece.shape}`,
      transform: translation({ x, y }),
      "data-spot": piece.spot,
      "data-side": piece.side,
    },
    ...inside,
  );
}

/** @param {Piece} piece @param {string} body @param {string} id */
function stone(piece, body, id) {
  const isColoured = brightness(body) > 0.2 && brightness(body) < 0.85;
  return [
    draw("circle", { class: "shadow", cx: 2, cy: 5, r: 43 }),
    draw("circle", { class: "rim", r: 43, fill: `url(#${gradientId(id, piece.side)})` }),
    // Stones that differ in colour only: the second player's has a ring.
    isColoured && piece.side === 1 && draw("circle", { class: "band", r: 27 }),
    ...rings(piece, 34),
  ];
}

/** @param {Piece} piece @param {string} body */
function mark(piece, body) {
  if (piece.glyph === "X") {
    return [draw("path", { class: "stroked", d: "M-24 -24 24 24M24 -24-24 24", stroke: body })];
  }
  if (piece.glyph === "O") return [draw("circle", { class: "stroked", r: 27, stroke: body })];
  return [write(0, 0, piece.glyph, 62, "mark-text", { fill: body })];
}

/** @param {Piece} piece @param {string} body */
function tower(piece, body) {
  const tone = piece.colour ?? body;
  const isDark = brightness(body) < 0.5;
  return [
    draw("path", { class: "shadow", d: octagon(39), transform: "translate(2 6)" }),
    draw("path", {
      class: "rim",
      d: octagon(39),
      fill: mixed(body, "#000000", isDark ? 0.3 : 0.16),
    }),
    draw("path", { d: octagon(34.5), fill: mixed(body, "#ffffff", isDark ? 0.12 : 0) }),
    draw("circle", { r: 24, fill: tone, stroke: mixed(tone, "#000000", 0.35), "stroke-width": 2 }),
    write(0, 0, piece.glyph, 33, "piece-glyph", { fill: piece.ink }),
    ...rings(piece, 31.5, isDark ? "#ffd56b" : "#8a5a00"),
  ];
}

/** @param {Piece} piece @param {number} radius @param {string} [colour] */
function rings({ rank }, radius, colour = "#ffd56b") {
  return Array.from({ length: rank }, (_, index) =>
    draw("circle", { class: "ring", r: radius - 3.6 * index, stroke: colour }),
  );
}

/**
 * @param {Stroke} line
 * @param {BoardView} board
 * @param {Layout} layout
 * @param {boolean} isLast
 */
export function lineShape(line, board, layout, isLast) {
  const ends = /** @type {const} */ ([layout.place(line.start), layout.place(line.end)]);
  const colour = line.side === null ? null : board.sides[line.side];
  const name = `${line.start}-${line.end}`;
  return draw(
    "g",
    { class: "line", "data-line": name, "data-side": line.side },
    isLast && segment(...ends, { class: "halo" }),
    segment(...ends, { class: colour ? "owned" : "plain", stroke: colour }),
    // Not by colour alone: the second player's lines are hollow.
    line.side === 1 && segment(...ends, { class: "core" }),
  );
}

/**
 * @param {Area} area
 * @param {BoardView} board
 * @param {Layout} layout
 */
export function areaShape(area, board, layout) {
  const corners = area.corners.map((name) => layout.place(name));
  const colour = board.sides[area.side] ?? "#808080";
  const middle = {
    x: corners.reduce((sum, corner) => sum + corner.x, 0) / corners.length,
    y: corners.reduce((sum, corner) => sum + corner.y, 0) / corners.length,
  };
  const sign = area.side === 0 ? { fill: colour } : { fill: "none", stroke: colour };
  return draw(
    "g",
    { class: "area", "data-area": area.corners.join("-"), "data-side": area.side },
    draw("polygon", {
      points: corners.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).join(" "),
      fill: colour,
    }),
    draw("circle", { class: "owner", cx: middle.x, cy: middle.y, r: 8, ...sign }),
  );
}

/**
 * A frame on squares, a dot on crossings, a halo on points: the last move.
 *
 * @param {string} name
 * @param {BoardView} board
 * @param {Layout} layout
 */
export function lastShape(name, board, layout) {
  const { x, y } = layout.place(name);
  if (board.kind === "plane") {
    return draw("circle", { class: "last halo-point", cx: x, cy: y, r: layout.radius + 7 });
  }
  if (board.kind === "points") return draw("circle", { class: "last dot", cx: x, cy: y, r: 11 });
  const isPainted = board.spots.some((spot) => spot.name === name && spot.colour);
  return draw(
    "g",
    { class: "last" },
    !isPainted && square(x, y, CELL, { class: "tint" }),
    isPainted && square(x, y, CELL - 7, { class: "casing" }),
    square(x, y, CELL - 7, { class: "frame" }),
  );
}

/**
 * @param {string} name
 * @param {Layout} layout
 * @param {string} kind of highlight: `picked`, `movable`, `cursor`
 */
export function highlight(name, layout, kind) {
  const { x, y } = layout.place(name);
  if (layout.kind === "cells") {
    return draw(
      "g",
      { class: `highlight ${kind}` },
      square(x, y, CELL - 7, { class: "casing" }),
      square(x, y, CELL - 7, { class: "frame" }),
    );
  }
  const r = layout.kind === "plane" ? layout.radius + 8 : 0.47 * UNIT;
  return draw(
    "g",
    { class: `highlight ${kind}` },
    draw("circle", { class: "frame", cx: x, cy: y, r }),
  );
}

/**
 * Where a picked piece or line can go: a dot, or a ring around what stands there.
 *
 * @param {string} name
 * @param {Layout} layout
 * @param {boolean} isHeld
 */
export function targetShape(name, layout, isHeld) {
  const { x, y } = layout.place(name);
  if (layout.kind === "plane") {
    return draw("circle", { class: "target ring", cx: x, cy: y, r: layout.radius + 9 });
  }
  const r = isHeld ? 44 : 15;
  return draw("circle", { class: `target ${isHeld ? "ring" : "dot"}`, cx: x, cy: y, r });
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} text
 * @param {number} size
 * @param {string} kind
 * @param {Record<string, unknown>} [attributes]
 */
export function write(x, y, text, size, kind, attributes = {}) {
  return draw(
    "text",
    { class: kind, x, y: y + 0.35 * size, "font-size": size, ...attributes },
    text,
  );
}

/**
 * @param {Place} from
 * @param {Place} to
 * @param {Record<string, unknown>} attributes
 */
export function segment(from, to, attributes) {
  return draw("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, ...attributes });
}

/** @param {Place} place */
export function translation({ x, y }) {
  return `translate(${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10})`;
}

/** @param {number} x @param {number} y @param {number} side @param {Record<string, unknown>} attributes */
function square(x, y, side, attributes) {
  const place = { x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 7 };
  return draw("rect", { ...place, ...attributes });
}

/** @param {number} radius */
function octagon(radius) {
  const corners = Array.from({ length: 8 }, (_, index) => {
    const angle = ((index + 0.5) * Math.PI) / 4;
    return `${(radius * 1.06 * Math.cos(angle)).toFixed(1)} ${(radius * 1.06 * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** @param {string} id @param {number} side */
function gradientId(id, side) {
  return `${id}-side-${side}`;
}
