/**
 * Renders a board as SVG layers, and updates them when the position changes.
 *
 * Elements that stay in place are kept, because they may have the focus or be animated.
 *
 * @typedef {import("../api_types.js").BoardView} BoardView
 * @typedef {import("../api_types.js").PositionView} PositionView
 * @typedef {import("../api_types.js").Piece} Piece
 * @typedef {import("./layout.js").Place} Place
 * @typedef {import("./overlay.js").Arrow} Arrow
 * @typedef {import("./overlay.js").Mark} Mark
 * @typedef {import("./overlay.js").Zone} Zone
 *
 * @typedef {object} PickState the move being picked
 * @property {boolean} active may moves be played now?
 * @property {string[]} picked
 * @property {Set<string>} targets the spots that can be picked next
 */

import { assign, draw } from "../dom.js";
import { say } from "../i18n.js";
import { animateAppearance, animateMove, matchMovedPieces } from "./animation.js";
import { describeSpots } from "./aria_labels.js";
import * as shapes from "./board_shapes.js";
import { Layout, UNIT } from "./layout.js";
import { drawArrow, drawArrowLabel, drawMark, drawZone, drawZoneText } from "./overlay.js";
import { drawPointNames, drawPoints } from "./points.js";

const LABEL_SIZE = 26;

/** From bottom to top. */
const LAYERS = /** @type {const} */ ([
  "ground",
  "zones",
  "under",
  "pits",
  "areas",
  "lines",
  "points",
  "pieces",
  "over",
  "targets",
  "overlays",
  "names",
  "ghost",
]);

/** @typedef {typeof LAYERS[number]} LayerName */

export class BoardRenderer {
  svg = draw("svg", { class: "board-picture" });
  /** The spots as a grid, for focus and for screen readers. */
  grid = draw("g", { class: "spots", role: "grid" });
  /** @type {Map<string, SVGGraphicsElement>} */
  cells = new Map();
  layout;

