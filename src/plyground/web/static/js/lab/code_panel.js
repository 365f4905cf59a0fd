/**
 * The Python code of the algorithm, with the lines of the current step highlighted.
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
  /** Measuring the layout at every step would be slow, so measurements are cached. */
  #scrolled = 0;
  #isMoved = false;
  #height = 0;
  /** @type {Map<number, [number, number]>} top and bottom of the lines of a step */
  #lineRanges = new Map();

  /** @param {HTMLElement} root @param {typeof fetchJson} [request] */
  constructor(root, request = fetchJson) {
    this.root = root;
    this.request = request;
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
        (await this.request(`/api/lab/source?algorithm=${encodeURIComponent(algorithm)}`)).listings
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
   * @param {number | null} step its number in the comments of the code
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
      // For iterative deepening, the first listing is the loop that calls the second.
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

  /** Scrolls to the lines of a step. @param {number} step */
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
        // A line that is too long wraps with a hanging indent.
        line.style.setProperty("--hang", `${0.5 * indent.length + 2}ch`);
        return line;
      }),
    ),
  );
}

/**
 * Splits a line into its indentation and the rest.
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
