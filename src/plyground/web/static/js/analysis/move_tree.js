/**
 * The tree of moves: the game as a text, its variations set apart, comments between.
 *
 * @typedef {import("./study.js").Study} Study
 * @typedef {import("./study.js").NodeView} NodeView
 */

import { assign, make } from "../dom.js";
import { say, sideName } from "../i18n.js";

export class TreeList {
  #box;
  #study;
  #go;
  /** Are judgements hidden, because the reader is to find them? */
  #isSecret = false;

  /**
   * @param {HTMLElement} box
   * @param {Study} study
   * @param {(id: number) => void} go
   */
  constructor(box, study, go) {
    this.#box = box;
    this.#study = study;
    this.#go = go;
  }

  /** @param {boolean} isSecret */
  hush(isSecret) {
    this.#isSecret = isSecret;
    this.write();
  }

  /** Writes the whole tree anew. */
  write() {
    const root = this.#study.node(0);
    const line = make("div", { class: "line main-line" });
    if (root.comment) line.append(remark(root.comment));
    this.#line(line, root, true);
    if (!this.#study.after(0).length) line.append(make("p", { class: "soft none" }, say("web.moves.none")));
    this.#box.replaceChildren(line);
    this.mark();
  }

  /** Shows where the reader stands. */
  mark() {
    for (const button of this.#box.querySelectorAll("button")) {
      const isCurrent = Number(button.dataset["node"]) === this.#study.current;
      assign(button, "aria-current", isCurrent && "true");
      assign(button, "tabindex", isCurrent ? "0" : "-1");
      if (isCurrent) this.#reveal(button);
    }
    if (this.#study.current === 0) {
      this.#box.scrollTop = 0;
      this.#box.querySelector("button")?.setAttribute("tabindex", "0");
    }
  }

  /** @param {HTMLElement} box @param {NodeView} from @param {boolean} isFresh must the next move be numbered? */
  #line(box, from, isFresh) {
    let numbered = isFresh;
    for (let at = from; ; ) {
      const [played, ...others] = this.#study.after(at.id);
      if (!played) return;
      box.append(this.#move(played, numbered));
      numbered = false;
      if (played.comment) {
        box.append(remark(played.comment));
        numbered = true;
      }
      if (others.length) {
        box.append(make("ul", { class: "variations" }, ...others.map((other) => this.#variation(other))));
        numbered = true;
      }
      at = played;
    }
  }

  /** @param {NodeView} node */
  #variation(node) {
    const item = make("li", { class: "line" }, this.#move(node, true));
    if (node.comment) item.append(remark(node.comment));
    this.#line(item, node, Boolean(node.comment));
    return item;
  }

  /** @param {NodeView} node @param {boolean} numbered */
  #move({ id, move, side, ply, judgement }, numbered) {
    const seen = this.#isSecret ? null : judgement;
    const words = say("web.moves.one", { ply, side: sideName(side ?? 0), move });
    return make(
      "button",
      {
        class: `quiet move ${seen ? seen.grade : ""}`,
        "data-node": id,
        "data-side": side,
        "aria-label": seen ? `${words}. ${seen.words}` : words,
        title: seen ? seen.words : null,
        onclick: () => this.#go(id),
      },
      (numbered || side === 0) && make("span", { class: "ply" }, `${ply}.`),
      move,
      seen && make("span", { class: "symbol" }, seen.symbol),
    );
  }

  /** Scrolls the list, never the page. @param {HTMLElement} button */
  #reveal(button) {
    const [list, place] = [this.#box.getBoundingClientRect(), button.getBoundingClientRect()];
    if (place.top < list.top) this.#box.scrollTop -= list.top - place.top + 8;
    if (place.bottom > list.bottom) this.#box.scrollTop += place.bottom - list.bottom + 8;
  }
}

/** @param {string} comment */
function remark(comment) {
  return make("p", { class: "remark" }, comment);
}