  #id;
  #board;
  /** @type {PositionView | null} */
  #position = null;
  /** @type {Map<LayerName, SVGGElement>} */
  #layers = new Map(
    LAYERS.map((name) => [name, draw("g", { class: `layer ${name}`, "aria-hidden": "true" })]),
  );

  /** @param {string} id unique for each board of a page */
  constructor(id) {
    this.#id = id;
    this.#board = /** @type {BoardView} */ (
      /** @type {unknown} */ ({ kind: "cells", spots: [{ name: "", x: 0, y: 0 }], borders: [] })
    );
    this.layout = new Layout({ ...this.#board, columns: null, rows: null }, false, false);
    this.svg.append(...this.#layers.values(), this.grid);
  }

  /**
   * Draws the board itself; the position must be shown again afterwards.
   *
   * @param {BoardView} board
   * @param {boolean} flipped
   * @param {boolean} coordinates
   */
  drawBoard(board, flipped, coordinates) {
    const layout = new Layout(board, flipped, coordinates);
    this.#board = board;
    this.layout = layout;
    this.#position = null;
    this.svg.style.setProperty("--line-scale", String(layout.lineScale));
    this.svg.style.setProperty("--line-width", String(layout.lineWidth));
    this.#fillLayer("ground", [
      shapes.drawGradients(board, this.#id),
      shapes.drawGround(board, layout),
    ]);
    this.#setView();
    const isPlane = board.kind === "plane";
    this.#fillLayer("points", isPlane ? drawPoints(board, layout) : []);
    this.#fillLayer("names", isPlane ? drawPointNames(board, layout) : []);
    for (const name of /** @type {const} */ (["pieces", "lines", "areas", "pits"]))
      this.#fillLayer(name, []);
    this.cells = new Map(layout.rows.flat().map((name) => [name, this.#makeCell(name)]));
    const rows = layout.rows.map((row) =>
      draw("g", { role: "row" }, ...row.map((name) => this.cells.get(name))),
    );
    this.grid.replaceChildren(...rows);
  }

  /**
   * @param {PositionView} position
   * @param {string | null} dropped the spot on which a dragged piece was dropped
   */
  showPosition(position, dropped) {
    const before = this.#position;
    if (position === before) return;
    this.#position = position;
    this.#showPieces(position, before, dropped);
    this.#showLines(position, before !== null);
    this.#updateLayer(
      "pits",
      position.pits.map((pit) => JSON.stringify(pit)),
      (key) => shapes.drawPit(JSON.parse(key), this.#board, this.layout),
    );
    this.#hideNames(new Set(position.pieces.map((piece) => piece.spot)));
    this.layout.includeLabels(position.labels, LABEL_SIZE);
    this.#setView();
  }

  /** The view grows with the labels of a position, and does not shrink: the board would jump. */
  #setView() {
    const { left, top, right, bottom } = this.layout.view;
    const [width, height] = [right - left, bottom - top];
    assign(this.svg, "viewBox", `${left} ${top} ${width} ${height}`);
    const plane = this.svg.querySelector(".background-plane");
    for (const [name, value] of Object.entries({ x: left, y: top, width, height }))
      plane?.setAttribute(name, String(value));
  }

  /** Hides the names of spots on which a piece lies. @param {Set<string>} held */
  #hideNames(held) {
    for (const text of this.svg.querySelectorAll("[data-name]"))
      text.classList.toggle("covered", held.has(text.getAttribute("data-name") ?? ""));
  }

  /**
   * Shows the last move, what won the game, movable pieces, picked spots and targets.
   *
   * @param {PositionView} position
   * @param {PickState} picking
   */
  showHints(position, { active, picked, targets }) {
    const { layout } = this;
    const board = this.#board;
    const held = new Set(position.pieces.map((piece) => piece.spot));
    const known = new Set(position.last.filter((name) => layout.places.has(name)));
    const last = [...known].map((name) => shapes.drawLastMove(name, board, layout, held.has(name)));
    const movable = active && !picked.length ? [...targets].filter((name) => held.has(name)) : [];
    const glows = [
      ...movable.map((name) => shapes.drawHighlight(name, layout, "movable")),
      ...picked.map((name) => shapes.drawHighlight(name, layout, "picked")),
    ];
    const isFlat = board.kind !== "points";
    this.#fillLayer("under", [...(isFlat ? last : []), ...glows]);
    const labels = position.labels.map((label) => {
      const { x, y } = layout.toPicture(label);
      return shapes.drawText(x, y, label.text, LABEL_SIZE, "scene-label");
    });
    const winning = [...new Set(position.winning)].map((name) =>
      shapes.drawHighlight(name, layout, "winning"),
    );
    this.#fillLayer("over", [...winning, ...(isFlat ? [] : last), ...labels]);
    const dots = active && picked.length ? [...targets] : [];
    this.#fillLayer(
      "targets",
      dots.map((name) => shapes.drawTarget(name, layout, held.has(name))),
    );
  }

  /** @param {Arrow[]} arrows @param {Mark[]} marks @param {Zone[]} zones */
  showOverlay(arrows, marks, zones) {
    const held = new Set(this.#position?.pieces.map((piece) => piece.spot) ?? []);
    const taken = new Set([...held, ...arrows.map((arrow) => arrow.path.at(-1))]);
    const isRoomy = this.#board.kind === "points";
    this.#fillLayer(
      "zones",
      zones.map((zone) => drawZone(zone, this.layout)),
    );
    const drawn = marks.map((mark) => {
      const alone = isRoomy && !taken.has(mark.spot);
      taken.add(mark.spot);
      return drawMark(mark, this.layout, alone);
    });
    const isGlow = (/** @type {unknown} */ _, /** @type {number} */ index) =>
      marks[index]?.heat !== undefined;
    this.#fillLayer("overlays", [
      ...drawn.filter(isGlow),
      // The first one is the best, and lies on top.
      ...arrows.toReversed().map((arrow) => drawArrow(arrow, this.layout, held)),
      ...drawn.filter((_, index) => !isGlow(_, index)),
      ...arrows.map((arrow) => drawArrowLabel(arrow, this.layout)),
      ...zones.map((zone) => drawZoneText(zone, this.layout)),
    ]);
  }

  /**
   * Labels all spots for screen readers.
   *
   * @param {PositionView} position
   * @param {PickState} picking
   */
  labelSpots(position, { active, picked, targets }) {
    const words = describeSpots(this.#board, position);
    for (const [name, cell] of this.cells) {
      const isOpen = active && targets.has(name);
      const description = words.get(name) ?? name;
      const label = active && !isOpen ? say("web.spot.closed", { spot: description }) : description;
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      assign(cell, "aria-selected", picked.includes(name) ? "true" : null);
      cell.classList.toggle("open", isOpen);
    }
  }

  /**
   * Previews what picking the spot under the pointer would place or draw.
   *
   * @param {string | null} spot
   * @param {string | null} start the spot picked before
   * @param {Piece | null} ghost
   */
  showGhost(spot, start, ghost) {
    if (spot === null) return this.#fillLayer("ghost", []);
    if (ghost) {
      const shape = shapes.drawPiece({ ...ghost, spot }, this.#board, this.layout, this.#id);
      return this.#fillLayer("ghost", [shape]);
    }
    if (start !== null && this.#board.kind === "plane") {
      return this.#drawGuideLine("ghost", start, this.layout.getPlace(spot));
    }
    return this.#fillLayer("ghost", [shapes.drawHighlight(spot, this.layout, "aim")]);
  }

  /**
   * Lets a piece, or the end of a line, follow the pointer.
   *
   * @param {string} from the spot where the drag started
   * @param {Place | null} at null: the drag has ended
   */
  drag(from, at) {
    const group = this.#layers.get("pieces");
    const piece = group?.querySelector(`[data-spot="${CSS.escape(from)}"]`);
    const home = this.layout.getPlace(from);
    if (piece) {
      const [x = home.x, y = home.y] =
        piece
          .getAttribute("transform")
          ?.match(/[\d.-]+/g)
          ?.map(Number) ?? [];
      if (at && group?.lastElementChild !== piece) group?.append(piece);
      assign(piece, "transform", shapes.formatTranslate(at ?? home));
      piece.classList.toggle("dragging", at !== null);
      if (!at) animateMove(piece, { x, y }, home);
    } else if (this.#board.kind === "plane") {
      if (at) this.#drawGuideLine("over", from, at);
      else this.#fillLayer("over", []);
    }
  }

  /** @param {PositionView} position @param {PositionView | null} before @param {string | null} dropped */
  #showPieces(position, before, dropped) {
    const moved = before
      ? matchMovedPieces(before.pieces, position.pieces, this.layout)
      : new Map();
    this.#updateLayer(
      "pieces",
      position.pieces.map((piece) => JSON.stringify(piece)),
      (key) => {
        const piece = /** @type {Piece} */ (JSON.parse(key));
        const shape = shapes.drawPiece(piece, this.#board, this.layout, this.#id);
        const from = moved.get(piece.spot);
        if (piece.spot === dropped || !before) return shape;
        if (from === undefined) animateAppearance(shape);
        else animateMove(shape, this.layout.getPlace(from), this.layout.getPlace(piece.spot));
        return shape;
      },
    );
  }

  /** @param {PositionView} position @param {boolean} animated */
  #showLines(position, animated) {
    const { layout } = this;
    const arrive = (/** @type {SVGGElement} */ shape) => {
      if (animated) animateAppearance(shape);
      return shape;
    };
    this.#updateLayer(
      "areas",
      position.areas.map((area) => JSON.stringify(area)),
      (key) => arrive(shapes.drawArea(JSON.parse(key), this.#board, layout)),
    );
    const last = position.last.toSorted().join();
    const lines = position.lines.map((line) => ({
      ...line,
      isLast: [line.start, line.end].toSorted().join() === last,
    }));
    this.#updateLayer(
      "lines",
      lines.map((line) => JSON.stringify(line)),
      (key) => {
        const line = JSON.parse(key);
        const shape = shapes.drawLine(line, this.#board, layout, line.isLast);
        return line.isLast ? arrive(shape) : shape;
      },
    );
  }

  /** @param {string} name */
  #makeCell(name) {
    const { layout } = this;
    const side = layout.kind === "plane" ? 2 * layout.radius + 20 : UNIT - 6;
    return shapes.drawOutline(name, layout, side, {
      role: "gridcell",
      class: "spot",
      "data-spot": name,
      tabindex: -1,
    });
  }

  /** @param {LayerName} layer @param {string} from @param {Place} to */
  #drawGuideLine(layer, from, to) {
    this.#fillLayer(layer, [
      shapes.drawSegment(this.layout.getPlace(from), to, { class: "guide-line" }),
    ]);
  }

  /** @param {LayerName} name @param {(Element | null)[]} children */
  #fillLayer(name, children) {
    this.#layers.get(name)?.replaceChildren(...children.filter((child) => child !== null));
  }

  /**
   * Updates a layer by key: keeps elements with one of the keys, removes others, adds missing ones.
   *
   * @param {LayerName} name
   * @param {string[]} keys
   * @param {(key: string) => Element} make
   */
  #updateLayer(name, keys, make) {
    const layer = /** @type {SVGGElement} */ (this.#layers.get(name));
    const wanted = new Set(keys);
    const kept = new Set();
    for (const child of [...layer.children]) {
      const key = child.getAttribute("data-key") ?? "";
      if (wanted.has(key)) kept.add(key);
      else child.remove();
    }
    for (const key of keys.filter((each) => !kept.has(each))) {
      const element = make(key);
      element.setAttribute("data-key", key);
      layer.append(element);
    }
  }
}
