/**
 * Learning from mistakes: the reader gets the position before each mistake, without hints, and looks
 * for a better move. Every move that is good enough counts as right.
 *
 * @typedef {import("./study.js").Study} Study
 * @typedef {import("./study.js").NodeView} NodeView
 * @typedef {import("../board/overlay.js").Arrow} Arrow
 *
 * @typedef {"asking" | "checking" | "wrong" | "right" | "shown" | "over"} Stage
 */

import { announce } from "../app_shell.js";
import { make } from "../dom.js";
import { getSideName, say } from "../i18n.js";
import { ReconnectingSocket } from "../reconnecting_socket.js";

export class Lesson {
  #box;
  #study;
  #onChange;
  /** @type {NodeView[]} */
  #mistakes = [];
  #index = 0;
  #solved = 0;
  /** @type {Stage} */
  #stage = "over";
  #tried = "";
  #requestId = 0;
  /** @type {ReconnectingSocket | null} */
  #socket = null;
  isOpen = false;

  /**
   * @param {HTMLElement} box
   * @param {Study} study
   * @param {() => void} onChange called after every change
   */
  constructor(box, study, onChange) {
    this.#box = box;
    this.#study = study;
    this.#onChange = onChange;
  }

  /** @param {number} side */
  start(side) {
    this.#mistakes = this.#study.mainLine.filter((node) => node.judgement && node.side === side);
    if (!this.#mistakes.length) return;
    this.isOpen = true;
    this.#index = 0;
    this.#solved = 0;
    this.#socket = new ReconnectingSocket("/api/analysis/socket");
    this.#socket.addEventListener("message", (event) =>
      this.#handleMessage(/** @type {CustomEvent} */ (event).detail),
    );
    this.#askCurrent();
  }

  end() {
    this.#socket?.close();
    this.#socket = null;
    this.isOpen = false;
    this.#render();
  }

  /** May the reader try a move now? Only before the mistake, not elsewhere in the game. */
  get isAsking() {
    const isWaiting = this.#stage === "asking" || this.#stage === "wrong";
    return this.isOpen && isWaiting && this.#study.current === this.#mistake.parent;
  }

  /** The better moves, once they are revealed. @returns {string[]} */
  get answers() {
    const { judgement } = this.#mistake;
    return this.#stage === "right" || this.#stage === "shown" ? (judgement?.better ?? []) : [];
  }

  /** The move that was tried last. */
  get tried() {
    return this.#stage === "wrong" || this.#stage === "right" ? this.#tried : "";
  }

  /** @param {string} move */
  attempt(move) {
    if (!this.isAsking) return;
    this.#tried = move;
    this.#requestId += 1;
    const question = {
      type: "try",
      ask: this.#requestId,
      study: this.#study.view.id,
      node: this.#mistake.id,
      move,
    };
    if (this.#socket?.send(question)) this.#setStage("checking");
    else this.#box.querySelector(".verdict")?.replaceChildren(say("web.problem.unreachable"));
  }

  /** @returns {NodeView} */
  get #mistake() {
    const mistake = this.#mistakes[this.#index];
    if (!mistake) throw new Error("no mistake left");
    return mistake;
  }

  /** Asks for a better move in the position before the current mistake. */
  #askCurrent() {
    this.#tried = "";
    this.#study.goTo(this.#mistake.parent ?? 0);
    this.#setStage("asking");
  }

  #goToNext() {
    if (this.#index + 1 < this.#mistakes.length) {
      this.#index += 1;
      this.#askCurrent();
    } else {
      this.#setStage("over");
    }
  }

  /** @param {any} message */
  #handleMessage(message) {
    if (message.type === "refused") {
      this.#setStage("asking");
      this.#box.querySelector(".verdict")?.replaceChildren(message.why);
    } else if (
      message.type === "tried" &&
      message.ask === this.#requestId &&
      this.#stage === "checking"
    ) {
      this.#tried = message.move;
      if (message.good) this.#solved += 1;
      this.#setStage(message.good ? "right" : "wrong");
    }
  }

  /** @param {Stage} stage */
  #setStage(stage) {
    this.#stage = stage;
    this.#render();
  }

  #render() {
    this.#box.hidden = !this.isOpen;
    if (this.isOpen) {
      const verdict = this.#describeVerdict();
      this.#box.replaceChildren(
        make(
          "h2",
          {},
          say("web.learn.place", { place: this.#index + 1, all: this.#mistakes.length }),
        ),
        make("p", {}, this.#stage === "over" ? "" : this.#describeTask()),
        make("p", { class: `verdict ${this.#stage}` }, verdict),
        make("div", { class: "buttons" }, ...this.#makeButtons()),
      );
      announce(verdict || this.#describeTask());
    }
    this.#onChange();
  }

  #describeTask() {
    const { ply, move, side, judgement } = this.#mistake;
    const sign = judgement?.symbol ?? "";
    return say("web.learn.task", { side: getSideName(side ?? 0, this.#study.view), ply, move: `${move}${sign}` });
  }

  #describeVerdict() {
    const move = this.#tried;
    const { better: moves = [], why = "" } = this.#mistake.judgement ?? {};
    const better = moves.join(", ");
    switch (this.#stage) {
      case "checking":
        return say("web.learn.checking", { move });
      case "wrong":
        return say(move === this.#mistake.move ? "web.learn.same" : "web.learn.wrong", { move });
      case "right":
        return `${say("web.learn.right", { move, better })} ${why}`.trim();
      case "shown":
        return `${say("web.learn.shown", { better })} ${why}`.trim();
      case "over":
        return say("web.learn.over", { found: this.#solved, all: this.#mistakes.length });
      default:
        return "";
    }
  }

  #makeButtons() {
    const isLast = this.#index + 1 === this.#mistakes.length;
    const next = make(
      "button",
      { class: "primary", onclick: () => this.#goToNext() },
      say(isLast ? "web.learn.finish" : "web.learn.next"),
    );
    const leave = make(
      "button",
      { class: "quiet", onclick: () => this.end() },
      say("web.learn.leave"),
    );
    if (this.#stage === "over") {
      return [make("button", { class: "primary", onclick: () => this.end() }, say("web.close"))];
    }
    if (this.#stage === "right" || this.#stage === "shown") return [next, leave];
    return [
      make("button", { onclick: () => this.#setStage("shown") }, say("web.learn.show")),
      make("button", { onclick: () => this.#goToNext() }, say("web.learn.skip")),
      leave,
    ];
  }
}
