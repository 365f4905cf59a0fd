/**
 * A viewport on a large picture: panned by dragging, zoomed by wheel, pinch and buttons.
 *
 * The elements in `content` are moved by one CSS transform, so that it can contain HTML and SVG.
 *
 * @typedef {{ x: number, y: number, width: number, height: number }} Area
 */

import { make } from "../dom.js";
import { say } from "../i18n.js";
import { makeIcon } from "../icons.js";
import { setTooltip } from "../keyboard.js";

const MAX_SCALE = 3;
const MIN_SCALE = 0.08;
const MAX_FIT_SCALE = 1.35;
const MARGIN = 24;
const DRAG_THRESHOLD = 5;
const ANIMATION_MS = 260;

export class Viewport {
  content = make("div", { class: "viewport-content" });
  /** Does the wheel alone zoom, or only with Ctrl, because the page around it scrolls? */
  zoomsByWheel = true;
  #width = 1;
  #height = 1;
  #scale = 1;
  #x = 0;
  #y = 0;
  /** Has the reader panned or zoomed? Then the view is not reset automatically. */
  #isMoved = false;
  /** @type {Map<number, { x: number, y: number }>} */
  #pointers = new Map();
  #dragged = false;
  #animationTimer = 0;
  /** The size of the viewport; measuring it at every step would be slow. */
  #size = { width: 0, height: 0 };

  /**
   * @param {HTMLElement} view the element
   * @param {number} [readable] the smallest scale that is set automatically
   */
  constructor(view, readable = 0.75) {
    this.view = view;
    this.readable = readable;
  }

