/**
 * From presses to a move: the pointer presses, drags, drops and taps, and spots are picked until one
 * legal path is left.
 *
 * It is independent of any game. A path whose first spot holds no piece moves nothing, so it may be
 * picked from either end (a line between two points).
 *
 * Pressing a spot that starts a move picks it at once, so that it can be dragged. What completes a
 * move waits for the release, so that scrolling with a finger plays nothing.
 *
 * @typedef {import("../api_types.js").PositionView} PositionView
 * @typedef {import("./layout.js").Place} Place
 * @typedef {{ move: string, path: string[] }} MovePath
 * @typedef {{ picked: string[], move: string | null, refused: string[] | null }} PickResult
 *
 * @typedef {object} BoardHandlers callbacks to the board
 * @property {() => boolean} isEnabled does the board accept input?
 * @property {(point: Place) => string | null} findSpot
 * @property {() => string[]} getPicked
 * @property {(spot: string) => boolean} isPickable would this spot start or continue a move without completing it?
 * @property {(spot: string, dropped: boolean) => void} pick
 * @property {() => void} clearPicked
 * @property {(spot: string) => boolean} isTarget
 * @property {(spot: string | null) => void} hover
 * @property {(from: string, at: Place | null) => void} drag shows what is dragged; null: the drag has ended
 */

const DRAG_THRESHOLD = 5;

// Picking.

/**
 * All paths by which the legal moves of a position can be picked.
 *
 * @param {PositionView} position
 * @returns {MovePath[]}
 */
export function listMovePaths(position) {
  const buttons = new Set(position.buttons.map((button) => button.name));
  const occupied = new Set(position.pieces.map((piece) => piece.spot));
  /** @type {MovePath[]} */
  const movePaths = [];
  for (const [move, path] of Object.entries(position.paths)) {
    if (path.some((spot) => buttons.has(spot))) continue;
    movePaths.push({ move, path });
    if (path.length === 2 && path[0] !== path[1] && !occupied.has(path[0] ?? "")) {
      movePaths.push({ move, path: [...path].reverse() });
    }
  }
  return movePaths;
}

/**
 * The paths that start with the picked spots.
 *
 * @param {MovePath[]} movePaths
 * @param {string[]} picked
 */
export function filterByPrefix(movePaths, picked) {
  return movePaths.filter(({ path }) => picked.every((spot, index) => path[index] === spot));
}

/**
 * The spots that can be picked next.
 *
 * @param {MovePath[]} movePaths
 * @param {string[]} picked
 * @returns {Set<string>}
 */
export function findTargets(movePaths, picked) {
  const next = filterByPrefix(movePaths, picked).map(({ path }) => path[picked.length]);
  return new Set(next.filter((spot) => spot !== undefined));
}

/**
 * The move that is complete although longer paths continue from there: picking its last spot again
 * plays it.
 *
 * @param {MovePath[]} movePaths
 * @param {string[]} picked
 * @returns {string | null}
 */
export function findCompleteMove(movePaths, picked) {
  const whole = filterByPrefix(movePaths, picked).find(({ path }) => path.length === picked.length);
  return whole && picked.length ? whole.move : null;
}

/**
 * Picks one more spot: it continues a path, completes a move, starts another path, or cancels.
 *
 * @param {MovePath[]} movePaths
 * @param {string[]} picked
 * @param {string} spot
 * @returns {PickResult}
 */
export function pickSpot(movePaths, picked, spot) {
  const extended = [...picked, spot];
  const matching = filterByPrefix(movePaths, extended);
  const only = matching.length === 1 ? matching[0] : undefined;
  // The first touch of a piece never plays a move, even if there is only one.
  if (only && (only.path.length === extended.length || picked.length > 0)) {
    return { picked: [], move: only.move, refused: null };
  }
  if (matching.length) return { picked: extended, move: null, refused: null };
  if (picked.length === 0) return { picked: [], move: null, refused: extended };
  if (picked.at(-1) === spot) {
    return { picked: [], move: findCompleteMove(movePaths, picked), refused: null };
  }
  const restarted = pickSpot(movePaths, [], spot);
  return restarted.refused ? { picked: [], move: null, refused: extended } : restarted;
}

