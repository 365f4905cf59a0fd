/**
 * A large picture behind a small window: moved by dragging, zoomed by wheel, pinch and buttons.
 *
 * What is shown is `world`: put elements of its own size into it. It is moved by one CSS
 * transform, so HTML can stand in it beside SVG.
 *
 * @typedef {{ x: number, y: number, width: number, height: number }} Area
 */

import { make } from "../dom.js";

const CLOSEST = 3;
const FARTHEST = 0.08;
const NATURAL = 1.35;
const MARGIN = 24;
const SLOP = 5;
const GLIDE = 260;

export class Canvas {
  world = make("div", { class: "world" });
  #width = 1;
  #height = 1;
  #scale = 1;
  #x = 0;
  #y = 0;
  /** Has the visitor chosen what to see? Then nothing is fitted unasked. */
  #chosen = false;
  /** @type {Map<number, { x: number, y: number }>} */
  #fingers = new Map();
  #dragged = false;
  #gliding = 0;
  /** How large the window is; asking the browser for it at every step would be slow. */
  #room = { width: 0, height: 0 };

  /**
   * @param {HTMLElement} view the window
   * @param {number} [readable] the smallest scale that is chosen by itself
   */
  constructor(view, readable = 0.42) {
    this.view = view;
    this.readable = readable;
  }

