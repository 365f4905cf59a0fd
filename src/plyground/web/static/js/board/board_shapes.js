/**
 * The shapes of a board: background, pieces, lines, areas and highlights.
 *
 * Every function creates elements and keeps no state. css/board.css colours the classes; colours
 * chosen by a game are attributes of the elements.
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
import { getBrightness, mixColours } from "./colour.js";
import { UNIT } from "./layout.js";

const CELL = UNIT - 4;

/**
 * Draws the gradients of round pieces, one for each side.
 *
 * @param {BoardView} board
 * @param {string} id of this board, unique on the page
 */
export function drawGradients(board, id) {
  return draw(
    "defs",
    {},
    ...board.sides.map((colour, side) =>
      draw(
        "radialGradient",
        { id: makeGradientId(id, side), cx: "36%", cy: "30%", r: "78%" },
        draw("stop", {
          offset: "0%",
          "stop-color": mixColours(colour, "#ffffff", getBrightness(colour) < 0.3 ? 0.38 : 0.55),
        }),
        draw("stop", { offset: "45%", "stop-color": colour }),
        draw("stop", { offset: "100%", "stop-color": mixColours(colour, "#000000", 0.28) }),
      ),
    ),
  );
}

/**
 * Draws the background: squares, crossing lines, or an empty plane; and the coordinates.
 *
 * @param {BoardView} board
 * @param {Layout} layout
 */
export function drawGround(board, layout) {
  const background = draw("rect", {
    class: `background-${board.kind}`,
    width: layout.width,
    height: layout.height,
    rx: 14,
  });
  const parts =
    board.kind === "points"
      ? drawCrossings(board, layout)
      : board.kind === "cells"
        ? board.spots.map((spot) => drawCell(spot, layout, board.columns === null))
        : [];
  const labels = layout.labels.map(({ x, y, text }) =>
    drawText(x, y, text, 23 * layout.lineScale, "coordinate"),
  );
  return draw("g", { class: `ground ${board.kind}` }, background, ...parts, ...labels);
}

/** @param {Spot} spot @param {Layout} layout @param {boolean} named */
function drawCell(spot, layout, named) {
  const { x, y } = layout.getPlace(spot.name);
  return draw(
    "g",
    {},
    drawSquare(x, y, CELL, { class: spot.colour ? "painted" : "tile", fill: spot.colour }),
    spot.glyph &&
      drawText(x - 0.375 * UNIT, y - 0.36 * UNIT, spot.glyph, 18, "glyph", { fill: spot.ink }),
    named && drawText(x, y, spot.name, 22, "coordinate"),
  );
}

/** @param {BoardView} board @param {Layout} layout */
function drawCrossings(board, layout) {
  const at = new Map(board.spots.map((spot) => [`${spot.x} ${spot.y}`, spot.name]));
  const lines = board.spots.flatMap((spot) =>
    [at.get(`${spot.x + 1} ${spot.y}`), at.get(`${spot.x} ${spot.y + 1}`)]
      .filter((name) => name !== undefined)
      .map((name) =>
        drawSegment(layout.getPlace(spot.name), layout.getPlace(name), { class: "rule" }),
      ),
  );
  const stars = board.star.map((name) => {
    const { x, y } = layout.getPlace(name);
    return draw("circle", { class: "star", cx: x, cy: y, r: 8 });
  });
  return [...lines, ...stars];
}

/**
 * Draws the points of a plane board, which lie above lines and areas.
 *
 * @param {BoardView} board
 * @param {Layout} layout
 */
export function drawPoints(board, layout) {
  const size = (/** @type {string} */ name) => layout.radius * (name.length > 1 ? 0.95 : 1.2);
  return board.spots.map((spot) => {
    const { x, y } = layout.getPlace(spot.name);
    return draw(
      "g",
      { class: "point" },
      draw("circle", { cx: x, cy: y, r: layout.radius, fill: spot.colour }),
      drawText(x, y, spot.name, size(spot.name), "point-name", { fill: spot.ink }),
    );
  });
}

/**
 * @param {Piece} piece
 * @param {BoardView} board
 * @param {Layout} layout
 * @param {string} id of the board
 */
export function drawPiece(piece, board, layout, id) {
  const { x, y } = layout.getPlace(piece.spot);
  const body = board.sides[piece.side] ?? "#808080";
  const inside =
    piece.shape === "tower"
      ? drawTower(piece, body)
      : piece.shape === "mark"
        ? drawGlyph(piece, body)
        : drawStone(piece, body, id);
  return draw(
    "g",
    {
      class: `piece ${piece.shape}`,
      transform: formatTranslate({ x, y }),
      "data-spot": piece.spot,
      "data-side": piece.side,
    },
    ...inside,
  );
}

/** @param {Piece} piece @param {string} body @param {string} id */
function drawStone(piece, body, id) {
  const isColoured = getBrightness(body) > 0.2 && getBrightness(body) < 0.85;
  return [
    draw("circle", { class: "shadow", cx: 2, cy: 5, r: 43 }),
    draw("circle", { class: "rim", r: 43, fill: `url(#${makeGradientId(id, piece.side)})` }),
    // Not by colour alone: the second player's coloured stones have a ring.
    isColoured && piece.side === 1 && draw("circle", { class: "band", r: 27 }),
    ...drawRings(piece, 34),
  ];
}

