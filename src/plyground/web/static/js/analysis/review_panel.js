/**
 * The review of a whole game: progress, graph, accuracy, and the mistakes of each side.
 *
 * @typedef {import("./study.js").Study} Study
 * @typedef {import("./study.js").NodeView} NodeView
 * @typedef {import("./study.js").EvidenceView} EvidenceView
 */

import { announce, notify, showError } from "../app_shell.js";
import { make } from "../dom.js";
import { getSideName, say } from "../i18n.js";
import { makeIcon } from "../icons.js";
import { ReconnectingSocket } from "../reconnecting_socket.js";
import { WarmupLine } from "../warmup_line.js";
import { EvaluationGraph } from "./evaluation_graph.js";
import { LineReplay } from "./line_replay.js";

const GRADES = /** @type {const} */ (["inaccuracy", "mistake", "blunder"]);
const SYMBOLS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class ReviewPanel {
  #study;
  #onSelect;
  #onLearn;
  #graph;
  #replay;
  /** @type {ReconnectingSocket | null} */
  #socket = null;
  #isRunning = false;
  /** The side whose lesson starts when the review is finished. @type {number | null} */
  #learningSide = null;

  #startButton = make(
    "button",
    { class: "primary", onclick: () => void this.start().catch(showError) },
    makeIcon("analyse"),
    say("web.review.start"),
  );
  #stopButton = make("button", { onclick: () => this.#finish() }, say("web.review.stop"));
  #progress = make("progress", { max: 1, value: 0, "aria-label": say("web.review.progress") });
  #statusLine = make("p", { class: "muted small", role: "status" });
  #warmupText = make("p", { class: "warmup muted small" });
  #warmupLine = new WarmupLine(this.#warmupText, "web.warming.waiting");
  #summary = make("div", { class: "summary" });
  #list = make("ol", { class: "mistakes" });

  /**
   * @param {HTMLElement} box
   * @param {Study} study
   * @param {(id: number) => void} onSelect
   * @param {(side: number) => void} onLearn starts the lesson of a side
   */
  constructor(box, study, onSelect, onLearn) {
    this.#study = study;
    this.#onSelect = onSelect;
    this.#onLearn = onLearn;
    this.#graph = new EvaluationGraph(study, onSelect);
    this.#replay = new LineReplay(study, onSelect);
    box.replaceChildren(
      make(
        "div",
        { class: "review-head" },
        make("h2", {}, say("web.review")),
        this.#startButton,
        this.#stopButton,
        this.#progress,
      ),
      this.#statusLine,
      this.#warmupText,
      make("div", { class: "graph-box" }, this.#graph.element),
      this.#summary,
      this.#list,
    );
    this.render();
  }

  async start() {
    if (!this.#study.mainLine.length) return notify(say("web.review.empty"), "problem");
    await this.#study.ensureOwned();
    this.#isRunning = true;
    this.#showProgress(0, this.#study.mainLine.length + 1);
    this.#socket?.close();
    const { id } = this.#study.view;
    const socket = new ReconnectingSocket("/api/analysis/socket", {
      makeHello: () => ({ type: "review", study: id, key: this.#study.key }),
    });
    this.#socket = socket;
    socket.addEventListener("message", (event) =>
      this.#handleMessage(/** @type {CustomEvent} */ (event).detail),
    );
  }

  /** Starts the lesson of a side, after a review if there was none yet. @param {number} side */
  async startLesson(side) {
    if (this.#study.mainLine.some((node) => node.chance !== null && !node.over))
      return this.#openLesson(side);
    this.#learningSide = side;
    await this.start();
  }

  /** @param {number} side */
  #openLesson(side) {
    const hasErred = this.#study.mainLine.some((node) => node.judgement && node.side === side);
    if (hasErred) this.#onLearn(side);
    else notify(say("web.learn.none"));
  }

  /** @param {any} message */
  #handleMessage(message) {
    if (message.type !== "preparing") this.#warmupLine.show(null);
    if (message.type === "step") {
      this.#study.applyReviewStep(message);
      this.#showProgress(message.done, message.total);
    } else if (message.type === "preparing") {
      this.#warmupLine.show(message.seconds);
    } else if (message.type === "reviewed") {
      this.#study.setView(message.study);
      const side = this.#learningSide;
      this.#finish();
      if (side !== null) this.#openLesson(side);
    } else if (message.type === "refused") {
      notify(message.why, "problem");
      this.#finish();
    }
  }

  #finish() {
    this.#socket?.close();
    this.#socket = null;
    this.#warmupLine.show(null);
    this.#isRunning = false;
    this.#learningSide = null;
    this.render();
  }

  /** @param {number} done @param {number} total */
  #showProgress(done, total) {
    this.#progress.value = done / total;
    this.#statusLine.textContent = say("web.review.done", { done, total });
    this.render();
  }

  /** Shows what is known of the game so far. */
  render() {
    const line = this.#study.mainLine;
    const judged = line.filter((node) => node.judgement);
    const isKnown = line.some((node) => node.chance !== null && !node.over);
    this.#startButton.hidden = this.#isRunning;
    this.#stopButton.hidden = !this.#isRunning;
    this.#progress.hidden = !this.#isRunning;
    if (!this.#isRunning) {
      this.#statusLine.textContent = isKnown ? "" : say("web.review.about");
      this.#startButton.lastChild?.replaceWith(
        say(isKnown ? "web.review.again" : "web.review.start"),
      );
    }
    this.#graph.render();
    this.#summary.replaceChildren(
      ...(isKnown ? [0, 1].map((side) => this.#makeSideSummary(side, judged)) : []),
    );
    this.#list.replaceChildren(...judged.map((node) => this.#makeMistake(node)));
  }

  /** Highlights the current node. */
  showCurrent() {
    this.#graph.showCurrent();
  }

  /** @param {number} side @param {NodeView[]} judged */
  #makeSideSummary(side, judged) {
    const own = judged.filter((node) => node.side === side);
    const accuracy = this.#study.view.accuracy?.[side];
    const isKnown = accuracy !== null && accuracy !== undefined && !this.#isRunning;
    return make(
      "div",
      { class: "side-summary" },
      make("h3", {}, getSideName(side, this.#study.view)),
      make(
        "p",
        { class: "small" },
        isKnown ? say("web.review.accuracy", { percent: Math.round(accuracy) }) : "",
      ),
      make(
        "ul",
        { class: "counts small" },
        ...GRADES.map((grade) =>
          make(
            "li",
            { class: grade },
            make("span", { class: "symbol", "aria-hidden": "true" }, SYMBOLS[grade]),
            say(`web.review.${grade}`, {
              count: own.filter((node) => node.judgement?.grade === grade).length,
            }),
          ),
        ),
      ),
      !this.#isRunning &&
        own.length > 0 &&
        make(
          "button",
          { "data-learn": side, onclick: () => this.#onLearn(side) },
          makeIcon("eye"),
          say("web.learn.start"),
        ),
    );
  }

  /** @param {NodeView} node */
  #makeMistake({ id, parent, ply, move, judgement }) {
    return make(
      "li",
      {},
      make(
        "button",
        { class: `quiet mistake ${judgement?.grade}`, onclick: () => this.#onSelect(id) },
        make("span", { class: "symbol" }, judgement?.symbol),
        make("span", { class: "move-name" }, `${ply}. ${move}`),
        make("span", { class: "small" }, judgement?.words),
      ),
      make(
        "div",
        { class: "evidence" },
        this.#makeShowButton("missed", parent ?? 0, judgement?.missed_line),
        this.#makeShowButton("refutation", id, judgement?.refutation),
      ),
    );
  }

  /**
   * @param {"missed" | "refutation"} name
   * @param {number} from the node after which the line begins
   * @param {EvidenceView | null | undefined} line
   */
  #makeShowButton(name, from, line) {
    if (!line?.moves.length || this.#isRunning) return null;
    return make(
      "button",
      {
        class: "quiet small",
        "data-line": name,
        title: line.text,
        "aria-description": line.text,
        onclick: () => {
          announce(line.text);
          void this.#replay.show(from, line.moves).catch(showError);
        },
      },
      makeIcon("play"),
      say(`web.review.show.${name}`),
      line.proven && make("span", { class: "proven-sign" }, say("web.review.proven")),
    );
  }
}
