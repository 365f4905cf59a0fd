/**
 * The geometry of a board: where spots lie, which is nearest, which comes next.
 *
 * Lengths are in units of the picture; one square is `UNIT` wide. The picture's y grows downward.
 *
 * @typedef {import("../api_types.js").BoardView} BoardView
 * @typedef {{ x: number, y: number }} Place
 * @typedef {"left" | "right" | "up" | "down"} Direction
 */

export const UNIT = 100;

/** From the middle of a hexagon to a corner: its sides are upright, its corners above and below. */
export const HEXAGON_RADIUS = UNIT / Math.sqrt(3);

const LABEL_SPACE = 42;
const CELL_EDGE = 10;
const PIT_EDGE = 22;
const BORDER = 20;
const POINT_EDGE = 58;
const PLANE_SIDE = 760;
const PLANE_EDGE = 64;
const MIN_ASPECT = 0.5;
const LINE_WIDTH = 9;

/** @type {Record<Direction, Place>} */
const DIRECTIONS = {
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
};

export class Layout {
  /** @type {Map<string, Place>} */
  places = new Map();
  /** @type {Map<string, number>} */
  #spans = new Map();
  width = UNIT;
  height = UNIT;
  /** The radius of pieces. */
  radius = 0.43 * UNIT;
  /** The radius of points in the plane. */
  dot = 0;
  /** The width of lines between spots. */
  lineWidth = LINE_WIDTH;
  /** Scale of lines and letters: unscaled, they would be huge on a board of three squares. */
  lineScale = 1;
  /** Size of the letters and numbers around the board. */
  labelSize = 23;
  /** @type {{ x: number, y: number, text: string }[]} */
  labels = [];
  /** What the picture must show, at least the board: from the left and top to the right and bottom. */
  view = { left: 0, top: 0, right: UNIT, bottom: UNIT };

  /**
   * @param {BoardView} board
   * @param {boolean} flipped seen from the other side?
   * @param {boolean} coordinates with letters and numbers at the edges?
   */
  constructor(board, flipped, coordinates) {
    this.kind = board.kind;
    /** Names in reading order: from the top, from the left. */
    this.rows = /** @type {string[][]} */ ([]);
    if (board.kind === "plane") this.#layOutPlane(board, flipped);
    else if (board.kind === "cells" || board.kind === "points")
      this.#layOutGrid(board, flipped, coordinates);
    else this.#layOutShapes(board, flipped, coordinates);
    this.view = { left: 0, top: 0, right: this.width, bottom: this.height };
    for (const { corners } of board.borders ?? [])
      this.#includeAll(corners.map((corner) => this.toPicture(corner)), 6);
    this.#sortRows();
  }

  /**
   * Extends the view by labels of a position, which may stand beside the board.
   *
   * @param {{ x: number, y: number, text: string }[]} labels
   * @param {number} size of the letters
   */
  includeLabels(labels, size) {
    for (const label of labels) {
      const { x, y } = this.toPicture(label);
      const half = (estimateWidth(label.text) * size) / 2;
      const corners = [
        { x: x - half, y: y - size / 2 },
        { x: x + half, y: y + size / 2 },
      ];
      this.#includeAll(corners, 10);
    }
  }

  /** The width and height of the view divided. */
  get aspect() {
    const { left, top, right, bottom } = this.view;
    return (right - left) / (bottom - top);
  }

