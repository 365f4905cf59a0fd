/**
 * The picture of a board: its layers, and what has to change in them when a position changes.
 *
 * It is told what to show and never asks why. Elements that stay in place are left alone, because
 * they may have the focus or be moving.
 *
 * @typedef {import("../api_types.js").BoardView} BoardView
 * @typedef {import("../api_types.js").PositionView} PositionView
 * @typedef {import("../api_types.js").Piece} Piece
 * @typedef {import("./layout.js").Place} Place
 * @typedef {import("./overlay.js").Arrow} Arrow
 * @typedef {import("./overlay.js").Mark} Mark
 *
 * @typedef {object} Picking what somebody is about to play
 * @property {boolean} active may moves be made now?
 * @property {string[]} picked
 * @property {Set<string>} targets the spots that can be picked next
 */

import { assign, draw } from "../dom.js";
import { say } from "../i18n.js";
import { spotWords } from "./aria_labels.js";
import { Layout, UNIT } from "./layout.js";
import { appear, glide, travels } from "./animation.js";
import { arrowShape, markShape } from "./overlay.js";
import * as shapes from "./board_shapes.js";

/** From the lowest to the topmost. */
const LAYERS = /** @type {const} */ ([
  "ground",
  "under",
  "areas",
  "lines",
  "points",
  "pieces",
  "over",
  "targets",
  "overlays",
  "ghost",
]);

/** @typedef {typeof LAYERS[number]} LayerName */

export class Picture {
  svg = draw("svg", { class: "board-picture" });
  /** The spots as a grid, for focus and for screen readers. */
  grid = draw("g", { class: "spots", role: "grid" });
  /** @type {Map<string, SVGGraphicsElement>} */
  cells = new Map();
  layout;

