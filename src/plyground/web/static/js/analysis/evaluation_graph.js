/**
 * The evaluation graph: the first player's winning chance after every move, with a badge for every
 * judgement. Clicking it selects a move.
 *
 * @typedef {import("./study.js").Study} Study
 * @typedef {import("./study.js").NodeView} NodeView
 */

import { draw } from "../dom.js";
import { getSideName, say } from "../i18n.js";

const WIDTH = 600;
const HEIGHT = 150;
const EDGE = 8;

/** Each grade has a shape of its own. @type {Record<string, (x: number, y: number) => string>} */
const SHAPES = {
  inaccuracy: (x, y) => `M${x} ${y - 7}L${x + 7} ${y + 6}H${x - 7}Z`,
  mistake: (x, y) => `M${x} ${y - 8}L${x + 8} ${y}L${x} ${y + 8}L${x - 8} ${y}Z`,
  blunder: (x, y) => `M${x - 6.5} ${y - 6.5}h13v13h-13Z`,
};

export class EvaluationGraph {
  element = draw("svg", {
    class: "graph",
    viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
    role: "img",
  });

  #study;
  #cursor = draw("line", { class: "graph-cursor", y1: 0, y2: HEIGHT });

  /** @param {Study} study @param {(id: number) => void} onSelect */
  constructor(study, onSelect) {
    this.#study = study;
    this.element.addEventListener("click", (event) => {
      const box = this.element.getBoundingClientRect();
      const share = ((event.clientX - box.left) / box.width) * WIDTH;
      const line = this.#line;
      const last = line.length - 1;
      const place = Math.round(((share - EDGE) / (WIDTH - 2 * EDGE)) * last);
      const node = line[Math.min(Math.max(place, 0), last)];
      if (node) onSelect(node.id);
    });
  }

  /** @returns {NodeView[]} starting with the root */
  get #line() {
    return [this.#study.getNode(0), ...this.#study.mainLine];
  }

  render() {
    const line = this.#line;
    const known = line.flatMap((node, place) =>
      node.chance === null ? [] : [{ node, x: this.#toX(place), y: toY(node.chance) }],
    );
    const points = known.map(({ x, y }) => `${x} ${y}`);
    const [first, last] = [known[0], known.at(-1)];
    this.element.replaceChildren(
      draw("title", {}, say("web.hints.graph", { player: getSideName(0, this.#study.view) })),
      draw("rect", { class: "second", width: WIDTH, height: HEIGHT }),
      ...(first && last
        ? [
            draw("path", {
              class: "first",
              d: `M${first.x} ${HEIGHT}L${points.join("L")}L${last.x} ${HEIGHT}Z`,
            }),
            draw("path", { class: "curve", d: `M${points.join("L")}` }),
          ]
        : []),
      draw("line", { class: "middle", x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      this.#cursor,
      ...known.flatMap(({ node, x, y }) =>
        node.judgement ? [drawBadge(node.judgement, x, y)] : [],
      ),
    );
    this.showCurrent();
  }

  showCurrent() {
    const place = this.#line.findIndex((node) => node.id === this.#study.current);
    this.#cursor.toggleAttribute("hidden", place < 0);
    this.#cursor.setAttribute("x1", String(this.#toX(place)));
    this.#cursor.setAttribute("x2", String(this.#toX(place)));
  }

  /** @param {number} place */
  #toX(place) {
    const last = Math.max(this.#line.length - 1, 1);
    return EDGE + ((WIDTH - 2 * EDGE) * Math.max(place, 0)) / last;
  }
}

/** @param {number} chance */
function toY(chance) {
  return EDGE + (HEIGHT - 2 * EDGE) * (1 - chance);
}

/** @param {import("./study.js").JudgementView} judgement @param {number} x @param {number} y */
function drawBadge({ grade, symbol, words }, x, y) {
  const above = y > HEIGHT / 2;
  return draw(
    "g",
    { class: `badge-on ${grade}` },
    draw("title", {}, words),
    draw("path", { d: SHAPES[grade]?.(x, y) }),
    draw("text", { x, y: above ? y - 13 : y + 24 }, symbol),
  );
}