  /** Puts it into its window. */
  mount() {
    const { view } = this;
    view.classList.add("canvas");
    view.append(this.world);
    view.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    view.addEventListener("pointerdown", (event) => this.#down(event));
    view.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
      view.addEventListener(name, (event) => this.#up(event));
    }
    // What ends a drag is no click.
    view.addEventListener("click", (event) => this.#dragged && event.stopPropagation(), true);
    new ResizeObserver(([entry]) => {
      if (!entry) return;
      this.#room = { width: entry.contentRect.width, height: entry.contentRect.height };
      if (!this.#chosen) this.home();
    }).observe(view);
  }

  /**
   * Tells how large the picture is. It is fitted unless the visitor has chosen a view.
   *
   * @param {number} width
   * @param {number} height
   * @param {boolean} [anew] is it another picture?
   */
  size(width, height, anew = false) {
    this.#width = width;
    this.#height = height;
    this.world.style.width = `${width}px`;
    this.world.style.height = `${height}px`;
    if (anew) this.#chosen = false;
    if (!this.#chosen) this.home();
  }

  /** As much as can be read, from the top; unless the visitor has chosen a view. */
  rest() {
    if (this.#chosen) return;
    this.#glide();
    this.home();
  }

  /** As much as can be read, from the top. */
  home() {
    this.#chosen = false;
    this.#settle(Math.max(this.#fitting(), this.readable));
  }

  /** Everything, however small. */
  fit() {
    this.#chosen = true;
    this.#settle(this.#fitting());
  }

  /** @param {number} factor @param {{ x: number, y: number }} [at] in the window of the canvas */
  zoom(factor, at = { x: this.#room.width / 2, y: this.#room.height / 2 }) {
    const scale = Math.min(CLOSEST, Math.max(FARTHEST, this.#scale * factor));
    const grown = scale / this.#scale;
    this.#chosen = true;
    this.#place(at.x - (at.x - this.#x) * grown, at.y - (at.y - this.#y) * grown, scale);
  }

  /**
   * Moves the picture so that an area of it is seen, no more than needed.
   *
   * @param {Area} area
   * @param {number} [closeness] the smallest scale at which it is to be seen
   */
  reveal(area, closeness = 0) {
    const { width, height } = this.#room;
    if (!this.#chosen && this.#scale < closeness) {
      const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
      const free = height - this.#height * closeness;
      const y = free > 0 ? free / 2 : Math.min(0, height / 2 - middle.y * closeness);
      this.#glide();
      return this.#place(width / 2 - middle.x * closeness, y, closeness);
    }
    const [left, top] = [area.x * this.#scale + this.#x, area.y * this.#scale + this.#y];
    const x = nudge(left, area.width * this.#scale, width);
    const y = nudge(top, area.height * this.#scale, height);
    if (!x && !y) return;
    this.#glide();
    this.#place(this.#x + x, this.#y + y, this.#scale);
  }

  /** What comes now is seen to move. */
  #glide() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.world.classList.add("gliding");
    clearTimeout(this.#gliding);
    this.#gliding = setTimeout(() => this.world.classList.remove("gliding"), GLIDE);
  }

  get scale() {
    return this.#scale;
  }

  #fitting() {
    const { width, height } = this.#room;
    const across = (width - 2 * MARGIN) / this.#width;
    const down = (height - 2 * MARGIN) / this.#height;
    return Math.max(FARTHEST, Math.min(across, down, NATURAL));
  }

  /** @param {number} scale */
  #settle(scale) {
    const { width, height } = this.#room;
    const free = height - this.#height * scale;
    this.#place((width - this.#width * scale) / 2, Math.max(MARGIN, free / 2), scale);
  }

  /** @param {number} x @param {number} y @param {number} scale */
  #place(x, y, scale) {
    [this.#x, this.#y, this.#scale] = [x, y, scale];
    this.world.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  }

  /** @param {WheelEvent} event */
  #wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.#chosen = true;
      const by = (event.deltaX || event.deltaY) * lines;
      return this.#place(this.#x - by, this.#y, this.#scale);
    }
    const speed = event.ctrlKey ? 0.01 : 0.0018;
    this.zoom(Math.exp(-event.deltaY * lines * speed), this.#at(event));
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || isField(event.target)) return;
    if (!this.#fingers.size) this.#dragged = false;
    this.#fingers.set(event.pointerId, this.#at(event));
    this.world.classList.remove("gliding");
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const now = this.#at(event);
    if (!this.#dragged && Math.hypot(now.x - before.x, now.y - before.y) < SLOP) return;
    if (!this.#dragged) {
      this.#dragged = true;
      this.view.setPointerCapture(event.pointerId);
      this.view.classList.add("dragged");
    }
    this.#chosen = true;
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    this.#fingers.set(event.pointerId, now);
    if (other) {
      const [was, is] = [distance(before, other), distance(now, other)];
      this.zoom(is / Math.max(was, 1), middle(now, other));
      this.#place(
        this.#x + (now.x - before.x) / 2,
        this.#y + (now.y - before.y) / 2,
        this.#scale,
      );
    } else {
      this.#place(this.#x + now.x - before.x, this.#y + now.y - before.y, this.#scale);
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    this.#fingers.delete(event.pointerId);
    if (this.#fingers.size) return;
    this.view.classList.remove("dragged");
    // The click that follows must still find it set.
    setTimeout(() => (this.#dragged = false));
  }

  /** @param {MouseEvent} event */
  #at(event) {
    const { left, top } = this.view.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }
}

/**
 * Buttons for a canvas: closer, farther, all of it.
 *
 * @param {Canvas} canvas
 * @param {(name: "closer" | "farther" | "fit", act: () => void) => HTMLElement} button
 */
export function canvasButtons(canvas, button) {
  return make(
    "div",
    { class: "canvas-tools" },
    button("closer", () => canvas.zoom(1.3)),
    button("farther", () => canvas.zoom(1 / 1.3)),
    button("fit", () => canvas.fit()),
  );
}

/**
 * How far something must go to be inside.
 *
 * @param {number} start
 * @param {number} extent
 * @param {number} room
 */
function nudge(start, extent, room) {
  if (extent > room - 2 * MARGIN) return room / 2 - (start + extent / 2);
  if (start < MARGIN) return MARGIN - start;
  if (start + extent > room - MARGIN) return room - MARGIN - start - extent;
  return 0;
}

/** @param {{ x: number, y: number }} a @param {{ x: number, y: number }} b */
function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** @param {{ x: number, y: number }} a @param {{ x: number, y: number }} b */
function middle(a, b) {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** @param {EventTarget | null} target */
function isField(target) {
  return target instanceof Element && target.closest("input, button, .canvas-tools") !== null;
}