  #id;
  #board;
  /** @type {PositionView | null} */
  #shown = null;
  /** @type {Map<LayerName, SVGGElement>} */
  #layers = new Map(
    LAYERS.map((name) => [name, draw("g", { class: `layer ${name}`, "aria-hidden": "true" })]),
  );

  /** @param {string} id one of its own for each board of a page */
  constructor(id) {
    this.#id = id;
    this.#board = /** @type {BoardView} */ ({ kind: "cells", spots: [{ name: "", x: 0, y: 0 }] });
    this.layout = new Layout({ ...this.#board, columns: null, rows: null }, false, false);
    this.svg.append(...this.#layers.values(), this.grid);
  }

  /**
   * Draws the board itself; the position has to be shown again.
   *
   * @param {BoardView} board
   * @param {boolean} flipped
   * @param {boolean} coordinates
   */
  build(board, flipped, coordinates) {
    const layout = new Layout(board, flipped, coordinates);
    this.#board = board;
    this.layout = layout;
    this.#shown = null;
    assign(this.svg, "viewBox", `0 0 ${layout.width} ${layout.height}`);
    this.svg.style.setProperty("--fine", String(layout.fineness));
    this.#fill("ground", [shapes.gradients(board, this.#id), shapes.ground(board, layout)]);
    this.#fill("points", board.kind === "plane" ? shapes.points(board, layout) : []);
    for (const name of /** @type {const} */ (["pieces", "lines", "areas"])) this.#fill(name, []);
    this.cells = new Map(layout.rows.flat().map((name) => [name, this.#cell(name)]));
    const rows = layout.rows.map((row) =>
      draw("g", { role: "row" }, ...row.map((name) => this.cells.get(name))),
    );
    this.grid.replaceChildren(...rows);
  }

  /**
   * @param {PositionView} position
   * @param {string | null} dropped the spot to which the hand itself has moved a piece
   */
  show(position, dropped) {
    const before = this.#shown;
    if (position === before) return;
    this.#shown = position;
    this.#showPieces(position, before, dropped);
    this.#showLines(position, before !== null);
  }

  /**
   * The last move, what can be taken up, what is picked and where it can go.
   *
   * @param {PositionView} position
   * @param {Picking} picking
   */
  showHints(position, { active, picked, targets }) {
    const { layout } = this;
    const board = this.#board;
    const held = new Set(position.pieces.map((piece) => piece.spot));
    const known = new Set(position.last.filter((name) => layout.places.has(name)));
    const last = [...known].map((name) => shapes.lastShape(name, board, layout));
    const movable = active && !picked.length ? [...targets].filter((name) => held.has(name)) : [];
    const glows = [
      ...movable.map((name) => shapes.highlight(name, layout, "movable")),
      ...picked.map((name) => shapes.highlight(name, layout, "picked")),
    ];
    const isFlat = board.kind !== "points";
    this.#fill("under", [...(isFlat ? last : []), ...glows]);
    const labels = position.labels.map((label) => {
      const { x, y } = layout.at(label);
      return shapes.write(x, y, label.text, 26, "scene-label");
    });
    this.#fill("over", [...(isFlat ? [] : last), ...labels]);
    const dots = active && picked.length ? [...targets] : [];
    this.#fill(
      "targets",
      dots.map((name) => shapes.targetShape(name, layout, held.has(name))),
    );
  }

  /** @param {Arrow[]} arrows @param {Mark[]} marks */
  showOverlay(arrows, marks) {
    const pieces = this.#shown?.pieces.map((piece) => piece.spot) ?? [];
    const taken = new Set([...pieces, ...arrows.map((arrow) => arrow.path.at(-1))]);
    const isRoomy = this.#board.kind === "points";
    this.#fill("overlays", [
      ...marks.map((mark) => {
        const alone = isRoomy && !taken.has(mark.spot);
        taken.add(mark.spot);
        return markShape(mark, this.layout, alone);
      }),
      // The first is the best: it lies on top.
      ...arrows.toReversed().map((arrow) => arrowShape(arrow, this.layout)),
    ]);
  }

  /**
   * Names all spots for those who hear the board.
   *
   * @param {PositionView} position
   * @param {Picking} picking
   */
  label(position, { active, picked, targets }) {
    const words = spotWords(this.#board, position);
    for (const [name, cell] of this.cells) {
      const isOpen = active && targets.has(name);
      const said = words.get(name) ?? name;
      const label = active && !isOpen ? say("web.spot.closed", { spot: said }) : said;
      if (cell.getAttribute("aria-label") !== label) cell.setAttribute("aria-label", label);
      assign(cell, "aria-selected", picked.includes(name) ? "true" : null);
      cell.classList.toggle("open", isOpen);
    }
  }

  /**
   * What would stand, or be drawn, if the spot under the pointer were picked.
   *
   * @param {string | null} spot
   * @param {string | null} start what is picked already
   * @param {Piece | null} newcomer
   */
  showGhost(spot, start, newcomer) {
    if (spot === null) return this.#fill("ghost", []);
    if (newcomer) {
      const shape = shapes.pieceShape({ ...newcomer, spot }, this.#board, this.layout, this.#id);
      return this.#fill("ghost", [shape]);
    }
    if (start !== null && this.#board.kind === "plane") {
      return this.#thread("ghost", start, this.layout.place(spot));
    }
    return this.#fill("ghost", [shapes.highlight(spot, this.layout, "aim")]);
  }

  /**
   * Something follows the pointer: a piece, or the end of a line.
   *
   * @param {string} from the spot it was taken up from
   * @param {Place | null} at null: it is put down
   */
  carry(from, at) {
    const group = this.#layers.get("pieces");
    const piece = group?.querySelector(`[data-spot="${CSS.escape(from)}"]`);
    const home = this.layout.place(from);
    if (piece) {
      const [x = home.x, y = home.y] =
        piece
          .getAttribute("transform")
          ?.match(/[\d.-]+/g)
          ?.map(Number) ?? [];
      if (at && group?.lastElementChild !== piece) group?.append(piece);
      assign(piece, "transform", shapes.translation(at ?? home));
      piece.classList.toggle("carried", at !== null);
      if (!at) glide(piece, { x, y }, home);
    } else if (this.#board.kind === "plane") {
      if (at) this.#thread("over", from, at);
      else this.#fill("over", []);
    }
  }

  /** @param {PositionView} position @param {PositionView | null} before @param {string | null} dropped */
  #showPieces(position, before, dropped) {
    const moved = before ? travels(before.pieces, position.pieces, this.layout) : new Map();
    this.#swap(
      "pieces",
      position.pieces.map((piece) => JSON.stringify(piece)),
      (key) => {
        const piece = /** @type {Piece} */ (JSON.parse(key));
        const shape = shapes.pieceShape(piece, this.#board, this.layout, this.#id);
        const from = moved.get(piece.spot);
        if (piece.spot === dropped || !before) return shape;
        if (from === undefined) appear(shape);
        else glide(shape, this.layout.place(from), this.layout.place(piece.spot));
        return shape;
      },
    );
  }

  /** @param {PositionView} position @param {boolean} animated */
  #showLines(position, animated) {
    const { layout } = this;
    const arrive = (/** @type {SVGGElement} */ shape) => {
      if (animated) appear(shape);
      return shape;
    };
    this.#swap(
      "areas",
      position.areas.map((area) => JSON.stringify(area)),
      (key) => arrive(shapes.areaShape(JSON.parse(key), this.#board, layout)),
    );
    const last = position.last.toSorted().join();
    const lines = position.lines.map((line) => ({
      ...line,
      isLast: [line.start, line.end].toSorted().join() === last,
    }));
    this.#swap(
      "lines",
      lines.map((line) => JSON.stringify(line)),
      (key) => {
        const line = JSON.parse(key);
        const shape = shapes.lineShape(line, this.#board, layout, line.isLast);
        return line.isLast ? arrive(shape) : shape;
      },
    );
  }

  /** @param {string} name */
  #cell(name) {
    const { x, y } = this.layout.place(name);
    const side = this.layout.kind === "plane" ? 2 * this.layout.radius + 20 : UNIT - 6;
    return draw("rect", {
      role: "gridcell",
      class: "spot",
      "data-spot": name,
      tabindex: -1,
      x: x - side / 2,
      y: y - side / 2,
      width: side,
      height: side,
      rx: this.layout.kind === "cells" ? 7 : side / 2,
    });
  }

  /** @param {LayerName} layer @param {string} from @param {Place} to */
  #thread(layer, from, to) {
    this.#fill(layer, [shapes.segment(this.layout.place(from), to, { class: "thread" })]);
  }

  /** @param {LayerName} name @param {(Element | null)[]} children */
  #fill(name, children) {
    this.#layers.get(name)?.replaceChildren(...children.filter((child) => child !== null));
  }

  /**
   * Leaves in a layer what has one of these keys, takes away the rest, makes what is missing.
   *
   * @param {LayerName} name
   * @param {string[]} keys
   * @param {(key: string) => Element} make
   */
  #swap(name, keys, make) {
    const layer = /** @type {SVGGElement} */ (this.#layers.get(name));
    const wanted = new Set(keys);
    const kept = new Set();
    for (const child of [...layer.children]) {
      const key = child.getAttribute("data-key") ?? "";
      if (wanted.has(key)) kept.add(key);
      else child.remove();
    }
    for (const key of keys.filter((each) => !kept.has(each))) {
      const made = make(key);
      made.setAttribute("data-key", key);
      layer.append(made);
    }
  }
}
