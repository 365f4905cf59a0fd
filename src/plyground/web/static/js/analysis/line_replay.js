/**
 * Replays a line on the board: its moves become a variation of the study, and are shown one after
 * another until the reader goes elsewhere.
 *
 * @typedef {import("./study.js").Study} Study
 */

/** Milliseconds between two moves. */
const MOVE_MS = 700;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

export class LineReplay {
  #study;
  #onSelect;
  #timer = 0;

  /**
   * @param {Study} study
   * @param {(id: number) => void} onSelect goes to a node, and to the board
   */
  constructor(study, onSelect) {
    this.#study = study;
    this.#onSelect = onSelect;
  }

  /** Replays moves after a node. @param {number} from @param {string[]} moves */
  async show(from, moves) {
    clearTimeout(this.#timer);
    const study = this.#study;
    const end = await study.playAll(from, moves);
    this.#onSelect(from);
    const line = study.getLineTo(end).slice(-moves.length);
    // Whoever wants no motion steps through it with the keys.
    if (!reducedMotion.matches) this.#step(from, line.map(({ id }) => id));
  }

  /** @param {number} at @param {number[]} rest the nodes that follow */
  #step(at, [next, ...rest]) {
    if (next === undefined) return;
    this.#timer = setTimeout(() => {
      if (this.#study.current !== at) return;
      this.#study.goTo(next);
      this.#step(next, rest);
    }, MOVE_MS);
  }
}
