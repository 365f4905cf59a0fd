/**
 * Going through a search: the tree, the tape, the code and the details, all at the same step.
 *
 * @typedef {import("./lab_types.js").Trace} Trace
 * @typedef {import("./lab_types.js").Film} Film
 * @typedef {import("./settings.js").Choices} Choices
 * @typedef {import("./timeline.js").Moment} Moment
 * @typedef {import("./search_tree.js").PlyTree} PlyTree
 *
 * @typedef {object} Surroundings
 * @property {Choices} choices
 * @property {() => void} moved the address has changed
 * @property {(words: string) => void} wait what is waited for; empty: nothing
 * @property {(moves: string[]) => void} begin search from another position
 */

import { ask, Refusal } from "../api.js";
import { find } from "../dom.js";
import { recall, remember } from "../storage.js";
import { announce, complain } from "../app_shell.js";
import { say } from "../i18n.js";
import { searchOf } from "./settings.js";
import { Code } from "./code_panel.js";
import { Details } from "./node_details.js";
import { momentOf, Tally } from "./timeline.js";
import { legend } from "./legend.js";
import { Transport } from "./playback.js";

const NUMBERS = new Intl.NumberFormat();
/** Milliseconds between two looks at how far the compiler is. */
const AGAIN = 700;
const BUSY = 429;
/** How often a busy server is asked again. */
const TURNS = 5;
/** Milliseconds that a step must stay before folded nodes are opened for it. */
const REST = 60;

export class Viewer {
  #asking = new AbortController();
  /** @type {Trace | null} */
  #trace = null;
  /** @type {Tally | null} */
  #tally = null;
  /** @type {Film | null} */
  #film = null;
  /** @type {Map<number, Film>} by round */
  #films = new Map();
  /** @type {Moment | null} */
  #moment = null;
  /** The step that is wanted; the one that is seen may still be on its way. */
  #step = 1;
  #opened = 0;
  #timer = 0;
  #follows = recall("lab.follow", true);

  /** @param {Surroundings} around */
  constructor(around) {
    this.around = around;
    this.tree = /** @type {PlyTree} */ (find("#tree"));
    this.transport = new Transport(find("#transport"), (step) => this.go(step));
    this.code = new Code(find("#code"));
    this.details = new Details(find("#node"), {
      go: (step) => this.go(step),
      begin: around.begin,
      fold: (id) => this.#unfold(around.choices.expanded.filter((each) => each !== id)),
    });
    this.tree.addEventListener("ply-select", (event) => {
      this.tree.selected = /** @type {CustomEvent} */ (event).detail.id;
      this.#showDetails();
    });
    this.tree.addEventListener("ply-unfold", (event) => {
      const { id } = /** @type {CustomEvent<{ id: string }>} */ (event).detail;
      this.#unfold([...new Set([...around.choices.expanded, id])]);
    });
  }

  /** Does the tree open itself where the search is at work? */
  get follows() {
    return this.#follows;
  }

  set follows(follows) {
    this.#follows = follows;
    remember("lab.follow", follows);
    if (follows) this.#follow();
  }

  get step() {
    return this.#step;
  }

  stop() {
    this.#asking.abort();
    this.transport.pause();
  }