/** @param {Piece} piece @param {string} body */
function drawGlyph(piece, body) {
  if (piece.glyph === "X") {
    return [draw("path", { class: "stroked", d: "M-24 -24 24 24M24 -24-24 24", stroke: body })];
  }
  if (piece.glyph === "O") return [draw("circle", { class: "stroked", r: 27, stroke: body })];
  return [drawText(0, 0, piece.glyph, 62, "mark-text", { fill: body })];
}

/** @param {Piece} piece @param {string} body */
function drawTower(piece, body) {
  const tone = piece.colour ?? body;
  const isDark = getBrightness(body) < 0.5;
  return [
    draw("path", { class: "shadow", d: makeOctagonPath(39), transform: "translate(2 6)" }),
    draw("path", {
      class: "rim",
      d: makeOctagonPath(39),
      fill: mixColours(body, "#000000", isDark ? 0.3 : 0.16),
    }),
    draw("path", {
      d: makeOctagonPath(34.5),
      fill: mixColours(body, "#ffffff", isDark ? 0.12 : 0),
    }),
    draw("circle", {
      r: 24,
      fill: tone,
      stroke: mixColours(tone, "#000000", 0.35),
      "stroke-width": 2,
    }),
    drawText(0, 0, piece.glyph, 33, "piece-glyph", { fill: piece.ink }),
    ...drawRings(piece, 31.5, isDark ? "#ffd56b" : "#8a5a00"),
  ];
}

/** @param {Piece} piece @param {number} radius @param {string} [colour] */
function drawRings({ rank }, radius, colour = "#ffd56b") {
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
export function drawLine(line, board, layout, isLast) {
  const ends = /** @type {const} */ ([layout.getPlace(line.start), layout.getPlace(line.end)]);
  const colour = line.side === null ? null : board.sides[line.side];
  const name = `${line.start}-${line.end}`;
  return draw(
    "g",
    { class: "line", "data-line": name, "data-side": line.side },
    isLast && drawSegment(...ends, { class: "halo" }),
    drawSegment(...ends, { class: colour ? "owned" : "plain", stroke: colour }),
    // Not by colour alone: the second player's lines are hollow.
    line.side === 1 && drawSegment(...ends, { class: "core" }),
  );
}

/**
 * @param {Area} area
 * @param {BoardView} board
 * @param {Layout} layout
 */
export function drawArea(area, board, layout) {
  const corners = area.corners.map((name) => layout.getPlace(name));
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
 * Marks a spot of the last move: a frame on squares, a dot on crossings, a halo on points.
 *
 * @param {string} name
 * @param {BoardView} board
 * @param {Layout} layout
 */
export function drawLastMove(name, board, layout) {
  const { x, y } = layout.getPlace(name);
  if (board.kind === "plane") {
    return draw("circle", { class: "last halo-point", cx: x, cy: y, r: layout.radius + 7 });
  }
  if (board.kind === "points") return draw("circle", { class: "last dot", cx: x, cy: y, r: 11 });
  const isPainted = board.spots.some((spot) => spot.name === name && spot.colour);
  return draw(
    "g",
    { class: "last" },
    !isPainted && drawSquare(x, y, CELL, { class: "tint" }),
    isPainted && drawSquare(x, y, CELL - 7, { class: "casing" }),
    drawSquare(x, y, CELL - 7, { class: "frame" }),
  );
}

/**
 * @param {string} name
 * @param {Layout} layout
 * @param {string} kind of highlight: `picked`, `movable`, `cursor`
 */
export function drawHighlight(name, layout, kind) {
  const { x, y } = layout.getPlace(name);
  if (layout.kind === "cells") {
    return draw(
      "g",
      { class: `highlight ${kind}` },
      drawSquare(x, y, CELL - 7, { class: "casing" }),
      drawSquare(x, y, CELL - 7, { class: "frame" }),
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
 * Marks a target of the move being picked: a dot, or a ring around a piece.
 *
 * @param {string} name
 * @param {Layout} layout
 * @param {boolean} isHeld
 */
export function drawTarget(name, layout, isHeld) {
  const { x, y } = layout.getPlace(name);
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
export function drawText(x, y, text, size, kind, attributes = {}) {
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
export function drawSegment(from, to, attributes) {
  return draw("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, ...attributes });
}

/** @param {Place} place */
export function formatTranslate({ x, y }) {
  return `translate(${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10})`;
}

/** @param {number} x @param {number} y @param {number} side @param {Record<string, unknown>} attributes */
function drawSquare(x, y, side, attributes) {
  const place = { x: x - side / 2, y: y - side / 2, width: side, height: side, rx: 7 };
  return draw("rect", { ...place, ...attributes });
}

/** @param {number} radius */
function makeOctagonPath(radius) {
  const corners = Array.from({ length: 8 }, (_, index) => {
    const angle = ((index + 0.5) * Math.PI) / 4;
    return `${(radius * 1.06 * Math.cos(angle)).toFixed(1)} ${(radius * 1.06 * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}

/** @param {string} id @param {number} side */
function makeGradientId(id, side) {
  return `${id}-side-${side}`;
}