  /** @param {Place[]} places @param {number} margin */
  #includeAll(places, margin) {
    const { view } = this;
    for (const { x, y } of places) {
      // What lies well inside changes nothing.
      if (x < view.left + margin) view.left = Math.min(view.left, x - margin);
      if (x > view.right - margin) view.right = Math.max(view.right, x + margin);
      if (y < view.top + margin) view.top = Math.min(view.top, y - margin);
      if (y > view.bottom - margin) view.bottom = Math.max(view.bottom, y + margin);
    }
  }

  /**
   * Converts a point of the scene to picture coordinates.
   *
   * @type {(point: Place) => Place}
   */
  toPicture = (point) => point;

  /** @param {string} name @returns {Place} */
  getPlace(name) {
    const place = this.places.get(name);
    if (!place) throw new Error(`no spot ${name}`);
    return place;
  }

  /**
   * The spot to which a point of the picture belongs, if any.
   *
   * @param {Place} point
   * @returns {string | null}
   */
  findNearest(point) {
    let best = null;
    let least = this.kind === "plane" ? Math.max(2 * this.radius, 58) : 0.71 * UNIT;
    for (const [name, { x, y }] of this.places) {
      const beyond = Math.max(0, Math.abs(point.y - y) - this.getReach(name));
      const away = Math.hypot(point.x - x, beyond);
      if (away < least) [best, least] = [name, away];
    }
    return best;
  }

  /**
   * How far a spot reaches up and down from its middle, beyond the half of a square.
   *
   * @param {string} name
   */
  getReach(name) {
    return (((this.#spans.get(name) ?? 1) - 1) * UNIT) / 2;
  }

  /**
   * The next spot in a direction: near, and ahead rather than aside.
   *
   * @param {string} name
   * @param {Direction} direction
   * @returns {string | null}
   */
  findNeighbour(name, direction) {
    const from = this.getPlace(name);
    const step = DIRECTIONS[direction];
    let best = null;
    let least = Infinity;
    for (const [other, { x, y }] of this.places) {
      const ahead = (x - from.x) * step.x + (y - from.y) * step.y;
      const aside = Math.abs((x - from.x) * step.y) + Math.abs((y - from.y) * step.x);
      if (ahead < 0.5) continue;
      const cost = ahead + aside * (aside <= ahead ? 1.5 : 6);
      if (cost < least) [best, least] = [other, cost];
    }
    return best;
  }

  /**
   * The previous or next spot in reading order, so that every spot can be reached.
   *
   * @param {string} name
   * @param {1 | -1} by
   */
  findNext(name, by) {
    const names = this.rows.flat();
    const index = names.indexOf(name) + by;
    return names[(index + names.length) % names.length] ?? name;
  }

  /** @param {BoardView} board @param {boolean} flipped @param {boolean} coordinates */
  #layOutGrid(board, flipped, coordinates) {
    const xs = board.spots.map((spot) => spot.x);
    const ys = board.spots.map((spot) => spot.y);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [low, high] = [Math.min(...ys), Math.max(...ys)];
    const named = coordinates && board.columns !== null && board.rows !== null;
    const beside = board.borders.length ? BORDER : 0;
    const edge = (board.kind === "points" ? POINT_EDGE : CELL_EDGE + UNIT / 2) + beside;
    this.lineScale = Math.min(1, Math.max(0.4, (Math.max(right - left, high - low) + 1) / 8));
    this.labelSize = 23 * this.lineScale;
    const room = named ? this.lineScale * LABEL_SPACE - (board.kind === "points" ? 14 : 0) : 0;
    this.width = (right - left) * UNIT + 2 * edge + room;
    this.height = (high - low) * UNIT + 2 * edge + room;
    this.toPicture = ({ x, y }) => ({
      x: edge + room + (flipped ? right - x : x - left) * UNIT,
      y: edge + (flipped ? y - low : high - y) * UNIT,
    });
    this.#placeSpots(board);
    if (!named) return;
    const margin = (edge - UNIT / 2 - beside + room) / 2 + (board.kind === "points" ? 4 : 0);
    for (const [x, text] of Object.entries(board.columns ?? {})) {
      this.labels.push({ x: this.toPicture({ x: +x, y: 0 }).x, y: this.height - margin, text });
    }
    for (const [y, text] of Object.entries(board.rows ?? {})) {
      this.labels.push({ x: margin, y: this.toPicture({ x: 0, y: +y }).y, text });
    }
  }

  /**
   * Hexagons and pits: the board is as large as its shapes and the labels around them.
   *
   * @param {BoardView} board
   * @param {boolean} flipped
   * @param {boolean} coordinates
   */
  #layOutShapes(board, flipped, coordinates) {
    const isHexagons = board.kind === "hexagons";
    const labels = coordinates ? board.labels : [];
    const half = (/** @type {import("../api_types.js").Spot} */ spot) =>
      isHexagons ? HEXAGON_RADIUS / UNIT : (spot.span ?? 1) / 2;
    const turn = flipped ? -1 : 1;
    const points = [
      ...board.spots.flatMap((spot) => [
        { x: spot.x - 0.5, y: spot.y - half(spot) },
        { x: spot.x + 0.5, y: spot.y + half(spot) },
      ]),
      ...board.borders.flatMap(({ corners }) => corners),
      ...labels,
    ];
    const xs = points.map(({ x }) => turn * x);
    const ys = points.map(({ y }) => turn * y);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [low, high] = [Math.min(...ys), Math.max(...ys)];
    this.lineScale = Math.min(1, Math.max(0.4, Math.max(right - left, high - low) / 8));
    // A wide board is drawn small, and its letters must still be read on a phone.
    this.labelSize = Math.max(23 * this.lineScale, 2 * (right - left));
    const edge = isHexagons ? CELL_EDGE + (labels.length ? 0.65 * this.labelSize : 0) : PIT_EDGE;
    this.width = (right - left) * UNIT + 2 * edge;
    this.height = (high - low) * UNIT + 2 * edge;
    this.toPicture = ({ x, y }) => ({
      x: edge + (turn * x - left) * UNIT,
      y: edge + (high - turn * y) * UNIT,
    });
    this.#placeSpots(board);
    this.labels = labels.map((label) => ({ ...this.toPicture(label), text: label.text }));
  }

  /** @param {BoardView} board @param {boolean} flipped */
  #layOutPlane(board, flipped) {
    const xs = board.spots.map((spot) => spot.x);
    const ys = board.spots.map((spot) => spot.y);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [low, high] = [Math.min(...ys), Math.max(...ys)];
    const scale = PLANE_SIDE / Math.max(right - left, high - low, 1e-9);
    const size = (/** @type {number} */ extent) =>
      Math.max(extent * scale, MIN_ASPECT * PLANE_SIDE) + 2 * PLANE_EDGE;
    this.width = size(right - left);
    this.height = size(high - low);
    const turn = flipped ? -1 : 1;
    this.toPicture = ({ x, y }) => ({
      x: this.width / 2 + turn * (x - (left + right) / 2) * scale,
      y: this.height / 2 - turn * (y - (low + high) / 2) * scale,
    });
    this.#placeSpots(board);
    const places = [...this.places.values()];
    this.radius = Math.max(9, Math.min(25, 0.42 * findSmallestDistance(places)));
    // A line that passes a point must not seem to touch it.
    const clearance = findClearance(places);
    this.dot = Math.max(5, Math.min(this.radius, 0.52 * clearance));
    this.lineWidth = Math.max(4, Math.min(LINE_WIDTH, 0.5 * clearance));
  }

  /** @param {BoardView} board */
  #placeSpots(board) {
    for (const spot of board.spots) {
      this.places.set(spot.name, this.toPicture(spot));
      this.#spans.set(spot.name, spot.span ?? 1);
    }
  }

  #sortRows() {
    /** @type {Map<number, string[]>} */
    const byHeight = new Map();
    for (const [name, { y }] of this.places) {
      const height = Math.round(y);
      byHeight.set(height, [...(byHeight.get(height) ?? []), name]);
    }
    const heights = [...byHeight.keys()].sort((a, b) => a - b);
    this.rows = heights.map((height) =>
      (byHeight.get(height) ?? []).sort((a, b) => this.getPlace(a).x - this.getPlace(b).x),
    );
  }
}

