/**
 * The algorithm's own Python code, with the lines of the step that has just been done.
 *
 * @typedef {import("./lab_types.js").Listing} Listing
 */

import { fetchJson } from "../api.js";
import { make } from "../dom.js";

export class CodePanel {
  /** @type {Map<string, Listing[]>} */
  #cache = new Map();
  /** @type {Listing[]} */
  #shown = [];
  #algorithm = "";
  /** @type {number | null} */
  #step = null;
  /** Asking the browser where things are is slow at every step; so it is remembered. */
  #scrolled = 0;
  #isMoved = false;
  #height = 0;
  /** @type {Map<number, [number, number]>} where the lines of a step begin and end */
  #lineRanges = new Map();

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    root.addEventListener("scroll", () => (this.#isMoved = true), { passive: true });
    new ResizeObserver(([entry]) => {
      this.#height = entry?.contentRect.height ?? 0;
      this.#lineRanges.clear();
    }).observe(root);
  }

  /** @param {string} algorithm */
  async load(algorithm) {
    this.#algorithm = algorithm;
    let listings = this.#cache.get(algorithm);
    if (!listings) {
      listings = /** @type {Listing[]} */ (
        (await fetchJson(`/api/lab/source?algorithm=${encodeURIComponent(algorithm)}`)).listings
      );
      this.#cache.set(algorithm, listings);
    }
    if (this.#algorithm !== algorithm || this.#shown === listings) return;
    this.#shown = listings;
    this.#lineRanges.clear();
    this.root.replaceChildren(...listings.map(makeListing));
    this.#highlight(this.#step);
  }

  /**
   * @param {number | null} step as the comments in the code number it
   */
  highlightStep(step) {
    if (step === this.#step) return;
    this.#step = step;
    this.#highlight(step);
  }

  /** @param {number | null} step */
  #highlight(step) {
    const marked = new Set();
    this.#shown.forEach((each, index) => {
      // Of deepening, the first listing is the loop in which the second one runs.
      const isOuter = index < this.#shown.length - 1;
      const lines = each.steps[String(isOuter ? 1 : step)];
      for (let line = lines?.[0] ?? 1; line <= (lines?.[1] ?? 0); line++) {
        marked.add(`${each.name}:${line}`);
      }
    });
    for (const line of this.root.querySelectorAll("[data-line]")) {
      line.classList.toggle("marked", marked.has(line.getAttribute("data-line")));
    }
    if (step !== null) this.#scroll(step);
  }

  /** Brings the lines of a step into view. @param {number} step */
  #scroll(step) {
    const place = this.#lineRanges.get(step) ?? this.#measure();
    if (!place) return;
    this.#lineRanges.set(step, place);
    if (this.#isMoved) this.#scrolled = this.root.scrollTop;
    this.#isMoved = false;
    const [top, bottom] = place;
    const isAbove = top < this.#scrolled;
    if (!isAbove && bottom <= this.#scrolled + this.#height) return;
    this.#scrolled = Math.max(0, isAbove ? top : Math.min(top, bottom - this.#height));
    this.root.scrollTop = this.#scrolled;
  }

  /** @returns {[number, number] | null} */
  #measure() {
    const lines = [...this.root.querySelectorAll(".listing:last-child .marked")];
    const [first, last] = [lines[0], lines.at(-1)];
    if (!(first instanceof HTMLElement) || !(last instanceof HTMLElement)) return null;
    return [first.offsetTop - 24, last.offsetTop + last.offsetHeight + 24];
  }
}

/** @param {Listing} given */
function makeListing(given) {
  return make(
    "section",
    { class: "listing" },
    make("h3", {}, given.name),
    make(
      "pre",
      {},
      ...given.lines.map((pieces, index) => {
        const number = given.first + index;
        const [indent, ...rest] = splitIndent(pieces);
        const line = make(
          "code",
          { "data-line": `${given.name}:${number}`, "data-number": number },
          make("span", { class: "py-indent" }, indent),
          ...rest.map(([kind, text]) =>
            kind === "plain" ? text : make("span", { class: `py-${kind}` }, text),
          ),
          "\n",
        );
        // Where a line is too long for the panel, it goes on a little further to the right.
        line.style.setProperty("--hang", `${0.5 * indent.length + 2}ch`);
        return line;
      }),
    ),
  );
}

/**
 * A line without its first spaces, and these before it.
 *
 * @param {[string, string][]} pieces
 * @returns {[string, ...[string, string][]]}
 */
function splitIndent(pieces) {
  const [first, ...rest] = pieces;
  if (!first) return [""];
  const text = first[1].trimStart();
  return [first[1].slice(0, first[1].length - text.length), [first[0], text], ...rest];
}
