/**
 * The shapes of a search tree: boxes and edges. Coordinates and texts come from the server.
 *
 * @typedef {import("./lab_types.js").Box} Box
 * @typedef {import("./lab_types.js").BoxStyle} BoxStyle
 * @typedef {import("./lab_types.js").TreePicture} TreePicture
 * @typedef {import("./lab_types.js").Role} Role
 * @typedef {import("./lab_types.js").Written} Written
 * @typedef {import("./lab_types.js").LineKind} LineKind
 *
 * @typedef {object} Content what a box shows
 * @property {Role | null} role
 * @property {boolean} leaf
 * @property {string} value of a node written by hand
 * @property {Written[]} lines
 */

import { draw } from "../dom.js";

/** Space for the move between a box and the edge above it. */
export const LABEL_SPACE = 15;

/** Vertical position of the value in a large symbol, relative to its height. */
const MIDDLES = { max: 0.66, min: 0.34, mover: 0.5, leaf: 0.5 };

/**
 * Draws a box with its content. The origin is the middle of its upper edge.
 *
 * @param {Box} box
 * @param {Content} content
 * @param {TreePicture} picture
 * @returns {SVGElement[]}
 */
export function drawBox(box, content, picture) {
  if (content.role === null) return drawStub(box, content, picture.card);
  return picture.board ? drawPosition(box, content, picture) : drawSign(content, picture.card);
}

/**
 * Draws the outline of a box alone.
 *
 * @param {Box} box
 * @param {Content} content
 * @param {TreePicture} picture
 * @param {string} kind
 */
export function drawOutline(box, content, picture, kind) {
  if (content.role !== null && !picture.board) {
    const size = content.leaf ? picture.card.leaf : picture.card.inner;
    const shape = content.leaf ? "leaf" : content.role;
    return draw("polygon", {
      class: kind,
      points: listCorners(shape, size.width / 2, size.height),
    });
  }
  const rx = content.role === null ? Math.min(box.height / 2, 10) : 8;
  return draw("rect", {
    class: kind,
    x: -box.width / 2,
    width: box.width,
    height: box.height,
    rx,
  });
}

/**
 * Makes the path of the edge from a box to a child.
 *
 * @param {{ x: number, y: number, height: number }} above
 * @param {{ x: number, y: number }} below
 * @param {boolean} isStub is there no move above the child?
 */
export function makeEdgePath(above, below, isStub) {
  const [x1, y1] = [above.x, above.y + above.height];
  const [x2, y2] = [below.x, below.y - (isStub ? 0 : LABEL_SPACE)];
  const bend = (y2 - y1) * 0.55;
  const places = [x1, y1, x1, y1 + bend, x2, y2 - bend, x2, y2].map((at) => at.toFixed(1));
  return `M${places.slice(0, 2).join(" ")}C${places.slice(2).join(" ")}`;
}

/**
 * The middle of an edge.
 *
 * @param {{ x: number, y: number, height: number }} above
 * @param {{ x: number, y: number }} below
 * @param {boolean} isStub
 */
export function findEdgeMiddle(above, below, isStub) {
  const y = (above.y + above.height + below.y - (isStub ? 0 : LABEL_SPACE)) / 2;
  return { x: (above.x + below.x) / 2, y };
}

/** Draws the strokes through a pruned edge, around its middle. */
export function drawCutMark() {
  return draw("path", { class: "cut-mark", d: "M-7 5 1-5M-1 5 7-5" });
}

/**
 * @param {number} x
 * @param {number} y the middle of the line
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
 * Draws the small symbol of who moves: up for Max, down for Min.
 *
 * @param {Role} role
 * @param {number} x
 * @param {number} y
 */
export function drawRoleSign(role, x, y) {
  if (role === "mover") return draw("circle", { class: `role-sign ${role}`, cx: x, cy: y, r: 4.5 });
  const points = role === "max" ? [0, -5, 6, 5, -6, 5] : [0, 5, 6, -5, -6, -5];
  return draw("polygon", {
    class: `role-sign ${role}`,
    points: points.join(" "),
    transform: `translate(${x} ${y})`,
  });
}

/** @type {WeakMap<TreePicture, number>} */
const treeNumbers = new WeakMap();
let treeCount = 0;

/**
 * Cached thumbnails: a box shows the same position at all steps.
 *
 * @type {WeakMap<TreePicture, Map<string, SVGGElement>>}
 */
const boards = new WeakMap();

/**
 * Draws the backgrounds that the thumbnails of a tree share.
 *
 * @param {TreePicture} picture
 */
export function drawGrounds(picture) {
  return picture.grounds.map((ground, index) =>
    draw("g", { id: makeGroundId(picture, index) }, ...parseSvg(ground)),
  );
}

