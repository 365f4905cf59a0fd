/**
 * The engine panel: live analysis of the current position.
 *
 * @typedef {import("../api_types.js").DepthView} DepthView
 * @typedef {import("../api_types.js").LineView} LineView
 * @typedef {import("../board/overlay.js").Arrow} Arrow
 * @typedef {import("./study.js").PositionRequest} PositionRequest
 *
 * @typedef {object} AnalysisConnection what the panel needs of a socket
 * @property {string} status `open` when requests are heard
 * @property {(message: object) => void} send
 * @property {EventTarget["addEventListener"]} addEventListener for `status` and `message`
 */

import { getMoveName } from "../display_names.js";
import { assign, make } from "../dom.js";
import { say } from "../i18n.js";
import { setTooltip } from "../keyboard.js";
import { ReconnectingSocket } from "../reconnecting_socket.js";
import { loadItem, saveItem } from "../storage.js";
import { WarmupLine } from "../warmup_line.js";
import { ResourceFields } from "./resource_fields.js";

const SECONDS = 8;
const LINE_COUNTS = [1, 2, 3, 5];
const MAX_SHOWN_MOVES = 12;

export class EnginePanel {
  #onAnalysis;
  #onPlay;
  #isOn = loadItem("analysis.engine", true);
  #lines = loadItem("analysis.lines", 3);
  #isEndless = loadItem("analysis.endless", false);
  /** Of the server's engine. @type {ResourceFields | null} */
  #resources = null;
  #open;
  #isHidden = false;
  /** @type {AnalysisConnection | null} */
  #socket = null;
  /** @type {PositionRequest | null} */
  #position = null;
  #isOver = false;
  #requestId = 0;
  /** @type {DepthView | null} */
  #analysis = null;

  #switch = make("input", { type: "checkbox", role: "switch", id: "engine-on" });
  #statusText = make("span");
  #endlessButton = make(
    "button",
    { class: "quiet toggle", onclick: () => this.#setEndless(!this.#isEndless) },
    say("web.engine.endless"),
  );
  #warmupText = make("span", { class: "warmup" });
  #warmupLine = new WarmupLine(this.#warmupText, "web.warming.analysis");
  #list = make("ol", { class: "lines" });

