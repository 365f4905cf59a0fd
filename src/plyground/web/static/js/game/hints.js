/**
 * Engine hints during a game, off by default, with three switches: *think* runs the engine, *record*
 * saves its evaluations for the graph, *show* displays them.
 *
 * @typedef {import("../api_types.js").GameState} GameState
 * @typedef {import("../api_types.js").DepthView} DepthView
 * @typedef {import("../board/overlay.js").Arrow} Arrow
 *
 * @typedef {object} Hint what is shown of the engine's analysis
 * @property {number} first the first player's chance
 * @property {string} words
 * @property {string | null} move the best move
 * @property {Arrow[]} arrows
 */

import { draw, make } from "../dom.js";
import { getSideName, say } from "../i18n.js";
import { setTooltip } from "../keyboard.js";
import { ReconnectingSocket } from "../reconnecting_socket.js";
import { loadItem, saveItem } from "../storage.js";
import { WarmupLine } from "../warmup_line.js";
import { Evaluations } from "./evaluations.js";

/** @typedef {"think" | "record" | "show"} HintSwitch */

const SWITCHES = /** @type {const} */ (["think", "record", "show"]);
const SECONDS = 8;
const LINES = 3;

export class Hints {
  #box;
  #onHint;
  #onSelect;
  #evaluations;
  #enabled = /** @type {Record<HintSwitch, boolean>} */ ({
    think: false,
    record: false,
    show: false,
  });
  /** @type {ReconnectingSocket | null} */
  #socket = null;
  #wasOpen = false;
  /** @type {{ state: GameState, ply: number } | null} */
  #viewed = null;
  #requestedKey = "";
  /** The id of the last request; responses to earlier ones are dropped. */
  #requestId = 0;
  /** @type {DepthView | null} */
  #analysis = null;
  /** @type {Hint | null} */
  #hint = null;
  /** @type {Record<HintSwitch, HTMLInputElement>} */
  #switches;
  #note = make("p", { class: "muted small", id: "hint-note" });
  #warmupText = make("p", { class: "warmup muted small" });
  #warmupLine = new WarmupLine(this.#warmupText, "web.warming.analysis");
  #graph = draw("svg", {
    class: "graph",
    viewBox: "0 0 300 80",
    preserveAspectRatio: "none",
    hidden: true,
  });

  /**
   * @param {HTMLElement} box
   * @param {string} id of the game
   * void} onHint => @param {(hint: Hint | null) => void} onHint => void} onHint
   * @param {(ply: number) => void} onSelect
   */
  constructor(box, id, onHint, onSelect) {
    this.#box = box;
    this.#onHint = onHint;
    this.#onSelect = onSelect;
    this.#evaluations = new Evaluations(id);
    const switches = SWITCHES.map((name) => [name, this.#makeSwitch(name)]);
    this.#switches = Object.fromEntries(switches);
    const labels = SWITCHES.map((name) => {
      const label = make(
        "label",
        { class: "switch" },
        this.#switches[name],
        make("span", {}, say(`web.hints.${name}`)),
      );
      setTooltip(label, say(`web.hints.${name}.about`), name === "record" ? undefined : name);
      return label;
    });
    box.replaceChildren(
      make("h2", {}, say("web.hints")),
      make("div", { class: "switches" }, ...labels),
      this.#note,
      this.#warmupText,
      this.#graph,
    );
    this.#graph.addEventListener("click", (event) => this.#handleGraphClick(event));
    // A reload restores the switches of this game.
    Object.assign(this.#enabled, loadItem(`hints.${id}`, {}));
    this.#id = id;
    this.#renderSwitches();
  }

  #id;

  /** @param {HintSwitch} name */
  toggle(name) {
    if (this.#switches[name].disabled) return;
    this.#setSwitch(name, !this.#enabled[name]);
  }

  /**
   * Sets the position to analyse.
   *
   * @param {GameState} state
   * @param {number} ply
   */
  setPosition(state, ply) {
    if (this.#viewed && state.moves.length < this.#viewed.state.moves.length) {
      this.#evaluations.truncate(state.moves.length);
    }
    this.#viewed = { state, ply };
    const isAllowed = areHintsAllowed(state);
    for (const control of Object.values(this.#switches)) control.disabled = !isAllowed;
    this.#box.dataset["allowed"] = String(isAllowed);
    this.#requestAnalysis();
    this.#render();
  }

  /** @param {HintSwitch} name */
  #makeSwitch(name) {
    return make("input", {
      type: "checkbox",
      role: "switch",
      id: `hint-${name}`,
      onchange: (/** @type {Event} */ event) =>
        this.#setSwitch(name, /** @type {HTMLInputElement} */ (event.target).checked),
    });
  }

  /** @param {HintSwitch} name @param {boolean} isOn */
  #setSwitch(name, isOn) {
    this.#enabled[name] = isOn;
    // Nothing is recorded or shown unless the engine runs.
    if (isOn) this.#enabled.think = true;
    if (!this.#enabled.think) Object.assign(this.#enabled, { record: false, show: false });
    saveItem(`hints.${this.#id}`, this.#enabled);
    this.#renderSwitches();
    this.#requestAnalysis();
    this.#render();
  }

  #renderSwitches() {
    for (const name of SWITCHES) this.#switches[name].checked = this.#enabled[name];
  }

  /** Starts the analysis of the position, or stops it. */
  #requestAnalysis() {
    const viewed = this.#viewed;
    if (!viewed || !this.#enabled.think || !areHintsAllowed(viewed.state)) {
      this.#socket?.close();
      this.#socket = null;
      this.#requestedKey = "";
      this.#analysis = null;
      this.#warmupLine.show(null);
      return;
    }
    this.#socket ??= this.#connect();
    const { state, ply } = viewed;
    const moves = state.moves.slice(0, ply).map(({ move }) => move);
    const isOver = ply === state.moves.length && state.position.over;
    const key = JSON.stringify([moves, isOver]);
    if (key === this.#requestedKey) return;
    if (isOver) this.#socket.send({ type: "stop" });
    const { game, options, start = null } = state;
    const question = {
      type: "analyse",
      ask: ++this.#requestId,
      game,
      options,
      start,
      moves,
      lines: LINES,
      seconds: SECONDS,
      agent: "engine",
    };
    if (isOver || this.#socket.send(question)) this.#requestedKey = key;
    this.#analysis = null;
  }

  #connect() {
    const socket = new ReconnectingSocket("/api/analysis/socket");
    socket.addEventListener("status", () => {
      if (socket.status === "open") {
        this.#wasOpen = true;
        this.#requestedKey = "";
        this.#requestAnalysis();
      } else if (socket.status === "lost" && !this.#wasOpen) {
        this.#disable();
      }
    });
    socket.addEventListener("message", (event) =>
      this.#handleMessage(/** @type {CustomEvent} */ (event).detail),
    );
    return socket;
  }

  #disable() {
    Object.assign(this.#enabled, { think: false, record: false, show: false });
    this.#socket?.close();
    this.#socket = null;
    this.#renderSwitches();
    this.#note.textContent = say("web.hints.unavailable");
  }

  /** @param {any} message */
  #handleMessage(message) {
    if (message.type === "refused" || message.type === "problem") {
      this.#note.textContent = message.why ?? message.problem ?? "";
      return;
    }
    if (message.ask !== this.#requestId) return;
    if (message.type === "preparing") this.#warmupLine.show(message.seconds);
    if (!this.#viewed || !message.lines?.length) return;
    this.#analysis = message;
    if (!message.plain) this.#warmupLine.show(null);
    const { depth, settled, words } = /** @type {DepthView} */ (message);
    if (this.#enabled.record) {
      this.#evaluations.save(this.#viewed.ply, { first: settled, depth, words });
    }
    this.#render();
  }

  #render() {
    const { think, record, show } = this.#enabled;
    const analysis = this.#analysis;
    const best = analysis?.lines[0];
    this.#note.textContent = this.#describeState();
    if (!show || !think) {
      this.#hint = null;
    } else if (analysis && best) {
      this.#hint = {
        first: analysis.first,
        words: best.words,
        move: best.moves[0] ?? null,
        arrows: analysis.lines.flatMap((line, index) => {
          const path = line.paths[0];
          return path ? [{ path, tone: index ? "good" : "best", weight: 1 - 0.35 * index }] : [];
        }),
      };
    } else if (this.#hint) {
      // The bar keeps its last value until there is a new one; arrows belong to one position.
      this.#hint = { ...this.#hint, move: null, arrows: [] };
    }
    this.#onHint(this.#hint);
    this.#showGraph((show && record) || this.#viewed?.state.result != null);
  }

  #describeState() {
    const viewed = this.#viewed;
    if (viewed && !areHintsAllowed(viewed.state)) return say("web.hints.fair");
    if (!this.#enabled.think) return say("web.hints.about");
    if (!this.#enabled.show) return say("web.hints.hidden");
    if (!this.#analysis) return say("web.hints.thinking");
    const { depth, lines } = this.#analysis;
    return say("web.hints.says", { words: lines[0]?.words ?? "", depth });
  }

  /** @param {boolean} isSeen */
  #showGraph(isSeen) {
    const curve = this.#evaluations.curve;
    const last = this.#viewed?.state.moves.length ?? 0;
    const isDrawn = isSeen && curve.length > 1;
    this.#graph.toggleAttribute("hidden", !isDrawn);
    if (!isDrawn) return;
    const at = (/** @type {{ ply: number, first: number }} */ { ply, first }) =>
      `${((300 * ply) / Math.max(last, 1)).toFixed(1)} ${(80 - 80 * first).toFixed(1)}`;
    this.#graph.replaceChildren(
      draw("title", {}, say("web.hints.graph", { player: getSideName(0, this.#viewed?.state.position) })),
      draw("rect", { class: "second", width: 300, height: 80 }),
      draw("path", { class: "first", d: `M0 80L${curve.map(at).join("L")}L300 80Z` }),
      draw("line", { class: "middle", x1: 0, x2: 300, y1: 40, y2: 40 }),
    );
  }

  /** @param {MouseEvent} event */
  #handleGraphClick(event) {
    const box = this.#graph.getBoundingClientRect();
    const last = this.#viewed?.state.moves.length ?? 0;
    this.#onSelect(Math.round(((event.clientX - box.left) / box.width) * last));
  }
}

/** No hints while playing against a person on another computer. @param {GameState} state */
function areHintsAllowed(state) {
  const isWatched = state.seats.length === 0;
  return isWatched || state.result !== null || !state.players.some(({ kind }) => kind === "open");
}
