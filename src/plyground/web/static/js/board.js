/**
 * `<ply-board>`: draws any position of any game, and emits the moves picked on it. It knows no rules.
 *
 * Properties
 * - `board` (BoardView): set it before the position; again only when the board itself changes.
 * - `position` (PositionView): the pieces, and the paths of the legal moves.
 * - `interactive` (boolean): may moves be played?
 * - `flipped`, `coordinates` (boolean): seen from the other side; letters and numbers at the edges.
 * - `arrows`, `marks`, `zones`: annotations, see board/overlay.js.
 * - `ghost` (Piece | null): what a new piece looks like, shown under the mouse.
 *
 * Events (they bubble)
 * - `ply-move` {move}: a legal move was picked.
 * - `ply-illegal` {path}: the picked spots are no legal move; the server knows why.
 * - `ply-spot` {spot}: a spot was pressed, whether or not the board is interactive. Prevent the
 *   default to use it for something else, as an editor does.
 *
 * With the attribute `still` it is only a picture: nothing can be picked or focused.
 *
 * Methods: `clearPicked()` cancels a move being picked, `focusCursor()` moves the keyboard focus to
 * the board, `getScreenPlace(spot)` returns the position of a spot in the window.
 *
 * @typedef {import("./api_types.js").BoardView} BoardView
 * @typedef {import("./api_types.js").PositionView} PositionView
 * @typedef {import("./api_types.js").Piece} Piece
 * @typedef {import("./board/overlay.js").Arrow} Arrow
 * @typedef {import("./board/overlay.js").Mark} Mark
 * @typedef {import("./board/overlay.js").Zone} Zone
 * @typedef {import("./board/layout.js").Direction} Direction
 */

import { findTargets, listMovePaths, pickSpot, PointerInput } from "./board/move_input.js";
import { BoardRenderer } from "./board/renderer.js";
import { make } from "./dom.js";
import { say } from "./i18n.js";

