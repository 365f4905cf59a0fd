/**
 * Switches for the overlays that a game declares (forbidden points, the piece that must move ...),
 * and the meaning of their marks in words.
 *
 * @typedef {import("../board/overlay.js").Arrow} Arrow
 * @typedef {import("../board/overlay.js").Mark} Mark
 * @typedef {import("../board/overlay.js").Zone} Zone
 * @typedef {import("./study.js").PositionRequest} PositionRequest
 *
 * @typedef {object} OverlayView
 * @property {{ spot: string, text: string, about: string, tone: Mark["tone"], heat: number | null }[]} marks
 * @property {{ path: string[], text: string, about: string, tone: Arrow["tone"], weight: number, has_head: boolean }[]} arrows
 * @property {(Zone & { about: string })[]} zones
 * @property {string} caption
 */

import { fetchJson } from "../api.js";
import { make } from "../dom.js";
import { say } from "../i18n.js";
import { loadItem, saveItem } from "../storage.js";

export class OverlayPanel {
  /** @type {Arrow[]} */
  arrows = [];
  /** @type {Mark[]} */
  marks = [];
  /** @type {Zone[]} */
  zones = [];

  #game;
  #onChange;
  #request;
  /** @type {Set<string>} */
  #enabled;
  #words = make("p", { class: "small muted" });
  /** @type {PositionRequest | null} */
  #position = null;

  /**
   * @param {HTMLElement} box
   * @param {string} game
   * @param {{ name: string, title: string }[]} known
   * @param {() => void} onChange called when marks, arrows or zones have changed
   * @param {typeof fetchJson} [request]
   */
  constructor(box, game, known, onChange, request = fetchJson) {
    this.#game = game;
    this.#onChange = onChange;
    this.#request = request;
    this.#enabled = new Set(loadItem(`overlays.${game}`, []));
    box.hidden = !known.length;
    box.replaceChildren(
      make("h2", {}, say("web.analysis.overlays")),
      make(
        "div",
        { class: "switches" },
        ...known.map(({ name, title }) => this.#makeSwitch(name, title)),
      ),
      this.#words,
    );
  }

  /** @param {PositionRequest} position */
  async setPosition(position) {
    this.#position = position;
    const names = [...this.#enabled];
    const responses = await Promise.all(
      names.map((overlay) =>
        this.#request("/api/overlays", { ...position, overlay }).catch(() => ({
          marks: [],
          arrows: [],
          zones: [],
          caption: "",
        })),
      ),
    );
    if (this.#position !== position) return;
    const all = /** @type {OverlayView[]} */ (responses);
    this.marks = all.flatMap(({ marks }) =>
      marks.map(({ spot, text, tone, heat }) => ({
        spot,
        text,
        tone,
        ...(heat === null ? {} : { heat }),
      })),
    );
    this.arrows = all.flatMap(({ arrows }) =>
      arrows.map(({ path, text, tone, weight, has_head: hasHead }) => ({
        path,
        label: text,
        tone,
        weight,
        headless: !hasHead,
      })),
    );
    this.zones = all.flatMap(({ zones }) => zones);
    this.#words.textContent = all.flatMap(describeOverlay).join(" · ");
    this.#onChange();
  }

  /** @param {string} name @param {string} title */
  #makeSwitch(name, title) {
    const input = make("input", {
      type: "checkbox",
      role: "switch",
      checked: this.#enabled.has(name),
      "data-overlay": name,
    });
    input.addEventListener("change", () => {
      if (input.checked) this.#enabled.add(name);
      else this.#enabled.delete(name);
      saveItem(`overlays.${this.#game}`, [...this.#enabled]);
      if (this.#position) void this.setPosition({ ...this.#position });
    });
    return make("label", { class: "switch" }, input, make("span", {}, title));
  }
}

/** The caption, then marks, arrows and zones grouped by meaning. @param {OverlayView} overlay */
function describeOverlay({ marks, arrows, zones, caption }) {
  /** @type {Map<string, string[]>} */
  const places = new Map();
  const add = (/** @type {string} */ about, /** @type {string} */ place) => {
    if (about) places.set(about, [...(places.get(about) ?? []), place]);
  };
  for (const { spot, about } of marks) add(about, spot);
  for (const { path, about } of arrows) add(about, path.join("-"));
  for (const { polygons, about } of zones) add(about, listCorners(polygons).join(" "));
  const about = [...places].map(([meaning, where]) => `${where.join(", ")}: ${meaning}`);
  return caption ? [...caption.split("\n"), ...about] : about;
}

/** The spots of polygons, each once, by their names. @param {string[][]} polygons */
function listCorners(polygons) {
  const spots = [...new Set(polygons.flat())];
  return spots.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
}
