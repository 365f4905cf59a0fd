/**
 * `<ply-board>`: draws any position of any game and lets moves be picked on it. It knows no rules.
 *
 * Properties
 * - `board` (BoardView): set it before the position; again only when the board itself changes.
 * - `position` (PositionView): what stands there, and the paths of the legal moves.
 * - `interactive` (boolean): may moves be made?
 * - `flipped`, `coordinates` (boolean): seen from the other side; letters and numbers at the edges.
 * - `arrows`, `marks`: what is laid over it, see board/overlay.js.
 * - `newcomer` (Piece | null): what a new piece looks like, shown under the mouse.
 *
 * Events (they bubble)
 * - `ply-move` {move}: a legal move was picked.
 * - `ply-illegal` {path}: spots were picked that are no move; ask the server why.
 * - `ply-spot` {spot}: a spot was pressed. Prevent its default to do something else with it (an
 *   editor); it comes whether or not the board is interactive.
 *
 * With the attribute `still` it is only a picture: nothing can be picked or focused.
 *
 * Methods: `letGo()` drops what is picked, `focusCursor()` takes the keyboard to the board,
 * `placeOf(spot)` tells where a spot lies in the window.
 *
 * @typedef {import("./api_types.js").BoardView} BoardView
 * @typedef {import("./api_types.js").PositionView} PositionView
 * @typedef {import("./api_types.js").Piece} Piece
 * @typedef {import("./board/overlay.js").Arrow} Arrow
 * @typedef {import("./board/overlay.js").Mark} Mark
 * @typedef {import("./board/layout.js").Direction} Direction
 */

import { pick, targetsOf, walksOf } from "./board/move_input.js";
import { Hand } from "./board/pointer.js";
import { Picture } from "./board/renderer.js";
import { make } from "./dom.js";
import { say } from "./i18n.js";

/** @type {Record<string, Direction>} */
const ARROW_KEYS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

let boards = 0;

export class PlyBoard extends HTMLElement {
  #id = `board-${++boards}`;
  #picture = new Picture(this.#id);
  #caption = make("p", { class: "unseen", id: `${this.#id}-caption` });

  /** @type {BoardView | null} */
  #board = null;
  /** @type {PositionView | null} */
  #position = null;
  #interactive = false;
  #flipped = false;
  #coordinates = true;
  /** @type {Arrow[]} */
  #arrows = [];
  /** @type {Mark[]} */
  #marks = [];
  /** @type {Piece | null} */
  newcomer = null;

  /** @type {import("./board/move_input.js").Walk[]} */
  #walks = [];
  /** @type {string[]} */
  #picked = [];
  /** @type {string | null} */
  #hovered = null;
  /** @type {string | null} where a piece was dropped that needs no gliding */
  #dropped = null;
  #cursor = "";

  #stale = { board: false, position: false };
  #isScheduled = false;

  constructor() {
    super();
    this.#picture.grid.setAttribute("aria-describedby", this.#caption.id);
    this.#listen();
  }

