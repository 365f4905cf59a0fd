/**
 * The list of moves, numbered in pairs. If the same side moves twice, a cell stays empty.
 *
 * @typedef {import("../api_types.js").MoveEntry} MoveEntry
 * @typedef {import("../api_types.js").GameState} GameState
 */

import { getMoveName } from "../display_names.js";
import { assign, make } from "../dom.js";
import { getSideName, say } from "../i18n.js";

export class MoveList {
  #list;
  #onSelect;
  #renderedKey = "";

  /**
   * @param {HTMLElement} list
   * @param {(ply: number) => void} onSelect shows the position at this ply
   */
  constructor(list, onSelect) {
    this.#list = list;
    this.#onSelect = onSelect;
  }

  /** @param {GameState} state @param {number} ply the viewed one */
  show(state, ply) {
    const { moves, position } = state;
    const key = [...position.names, ...moves.map(({ move, side }) => `${side}${move}`)].join(" ");
    if (key !== this.#renderedKey || !this.#list.childElementCount) {
      this.#renderedKey = key;
      this.#list.replaceChildren(...this.#makeRows(state));
    }
    for (const button of this.#list.querySelectorAll("button")) {
      const isCurrent = Number(button.dataset["ply"]) === ply;
      assign(button, "aria-current", isCurrent && "true");
      if (isCurrent) this.#scrollTo(button);
    }
    if (ply === 0) this.#list.scrollTop = 0;
  }

  /** @param {GameState} state */
  #makeRows(state) {
    const { moves } = state;
    if (!moves.length) return [make("li", { class: "none muted" }, say("web.moves.none"))];
    /** @type {(HTMLElement | null)[][]} */
    const rows = [];
    moves.forEach((entry, index) => {
      const row = rows.at(-1);
      const button = this.#makeButton(entry, index + 1, state);
      if (row && entry.side === 1 && row.length === 1) row.push(button);
      else rows.push(entry.side === 0 ? [button] : [null, button]);
    });
    return rows.map((row, index) =>
      make(
        "li",
        {},
        make("span", { class: "number muted", "aria-hidden": "true" }, String(index + 1)),
        ...[0, 1].map(
          (place) =>
            row[place] ??
            make("span", { class: "gap", "aria-hidden": "true" }, row.length > place ? "…" : ""),
        ),
      ),
    );
  }

  /** @param {MoveEntry} entry @param {number} ply @param {GameState} state */
  #makeButton({ move, side }, ply, { game, position }) {
    const name = getMoveName(game, move);
    return make(
      "button",
      {
        class: "quiet",
        "data-ply": ply,
        "aria-label": say("web.moves.one", { ply, side: getSideName(side, position), move: name }),
        onclick: () => this.#onSelect(ply),
      },
      name,
    );
  }

  /** Scrolls the list, never the page. @param {HTMLElement} button */
  #scrollTo(button) {
    const [list, place] = [this.#list.getBoundingClientRect(), button.getBoundingClientRect()];
    if (place.top < list.top) this.#list.scrollTop -= list.top - place.top + 4;
    if (place.bottom > list.bottom) this.#list.scrollTop += place.bottom - list.bottom + 4;
    if (place.left < list.left) this.#list.scrollLeft -= list.left - place.left + 4;
    if (place.right > list.right) this.#list.scrollLeft += place.right - list.right + 4;
  }
}