// The pointer.

export class PointerInput {
  #svg;
  #handlers;
  /** @type {{ id: number, spot: string | null, x: number, y: number, again: boolean, took: boolean, dragging: boolean } | null} */
  #press = null;

  /** @param {SVGSVGElement} svg @param {BoardHandlers} handlers */
  constructor(svg, handlers) {
    this.#svg = svg;
    this.#handlers = handlers;
    svg.addEventListener("pointerdown", (event) => this.#handleDown(event));
    svg.addEventListener("pointermove", (event) => this.#handleMove(event));
    svg.addEventListener("pointerup", (event) => this.#handleUp(event));
    svg.addEventListener("pointercancel", () => this.#cancel());
    svg.addEventListener("pointerleave", () => this.#handlers.hover(null));
    // A click must not focus the board: arrow keys step through the game.
    svg.addEventListener("mousedown", (event) => event.preventDefault());
  }

  /** @param {PointerEvent} event */
  #handleDown(event) {
    if (event.button !== 0 || !event.isPrimary || !this.#handlers.isEnabled()) return;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const spot = this.#handlers.findSpot(this.#toPicturePoint(event));
    const again = spot !== null && this.#handlers.getPicked().at(-1) === spot;
    const took = spot !== null && !again && this.#handlers.isPickable(spot);
    const { clientX: x, clientY: y, pointerId: id } = event;
    this.#press = { id, spot, x, y, again, took, dragging: false };
    if (took && spot !== null) this.#handlers.pick(spot, false);
    if (took || again) this.#svg.setPointerCapture(id);
  }

  /** @param {PointerEvent} event */
  #handleMove(event) {
    const press = this.#press;
    if (!press) {
      if (event.pointerType === "mouse")
        this.#handlers.hover(this.#handlers.findSpot(this.#toPicturePoint(event)));
      return;
    }
    if (press.id !== event.pointerId || press.spot === null || !(press.took || press.again)) return;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_THRESHOLD;
    if (!press.dragging && !far) return;
    press.dragging = true;
    const point = this.#toPicturePoint(event);
    this.#handlers.drag(press.spot, point);
    this.#handlers.hover(this.#handlers.findSpot(point));
  }

  /** @param {PointerEvent} event */
  #handleUp(event) {
    const press = this.#press;
    if (!press || press.id !== event.pointerId) return;
    this.#press = null;
    const spot = this.#handlers.findSpot(this.#toPicturePoint(event));
    if (press.dragging && press.spot !== null) {
      this.#drop(press.spot, spot);
    } else if (spot === null || spot !== press.spot) {
      if (!press.took) this.#handlers.clearPicked();
    } else if (!press.took) {
      this.#handlers.pick(spot, false);
    }
  }

  /** @param {string} from @param {string | null} spot */
  #drop(from, spot) {
    const isMove = spot !== null && spot !== from && this.#handlers.isTarget(spot);
    if (isMove) {
      this.#handlers.pick(spot, true);
    }
    this.#handlers.drag(from, null);
    if (!isMove && spot !== from) this.#handlers.clearPicked();
  }

  #cancel() {
    if (this.#press?.dragging && this.#press.spot !== null) {
      this.#handlers.drag(this.#press.spot, null);
    }
    this.#press = null;
    this.#handlers.hover(null);
  }

  /** Converts the pointer's position to picture coordinates. @param {PointerEvent} event @returns {Place} */
  #toPicturePoint(event) {
    const matrix = this.#svg.getScreenCTM();
    if (!matrix) return { x: -1, y: -1 };
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x, y };
  }
}
