/**
 * Learning from mistakes: the reader stands before each of them again, without hints, and looks
 * for something better. Every move that is as good is right.
 *
 * @typedef {import("./study.js").Study} Study
 * @typedef {import("./study.js").NodeView} NodeView
 * @typedef {import("../board/overlay.js").Arrow} Arrow
 *
 * @typedef {"asking" | "checking" | "wrong" | "right" | "shown" | "over"} Stage
 */

import { make } from "../dom.js";
import { announce } from "../app_shell.js";
import { Channel } from "../reconnecting_socket.js";
import { say, sideName } from "../i18n.js";

export class Lesson {
  #box;
  #study;
  #tell;
  /** @type {NodeView[]} */
  #mistakes = [];
  #place = 0;
  #found = 0;
  /** @type {Stage} */
  #stage = "over";
  #tried = "";
  #question = 0;
  /** @type {Channel | null} */
  #channel = null;
  isOpen = false;

  /**
   * @param {HTMLElement} box
   * @param {Study} study
   * @param {() => void} tell that something has changed
   */
  constructor(box, study, tell) {
    this.#box = box;
    this.#study = study;
    this.#tell = tell;
  }

  /** @param {number} side */
  begin(side) {
    this.#mistakes = this.#study.mainLine.filter((node) => node.judgement && node.side === side);
    if (!this.#mistakes.length) return;
    this.isOpen = true;
    this.#place = 0;
    this.#found = 0;
    this.#channel = new Channel("/api/analysis/socket");
    this.#channel.addEventListener("message", (event) => this.#heard(/** @type {CustomEvent} */ (event).detail));
    this.#face();
  }

  end() {
    this.#channel?.close();
    this.#channel = null;
    this.isOpen = false;
    this.#show();
  }

  /** May the reader try a move now? Only before the mistake, not elsewhere in the game. */
  get isAsking() {
    const isWaiting = this.#stage === "asking" || this.#stage === "wrong";
    return this.isOpen && isWaiting && this.#study.current === this.#mistake.parent;
  }

  /** What is to be drawn of the answer: only once it is known. @returns {string[]} moves */
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
    this.#question += 1;
    const question = { type: "try", ask: this.#question, study: this.#study.view.id, node: this.#mistake.id, move };
    if (this.#channel?.send(question)) this.#enter("checking");
    else this.#box.querySelector(".verdict")?.replaceChildren(say("web.problem.unreachable"));
  }

  /** @returns {NodeView} */
  get #mistake() {
    const mistake = this.#mistakes[this.#place];
    if (!mistake) throw new Error("no mistake left");
    return mistake;
  }

  /** Before the next mistake. */
  #face() {
    this.#tried = "";
    this.#study.go(this.#mistake.parent ?? 0);
    this.#enter("asking");
  }

  #next() {
    if (this.#place + 1 < this.#mistakes.length) {
      this.#place += 1;
      this.#face();
    } else {
      this.#enter("over");
    }
  }

  /** @param {any} message */
  #heard(message) {
    if (message.type === "refused") {
      this.#enter("asking");
      this.#box.querySelector(".verdict")?.replaceChildren(message.why);
    } else if (message.type === "tried" && message.ask === this.#question && this.#stage === "checking") {
      this.#tried = message.move;
      if (message.good) this.#found += 1;
      this.#enter(message.good ? "right" : "wrong");
    }
  }

  /** @param {Stage} stage */
  #enter(stage) {
    this.#stage = stage;
    this.#show();
  }

  #show() {
    this.#box.hidden = !this.isOpen;
    if (this.isOpen) {
      const verdict = this.#verdict();
      this.#box.replaceChildren(
        make("h2", {}, say("web.learn.place", { place: this.#place + 1, all: this.#mistakes.length })),
        make("p", {}, this.#stage === "over" ? "" : this.#task()),
        make("p", { class: `verdict ${this.#stage}` }, verdict),
        make("div", { class: "buttons" }, ...this.#buttons()),
      );
      announce(verdict || this.#task());
    }
    this.#tell();
  }

  #task() {
    const { ply, move, side, judgement } = this.#mistake;
    const sign = judgement?.symbol ?? "";
    return say("web.learn.task", { side: sideName(side ?? 0), ply, move: `${move}${sign}` });
  }

  #verdict() {
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
        return say("web.learn.over", { found: this.#found, all: this.#mistakes.length });
      default:
        return "";
    }
  }

  #buttons() {
    const isLast = this.#place + 1 === this.#mistakes.length;
    const next = make(
      "button",
      { class: "main", onclick: () => this.#next() },
      say(isLast ? "web.learn.finish" : "web.learn.next"),
    );
    const leave = make("button", { class: "quiet", onclick: () => this.end() }, say("web.learn.leave"));
    if (this.#stage === "over") {
      return [make("button", { class: "main", onclick: () => this.end() }, say("web.close"))];
    }
    if (this.#stage === "right" || this.#stage === "shown") return [next, leave];
    return [
      make("button", { onclick: () => this.#enter("shown") }, say("web.learn.show")),
      make("button", { onclick: () => this.#next() }, say("web.learn.skip")),
      leave,
    ];
  }
}
