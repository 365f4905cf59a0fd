/**
 * Help during a game, off by default. Three switches, because they are three wishes: *think* lets
 * an engine look along, *record* keeps what it thought for the graph, *show* lets it be seen.
 *
 * @typedef {import("../api_types.js").GameState} GameState
 * @typedef {import("../api_types.js").DepthView} DepthView
 * @typedef {import("../board/overlay.js").Arrow} Arrow
 *
 * @typedef {object} Seen what is to be seen of an engine's thoughts; null when hidden
 * @property {number} first the first player's chance
 * @property {string} words
 * @property {string | null} move the best one
 * @property {Arrow[]} arrows
 */

import { draw, make } from "../dom.js";
import { tooltip } from "../keyboard.js";
import { recall, remember } from "../storage.js";
import { Channel } from "../reconnecting_socket.js";
import { say } from "../i18n.js";
import { Evaluations } from "./evaluations.js";

/** @typedef {"think" | "record" | "show"} Wish */

const WISHES = /** @type {const} */ (["think", "record", "show"]);
const SECONDS = 8;
const LINES = 3;

export class Hints {
  #box;
  #tell;
  #go;
  #evaluations;
  #wishes = /** @type {Record<Wish, boolean>} */ ({ think: false, record: false, show: false });
  /** @type {Channel | null} */
  #channel = null;
  #wasOpen = false;
  /** @type {{ state: GameState, ply: number } | null} */
  #subject = null;
  #asked = "";
  /** Questions asked so far: answers to older ones come late and are not heard. */
  #number = 0;
  /** @type {DepthView | null} */
  #thought = null;
  /** @type {Seen | null} */
  #seen = null;
  /** @type {Record<Wish, HTMLInputElement>} */
  #switches;
  #note = make("p", { class: "soft small", id: "hint-note" });
  #graph = draw("svg", {
    class: "graph",
    viewBox: "0 0 300 80",
    preserveAspectRatio: "none",
    hidden: true,
  });

  /**
   * @param {HTMLElement} box
   * @param {string} id of the game
   * @param {(seen: Seen | null) => void} tell
   * @param {(ply: number) => void} go
   */
  constructor(box, id, tell, go) {
    this.#box = box;
    this.#tell = tell;
    this.#go = go;
    this.#evaluations = new Evaluations(id);
    const made = WISHES.map((wish) => [wish, this.#switch(wish)]);
    this.#switches = Object.fromEntries(made);
    const labels = WISHES.map((wish) => {
      const label = make(
        "label",
        { class: "switch" },
        this.#switches[wish],
        make("span", {}, say(`web.hints.${wish}`)),
      );
      tooltip(label, say(`web.hints.${wish}.about`), wish === "record" ? undefined : wish);
      return label;
    });
    box.replaceChildren(
      make("h2", {}, say("web.hints")),
      make("div", { class: "switches" }, ...labels),
      this.#note,
      this.#graph,
    );
    this.#graph.addEventListener("click", (event) => this.#clicked(event));
    // What was wished in this very game is wished again after a reload.
    Object.assign(this.#wishes, recall(`hints.${id}`, {}));
    this.#id = id;
    this.#showWishes();
  }

  #id;

  /** @param {Wish} wish */
  toggle(wish) {
    if (this.#switches[wish].disabled) return;
    this.#wish(wish, !this.#wishes[wish]);
  }

  /**
   * Which position is looked at.
   *
   * @param {GameState} state
   * @param {number} ply
   */
  follow(state, ply) {
    if (this.#subject && state.moves.length < this.#subject.state.moves.length) {
      this.#evaluations.cut(state.moves.length);
    }
    this.#subject = { state, ply };
    const isFair = isFairNow(state);
    for (const control of Object.values(this.#switches)) control.disabled = !isFair;
    this.#box.dataset["fair"] = String(isFair);
    this.#ask();
    this.#show();
  }

  /** @param {Wish} wish */
  #switch(wish) {
    return make("input", {
      type: "checkbox",
      role: "switch",
      id: `hint-${wish}`,
      onchange: (/** @type {Event} */ event) =>
        this.#wish(wish, /** @type {HTMLInputElement} */ (event.target).checked),
    });
  }

  /** @param {Wish} wish @param {boolean} isOn */
  #wish(wish, isOn) {
    this.#wishes[wish] = isOn;
    // Nothing is recorded or shown unless somebody thinks.
    if (isOn) this.#wishes.think = true;
    if (!this.#wishes.think) Object.assign(this.#wishes, { record: false, show: false });
    remember(`hints.${this.#id}`, this.#wishes);
    this.#showWishes();
    this.#ask();
    this.#show();
  }

  #showWishes() {
    for (const wish of WISHES) this.#switches[wish].checked = this.#wishes[wish];
  }

  /** Lets the engine look at the position, or stop. */
  #ask() {
    const subject = this.#subject;
    if (!subject || !this.#wishes.think || !isFairNow(subject.state)) {
      this.#channel?.close();
      this.#channel = null;
      this.#asked = "";
      this.#thought = null;
      return;
    }
    this.#channel ??= this.#connect();
    const { state, ply } = subject;
    const moves = state.moves.slice(0, ply).map(({ move }) => move);
    const isOver = ply === state.moves.length && state.position.over;
    const asked = JSON.stringify([moves, isOver]);
    if (asked === this.#asked) return;
    if (isOver) this.#channel.send({ type: "stop" });
    const { game, options, start = null } = state;
    const question = {
      type: "analyse",
      ask: ++this.#number,
      game,
      options,
      start,
      moves,
      lines: LINES,
      seconds: SECONDS,
      agent: "engine",
    };
    if (isOver || this.#channel.send(question)) this.#asked = asked;
    this.#thought = null;
  }

  #connect() {
    const channel = new Channel("/api/analysis/socket");
    channel.addEventListener("standing", () => {
      if (channel.standing === "open") {
        this.#wasOpen = true;
        this.#asked = "";
        this.#ask();
      } else if (channel.standing === "lost" && !this.#wasOpen) {
        this.#unavailable();
      }
    });
    channel.addEventListener("message", (event) =>
      this.#heard(/** @type {CustomEvent} */ (event).detail),
    );
    return channel;
  }

  #unavailable() {
    Object.assign(this.#wishes, { think: false, record: false, show: false });
    this.#channel?.close();
    this.#channel = null;
    this.#showWishes();
    this.#note.textContent = say("web.hints.unavailable");
  }

  /** @param {any} message */
  #heard(message) {
    if (message.type === "refused" || message.type === "problem") {
      this.#note.textContent = message.why ?? message.problem ?? "";
      return;
    }
    const isAnswer = message.ask === this.#number && message.lines?.length > 0;
    if (!isAnswer || !this.#subject) return;
    this.#thought = message;
    const { depth, first, lines } = /** @type {DepthView} */ (message);
    if (this.#wishes.record) {
      this.#evaluations.keep(this.#subject.ply, { first, depth, words: lines[0]?.words ?? "" });
    }
    this.#show();
  }

  #show() {
    const { think, record, show } = this.#wishes;
    const thought = this.#thought;
    const best = thought?.lines[0];
    this.#note.textContent = this.#noteWords();
    if (!show || !think) {
      this.#seen = null;
    } else if (thought && best) {
      this.#seen = {
        first: thought.first,
        words: best.words,
        move: best.moves[0] ?? null,
        arrows: thought.lines.flatMap((line, index) => {
          const path = line.paths[0];
          return path ? [{ path, tone: index ? "good" : "best", weight: 1 - 0.35 * index }] : [];
        }),
      };
    } else if (this.#seen) {
      // The bar keeps its last value until there is a new one; arrows belong to their position.
      this.#seen = { ...this.#seen, move: null, arrows: [] };
    }
    this.#tell(this.#seen);
    this.#showGraph((show && record) || this.#subject?.state.result != null);
  }

  #noteWords() {
    const subject = this.#subject;
    if (subject && !isFairNow(subject.state)) return say("web.hints.fair");
    if (!this.#wishes.think) return say("web.hints.about");
    if (!this.#wishes.show) return say("web.hints.hidden");
    if (!this.#thought) return say("web.hints.thinking");
    const { depth, lines } = this.#thought;
    return say("web.hints.says", { words: lines[0]?.words ?? "", depth });
  }

  /** @param {boolean} isSeen */
  #showGraph(isSeen) {
    const curve = this.#evaluations.curve;
    const last = this.#subject?.state.moves.length ?? 0;
    const isDrawn = isSeen && curve.length > 1;
    this.#graph.toggleAttribute("hidden", !isDrawn);
    if (!isDrawn) return;
    const at = (/** @type {{ ply: number, first: number }} */ { ply, first }) =>
      `${((300 * ply) / Math.max(last, 1)).toFixed(1)} ${(80 - 80 * first).toFixed(1)}`;
    this.#graph.replaceChildren(
      draw("title", {}, say("web.hints.graph")),
      draw("rect", { class: "second", width: 300, height: 80 }),
      draw("path", { class: "first", d: `M0 80L${curve.map(at).join("L")}L300 80Z` }),
      draw("line", { class: "middle", x1: 0, x2: 300, y1: 40, y2: 40 }),
    );
  }

  /** @param {MouseEvent} event */
  #clicked(event) {
    const box = this.#graph.getBoundingClientRect();
    const last = this.#subject?.state.moves.length ?? 0;
    this.#go(Math.round(((event.clientX - box.left) / box.width) * last));
  }
}

/** Nobody may ask an engine while playing against a person elsewhere. @param {GameState} state */
function isFairNow(state) {
  const isWatched = state.seats.length === 0;
  return isWatched || state.result !== null || !state.players.some(({ kind }) => kind === "open");
}
