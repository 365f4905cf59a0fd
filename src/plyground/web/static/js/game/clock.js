/** Clocks that tick between two messages of the server. */

import { assign } from "../dom.js";
import { playSound } from "../sound.js";

const LOW_SECONDS = 10;

/**
 * Formats seconds as a clock does: `12:05`, and with tenths when few are left.
 *
 * @param {number} seconds
 */
export function formatClock(seconds) {
  const left = Math.max(seconds, 0);
  if (left < LOW_SECONDS) return `0:0${(Math.floor(left * 10) / 10).toFixed(1)}`;
  const whole = Math.floor(left);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)];
  const end = String(whole % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${end}` : `${minutes}:${end}`;
}

export class Clock {
  #left = 0;
  #since = 0;
  #isRunning = false;
  #isMine = false;
  #wasLow = false;

  /** @param {HTMLElement} face */
  constructor(face) {
    this.face = face;
    setInterval(() => this.#isRunning && this.#render(), 100);
  }

  /**
   * @param {number | null} left null: no clock
   * @param {boolean} isRunning
   * @param {boolean} isMine is it the reader's own clock?
   */
  set(left, isRunning, isMine) {
    this.face.hidden = left === null;
    this.#left = left ?? 0;
    this.#since = performance.now();
    this.#isRunning = isRunning && left !== null;
    this.#isMine = isMine;
    this.#render();
  }

  #render() {
    const spent = this.#isRunning ? (performance.now() - this.#since) / 1000 : 0;
    const left = this.#left - spent;
    const isLow = left < LOW_SECONDS;
    const text = formatClock(left);
    if (this.face.textContent !== text) this.face.textContent = text;
    this.face.classList.toggle("running", this.#isRunning);
    assign(this.face, "data-low", isLow && !this.face.hidden);
    if (isLow && !this.#wasLow && this.#isRunning && this.#isMine) playSound("low");
    this.#wasLow = isLow;
  }
}
