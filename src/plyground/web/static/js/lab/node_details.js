/**
 * Details of one node: its position, its window, its value, and why.
 *
 * @typedef {import("./timeline.js").VisibleNode} VisibleNode
 * @typedef {import("./lab_types.js").Timeline} Timeline
 * @typedef {import("./lab_types.js").Window} Window
 * @typedef {import("./settings.js").LabSettings} LabSettings
 * @typedef {import("../board.js").PlyBoard} PlyBoard
 * @typedef {import("../api_types.js").Shown} Shown
 *
 * @typedef {object} NodeActions callbacks of the buttons
 * @property {(step: number) => void} goToStep
 * @property {(moves: string[]) => void} [searchFrom] search from a position
 * @property {(id: string) => void} fold
 */

import { fetchJson } from "../api.js";
import { make } from "../dom.js";
import { say } from "../i18n.js";

const DEBOUNCE_MS = 90;
const MAX_CACHED = 200;

export class NodeDetails {
  /** @type {Map<string, Shown>} */
  #cache = new Map();
  #timer = 0;
  #requestedKey = "";
  #board = /** @type {PlyBoard} */ (document.createElement("ply-board"));
  #facts = make("div", { class: "facts" });

  /** @param {HTMLElement} root @param {NodeActions} actions @param {typeof fetchJson} [request] */
  constructor(root, actions, request = fetchJson) {
    this.actions = actions;
    this.request = request;
    this.#board.setAttribute("still", "");
    this.#board.coordinates = false;
    root.append(this.#board, this.#facts);
  }

  /**
   * @param {VisibleNode | null} visible
   * @param {Timeline} timeline
   * @param {LabSettings} settings
   */
  show(visible, timeline, settings) {
    const moves = visible ? findMoves(visible.node.id, timeline) : [];
    this.#facts.replaceChildren(
      ...(visible?.frame ? this.#makeFacts(visible, moves, settings) : []),
    );
    this.#board.hidden = settings.source !== "game";
    if (settings.source === "game" && visible) this.#loadBoard(settings, moves);
  }

  /** @param {VisibleNode} visible @param {string[]} moves @param {LabSettings} settings */
  #makeFacts({ node, frame, state }, moves, settings) {
    if (!frame) return [];
    const facts = /** @type {[string, string | Node | null][]} */ ([
      ["web.lab.node.way", moves.join(" → ")],
      ["web.lab.node.role", node.role && describeRole(node.role, settings)],
      ["web.lab.node.entry", frame.entry && formatWindow(frame.entry)],
      ["web.lab.node.now", isNarrowed(frame) && frame.now ? formatWindow(frame.now) : null],
      ["web.lab.node.value", frame.text || null],
      ["web.lab.node.leaf", frame.leaf && say(`web.lab.leaf.${frame.leaf}`)],
      ["web.lab.node.cut", frame.cut?.words ?? null],
      ["web.lab.node.skipped", frame.cut ? frame.cut.skipped.join(" ") : null],
      ["web.lab.node.state", say(`web.lab.state.${state}`)],
      ["web.lab.node.steps", this.#makeStepButtons(node.entered, node.closed)],
    ]);
    return [
      make(
        "dl",
        {},
        ...facts
          .filter(([, fact]) => fact)
          .map(([key, fact]) => make("div", {}, make("dt", {}, say(key)), make("dd", {}, fact))),
      ),
      make("div", { class: "facts-buttons" }, ...this.#makeButtons(node.id, moves, settings)),
    ];
  }

  /** @param {string} id @param {string[]} moves @param {LabSettings} settings */
  #makeButtons(id, moves, settings) {
    const buttons = [];
    const { searchFrom } = this.actions;
    if (searchFrom && settings.source === "game" && moves.length) {
      const whole = [...settings.moves, ...moves];
      buttons.push(
        make(
          "button",
          { type: "button", onclick: () => searchFrom(whole) },
          say("web.lab.node.begin"),
        ),
      );
    }
    if (settings.expanded.includes(id)) {
      buttons.push(
        make(
          "button",
          { type: "button", onclick: () => this.actions.fold(id) },
          say("web.lab.node.fold"),
        ),
      );
    }
    return buttons;
  }

  /**
   * Makes buttons that go to the first and last step of a node.
   *
   * @param {number | null} entered
   * @param {number | null} closed
   */
  #makeStepButtons(entered, closed) {
    if (entered === null) return null;
    const steps = [entered, ...(closed === null ? [] : [closed])];
    return make(
      "span",
      { class: "step-buttons" },
      ...steps.map((step) =>
        make(
          "button",
          { type: "button", class: "quiet", onclick: () => this.actions.goToStep(step) },
          step.toLocaleString(),
        ),
      ),
    );
  }

  /** @param {LabSettings} settings @param {string[]} moves */
  #loadBoard(settings, moves) {
    const { game, options, start } = settings;
    const line = [...settings.moves, ...moves];
    const body = { game, options, start: start || null, moves: line };
    const key = JSON.stringify(body);
    this.#requestedKey = key;
    const known = this.#cache.get(key);
    clearTimeout(this.#timer);
    if (known) return this.#drawBoard(known);
    this.#timer = setTimeout(async () => {
      /** @type {Shown | null} */
      const shown = await this.request("/api/positions", body).catch(() => null);
      if (!shown) return;
      if (this.#cache.size > MAX_CACHED) this.#cache.clear();
      this.#cache.set(key, shown);
      if (this.#requestedKey === key) this.#drawBoard(shown);
    }, DEBOUNCE_MS);
  }

  /** @param {Shown} shown */
  #drawBoard(shown) {
    this.#board.board = shown.board;
    this.#board.position = shown.position;
  }
}

/**
 * The moves from the root to a node.
 *
 * @param {string} id
 * @param {Timeline} timeline
 */
export function findMoves(id, timeline) {
  const nodes = new Map(timeline.strips.map((node) => [node.id, node]));
  const moves = [];
  for (let at = nodes.get(id); at?.parent; at = nodes.get(at.parent)) {
    if (at.action) moves.unshift(at.action);
  }
  return moves;
}

/** @param {import("./lab_types.js").Role} role @param {LabSettings} settings */
function describeRole(role, settings) {
  return say(`web.lab.role.${role}${settings.source === "game" ? "" : ".by_hand"}`);
}

/** Has the window changed since the node was entered? @param {import("./lab_types.js").Frame} frame */
function isNarrowed({ entry, now }) {
  return entry?.alpha !== now?.alpha || entry?.beta !== now?.beta;
}

/** @param {Window} window */
function formatWindow({ alpha, beta }) {
  return `α = ${alpha ?? "−∞"}, β = ${beta ?? "∞"}`;
}
