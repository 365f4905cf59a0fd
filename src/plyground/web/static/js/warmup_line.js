/**
 * A quiet line that counts down while native code is compiled.
 *
 * Once shown, it keeps its place when it has nothing more to say, so that the layout does not jump.
 * Screen readers hear when it starts and when it ends, not every second.
 */

import { announce } from "./app_shell.js";
import { say } from "./i18n.js";

export class WarmupLine {
  #line;
  #key;
  #timer = 0;
  /** When the countdown ends, in milliseconds; null: nothing is shown. @type {number | null} */
  #end = null;

  /** @param {HTMLElement} line @param {string} key of its words */
  constructor(line, key) {
    this.#line = line;
    this.#key = key;
    line.hidden = true;
  }

  /** @param {number | null} seconds that are left; null: it is over */
  show(seconds) {
    const wasShown = this.#end !== null;
    clearInterval(this.#timer);
    if (seconds === null) {
      this.#end = null;
      this.#line.dataset["state"] = "over";
      if (wasShown) announce(say("web.warming.done"));
      return;
    }
    this.#end = performance.now() + 1000 * seconds;
    this.#line.hidden = false;
    this.#line.dataset["state"] = "warming";
    this.#count();
    this.#timer = setInterval(() => this.#count(), 1000);
    if (!wasShown) announce(this.#line.textContent ?? "");
  }

  #count() {
    const seconds = Math.round(((this.#end ?? 0) - performance.now()) / 1000);
    this.#line.textContent = describeWait(this.#key, seconds);
  }
}

/**
 * The words for a wait, without a number if the time is up or unknown.
 *
 * @param {string} key
 * @param {number} seconds
 */
export function describeWait(key, seconds) {
  return seconds > 0 ? say(key, { seconds }) : say(`${key}.soon`);
}
