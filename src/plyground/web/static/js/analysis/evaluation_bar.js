/**
 * The evaluation bar: the first player's winning chance. It keeps its last value while the engine
 * searches; a proven win fills it, with the distance as its label.
 */

import { say } from "../i18n.js";

export class EvaluationBar {
  #bar;
  #player = "";

  /** @param {HTMLElement} bar */
  constructor(bar) {
    this.#bar = bar;
  }

  /** @param {[string, string]} colours of both sides @param {[string, string]} names */
  setSides([first, second], [player]) {
    this.#player = player;
    this.#bar.style.setProperty("--first-colour", first);
    this.#bar.style.setProperty("--second-colour", second);
  }

  /**
   * @param {number} first the first player's chance
   * @param {string} label a few characters
   * @param {string} words
   */
  show(first, label, words) {
    const share = Math.round(1000 * first) / 10;
    this.#bar.style.setProperty("--first", `${share}%`);
    this.#bar.dataset["ahead"] = first >= 0.5 ? "0" : "1";
    const description = say("web.hints.bar", { player: this.#player, share: Math.round(share), words });
    this.#bar.setAttribute("aria-label", description);
    this.#bar.title = words;
    if (this.#bar.firstElementChild) this.#bar.firstElementChild.textContent = label;
  }

  /** @param {boolean} flipped */
  setFlipped(flipped) {
    this.#bar.classList.toggle("flipped", flipped);
  }

  /** @param {boolean} hidden */
  setHidden(hidden) {
    this.#bar.classList.toggle("concealed", hidden);
  }
}