  connectedCallback() {
    const { svg, grid } = this.#picture;
    if (this.hasAttribute("still")) grid.remove();
    this.append(svg, this.#caption);
  }

  /** @param {BoardView | null} board */
  set board(board) {
    this.#board = board;
    this.#refresh("board");
  }

  get board() {
    return this.#board;
  }

  /** @param {PositionView | null} position */
  set position(position) {
    this.#position = position;
    this.#picked = [];
    this.#walks = position ? walksOf(position) : [];
    this.#refresh("position");
  }

  get position() {
    return this.#position;
  }

  /** @param {boolean} interactive */
  set interactive(interactive) {
    if (interactive === this.#interactive) return;
    this.#interactive = interactive;
    this.#picked = [];
    this.#refresh("position");
  }

  get interactive() {
    return this.#interactive;
  }

  /** @param {boolean} flipped */
  set flipped(flipped) {
    if (flipped === this.#flipped) return;
    this.#flipped = flipped;
    this.#refresh("board");
  }

  get flipped() {
    return this.#flipped;
  }

  /** @param {boolean} coordinates */
  set coordinates(coordinates) {
    if (coordinates === this.#coordinates) return;
    this.#coordinates = coordinates;
    this.#refresh("board");
  }

  get coordinates() {
    return this.#coordinates;
  }

  /** @param {Arrow[]} arrows */
  set arrows(arrows) {
    this.#arrows = arrows;
    this.#refresh();
  }

  get arrows() {
    return this.#arrows;
  }

  /** @param {Mark[]} marks */
  set marks(marks) {
    this.#marks = marks;
    this.#refresh();
  }

  get marks() {
    return this.#marks;
  }

  /** The spots picked so far. */
  get picked() {
    return [...this.#picked];
  }

  letGo() {
    if (!this.#picked.length) return;
    this.#picked = [];
    this.#refresh("position");
  }

  focusCursor() {
    this.#picture.cells.get(this.#cursor)?.focus();
  }

  /**
   * Where the middle of a spot lies in the window.
   *
   * @param {string} spot
   */
  placeOf(spot) {
    const matrix = this.#picture.svg.getScreenCTM();
    const place = this.#picture.layout.places.get(spot);
    if (!matrix || !place) return null;
    const { x, y } = new DOMPoint(place.x, place.y).matrixTransform(matrix);
    return { x, y };
  }

  // Picking.

  #listen() {
    new Hand(this.#picture.svg, {
      isFree: () => this.#position !== null && !this.hasAttribute("still"),
      spotAt: (point) => this.#picture.layout.nearest(point),
      picked: () => this.#picked,
      takesUp: (spot) =>
        this.#interactive && pick(this.#walks, this.#picked, spot).picked.length > 0,
      pick: (spot, dropped) => this.#pick(spot, dropped),
      letGo: () => this.letGo(),
      isTarget: (spot) => targetsOf(this.#walks, this.#picked).has(spot),
      hover: (spot) => this.#hover(spot),
      carry: (from, at) => this.#picture.carry(from, at),
    });
    const { grid } = this.#picture;
    // A screen reader presses without a pointer.
    grid.addEventListener("click", (event) => {
      const spot = spotOf(event);
      if (event.detail === 0 && spot) this.#pick(spot, false);
    });
    grid.addEventListener("keydown", (event) => this.#typed(event));
    grid.addEventListener("focusin", (event) => this.#moveCursor(spotOf(event) ?? this.#cursor));
  }

  /** @param {string} spot @param {boolean} dropped */
  #pick(spot, dropped) {
    if (!this.#tell("ply-spot", { spot }) || !this.#interactive) return;
    const { picked, move, refused } = pick(this.#walks, this.#picked, spot);
    this.#picked = picked;
    this.#dropped = dropped ? spot : null;
    this.#hovered = null;
    this.#refresh("position");
    if (move !== null) this.#tell("ply-move", { move });
    else if (refused) this.#tell("ply-illegal", { path: refused });
  }

  /**
   * @param {string} name
   * @param {object} detail
   * @returns {boolean} may its default be done?
   */
  #tell(name, detail) {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, cancelable: true }));
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    const { layout, cells } = this.#picture;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = ARROW_KEYS[event.key];
    if (direction) {
      cells.get(layout.neighbour(this.#cursor, direction) ?? this.#cursor)?.focus();
    } else if (event.key === "PageDown" || event.key === "PageUp") {
      cells.get(layout.inOrder(this.#cursor, event.key === "PageDown" ? 1 : -1))?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      if (!event.repeat) this.#pick(this.#cursor, false);
    } else if (event.key === "Escape" && this.#picked.length) {
      this.letGo();
    } else {
      return;
    }
    event.preventDefault();
  }

  /** @param {string} spot */
  #moveCursor(spot) {
    this.#picture.cells.get(this.#cursor)?.setAttribute("tabindex", "-1");
    this.#cursor = spot;
    this.#picture.cells.get(spot)?.setAttribute("tabindex", "0");
  }

  /** @param {string | null} spot */
  #hover(spot) {
    if (spot === this.#hovered) return;
    this.#hovered = spot;
    this.#showGhost();
  }

  // Showing.

  /** @param {"board" | "position"} [what] */
  #refresh(what) {
    if (what) this.#stale[what] = true;
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      this.#render();
    });
  }

  #render() {
    if (!this.#board) return;
    const stale = this.#stale;
    this.#stale = { board: false, position: false };
    if (stale.board) this.#build(this.#board);
    if (this.#position && (stale.board || stale.position)) this.#show(this.#position);
    this.#picture.showOverlay(this.#arrows, this.#marks);
  }

  /** @param {BoardView} board */
  #build(board) {
    const hadFocus = this.#picture.grid.contains(document.activeElement);
    this.#picture.build(board, this.#flipped, this.#coordinates);
    const { layout, cells } = this.#picture;
    this.dataset["kind"] = board.kind;
    this.style.setProperty("--shape", String(layout.width / layout.height));
    const middle = { x: layout.width / 2, y: layout.height / 2 };
    const start = layout.nearest(middle) ?? layout.rows[0]?.[0] ?? "";
    this.#moveCursor(cells.has(this.#cursor) ? this.#cursor : start);
    if (hadFocus) this.focusCursor();
  }

  /** @param {PositionView} position */
  #show(position) {
    const picking = {
      active: this.#interactive,
      picked: this.#picked,
      targets: targetsOf(this.#walks, this.#picked),
    };
    this.#picture.show(position, this.#dropped);
    this.#dropped = null;
    this.#picture.grid.setAttribute("aria-label", say("web.board"));
    this.#picture.showHints(position, picking);
    this.#picture.label(position, picking);
    this.#caption.textContent = position.caption;
    if (this.hasAttribute("still")) {
      this.#picture.svg.setAttribute("role", "img");
      this.#picture.svg.setAttribute("aria-labelledby", this.#caption.id);
    }
    this.classList.toggle("interactive", this.#interactive);
    this.classList.toggle(
      "draggable",
      this.#interactive && this.#walks.some(({ path }) => path.length > 1),
    );
    this.#showGhost();
  }

  #showGhost() {
    const spot = this.#hovered;
    const isOpen =
      spot !== null && this.#interactive && targetsOf(this.#walks, this.#picked).has(spot);
    if (!isOpen) return this.#picture.showGhost(null, null, null);
    const isPlaced = this.#walks.some(({ path }) => path.length === 1 && path[0] === spot);
    const start = this.#picked.at(-1) ?? null;
    this.#picture.showGhost(spot, start, start === null && isPlaced ? this.newcomer : null);
  }
}

/** @param {Event} event */
function spotOf(event) {
  return event.target instanceof Element ? event.target.getAttribute("data-spot") : null;
}

customElements.define("ply-board", PlyBoard);
