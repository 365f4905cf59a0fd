/**
 * The whole game analysed in one click: progress, graph, what each side did wrong, and where.
 *
 * @typedef {import("./study.js").Study} Study
 * @typedef {import("./study.js").NodeView} NodeView
 */

import { make } from "../dom.js";
import { icon } from "../icons.js";
import { complain, notify } from "../app_shell.js";
import { Channel } from "../reconnecting_socket.js";
import { say, sideName } from "../i18n.js";
import { Graph } from "./evaluation_graph.js";

const GRADES = /** @type {const} */ (["inaccuracy", "mistake", "blunder"]);
const SYMBOLS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

export class Review {
  #study;
  #go;
  #learn;
  #graph;
  /** @type {Channel | null} */
  #channel = null;
  #running = false;
  /** The side that wants to learn as soon as its mistakes are known. @type {number | null} */
  #pupil = null;

  #start = make(
    "button",
    { class: "main", onclick: () => void this.begin().catch(complain) },
    icon("analyse"),
    say("web.review.start"),
  );
  #stop = make("button", { onclick: () => this.#end() }, say("web.review.stop"));
  #progress = make("progress", { max: 1, value: 0, "aria-label": say("web.review.progress") });
  #told = make("p", { class: "soft small", role: "status" });
  #summary = make("div", { class: "summary" });
  #list = make("ol", { class: "mistakes" });

  /**
   * @param {HTMLElement} box
   * @param {Study} study
   * @param {(id: number) => void} go
   * @param {(side: number) => void} learn from the mistakes of a side
   */
  constructor(box, study, go, learn) {
    this.#study = study;
    this.#go = go;
    this.#learn = learn;
    this.#graph = new Graph(study, go);
    box.replaceChildren(
      make("div", { class: "review-head" }, make("h2", {}, say("web.review")), this.#start, this.#stop, this.#progress),
      this.#told,
      make("div", { class: "graph-box" }, this.#graph.element),
      this.#summary,
      this.#list,
    );
    this.write();
  }

  async begin() {
    if (!this.#study.mainLine.length) return notify(say("web.review.empty"), "problem");
    await this.#study.own();
    this.#running = true;
    this.#show(0, this.#study.mainLine.length + 1);
    this.#channel?.close();
    const { id } = this.#study.view;
    const channel = new Channel("/api/analysis/socket", {
      greet: () => ({ type: "review", study: id, key: this.#study.key }),
    });
    this.#channel = channel;
    channel.addEventListener("message", (event) => this.#heard(/** @type {CustomEvent} */ (event).detail));
  }

  /** Straight to the mistakes of a side; the game is analysed first if it was not. @param {number} side */
  async teach(side) {
    if (this.#study.mainLine.some((node) => node.chance !== null && !node.over)) return this.#lead(side);
    this.#pupil = side;
    await this.begin();
  }

  /** @param {number} side */
  #lead(side) {
    const hasErred = this.#study.mainLine.some((node) => node.judgement && node.side === side);
    if (hasErred) this.#learn(side);
    else notify(say("web.learn.none"));
  }

  /** @param {any} message */
  #heard(message) {
    if (message.type === "step") {
      this.#study.learnStep(message);
      this.#show(message.done, message.total);
    } else if (message.type === "preparing") {
      this.#told.textContent = say("web.status.preparing", message);
    } else if (message.type === "reviewed") {
      this.#study.learn(message.study);
      const pupil = this.#pupil;
      this.#end();
      if (pupil !== null) this.#lead(pupil);
    } else if (message.type === "refused") {
      notify(message.why, "problem");
      this.#end();
    }
  }

  #end() {
    this.#channel?.close();
    this.#channel = null;
    this.#running = false;
    this.#pupil = null;
    this.write();
  }

  /** @param {number} done @param {number} total */
  #show(done, total) {
    this.#progress.value = done / total;
    this.#told.textContent = say("web.review.done", { done, total });
    this.write();
  }

  /** What is known of the game so far. */
  write() {
    const line = this.#study.mainLine;
    const judged = line.filter((node) => node.judgement);
    const isKnown = line.some((node) => node.chance !== null && !node.over);
    this.#start.hidden = this.#running;
    this.#stop.hidden = !this.#running;
    this.#progress.hidden = !this.#running;
    if (!this.#running) {
      this.#told.textContent = isKnown ? "" : say("web.review.about");
      this.#start.lastChild?.replaceWith(say(isKnown ? "web.review.again" : "web.review.start"));
    }
    this.#graph.write();
    this.#summary.replaceChildren(...(isKnown ? [0, 1].map((side) => this.#side(side, judged)) : []));
    this.#list.replaceChildren(...judged.map((node) => this.#mistake(node)));
  }

  /** Shows where the reader stands. */
  mark() {
    this.#graph.mark();
  }

  /** @param {number} side @param {NodeView[]} judged */
  #side(side, judged) {
    const own = judged.filter((node) => node.side === side);
    const accuracy = this.#study.view.accuracy?.[side];
    const isKnown = accuracy !== null && accuracy !== undefined && !this.#running;
    return make(
      "div",
      { class: "side-summary" },
      make("h3", {}, sideName(side)),
      make("p", { class: "small" }, isKnown ? say("web.review.accuracy", { percent: Math.round(accuracy) }) : ""),
      make(
        "ul",
        { class: "counts small" },
        ...GRADES.map((grade) =>
          make(
            "li",
            { class: grade },
            make("span", { class: "symbol", "aria-hidden": "true" }, SYMBOLS[grade]),
            say(`web.review.${grade}`, { count: own.filter((node) => node.judgement?.grade === grade).length }),
          ),
        ),
      ),
      !this.#running &&
        own.length > 0 &&
        make(
          "button",
          { "data-learn": side, onclick: () => this.#learn(side) },
          icon("eye"),
          say("web.learn.start"),
        ),
    );
  }

  /** @param {NodeView} node */
  #mistake({ id, ply, move, judgement }) {
    return make(
      "li",
      {},
      make(
        "button",
        { class: `quiet ${judgement?.grade}`, onclick: () => this.#go(id) },
        make("span", { class: "symbol" }, judgement?.symbol),
        make("span", { class: "which" }, `${ply}. ${move}`),
        make("span", { class: "small" }, judgement?.words),
      ),
    );
  }
}
