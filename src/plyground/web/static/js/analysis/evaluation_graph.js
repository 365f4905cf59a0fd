/**
 * The game as a curve: the first player's chances after every move. It can be clicked, and every
 * judgement stands on it with its sign.
 *
 * @typedef {import("./study.js").Study} Study
 * @typedef {import("./study.js").NodeView} NodeView
 */

import { draw } from "../dom.js";
import { say } from "../i18n.js";

const WIDE = 600;
const HIGH = 150;
const EDGE = 8;

/** Each grade has a shape of its own. @type {Record<string, (x: number, y: number) => string>} */
const SHAPES = {
  inaccuracy: (x, y) => `M${x} ${y - 7}L${x + 7} ${y + 6}H${x - 7}Z`,
  mistake: (x, y) => `M${x} ${y - 8}L${x + 8} ${y}L${x} ${y + 8}L${x - 8} ${y}Z`,
  blunder: (x, y) => `M${x - 6.5} ${y - 6.5}h13v13h-13Z`,
};

export class Graph {
  element = draw("svg", {
    class: "graph",
    viewBox: `0 0 ${WIDE} ${HIGH}`,
    role: "img",
  });

  #study;
  #here = draw("line", { class: "here", y1: 0, y2: HIGH });

  /** @param {Study} study @param {(id: number) => void} go */
  constructor(study, go) {
    this.#study = study;
    this.element.addEventListener("click", (event) => {
      const box = this.element.getBoundingClientRect();
      const share = ((event.clientX - box.left) / box.width) * WIDE;
      const line = this.#line;
      const last = line.length - 1;
      const place = Math.round(((share - EDGE) / (WIDE - 2 * EDGE)) * last);
      const node = line[Math.min(Math.max(place, 0), last)];
      if (node) go(node.id);
    });
  }

  /** @returns {NodeView[]} from the start on */
  get #line() {
    return [this.#study.node(0), ...this.#study.mainLine];
  }

  write() {
    const line = this.#line;
    const known = line.flatMap((node, place) =>
      node.chance === null ? [] : [{ node, x: this.#x(place), y: height(node.chance) }],
    );
    const points = known.map(({ x, y }) => `${x} ${y}`);
    const [first, last] = [known[0], known.at(-1)];
    this.element.replaceChildren(
      draw("title", {}, say("web.hints.graph")),
      draw("rect", { class: "second", width: WIDE, height: HIGH }),
      ...(first && last
        ? [
            draw("path", { class: "first", d: `M${first.x} ${HIGH}L${points.join("L")}L${last.x} ${HIGH}Z` }),
            draw("path", { class: "curve", d: `M${points.join("L")}` }),
          ]
        : []),
      draw("line", { class: "middle", x1: 0, x2: WIDE, y1: HIGH / 2, y2: HIGH / 2 }),
      this.#here,
      ...known.flatMap(({ node, x, y }) => (node.judgement ? [badge(node.judgement, x, y)] : [])),
    );
    this.mark();
  }

  mark() {
    const place = this.#line.findIndex((node) => node.id === this.#study.current);
    this.#here.toggleAttribute("hidden", place < 0);
    this.#here.setAttribute("x1", String(this.#x(place)));
    this.#here.setAttribute("x2", String(this.#x(place)));
  }

  /** @param {number} place */
  #x(place) {
    const last = Math.max(this.#line.length - 1, 1);
    return EDGE + ((WIDE - 2 * EDGE) * Math.max(place, 0)) / last;
  }
}

/** @param {number} chance */
function height(chance) {
  return EDGE + (HIGH - 2 * EDGE) * (1 - chance);
}

/** @param {import("./study.js").JudgementView} judgement @param {number} x @param {number} y */
function badge({ grade, symbol, words }, x, y) {
  const above = y > HIGH / 2;
  return draw(
    "g",
    { class: `badge-on ${grade}` },
    draw("title", {}, words),
    draw("path", { d: SHAPES[grade]?.(x, y) }),
    draw("text", { x, y: above ? y - 13 : y + 24 }, symbol),
  );
}