/** @param {TreePicture} picture @param {number} index */
function makeGroundId(picture, index) {
  const number = treeNumbers.get(picture) ?? ++treeCount;
  treeNumbers.set(picture, number);
  return `ground-${number}-${index}`;
}

/**
 * Parses SVG from the server into elements.
 *
 * @param {string} markup
 */
function parseSvg(markup) {
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${markup}</svg>`;
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
  return [...parsed.documentElement.children].map((child) => document.importNode(child, true));
}

/**
 * Vertical position of the value of a hand-written node.
 *
 * @param {Content} content
 * @param {BoxStyle} card
 */
export function findSignMiddle(content, card) {
  const shape = content.leaf ? "leaf" : (content.role ?? "leaf");
  return (content.leaf ? card.leaf : card.inner).height * MIDDLES[shape];
}

/**
 * Vertical position of the first line of a box.
 *
 * @param {Content} content
 * @param {TreePicture} picture
 */
export function findLinesTop(content, picture) {
  const { card, board } = picture;
  if (content.role === null) return card.padding;
  if (board) return board.height + 1.5 * card.padding;
  return (content.leaf ? card.leaf : card.inner).height + 2;
}

/** @param {Box} box @param {Content} content @param {BoxStyle} card */
function drawStub(box, content, card) {
  return [
    draw("rect", {
      class: "face stub",
      x: -box.width / 2,
      width: box.width,
      height: box.height,
      rx: Math.min(box.height / 2, 10),
    }),
    ...drawLines(content, card, card.padding),
  ];
}

/**
 * Draws a position with its lines below.
 *
 * @param {Box} box
 * @param {Content} content
 * @param {TreePicture} picture
 */
function drawPosition(box, content, picture) {
  return [
    drawOutline(box, content, picture, `face ${content.role}`),
    drawMiniature(box.id, picture),
    ...drawLines(content, picture.card, findLinesTop(content, picture)),
  ];
}

/** @param {string} id @param {TreePicture} picture */
function drawMiniature(id, picture) {
  const known = boards.get(picture) ?? new Map();
  boards.set(picture, known);
  const miniature = picture.pictures[id];
  const place = `translate(${-(picture.board?.width ?? 0) / 2} ${picture.card.padding})`;
  const board =
    known.get(id) ??
    draw(
      "g",
      { class: "miniature", transform: `${place} scale(${miniature?.scale ?? 1})` },
      miniature && draw("use", { href: `#${makeGroundId(picture, miniature.ground)}` }),
      ...parseSvg(miniature?.figures ?? ""),
    );
  known.set(id, board);
  return board;
}

/** Draws a node written by hand as a large symbol. @param {Content} content @param {BoxStyle} card */
function drawSign(content, card) {
  const size = content.leaf ? card.leaf : card.inner;
  const shape = content.leaf ? "leaf" : (content.role ?? "leaf");
  const room = content.leaf ? size.width : 0.7 * size.width;
  const fitting = Math.min(15, (1.6 * room) / Math.max(content.value.length, 1));
  return [
    draw("polygon", {
      class: `face ${content.role} ${content.leaf ? "leaf" : ""}`,
      points: listCorners(shape, size.width / 2, size.height),
    }),
    drawText(0, findSignMiddle(content, card), content.value, fitting, "value-text"),
    ...drawLines(content, card, size.height + 2),
  ];
}

/** @param {Content} content @param {BoxStyle} card @param {number} top */
function drawLines(content, card, top) {
  const shapes = [];
  let y = top;
  for (const line of content.lines) {
    const face = card.faces[line.kind];
    const middle = y + face.height / 2;
    y += face.height;
    if (line.kind === "value") shapes.push(...drawValueLine(content.role, line.text, card, middle));
    else shapes.push(drawText(0, middle, line.text, face.size, `${line.kind}-text`));
  }
  return shapes;
}

/**
 * Draws the symbol of who moves, and the value of the node.
 *
 * @param {Role | null} role
 * @param {string} text
 * @param {BoxStyle} card
 * @param {number} middle
 */
function drawValueLine(role, text, card, middle) {
  const { size } = card.faces.value;
  const left = text ? -(card.sign + 0.58 * size * text.length) / 2 : -6;
  return [
    ...(role ? [drawRoleSign(role, left + 6, middle)] : []),
    drawText(left + card.sign, middle, text, size, "value-text start"),
  ];
}

/**
 * The corners of a large symbol, its upper edge at 0.
 *
 * @param {Role | "leaf"} shape
 * @param {number} half
 * @param {number} height
 */
function listCorners(shape, half, height) {
  const points = {
    max: [0, 0, half, height, -half, height],
    min: [0, height, half, 0, -half, 0],
    mover: [0, 0, half, height / 2, 0, height, -half, height / 2],
    leaf: [-half, 0, half, 0, half, height, -half, height],
  }[shape];
  return points.join(" ");
}
