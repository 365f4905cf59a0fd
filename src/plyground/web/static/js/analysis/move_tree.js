/**
 * The tree of moves as text, with indented variations and comments.
 *
 * @typedef {import("./study.js").Study} Study
 * @typedef {import("./study.js").NodeView} NodeView
 */

import { getMoveName } from "../display_names.js";
import { assign, make } from "../dom.js";
import { getSideName, say } from "../i18n.js";

export class MoveTree {
  #box;
  #study;
  #onSelect;
  /** Are judgements hidden, because the reader solves a lesson? */
  #isHidden = false;

  /**
   * @param {HTMLElement} box
   * @param {Study} study
   * @param {(id: number) => void} onSelect
   */
  constructor(box, study, onSelect) {
    this.#box = box;
    this.#study = study;
    this.#onSelect = onSelect;
  }

  /** @param {boolean} isHidden */
  setHidden(isHidden) {
    this.#isHidden = isHidden;
    this.render();
  }

  /** Renders the whole tree. */
  render() {
    const root = this.#study.getNode(0);
    const line = make("div", { class: "line main-line" });
    if (root.comment) line.append(makeComment(root.comment));
    this.#appendLine(line, root, true);
    if (!this.#study.getChildren(0).length)
      line.append(make("p", { class: "muted none" }, say("web.moves.none")));
    this.#box.replaceChildren(line);
    this.showCurrent();
  }

  /** Highlights the current node. */
  showCurrent() {
    for (const button of this.#box.querySelectorAll("button")) {
      const isCurrent = Number(button.dataset["node"]) === this.#study.current;
      assign(button, "aria-current", isCurrent && "true");
      assign(button, "tabindex", isCurrent ? "0" : "-1");
      if (isCurrent) this.#scrollTo(button);
    }
    if (this.#study.current === 0) {
      this.#box.scrollTop = 0;
      this.#box.querySelector("button")?.setAttribute("tabindex", "0");
    }
  }

  /** @param {HTMLElement} box @param {NodeView} from @param {boolean} isNumbered must the next move be numbered? */
  #appendLine(box, from, isNumbered) {
    let numbered = isNumbered;
    for (let at = from; ;) {
      const [played, ...others] = this.#study.getChildren(at.id);
      if (!played) return;
      box.append(this.#makeMove(played, numbered));
      numbered = false;
      if (played.comment) {
        box.append(makeComment(played.comment));
        numbered = true;
      }
      if (others.length) {
        box.append(
          make("ul", { class: "variations" }, ...others.map((other) => this.#makeVariation(other))),
        );
        numbered = true;
      }
      at = played;
    }
  }

  /** @param {NodeView} node */
  #makeVariation(node) {
    const item = make("li", { class: "line" }, this.#makeMove(node, true));
    if (node.comment) item.append(makeComment(node.comment));
    this.#appendLine(item, node, Boolean(node.comment));
    return item;
  }

  /** @param {NodeView} node @param {boolean} numbered */
  #makeMove({ id, move, side, ply, judgement }, numbered) {
    const seen = this.#isHidden ? null : judgement;
    const name = getMoveName(this.#study.view.game, move ?? "");
    const player = getSideName(side ?? 0, this.#study.view);
    const words = say("web.moves.one", { ply, side: player, move: name });
    return make(
      "button",
      {
        class: `quiet move ${seen ? seen.grade : ""}`,
        "data-node": id,
        "data-side": side,
        "aria-label": seen ? `${words}. ${seen.words}` : words,
        title: seen ? seen.words : null,
        onclick: () => this.#onSelect(id),
      },
      (numbered || side === 0) && make("span", { class: "ply" }, `${ply}.`),
      name,
      seen && make("span", { class: "symbol" }, seen.symbol),
    );
  }

  /** Scrolls the list, never the page. @param {HTMLElement} button */
  #scrollTo(button) {
    const [list, place] = [this.#box.getBoundingClientRect(), button.getBoundingClientRect()];
    if (place.top < list.top) this.#box.scrollTop -= list.top - place.top + 8;
    if (place.bottom > list.bottom) this.#box.scrollTop += place.bottom - list.bottom + 8;
  }
}

/** @param {string} comment */
function makeComment(comment) {
  return make("p", { class: "comment" }, comment);
}
