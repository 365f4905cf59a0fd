/**
 * Mouse, pen and finger on a board: press, drag, drop, tap.
 *
 * A press on something that can be taken up takes it up at once, so that it can be dragged; what
 * completes a move waits for the release, so that a finger that only wants to scroll plays nothing.
 *
 * @typedef {import("./layout.js").Place} Place
 *
 * @typedef {object} Grip what the hand needs of a board
 * @property {() => boolean} isFree may it be touched at all?
 * @property {(point: Place) => string | null} spotAt
 * @property {() => string[]} picked
 * @property {(spot: string) => boolean} takesUp would picking this spot only take something up?
 * @property {(spot: string, dropped: boolean) => void} pick
 * @property {() => void} letGo
 * @property {(spot: string) => boolean} isTarget
 * @property {(spot: string | null) => void} hover
 * @property {(from: string, at: Place | null) => void} carry shows what is dragged; null: no more
 */

const DRAG_BEGINS = 5;

export class Hand {
  #svg;
  #grip;
  /** @type {{ id: number, spot: string | null, x: number, y: number, again: boolean, took: boolean, dragging: boolean } | null} */
  #press = null;

  /** @param {SVGSVGElement} svg @param {Grip} grip */
  constructor(svg, grip) {
    this.#svg = svg;
    this.#grip = grip;
    svg.addEventListener("pointerdown", (event) => this.#pressed(event));
    svg.addEventListener("pointermove", (event) => this.#moved(event));
    svg.addEventListener("pointerup", (event) => this.#released(event));
    svg.addEventListener("pointercancel", () => this.#forget());
    svg.addEventListener("pointerleave", () => this.#grip.hover(null));
    // A click must not take the keyboard to the board: arrow keys walk through the game.
    svg.addEventListener("mousedown", (event) => event.preventDefault());
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    if (event.button !== 0 || !event.isPrimary || !this.#grip.isFree()) return;
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    const spot = this.#grip.spotAt(this.#point(event));
    const again = spot !== null && this.#grip.picked().at(-1) === spot;
    const took = spot !== null && !again && this.#grip.takesUp(spot);
    const { clientX: x, clientY: y, pointerId: id } = event;
    this.#press = { id, spot, x, y, again, took, dragging: false };
    if (took && spot !== null) this.#grip.pick(spot, false);
    if (took || again) this.#svg.setPointerCapture(id);
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    const press = this.#press;
    if (!press) {
      if (event.pointerType === "mouse") this.#grip.hover(this.#grip.spotAt(this.#point(event)));
      return;
    }
    if (press.id !== event.pointerId || press.spot === null || !(press.took || press.again)) return;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_BEGINS;
    if (!press.dragging && !far) return;
    press.dragging = true;
    const point = this.#point(event);
    this.#grip.carry(press.spot, point);
    this.#grip.hover(this.#grip.spotAt(point));
  }

  /** @param {PointerEvent} event */
  #released(event) {
    const press = this.#press;
    if (!press || press.id !== event.pointerId) return;
    this.#press = null;
    const spot = this.#grip.spotAt(this.#point(event));
    if (press.dragging && press.spot !== null) {
      this.#drop(press.spot, spot);
    } else if (spot === null || spot !== press.spot) {
      if (!press.took) this.#grip.letGo();
    } else if (!press.took) {
      this.#grip.pick(spot, false);
    }
  }

  /** @param {string} from @param {string | null} spot */
  #drop(from, spot) {
    const isMove = spot !== null && spot !== from && this.#grip.isTarget(spot);
    if (isMove) {
      this.#grip.pick(spot, true);
    }
    this.#grip.carry(from, null);
    if (!isMove && spot !== from) this.#grip.letGo();
  }

  #forget() {
    if (this.#press?.dragging && this.#press.spot !== null) {
      this.#grip.carry(this.#press.spot, null);
    }
    this.#press = null;
    this.#grip.hover(null);
  }

  /** Where in the picture a pointer is. @param {PointerEvent} event @returns {Place} */
  #point(event) {
    const matrix = this.#svg.getScreenCTM();
    if (!matrix) return { x: -1, y: -1 };
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x, y };
  }
}
