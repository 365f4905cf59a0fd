/**
 * The engine panel: an engine that thinks aloud about the position that is looked at.
 *
 * @typedef {import("../api_types.js").DepthView} DepthView
 * @typedef {import("../api_types.js").LineView} LineView
 * @typedef {import("./study.js").Subject} Subject
 */

import { make } from "../dom.js";
import { tooltip } from "../keyboard.js";
import { recall, remember } from "../storage.js";
import { Channel } from "../reconnecting_socket.js";
import { say } from "../i18n.js";

const SECONDS = 8;
const DEEPER = 30;
const LINES = [1, 2, 3, 5];
const SHOWN_MOVES = 12;

export class Engine {
  #tell;
  #play;
  #isOn = recall("analysis.engine", true);
  #lines = recall("analysis.lines", 3);
  #isSecret = false;
  /** @type {Channel | null} */
  #channel = null;
  /** @type {Subject | null} */
  #subject = null;
  #isOver = false;
  #question = 0;
  /** @type {DepthView | null} */
  #found = null;

  #switch = make("input", { type: "checkbox", role: "switch", id: "engine-on" });
  #standing = make("p", { class: "standing soft small" });
  #deeper = make("button", { class: "quiet", onclick: () => this.#ask(DEEPER) }, say("web.engine.deeper"));
  #list = make("ol", { class: "lines" });

  /**
   * @param {HTMLElement} box
   * @param {(found: DepthView | null) => void} tell what is to be seen of it; null: nothing
   * @param {(moves: string[]) => void} play
   */
  constructor(box, tell, play) {
    this.#tell = tell;
    this.#play = play;
    this.#switch.checked = this.#isOn;
    this.#switch.addEventListener("change", () => this.turn(this.#switch.checked));
    const label = make("label", { class: "switch" }, this.#switch, make("span", {}, say("web.engine")));
    tooltip(label, say("web.key.think"), "think");
    box.replaceChildren(
      make("div", { class: "engine-head" }, label, this.#deeper, this.#chooser()),
      this.#standing,
      this.#list,
    );
    this.#list.dataset["lines"] = String(this.#lines);
    this.#show();
  }

  /** The first move of the best line, if there is one to be seen. */
  get best() {
    return this.#isOn && !this.#isSecret ? (this.#found?.lines[0]?.moves[0] ?? null) : null;
  }

  get isOn() {
    return this.#isOn;
  }

  /** @param {boolean} isOn */
  turn(isOn) {
    this.#isOn = isOn;
    this.#switch.checked = isOn;
    remember("analysis.engine", isOn);
    this.#found = null;
    this.#ask();
  }

  /** Nothing is shown, and nothing thought, while the reader is to find something out. @param {boolean} isSecret */
  hush(isSecret) {
    this.#isSecret = isSecret;
    this.#found = null;
    this.#ask();
  }

  /** @param {Subject} subject @param {boolean} isOver */
  follow(subject, isOver) {
    this.#subject = subject;
    this.#isOver = isOver;
    this.#found = null;
    this.#ask();
  }

  /** @param {number} [seconds] */
  #ask(seconds = SECONDS) {
    const isWanted = this.#isOn && !this.#isSecret && !this.#isOver && this.#subject !== null;
    this.#question += 1;
    if (!isWanted) {
      this.#channel?.send({ type: "stop" });
    } else {
      this.#channel ??= this.#connect();
      this.#channel.send({
        type: "analyse",
        ask: this.#question,
        ...this.#subject,
        lines: this.#lines,
        seconds,
      });
      this.#say(say("web.hints.thinking"));
    }
    this.#deeper.disabled = !isWanted;
    this.#show();
  }

  #connect() {
    const channel = new Channel("/api/analysis/socket");
    channel.addEventListener("standing", () => {
      if (channel.standing === "open") this.#ask();
      else if (channel.standing === "lost") this.#say(say("web.standing.lost"));
    });
    channel.addEventListener("message", (event) => this.#heard(/** @type {CustomEvent} */ (event).detail));
    return channel;
  }

  /** @param {any} message */
  #heard(message) {
    if (message.type === "refused") return this.#say(message.why);
    if (message.ask !== this.#question) return;
    if (message.type === "preparing") return this.#say(say("web.status.preparing", message));
    if (message.type === "waiting") return this.#say(message.why);
    if (message.type !== "depth" && message.type !== "done") return;
    this.#found = message;
    const rate = message.seconds > 0 ? message.nodes / message.seconds : 0;
    const key = message.type === "done" ? "web.engine.done" : "web.engine.depth";
    this.#say(say(key, { depth: message.depth, rate: thousands(rate), nodes: thousands(message.nodes) }));
    this.#show();
  }

  #show() {
    const found = this.#isSecret || !this.#isOn ? null : this.#found;
    if (!this.#isOn) this.#say(say("web.engine.off"));
    else if (this.#isSecret) this.#say(say("web.engine.secret"));
    else if (this.#isOver) this.#say(say("web.engine.over"));
    // While a new search begins, the last lines stay: nothing jumps.
    if (found || !this.#isOn || this.#isSecret || this.#isOver) {
      this.#list.replaceChildren(...(found?.lines ?? []).map((line) => this.#line(line)));
    }
    this.#list.classList.toggle("stale", this.#isOn && !found);
    this.#tell(found);
  }

  /** @param {LineView} line */
  #line({ moves, words, score }) {
    const shown = moves.slice(0, SHOWN_MOVES);
    return make(
      "li",
      {},
      make("span", { class: "worth", title: words }, worth(score)),
      make("span", { class: "unseen" }, words),
      ...shown.map((move, index) =>
        make(
          "button",
          {
            class: "quiet",
            tabindex: index ? "-1" : "0",
            onclick: () => this.#play(moves.slice(0, index + 1)),
          },
          move,
        ),
      ),
    );
  }

  #chooser() {
    const select = make(
      "select",
      { "aria-label": say("web.engine.lines") },
      ...LINES.map((count) =>
        make(
          "option",
          { value: count, selected: count === this.#lines },
          say("web.engine.lines.count", { count }),
        ),
      ),
    );
    select.addEventListener("change", () => {
      this.#lines = Number(select.value);
      remember("analysis.lines", this.#lines);
      this.#list.dataset["lines"] = select.value;
      this.#ask();
    });
    return select;
  }

  /** @param {string} words */
  #say(words) {
    this.#standing.textContent = words;
  }
}

/** A score in a few characters. @param {LineView["score"]} score */
function worth({ kind, plies, chance, value, proven }) {
  if (plies !== null) return `${kind === "win" ? "+" : "−"}#${plies}`;
  if (proven && Math.abs(value) > 1) return `${value > 0 ? "+" : "−"}${Math.abs(value)}`;
  if (proven) return { win: "+1", loss: "−1", draw: "=", value: "" }[kind];
  return `${Math.round(100 * chance)}%`;
}

/** @param {number} count */
function thousands(count) {
  if (count < 1000) return String(Math.round(count));
  return count < 999_500 ? `${Math.round(count / 1000)}k` : `${(count / 1e6).toFixed(1)}M`;
}