  /** Searches what is chosen. Throws what the server refuses. */
  async load() {
    const { choices } = this.around;
    this.stop();
    const asking = (this.#asking = new AbortController());
    const waiting = setTimeout(() => this.around.wait(say("web.lab.searching")), 250);
    try {
      const { trace, film } = await this.#patiently(asking.signal);
      this.#trace = trace;
      this.#tally = new Tally(trace);
      this.#films.clear();
      this.#keep(film);
      this.tree.selected = null;
      this.tree.label = trace.heading;
      this.transport.load(trace.events);
      find("#legend").replaceChildren(legend(trace.algorithm));
      void this.code.load(trace.algorithm).catch(complain);
      this.#step = Math.min(choices.step ?? trace.steps, trace.steps);
      this.#show(true);
    } finally {
      clearTimeout(waiting);
      if (this.#asking === asking) this.around.wait("");
    }
  }

  /**
   * Shows the search after a step.
   *
   * @param {number} step
   */
  go(step) {
    if (!this.#trace) return;
    this.#step = Math.max(1, Math.min(step, this.#trace.steps));
    this.around.choices.step = this.#step === this.#trace.steps ? null : this.#step;
    this.around.moved();
    this.#show(false);
  }

  /** @param {AbortSignal} signal */
  async #patiently(signal) {
    for (let turns = 1; ; turns++) {
      try {
        const answer = await ask("/api/lab/trace", this.#wish(this.around.choices.step), signal);
        if (!answer.preparing) return answer;
        this.around.wait(say("web.status.preparing", answer.preparing));
      } catch (error) {
        // Other searches of this visitor, given up by now, may still be at work.
        if (!(error instanceof Refusal) || error.status !== BUSY || turns > TURNS) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
      signal.throwIfAborted();
    }
  }

  /** @param {number | null} step */
  #wish(step) {
    const { choices } = this.around;
    const { limit, expanded } = choices;
    return { ...searchOf(choices), step, limit, expanded };
  }

  /** @param {boolean} anew */
  #show(anew) {
    const [trace, tally, step] = [this.#trace, this.#tally, this.#step];
    if (!trace || !tally) return;
    const told = trace.told[tally.letter(step)] ?? "";
    this.transport.show(step, trace.steps, told);
    this.code.mark(trace.numbers[tally.letter(step)] ?? null);
    const round = trace.rounds.findIndex(({ first, last }) => first <= step && step <= last);
    const film = this.#film?.round === round ? this.#film : this.#films.get(round);
    if (!film) return void this.#fetch().catch(complain);
    const isOther = film.round !== this.#film?.round;
    this.#film = film;
    this.#moment = momentOf(film, tally, step);
    this.tree.show(film, this.#moment, anew || isOther);
    this.#tell(trace, told);
    this.#showDetails();
    if (step === trace.steps) this.tree.canvas.rest();
    else if (this.#follows) this.#follow();
  }

  /** @param {Trace} trace @param {string} told */
  #tell(trace, told) {
    const moment = this.#moment;
    if (!moment) return;
    const isEnd = moment.step === trace.steps;
    const place = moment.hidden ? say("web.lab.hidden") : (moment.current?.frame?.words ?? "");
    const line = trace.line.join(" ");
    const result = say(line ? "web.lab.result" : "web.lab.result.over", {
      value: trace.value,
      line,
    });
    find("#told-step").textContent = told;
    const node = find("#told-node");
    node.textContent = node.title = isEnd ? result : place;
    find("#counts").replaceChildren(...this.#counted(trace, moment));
    if (!this.transport.isRunning) announce(`${told}. ${isEnd ? result : place}`);
  }

  /** @param {Trace} trace @param {Moment} moment */
  #counted(trace, moment) {
    const { nodes, leaves, cuts } = moment.counts;
    const counts = [
      say("web.lab.nodes", { count: NUMBERS.format(nodes) }),
      say("web.lab.leaves", { count: NUMBERS.format(leaves) }),
    ];
    if (trace.algorithm !== "minimax") {
      counts.push(say("web.lab.cuts", { count: NUMBERS.format(cuts) }));
    }
    const round = trace.rounds[this.#film?.round ?? 0];
    if (trace.rounds.length > 1 && round) {
      counts.unshift(
        say("web.lab.round", {
          round: (this.#film?.round ?? 0) + 1,
          rounds: trace.rounds.length,
          depth: round.depth ?? "∞",
        }),
      );
    }
    return counts.flatMap((words, index) => (index ? [" · ", words] : [words]));
  }

  #showDetails() {
    const [moment, film] = [this.#moment, this.#film];
    if (!moment || !film) return;
    const chosen = moment.seen.get(this.tree.selected ?? "");
    const current = moment.current;
    const isFolded = current?.state === "folded";
    const here = isFolded ? moment.seen.get(current.strip.parent ?? "") : current;
    find("#node-title").textContent = say(chosen ? "web.lab.node.chosen" : "web.lab.node.current");
    this.details.show(chosen ?? here ?? null, film, this.around.choices);
  }

  // Opening what is folded.

  #follow() {
    const moment = this.#moment;
    if (!moment) return;
    clearTimeout(this.#timer);
    this.tree.reveal();
    if (!moment.hidden || this.#opened === moment.step) return;
    this.#timer = setTimeout(() => void this.#fetch().catch(complain), REST);
  }

  /** @param {string[]} expanded */
  #unfold(expanded) {
    const before = this.around.choices.expanded;
    this.around.choices.expanded = expanded;
    this.#films.clear();
    this.#fetch().then(
      () => this.around.moved(),
      (error) => {
        this.around.choices.expanded = before;
        complain(error);
      },
    );
  }

  /** Fetches the film in which the node of this step is seen. */
  async #fetch() {
    const step = this.#step;
    const signal = this.#asking.signal;
    this.#opened = step;
    try {
      /** @type {Film} */
      const film = await ask("/api/lab/film", this.#wish(step), signal);
      this.#keep(film);
      if (film.first <= this.#step && this.#step <= film.last) this.#show(false);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  }

  /** @param {Film} film */
  #keep(film) {
    this.#film = film;
    this.#films.set(film.round, film);
  }
}