/** @type {Record<string, Direction>} */
const ARROW_KEYS = { ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down" };

let boardCount = 0;

export class PlyBoard extends HTMLElement {
  #id = `board-${++boardCount}`;
  #renderer = new BoardRenderer(this.#id);
  #caption = make("p", { class: "visually-hidden", id: `${this.#id}-caption` });

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
  /** @type {Zone[]} */
  #zones = [];
  /** @type {Piece | null} */
  ghost = null;

  /** @type {import("./board/move_input.js").MovePath[]} */
  #movePaths = [];
  /** @type {string[]} */
  #picked = [];
  /** @type {string | null} */
  #hovered = null;
  /** @type {string | null} where a piece was dropped, which is not animated */
  #dropped = null;
  #cursor = "";

  #stale = { board: false, position: false };
  #isScheduled = false;

  constructor() {
    super();
    this.#renderer.grid.setAttribute("aria-describedby", this.#caption.id);
    this.#listen();
  }

  connectedCallback() {
    const { svg, grid } = this.#renderer;
    if (this.hasAttribute("still")) grid.remove();
    this.append(svg, this.#caption);
  }

  /** @param {BoardView | null} board */
  set board(board) {
    this.#board = board;
    this.#scheduleRender("board");
  }

  get board() {
    return this.#board;
  }

  /** @param {PositionView | null} position */
  set position(position) {
    this.#position = position;
    this.#picked = [];
    this.#movePaths = position ? listMovePaths(position) : [];
    this.#scheduleRender("position");
  }

  get position() {
    return this.#position;
  }

  /** @param {boolean} interactive */
  set interactive(interactive) {
    if (interactive === this.#interactive) return;
    this.#interactive = interactive;
    this.#picked = [];
    this.#scheduleRender("position");
  }

  get interactive() {
    return this.#interactive;
  }

  /** @param {boolean} flipped */
  set flipped(flipped) {
    if (flipped === this.#flipped) return;
    this.#flipped = flipped;
    this.#scheduleRender("board");
  }

  get flipped() {
    return this.#flipped;
  }

  /** @param {boolean} coordinates */
  set coordinates(coordinates) {
    if (coordinates === this.#coordinates) return;
    this.#coordinates = coordinates;
    this.#scheduleRender("board");
  }

  get coordinates() {
    return this.#coordinates;
  }

  /** @param {Arrow[]} arrows */
  set arrows(arrows) {
    this.#arrows = arrows;
    this.#scheduleRender();
  }

  get arrows() {
    return this.#arrows;
  }

  /** @param {Mark[]} marks */
  set marks(marks) {
    this.#marks = marks;
    this.#scheduleRender();
  }

  get marks() {
    return this.#marks;
  }

  /** @param {Zone[]} zones */
  set zones(zones) {
    this.#zones = zones;
    this.#scheduleRender();
  }

  get zones() {
    return this.#zones;
  }

  /** The spots picked so far. */
  get picked() {
    return [...this.#picked];
  }

  clearPicked() {
    if (!this.#picked.length) return;
    this.#picked = [];
    this.#scheduleRender("position");
  }

  focusCursor() {
    this.#renderer.cells.get(this.#cursor)?.focus();
  }

  /**
   * The centre of a spot in window coordinates.
   *
   * @param {string} spot
   */
  getScreenPlace(spot) {
    const matrix = this.#renderer.svg.getScreenCTM();
    const place = this.#renderer.layout.places.get(spot);
    if (!matrix || !place) return null;
    const { x, y } = new DOMPoint(place.x, place.y).matrixTransform(matrix);
    return { x, y };
  }

  // Input.

  #listen() {
    new PointerInput(this.#renderer.svg, {
      isEnabled: () => this.#position !== null && !this.hasAttribute("still"),
      findSpot: (point) => this.#renderer.layout.findNearest(point),
      getPicked: () => this.#picked,
      isPickable: (spot) =>
        this.#interactive && pickSpot(this.#movePaths, this.#picked, spot).picked.length > 0,
      pick: (spot, dropped) => this.#pick(spot, dropped),
      clearPicked: () => this.clearPicked(),
      isTarget: (spot) => findTargets(this.#movePaths, this.#picked).has(spot),
      hover: (spot) => this.#hover(spot),
      drag: (from, at) => this.#renderer.drag(from, at),
    });
    const { grid } = this.#renderer;
    // Screen readers click without a pointer.
    grid.addEventListener("click", (event) => {
      const spot = getSpot(event);
      if (event.detail === 0 && spot) this.#pick(spot, false);
    });
    grid.addEventListener("keydown", (event) => this.#handleKey(event));
    grid.addEventListener("focusin", (event) => this.#moveCursor(getSpot(event) ?? this.#cursor));
  }

  /** @param {string} spot @param {boolean} dropped */
  #pick(spot, dropped) {
    if (!this.#emit("ply-spot", { spot }) || !this.#interactive) return;
    const { picked, move, refused } = pickSpot(this.#movePaths, this.#picked, spot);
    this.#picked = picked;
    this.#dropped = dropped ? spot : null;
    this.#hovered = null;
    this.#scheduleRender("position");
    if (move !== null) this.#emit("ply-move", { move });
    else if (refused) this.#emit("ply-illegal", { path: refused });
  }

  /**
   * @param {string} name
   * @param {object} detail
   * @returns {boolean} false if the default was prevented
   */
  #emit(name, detail) {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, cancelable: true }));
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    const { layout, cells } = this.#renderer;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const direction = ARROW_KEYS[event.key];
    if (direction) {
      cells.get(layout.findNeighbour(this.#cursor, direction) ?? this.#cursor)?.focus();
    } else if (event.key === "PageDown" || event.key === "PageUp") {
      cells.get(layout.findNext(this.#cursor, event.key === "PageDown" ? 1 : -1))?.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      if (!event.repeat) this.#pick(this.#cursor, false);
    } else if (event.key === "Escape" && this.#picked.length) {
      this.clearPicked();
    } else {
      return;
    }
    event.preventDefault();
  }

  /** @param {string} spot */
  #moveCursor(spot) {
    this.#renderer.cells.get(this.#cursor)?.setAttribute("tabindex", "-1");
    this.#cursor = spot;
    this.#renderer.cells.get(spot)?.setAttribute("tabindex", "0");
  }

  /** @param {string | null} spot */
  #hover(spot) {
    if (spot === this.#hovered) return;
    this.#hovered = spot;
    this.#showGhost();
  }

  // Rendering.

  /** @param {"board" | "position"} [what] */
  #scheduleRender(what) {
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
    if (stale.board) this.#drawBoard(this.#board);
    if (this.#position && (stale.board || stale.position)) this.#showPosition(this.#position);
    this.#renderer.showOverlay(this.#arrows, this.#marks, this.#zones);
  }

  /** @param {BoardView} board */
  #drawBoard(board) {
    const { activeElement } = /** @type {Document | ShadowRoot} */ (this.getRootNode());
    const hadFocus = this.#renderer.grid.contains(activeElement);
    this.#renderer.drawBoard(board, this.#flipped, this.#coordinates);
    const { layout, cells } = this.#renderer;
    this.dataset["kind"] = board.kind;
    const middle = { x: layout.width / 2, y: layout.height / 2 };
    const start = layout.findNearest(middle) ?? layout.rows[0]?.[0] ?? "";
    this.#moveCursor(cells.has(this.#cursor) ? this.#cursor : start);
    if (hadFocus) this.focusCursor();
  }

  /** @param {PositionView} position */
  #showPosition(position) {
    const picking = {
      active: this.#interactive,
      picked: this.#picked,
      targets: findTargets(this.#movePaths, this.#picked),
    };
    this.#renderer.showPosition(position, this.#dropped);
    this.style.setProperty("--aspect", String(this.#renderer.layout.aspect));
    this.#dropped = null;
    this.#renderer.grid.setAttribute("aria-label", say("web.board"));
    this.#renderer.showHints(position, picking);
    this.#renderer.labelSpots(position, picking);
    this.#caption.textContent = position.caption;
    if (this.hasAttribute("still")) {
      this.#renderer.svg.setAttribute("role", "img");
      this.#renderer.svg.setAttribute("aria-labelledby", this.#caption.id);
    }
    this.classList.toggle("interactive", this.#interactive);
    this.classList.toggle(
      "draggable",
      this.#interactive && this.#movePaths.some(({ path }) => path.length > 1),
    );
    this.#showGhost();
  }

  #showGhost() {
    const spot = this.#hovered;
    const isOpen =
      spot !== null && this.#interactive && findTargets(this.#movePaths, this.#picked).has(spot);
    if (!isOpen) return this.#renderer.showGhost(null, null, null);
    const isPlaced = this.#movePaths.some(({ path }) => path.length === 1 && path[0] === spot);
    const start = this.#picked.at(-1) ?? null;
    this.#renderer.showGhost(spot, start, start === null && isPlaced ? this.ghost : null);
  }
}

/** @param {Event} event */
function getSpot(event) {
  return event.target instanceof Element ? event.target.getAttribute("data-spot") : null;
}

// In a notebook, another version of this module may have been loaded before.
if (!customElements.get("ply-board")) customElements.define("ply-board", PlyBoard);