  /**
   * @param {HTMLElement} box
   * @param {(found: DepthView | null) => void} onAnalysis gets the analysis to show; null: none
   * @param {(moves: string[]) => void} onPlay
   * @param {() => AnalysisConnection} [open] connects to an engine; by default to the server's
   */
  constructor(box, onAnalysis, onPlay, open) {
    this.#onAnalysis = onAnalysis;
    this.#onPlay = onPlay;
    this.#open = open ?? (() => new ReconnectingSocket("/api/analysis/socket"));
    if (!open) this.#resources = new ResourceFields(() => this.#requestAnalysis());
    this.#switch.checked = this.#isOn;
    this.#switch.addEventListener("change", () => this.setOn(this.#switch.checked));
    const label = make(
      "label",
      { class: "switch" },
      this.#switch,
      make("span", {}, say("web.engine")),
    );
    setTooltip(label, say("web.key.think"), "think");
    box.replaceChildren(
      make("div", { class: "engine-head" }, label, this.#endlessButton, this.#makeLineSelect()),
      make("p", { class: "engine-status muted small" }, this.#statusText, this.#warmupText),
      this.#list,
      ...(this.#resources ? [this.#resources.element] : []),
    );
    assign(this.#endlessButton, "aria-pressed", String(this.#isEndless));
    setTooltip(this.#endlessButton, say("web.engine.endless.about"));
    this.#list.dataset["lines"] = String(this.#lines);
    this.#render();
  }

  /** The first move of the best line, if it is shown. */
  get best() {
    return this.#isOn && !this.#isHidden ? (this.#analysis?.lines[0]?.moves[0] ?? null) : null;
  }

  get isOn() {
    return this.#isOn;
  }

  /** @param {boolean} isOn */
  setOn(isOn) {
    this.#isOn = isOn;
    this.#switch.checked = isOn;
    saveItem("analysis.engine", isOn);
    this.#analysis = null;
    this.#requestAnalysis();
  }

  /** Whether to analyse until stopped. @param {boolean} isEndless */
  #setEndless(isEndless) {
    this.#isEndless = isEndless;
    assign(this.#endlessButton, "aria-pressed", String(isEndless));
    saveItem("analysis.endless", isEndless);
    this.#requestAnalysis();
  }

  /** Stops and hides the analysis while the reader solves a lesson. @param {boolean} isHidden */
  setHidden(isHidden) {
    this.#isHidden = isHidden;
    this.#analysis = null;
    this.#requestAnalysis();
  }

  /** @param {PositionRequest} position @param {boolean} isOver */
  setPosition(position, isOver) {
    this.#position = position;
    this.#isOver = isOver;
    this.#analysis = null;
    this.#requestAnalysis();
  }

  #requestAnalysis() {
    const isWanted = this.#isOn && !this.#isHidden && !this.#isOver && this.#position !== null;
    this.#requestId += 1;
    if (!isWanted) {
      this.#socket?.send({ type: "stop" });
      this.#warmupLine.show(null);
    } else {
      this.#socket ??= this.#connect();
      this.#socket.send({
        type: "analyse",
        ask: this.#requestId,
        ...this.#position,
        agent: this.#resources?.spec ?? "engine",
        lines: this.#lines,
        proof: true,
        ...(this.#isEndless ? { endless: true } : { seconds: SECONDS }),
      });
      this.#setStatus(say("web.hints.thinking"));
    }
    this.#render();
  }

  #connect() {
    const socket = this.#open();
    socket.addEventListener("status", () => {
      if (socket.status === "open") this.#requestAnalysis();
      else if (socket.status === "lost") this.#setStatus(say("web.standing.lost"));
    });
    socket.addEventListener("message", (event) =>
      this.#handleMessage(/** @type {CustomEvent} */ (event).detail),
    );
    return socket;
  }

  /** @param {any} message */
  #handleMessage(message) {
    if (message.type === "refused") return this.#handleRefusal(message.why);
    if (message.ask !== this.#requestId) return;
    if (message.type === "preparing") return this.#warmupLine.show(message.seconds);
    if (message.type === "waiting") return this.#setStatus(message.why);
    if (message.type !== "depth" && message.type !== "done") return;
    this.#analysis = message;
    if (!message.plain) this.#warmupLine.show(null);
    const rate = message.seconds > 0 ? message.nodes / message.seconds : 0;
    const isSolved = message.type === "done" && message.lines[0]?.score.proven;
    const state = message.plain ? "plain" : isSolved ? "solved" : message.type;
    this.#setStatus(
      say(`web.engine.${state}`, {
        depth: message.depth,
        rate: formatCount(rate),
        nodes: formatCount(message.nodes),
        words: message.words,
      }),
    );
    this.#render();
  }

  /** The owner may allow less than this browser has stored. @param {string} why */
  #handleRefusal(why) {
    this.#setStatus(why);
    if (this.#resources?.reset()) this.#requestAnalysis();
  }

  #render() {
    const found = this.#isHidden || !this.#isOn ? null : this.#analysis;
    if (!this.#isOn) this.#setStatus(say("web.engine.off"));
    else if (this.#isHidden) this.#setStatus(say("web.engine.secret"));
    else if (this.#isOver) this.#setStatus(say("web.engine.over"));
    // While a new search starts, the last lines stay, so that the layout does not shift.
    if (found || !this.#isOn || this.#isHidden || this.#isOver) {
      this.#list.replaceChildren(...(found?.lines ?? []).map((line, index) => this.#makeLine(line, index)));
    }
    this.#list.classList.toggle("stale", this.#isOn && !found);
    this.#onAnalysis(found);
  }

  /** A line; that of a proof is shown to its end. @param {LineView} line @param {number} place */
  #makeLine({ moves, words, sign, score }, place) {
    const shown = score.proven ? moves : moves.slice(0, MAX_SHOWN_MOVES);
    const isReachable = score.proven && place === 0;
    return make(
      "li",
      { class: score.proven && "proven" },
      make("span", { class: "line-score", title: words }, sign),
      make("span", { class: "visually-hidden" }, words),
      ...shown.map((move, index) =>
        make(
          "button",
          {
            class: "quiet",
            tabindex: index && !isReachable ? "-1" : "0",
            onclick: () => this.#onPlay(moves.slice(0, index + 1)),
          },
          getMoveName(this.#position?.game ?? "", move),
        ),
      ),
    );
  }

  #makeLineSelect() {
    const select = make(
      "select",
      { "aria-label": say("web.engine.lines") },
      ...LINE_COUNTS.map((count) =>
        make(
          "option",
          { value: count, selected: count === this.#lines },
          say("web.engine.lines.count", { count }),
        ),
      ),
    );
    select.addEventListener("change", () => {
      this.#lines = Number(select.value);
      saveItem("analysis.lines", this.#lines);
      this.#list.dataset["lines"] = select.value;
      this.#requestAnalysis();
    });
    return select;
  }

  /** @param {string} words */
  #setStatus(words) {
    this.#statusText.textContent = words;
  }
}

/**
 * The first moves of the engine's lines as numbered arrows.
 *
 * @param {DepthView | null} analysis
 * @returns {Arrow[]}
 */
export function makeEngineArrows(analysis) {
  return (analysis?.lines ?? []).flatMap((line, index) => {
    const path = line.paths[0];
    /** @type {Arrow["tone"]} */
    const tone = index ? "good" : "best";
    const weight = 1 - 0.3 * Math.min(index, 3);
    return path ? [{ path, tone, weight, label: String(index + 1) }] : [];
  });
}

/** @param {number} count */
function formatCount(count) {
  if (count < 1000) return String(Math.round(count));
  return count < 999_500 ? `${Math.round(count / 1000)}k` : `${(count / 1e6).toFixed(1)}M`;
}
