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
 * @typedef {import("../api_types.js").Pit} Pit
 * @typedef {import("./layout.js").Layout} Layout
 * @typedef {import("./layout.js").Place} Place
 */

import { draw } from "../dom.js";
import { getBrightness, mixColours } from "./colour.js";
import { readShape } from "./glyph_shape.js";
import { estimateWidth, HEXAGON_RADIUS, UNIT } from "./layout.js";

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
 * Draws the background: cells, crossing lines, wood, or an empty plane; borders and coordinates.
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
  const labels = layout.labels.map(({ x, y, text }) =>
    drawText(x, y, text, layout.labelSize, "coordinate"),
  );
  return draw(
    "g",
    { class: `ground ${board.kind}` },
    background,
    ...board.borders.flatMap((border) => drawBorder(border, board, layout)),
    ...drawSpots(board, layout),
    ...labels,
  );
}

/** @param {BoardView} board @param {Layout} layout */
function drawSpots(board, layout) {
  const isNamed = board.columns === null && !board.labels.length;
  if (board.kind === "points") return drawCrossings(board, layout);
  if (board.kind === "plane") return [];
  if (board.kind === "pits") return board.spots.map((spot) => drawHollow(spot, layout));
  return board.spots.map((spot) => drawCell(spot, layout, isNamed));
}

/**
 * An edge of the board; not by colour alone, the second player's has a stripe.
 *
 * @param {import("../api_types.js").Border} border
 * @param {BoardView} board
 * @param {Layout} layout
 */
function drawBorder({ corners, stripe, side }, board, layout) {
  const [start, end] = stripe.map((point) => layout.toPicture(point));
  const points = formatPoints(corners.map((corner) => layout.toPicture(corner)));
  return [
    draw("polygon", { class: "border", points, fill: board.sides[side] }),
    side === 1 && start && end && drawSegment(start, end, { class: "border-stripe" }),
  ];
}

/** @param {Spot} spot @param {Layout} layout @param {boolean} named */
function drawCell(spot, layout, named) {
  const { x, y } = layout.getPlace(spot.name);
  const isHexagon = layout.kind === "hexagons";
  const glyph = isHexagon ? { x, y: y - 0.34 * UNIT } : { x: x - 0.375 * UNIT, y: y - 0.36 * UNIT };
  return draw(
    "g",
    {},
    drawOutline(spot.name, layout, CELL, {
      class: spot.colour ? "painted" : "tile",
      fill: spot.colour,
    }),
    spot.glyph && drawText(glyph.x, glyph.y, spot.glyph, 18, "glyph", { fill: spot.ink }),
    named && drawName(spot, layout, fitText(spot.name, 22, 0.84 * UNIT)),
  );
}

/** @param {Spot} spot @param {Layout} layout */
function drawHollow(spot, layout) {
  const { x, y } = layout.getPlace(spot.name);
  const top = y - layout.getReach(spot.name) - 0.34 * UNIT;
  const size = fitText(spot.name, 18, 0.6 * UNIT);
  return draw(
    "g",
    {},
    drawOutline(spot.name, layout, CELL, { class: "hollow", fill: spot.colour }),
    drawText(x, top, spot.name, size, "pit-name", { fill: spot.ink, "data-name": spot.name }),
  );
}

/**
 * The name of a spot, which is hidden while a piece lies on it.
 *
 * @param {Spot} spot
 * @param {Layout} layout
 * @param {number} size
 */
function drawName(spot, layout, size) {
  const { x, y } = layout.getPlace(spot.name);
  return drawText(x, y, spot.name, size, "coordinate", { "data-name": spot.name, fill: spot.ink });
}

/**
 * The seeds of a pit and their number; its edge shows whose it is.
 *
 * @param {Pit} pit
 * @param {BoardView} board
 * @param {Layout} layout
 */
