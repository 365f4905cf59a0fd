/**
 * What the game itself marks on a position (forbidden points, the piece that must move ...): a
 * switch for each, and what the marks mean in words.
 *
 * @typedef {import("../board/overlay.js").Arrow} Arrow
 * @typedef {import("../board/overlay.js").Mark} Mark
 * @typedef {import("./study.js").Subject} Subject
 *
 * @typedef {object} OverlayView
 * @property {{ spot: string, text: string, about: string, tone: Mark["tone"], heat: number | null }[]} marks
 * @property {{ path: string[], text: string, about: string, tone: Arrow["tone"], weight: number }[]} arrows
 * @property {string} caption
 */

import { ask } from "../api.js";
import { make } from "../dom.js";
import { recall, remember } from "../storage.js";
import { say } from "../i18n.js";

export class Overlays {
  /** @type {Arrow[]} */
  arrows = [];
  /** @type {Mark[]} */
  marks = [];

  #game;
  #tell;
  /** @type {Set<string>} */
  #on;
  #words = make("p", { class: "small soft" });
  /** @type {Subject | null} */
  #subject = null;

  /**
   * @param {HTMLElement} box
   * @param {string} game
   * @param {{ name: string, title: string }[]} known
   * @param {() => void} tell that there is something else to draw
   */
  constructor(box, game, known, tell) {
    this.#game = game;
    this.#tell = tell;
    this.#on = new Set(recall(`overlays.${game}`, []));
    box.hidden = !known.length;
    box.replaceChildren(
      make("h2", {}, say("web.analysis.overlays")),
      make("div", { class: "switches" }, ...known.map(({ name, title }) => this.#switch(name, title))),
      this.#words,
    );
  }

  /** @param {Subject} subject */
  async follow(subject) {
    this.#subject = subject;
    const names = [...this.#on];
    const laid = await Promise.all(
      names.map((overlay) =>
        ask("/api/overlays", { ...subject, overlay }).catch(() => ({ marks: [], arrows: [], caption: "" })),
      ),
    );
    if (this.#subject !== subject) return;
    const all = /** @type {OverlayView[]} */ (laid);
    this.marks = all.flatMap(({ marks }) =>
      marks.map(({ spot, text, tone, heat }) => ({ spot, text, tone, ...(heat === null ? {} : { heat }) })),
    );
    this.arrows = all.flatMap(({ arrows }) =>
      arrows.map(({ path, text, tone, weight }) => ({ path, label: text, tone, weight })),
    );
    this.#words.textContent = all.flatMap(wordsOf).join(" · ");
    this.#tell();
  }

  /** @param {string} name @param {string} title */
  #switch(name, title) {
    const input = make("input", { type: "checkbox", role: "switch", checked: this.#on.has(name), "data-overlay": name });
    input.addEventListener("change", () => {
      if (input.checked) this.#on.add(name);
      else this.#on.delete(name);
      remember(`overlays.${this.#game}`, [...this.#on]);
      if (this.#subject) void this.follow({ ...this.#subject });
    });
    return make("label", { class: "switch" }, input, make("span", {}, title));
  }
}

/** Places with the same meaning are told together. @param {OverlayView} overlay */
function wordsOf({ marks, arrows, caption }) {
  /** @type {Map<string, string[]>} */
  const places = new Map();
  const add = (/** @type {string} */ about, /** @type {string} */ place) => {
    if (about) places.set(about, [...(places.get(about) ?? []), place]);
  };
  for (const { spot, about } of marks) add(about, spot);
  for (const { path, about } of arrows) add(about, path.join("-"));
  const about = [...places].map(([meaning, where]) => `${where.join(", ")}: ${meaning}`);
  return caption ? [caption, ...about] : about;
}