/**
 * The width of a text as a multiple of its size: a Hangul syllable is as wide as high.
 *
 * @param {string} text
 */
export function estimateWidth(text) {
  return [...text].reduce((sum, letter) => sum + (letter > "\u1100" ? 1.05 : 0.62), 0);
}

/** The smallest distance between two places. @param {Place[]} places */
function findSmallestDistance(places) {
  let least = Infinity;
  places.forEach((one, index) => {
    for (const other of places.slice(index + 1)) {
      least = Math.min(least, Math.hypot(one.x - other.x, one.y - other.y));
    }
  });
  return least;
}

/**
 * The smallest distance between a place and a line between two others that does not go through it.
 *
 * @param {Place[]} places
 */
function findClearance(places) {
  let least = Infinity;
  places.forEach((from, index) => {
    for (const to of places.slice(index + 1)) {
      const length = Math.hypot(to.x - from.x, to.y - from.y);
      const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
      for (const place of places) {
        const along = (place.x - from.x) * dx + (place.y - from.y) * dy;
        const aside = Math.abs((place.x - from.x) * dy - (place.y - from.y) * dx);
        // Those beside its ends are no closer to it than points are to each other.
        if (along > 0 && along < length && aside > 1e-6 * length) least = Math.min(least, aside);
      }
    }
  });
  return least;
}