export function drawPit({ spot, count, side, seeds }, board, layout) {
  const { x, y } = layout.getPlace(spot);
  const low = y + layout.getReach(spot) + 0.31 * UNIT;
  const colour = side === null ? null : board.sides[side];
  return draw(
    "g",
    { class: "pit", "data-pit": spot, "data-count": count },
    // Not by colour alone: the second player's pits have dashed edges.
    colour &&
      drawOutline(spot, layout, CELL, {
        class: side === 1 ? "pit-edge dashed" : "pit-edge",
        stroke: colour,
      }),
    ...seeds.map((seed) =>
      draw("circle", {
        class: "seed",
        cx: x + seed.x * UNIT,
        cy: y + seed.y * UNIT,
        r: seed.r * UNIT,
      }),
    ),
    drawText(x, low, String(count), 27, "pit-count"),
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
 * @param {Piece} piece
 * @param {BoardView} board
 * @param {Layout} layout
 * @param {string} id of the board
 */
export function drawPiece(piece, board, layout, id) {
  const { x, y } = layout.getPlace(piece.spot);
  const owner = piece.side === null ? null : board.sides[piece.side];
  const body = owner ?? piece.colour ?? "#808080";
  const scale = Math.round((120 * layout.radius) / 43) / 100;
  const inside =
    piece.shape === "tower"
      ? drawTower(piece, body)
      : piece.shape === "neutral"
        ? drawNeutral(piece, body)
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
    // The shapes are drawn for squares; points of the plane are smaller.
    draw("g", { transform: layout.kind === "plane" ? `scale(${scale})` : null }, ...inside),
  );
}

/** @param {Piece} piece @param {string} body @param {string} id */
function drawStone(piece, body, id) {
  const isColoured = getBrightness(body) > 0.2 && getBrightness(body) < 0.85;
  return [
    draw("circle", { class: "shadow", cx: 2, cy: 5, r: 43 }),
    draw("circle", { class: "rim", r: 43, fill: `url(#${makeGradientId(id, piece.side ?? 0)})` }),
    // Not by colour alone: the second player's coloured stones have a ring.
    isColoured && piece.side === 1 && draw("circle", { class: "band", r: 27 }),
    ...drawRings(piece, 34),
  ];
}

/**
 * A piece of neither side: round or square, large or small, solid or with a hole.
 *
 * @param {Piece} piece @param {string} body
 */
function drawNeutral(piece, body) {
  const shape = readShape(piece.glyph);
  const reach = shape.isSmall ? 23 : 38;
  const edge = { stroke: mixColours(body, "#000000", 0.55), "stroke-width": 2 };
  /** @param {number} r @param {Record<string, string | number>} look */
  const outline = (r, look) =>
    shape.isSquare
      ? draw("rect", { x: -r, y: -r, width: 2 * r, height: 2 * r, rx: 0.15 * r, ...look })
      : draw("circle", { r, ...look });
  return [
    draw("g", { transform: "translate(2 5)" }, outline(reach, { class: "shadow" })),
    outline(reach, { fill: body, ...edge }),
    shape.isHollow && outline(0.45 * reach, { fill: piece.ink ?? "#000000", ...edge }),
    ...drawRings(piece, 34),
  ];
}

/** @param {Piece} piece @param {string} body */
function drawGlyph(piece, body) {
  if (piece.glyph === "X") {
    return [draw("path", { class: "stroked", d: "M-24 -24 24 24M24 -24-24 24", stroke: body })];
  }
  if (piece.glyph === "O") return [draw("circle", { class: "stroked", r: 27, stroke: body })];
  return [drawText(0, 0, piece.glyph, fitText(piece.glyph, 62, 90), "mark-text", { fill: body })];
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
      points: formatPoints(corners),
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
 * @param {boolean} isHeld by a piece
 */
export function drawLastMove(name, board, layout, isHeld) {
  const { x, y } = layout.getPlace(name);
  if (board.kind === "plane") {
    const r = (isHeld ? layout.radius : layout.dot) + 7;
    return draw("circle", { class: "last halo-point", cx: x, cy: y, r });
  }
  if (board.kind === "points") return draw("circle", { class: "last dot", cx: x, cy: y, r: 11 });
  const isPainted = board.spots.some((spot) => spot.name === name && spot.colour);
  return draw(
    "g",
    { class: "last" },
    !isPainted && drawOutline(name, layout, CELL, { class: "tint" }),
    isPainted && drawOutline(name, layout, CELL - 7, { class: "casing" }),
    drawOutline(name, layout, CELL - 7, { class: "frame" }),
  );
}

/**
 * @param {string} name
 * @param {Layout} layout
 * @param {string} kind of highlight: `picked`, `movable`, `cursor`
 */
export function drawHighlight(name, layout, kind) {
  const { x, y } = layout.getPlace(name);
  if (layout.kind !== "plane" && layout.kind !== "points") {
    return draw(
      "g",
      { class: `highlight ${kind}` },
      drawOutline(name, layout, CELL - 7, { class: "casing" }),
      drawOutline(name, layout, CELL - 7, { class: "frame" }),
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
    const r = (isHeld ? layout.radius : layout.dot) + 9;
    return draw("circle", { class: "target ring", cx: x, cy: y, r });
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

/**
 * The outline of a spot on a board of squares, hexagons or pits.
 *
 * @param {string} name
 * @param {Layout} layout
 * @param {number} width less than that of a cell, as much as the outline lies inside
 * @param {Record<string, unknown>} attributes
 */
export function drawOutline(name, layout, width, attributes) {
  const { x, y } = layout.getPlace(name);
  if (layout.kind === "hexagons") {
    const radius = (HEXAGON_RADIUS * width) / UNIT;
    const corners = Array.from({ length: 6 }, (_, index) => {
      const angle = (index * Math.PI) / 3;
      return { x: x + radius * Math.sin(angle), y: y - radius * Math.cos(angle) };
    });
    return draw("polygon", { points: formatPoints(corners), ...attributes });
  }
  const height = width + 2 * layout.getReach(name);
  const rx = layout.kind === "cells" ? 7 : width / 2;
  const place = { x: x - width / 2, y: y - height / 2, width, height, rx };
  return draw("rect", { ...place, ...attributes });
}

/** @param {Place[]} places */
function formatPoints(places) {
  const round = (/** @type {number} */ number) => Math.round(number * 10) / 10;
  return places.map(({ x, y }) => `${round(x)},${round(y)}`).join(" ");
}

/** The size at which a text is no wider than the given width. @param {string} text @param {number} size @param {number} width */
export function fitText(text, size, width) {
  return Math.min(size, width / Math.max(0.1, estimateWidth(text)));
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
