/**
 * One node of the tree, closer: its position, its window, its value, and why.
 *
 * @typedef {import("./timeline.js").Seen} Seen
 * @typedef {import("./lab_types.js").Film} Film
 * @typedef {import("./lab_types.js").Window} Window
 * @typedef {import("./settings.js").Choices} Choices
 * @typedef {import("../board.js").PlyBoard} PlyBoard
 * @typedef {import("../api_types.js").Shown} Shown
 *
 * @typedef {object} Deeds what can be done from here
 * @property {(step: number) => void} go
 * @property {(moves: string[]) => void} begin search from a position
 * @property {(id: string) => void} fold
 */

import { ask } from "../api.js";
import { make } from "../dom.js";
import { say } from "../i18n.js";

const PAUSE = 90;
const KEPT = 200;

export class Details {
  /** @type {Map<string, Shown>} */
  #known = new Map();
  #timer = 0;
  #wanted = "";
  #board = /** @type {PlyBoard} */ (document.createElement("ply-board"));
  #facts = make("div", { class: "facts" });

  /** @param {HTMLElement} root @param {Deeds} deeds */
  constructor(root, deeds) {
    this.deeds = deeds;
    this.#board.setAttribute("still", "");
    this.#board.coordinates = false;
    root.append(this.#board, this.#facts);
  }

  /**
   * @param {Seen | null} seen
   * @param {Film} film
   * @param {Choices} choices
   */
  show(seen, film, choices) {
    const moves = seen ? wayTo(seen.strip.id, film) : [];
    this.#facts.replaceChildren(...(seen?.frame ? this.#tell(seen, moves, choices) : []));
    this.#board.hidden = choices.source !== "game";
    if (choices.source === "game" && seen) this.#look(choices, moves);
  }

  /** @param {Seen} seen @param {string[]} moves @param {Choices} choices */
  #tell({ strip, frame, state }, moves, choices) {
    if (!frame) return [];
    const facts = /** @type {[string, string | Node | null][]} */ ([
      ["web.lab.node.way", moves.join(" → ")],
      ["web.lab.node.role", strip.role && roleWords(strip.role, choices)],
      ["web.lab.node.entry", frame.entry && windowWords(frame.entry)],
      ["web.lab.node.now", isNarrowed(frame) && frame.now ? windowWords(frame.now) : null],
      ["web.lab.node.value", frame.text || null],
      ["web.lab.node.leaf", frame.leaf && say(`web.lab.leaf.${frame.leaf}`)],
      ["web.lab.node.cut", frame.cut?.words ?? null],
      ["web.lab.node.skipped", frame.cut ? frame.cut.skipped.join(" ") : null],
      ["web.lab.node.state", say(`web.lab.state.${state}`)],
      ["web.lab.node.steps", this.#steps(strip.entered, strip.closed)],
    ]);
    return [
      make(
        "dl",
        {},
        ...facts
          .filter(([, fact]) => fact)
          .map(([key, fact]) => make("div", {}, make("dt", {}, say(key)), make("dd", {}, fact))),
      ),
      make("div", { class: "facts-deeds" }, ...this.#buttons(strip.id, moves, choices)),
    ];
  }

  /** @param {string} id @param {string[]} moves @param {Choices} choices */
  #buttons(id, moves, choices) {
    const buttons = [];
    if (choices.source === "game" && moves.length) {
      const whole = [...choices.moves, ...moves];
      buttons.push(
        make(
          "button",
          { type: "button", onclick: () => this.deeds.begin(whole) },
          say("web.lab.node.begin"),
        ),
      );
    }
    if (choices.expanded.includes(id)) {
      buttons.push(
        make(
          "button",
          { type: "button", onclick: () => this.deeds.fold(id) },
          say("web.lab.node.fold"),
        ),
      );
    }
    return buttons;
  }

  /**
   * Buttons that lead to the steps of a node.
   *
   * @param {number | null} entered
   * @param {number | null} closed
   */
  #steps(entered, closed) {
    if (entered === null) return null;
    const steps = [entered, ...(closed === null ? [] : [closed])];
    return make(
      "span",
      { class: "jumps" },
      ...steps.map((step) =>
        make(
          "button",
          { type: "button", class: "quiet", onclick: () => this.deeds.go(step) },
          step.toLocaleString(),
        ),
      ),
    );
  }

  /** @param {Choices} choices @param {string[]} moves */
  #look(choices, moves) {
    const { game, options, start } = choices;
    const line = [...choices.moves, ...moves];
    const body = { game, options, start: start || null, moves: line };
    const key = JSON.stringify(body);
    this.#wanted = key;
    const known = this.#known.get(key);
    clearTimeout(this.#timer);
    if (known) return this.#draw(known);
    this.#timer = setTimeout(async () => {
      /** @type {Shown | null} */
      const shown = await ask("/api/positions", body).catch(() => null);
      if (!shown) return;
      if (this.#known.size > KEPT) this.#known.clear();
      this.#known.set(key, shown);
      if (this.#wanted === key) this.#draw(shown);
    }, PAUSE);
  }

  /** @param {Shown} shown */
  #draw(shown) {
    this.#board.board = shown.board;
    this.#board.position = shown.position;
  }
}

/**
 * The moves from the root to a node.
 *
 * @param {string} id
 * @param {Film} film
 */
export function wayTo(id, film) {
  const strips = new Map(film.strips.map((strip) => [strip.id, strip]));
  const moves = [];
  for (let at = strips.get(id); at?.parent; at = strips.get(at.parent)) {
    if (at.action) moves.unshift(at.action);
  }
  return moves;
}

/** @param {import("./lab_types.js").Role} role @param {Choices} choices */
function roleWords(role, choices) {
  return say(`web.lab.role.${role}${choices.source === "game" ? "" : ".by_hand"}`);
}

/** Is the window another one than at first? @param {import("./lab_types.js").Frame} frame */
function isNarrowed({ entry, now }) {
  return entry?.alpha !== now?.alpha || entry?.beta !== now?.beta;
}

/** @param {Window} window */
function windowWords({ alpha, beta }) {
  return `α = ${alpha ?? "−∞"}, β = ${beta ?? "∞"}`;
}