  /** Attaches it to its element. */
  mount() {
    const { view } = this;
    view.classList.add("viewport");
    view.append(this.content);
    view.addEventListener("wheel", (event) => this.#handleWheel(event), { passive: false });
    view.addEventListener("pointerdown", (event) => this.#handleDown(event));
    view.addEventListener("pointermove", (event) => this.#handleMove(event));
    for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
      view.addEventListener(name, (event) => this.#handleUp(event));
    }
    // The end of a drag is not a click.
    view.addEventListener("click", (event) => this.#dragged && event.stopPropagation(), true);
    new ResizeObserver(([entry]) => {
      if (!entry) return;
      this.#size = { width: entry.contentRect.width, height: entry.contentRect.height };
      if (!this.#isMoved) this.reset();
    }).observe(view);
  }

  /**
   * Sets the size of the picture, and resets the view unless the reader has changed it.
   *
   * @param {number} width
   * @param {number} height
   * @param {boolean} [isNew] is it another picture?
   */
  setSize(width, height, isNew = false) {
    this.#width = width;
    this.#height = height;
    this.content.style.width = `${width}px`;
    this.content.style.height = `${height}px`;
    if (isNew) this.#isMoved = false;
    if (!this.#isMoved) this.reset();
  }

  /** Resets the view unless the reader has changed it. */
  resetUnlessMoved() {
    if (this.#isMoved) return;
    this.#animate();
    this.reset();
  }

  /** Shows as much as is readable, from the top. */
  reset() {
    this.#isMoved = false;
    this.#centre(Math.max(this.#computeFitScale(), this.readable));
  }

  /** Shows everything, however small. */
  fit() {
    this.#isMoved = true;
    this.#centre(this.#computeFitScale());
  }

  /** @param {number} factor @param {{ x: number, y: number }} [at] in the viewport */
  zoom(factor, at = { x: this.#size.width / 2, y: this.#size.height / 2 }) {
    const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, this.#scale * factor));
    const grown = scale / this.#scale;
    this.#isMoved = true;
    this.#setTransform(at.x - (at.x - this.#x) * grown, at.y - (at.y - this.#y) * grown, scale);
  }

  /**
   * Pans no more than needed to make an area visible.
   *
   * @param {Area} area
   * @param {number} [minScale] the smallest scale to show it at
   */
  reveal(area, minScale = 0) {
    const { width, height } = this.#size;
    if (!this.#isMoved && this.#scale < minScale) {
      const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
      const free = height - this.#height * minScale;
      const y = free > 0 ? free / 2 : Math.min(0, height / 2 - middle.y * minScale);
      this.#animate();
      return this.#setTransform(width / 2 - middle.x * minScale, y, minScale);
    }
    const [left, top] = [area.x * this.#scale + this.#x, area.y * this.#scale + this.#y];
    const x = computeShift(left, area.width * this.#scale, width);
    const y = computeShift(top, area.height * this.#scale, height);
    if (!x && !y) return;
    this.#animate();
    this.#setTransform(this.#x + x, this.#y + y, this.#scale);
  }

  /** Animates the next change of the view. */
  #animate() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    this.content.classList.add("animated");
    clearTimeout(this.#animationTimer);
    this.#animationTimer = setTimeout(
      () => this.content.classList.remove("animated"),
      ANIMATION_MS,
    );
  }

  get scale() {
    return this.#scale;
  }

  #computeFitScale() {
    const { width, height } = this.#size;
    const across = (width - 2 * MARGIN) / this.#width;
    const down = (height - 2 * MARGIN) / this.#height;
    return Math.max(MIN_SCALE, Math.min(across, down, MAX_FIT_SCALE));
  }

  /** @param {number} scale */
  #centre(scale) {
    const { width, height } = this.#size;
    const free = height - this.#height * scale;
    this.#setTransform((width - this.#width * scale) / 2, Math.max(MARGIN, free / 2), scale);
  }

  /** @param {number} x @param {number} y @param {number} scale */
  #setTransform(x, y, scale) {
    [this.#x, this.#y, this.#scale] = [x, y, scale];
    this.content.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
  }

  /** @param {WheelEvent} event */
  #handleWheel(event) {
    if (!this.zoomsByWheel && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.#isMoved = true;
      const by = (event.deltaX || event.deltaY) * lines;
      return this.#setTransform(this.#x - by, this.#y, this.#scale);
    }
    const speed = event.ctrlKey ? 0.01 : 0.0018;
    this.zoom(Math.exp(-event.deltaY * lines * speed), this.#toLocal(event));
  }

  /** @param {PointerEvent} event */
  #handleDown(event) {
    if (event.button !== 0 || isField(event.target)) return;
    if (!this.#pointers.size) this.#dragged = false;
    this.#pointers.set(event.pointerId, this.#toLocal(event));
    this.content.classList.remove("animated");
  }

  /** @param {PointerEvent} event */
  #handleMove(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = this.#toLocal(event);
    if (!this.#dragged && Math.hypot(now.x - before.x, now.y - before.y) < DRAG_THRESHOLD) return;
    if (!this.#dragged) {
      this.#dragged = true;
      this.view.setPointerCapture(event.pointerId);
      this.view.classList.add("dragged");
    }
    this.#isMoved = true;
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, now);
    if (other) {
      const [was, is] = [measureDistance(before, other), measureDistance(now, other)];
      this.zoom(is / Math.max(was, 1), findMidpoint(now, other));
      this.#setTransform(
        this.#x + (now.x - before.x) / 2,
        this.#y + (now.y - before.y) / 2,
        this.#scale,
      );
    } else {
      this.#setTransform(this.#x + now.x - before.x, this.#y + now.y - before.y, this.#scale);
    }
  }

  /** @param {PointerEvent} event */
  #handleUp(event) {
    this.#pointers.delete(event.pointerId);
    if (this.#pointers.size) return;
    this.view.classList.remove("dragged");
    // The click event that follows must still see it set.
    setTimeout(() => (this.#dragged = false));
  }

  /** @param {MouseEvent} event */
  #toLocal(event) {
    const { left, top } = this.view.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }
}

/**
 * Makes the buttons of a viewport: zoom in, zoom out, show everything.
 *
 * @param {Viewport} viewport
 */
export function makeViewportButtons(viewport) {
  return make(
    "div",
    { class: "viewport-tools" },
    makeTool("add", "web.lab.closer", () => viewport.zoom(1.3), "closer"),
    makeTool("minus", "web.lab.farther", () => viewport.zoom(1 / 1.3), "farther"),
    makeTool("fit", "web.lab.fit", () => viewport.fit(), "fit"),
  );
}

/**
 * Makes a button with an icon.
 *
 * @param {import("../icons.js").Icon} sign
 * @param {string} key of its name
 * @param {() => void} act
 * @param {string} [id] of its keyboard shortcut
 */
export function makeTool(sign, key, act, id) {
  const button = make("button", { type: "button", class: "icon", onclick: act }, makeIcon(sign));
  setTooltip(button, say(key), id);
  button.setAttribute("aria-label", say(key));
  return button;
}

/**
 * The shift that brings a range into the viewport, along one axis.
 *
 * @param {number} start
 * @param {number} extent
 * @param {number} room
 */
function computeShift(start, extent, room) {
  if (extent > room - 2 * MARGIN) return room / 2 - (start + extent / 2);
  if (start < MARGIN) return MARGIN - start;
  if (start + extent > room - MARGIN) return room - MARGIN - start - extent;
  return 0;
}

/** @param {{ x: number, y: number }} a @param {{ x: number, y: number }} b */
function measureDistance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

/** @param {{ x: number, y: number }} a @param {{ x: number, y: number }} b */
function findMidpoint(a, b) {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
}

/** @param {EventTarget | null} target */
function isField(target) {
  return target instanceof Element && target.closest("input, button, .viewport-tools") !== null;
}
