/**
 * Shows a traced search: tree, playback controls, code and details, all at the same step.
 *
 * @typedef {import("./lab_types.js").Trace} Trace
 * @typedef {import("./lab_types.js").Timeline} Timeline
 * @typedef {import("./settings.js").LabSettings} LabSettings
 * @typedef {import("./timeline.js").Snapshot} Snapshot
 * @typedef {import("./search_tree.js").PlyTree} PlyTree
 *
 * @typedef {object} ViewerContext
 * @property {LabSettings} settings
 * @property {() => void} updateUrl called when the step has changed
 * @property {(words: string) => void} showWaiting shows what the page is waiting for; empty: nothing
 * @property {(moves: string[]) => void} [searchFrom] searches from another position
 * @property {ParentNode} [root] what contains the elements; by default the document
 * @property {typeof fetchJson} [request] by default to the server
 */

import { ApiError, fetchJson } from "../api.js";
import { announce, showError } from "../app_shell.js";
import { find } from "../dom.js";
import { say } from "../i18n.js";
import { loadItem, saveItem } from "../storage.js";
import { describeWait } from "../warmup_line.js";
import { CodePanel } from "./code_panel.js";
import { makeLegend } from "./legend.js";
import { NodeDetails } from "./node_details.js";
import { Playback } from "./playback.js";
import { toSearchRequest } from "./settings.js";
import { EventCounts, takeSnapshot } from "./timeline.js";

const NUMBERS = new Intl.NumberFormat();
/** Milliseconds between two requests while the server compiles. */
const RETRY_MS = 700;
const TOO_MANY_REQUESTS = 429;
/** How often a busy server is tried again. */
const MAX_ATTEMPTS = 5;
/** Milliseconds that a step must stay current before folded nodes are opened for it. */
const OPEN_DELAY_MS = 60;

export class TraceViewer {
  #abortController = new AbortController();
  /** @type {Trace | null} */
  #trace = null;
  /** @type {EventCounts | null} */
  #eventCounts = null;
  /** @type {Timeline | null} */
  #timeline = null;
  /** @type {Map<number, Timeline>} by round */
  #timelines = new Map();
  /** @type {Snapshot | null} */
  #snapshot = null;
  /** The requested step; the tree may still show another one. */
  #step = 1;
  #openedStep = 0;
  #timer = 0;
  #follows = loadItem("lab.follow", true);
  #request;

  /** @param {ViewerContext} context */
  constructor(context) {
    this.context = context;
    this.#request = context.request ?? fetchJson;
    this.tree = /** @type {PlyTree} */ (this.#find("#tree"));
    this.playback = new Playback(this.#find("#playback"), (step) => this.goToStep(step));
    this.code = new CodePanel(this.#find("#code"), this.#request);
    const actions = {
      goToStep: (/** @type {number} */ step) => this.goToStep(step),
      fold: (/** @type {string} */ id) =>
        this.#unfold(context.settings.expanded.filter((each) => each !== id)),
      ...(context.searchFrom ? { searchFrom: context.searchFrom } : {}),
    };
    this.details = new NodeDetails(this.#find("#node"), actions, this.#request);
    this.tree.addEventListener("ply-select", (event) => {
      this.tree.selected = /** @type {CustomEvent} */ (event).detail.id;
      this.#showDetails();
    });
    this.tree.addEventListener("ply-unfold", (event) => {
      const { id } = /** @type {CustomEvent<{ id: string }>} */ (event).detail;
      this.#unfold([...new Set([...context.settings.expanded, id])]);
    });
  }

  /** @param {string} selector */
  #find(selector) {
    return find(selector, this.context.root);
  }

  /** Does the tree follow the search, and unfold its nodes? */
  get follows() {
    return this.#follows;
  }

  set follows(follows) {
    this.#follows = follows;
    saveItem("lab.follow", follows);
    if (follows) this.#followStep();
  }

  get step() {
    return this.#step;
  }

  stop() {
    this.#abortController.abort();
    this.playback.pause();
  }

  /** Runs the search of the settings; throws the errors of the server. */
  async load() {
    const { settings } = this.context;
    this.stop();
    const abortController = (this.#abortController = new AbortController());
    const waiting = setTimeout(() => this.context.showWaiting(say("web.lab.searching")), 250);
    try {
      const { trace, film: timeline } = await this.#requestTrace(abortController.signal);
      this.#trace = trace;
      this.#eventCounts = new EventCounts(trace);
      this.#timelines.clear();
      this.#cacheTimeline(timeline);
      this.tree.selected = null;
      this.tree.label = trace.heading;
      this.playback.load(trace.events);
      this.#find("#legend").replaceChildren(makeLegend(trace.algorithm));
      void this.code.load(trace.algorithm).catch(showError);
      this.#step = Math.min(settings.step ?? trace.steps, trace.steps);
      this.#show(true);
    } finally {
      clearTimeout(waiting);
      if (this.#abortController === abortController) this.context.showWaiting("");
    }
  }

  /**
   * Shows the search at a step.
   *
   * @param {number} step
   */
  goToStep(step) {
    if (!this.#trace) return;
    this.#step = Math.max(1, Math.min(step, this.#trace.steps));
    this.context.settings.step = this.#step === this.#trace.steps ? null : this.#step;
    this.context.updateUrl();
    this.#show(false);
  }

  /** @param {AbortSignal} signal */
  async #requestTrace(signal) {
    for (let turns = 1; ; turns++) {
      try {
        const answer = await this.#request(
          "/api/lab/trace",
          this.#makeRequest(this.context.settings.step),
          signal,
        );
        if (!answer.preparing) return answer;
        this.context.showWaiting(describeWait("web.warming.waiting", answer.preparing.seconds));
      } catch (error) {
        // Aborted searches of this client may still be running.
        if (
          !(error instanceof ApiError) ||
          error.status !== TOO_MANY_REQUESTS ||
          turns > MAX_ATTEMPTS
        )
          throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      signal.throwIfAborted();
    }
  }

  /** @param {number | null} step */
  #makeRequest(step) {
    const { settings } = this.context;
    const { limit, expanded } = settings;
    return { ...toSearchRequest(settings), step, limit, expanded };
  }

  /** @param {boolean} isNew */
  #show(isNew) {
    const [trace, eventCounts, step] = [this.#trace, this.#eventCounts, this.#step];
    if (!trace || !eventCounts) return;
    const caption = trace.told[eventCounts.getLetter(step)] ?? "";
    this.playback.show(step, trace.steps, caption);
    this.code.highlightStep(trace.numbers[eventCounts.getLetter(step)] ?? null);
    const round = trace.rounds.findIndex(({ first, last }) => first <= step && step <= last);
    const timeline = this.#timeline?.round === round ? this.#timeline : this.#timelines.get(round);
    if (!timeline) return void this.#fetchTimeline().catch(showError);
    const isOther = timeline.round !== this.#timeline?.round;
    this.#timeline = timeline;
    this.#snapshot = takeSnapshot(timeline, eventCounts, step);
    this.tree.show(timeline, this.#snapshot, isNew || isOther);
    this.#showCaption(trace, caption);
    this.#showDetails();
    if (step === trace.steps) this.tree.viewport.resetUnlessMoved();
    else if (this.#follows) this.#followStep();
  }

  /** @param {Trace} trace @param {string} caption */
  #showCaption(trace, caption) {
    const snapshot = this.#snapshot;
    if (!snapshot) return;
    const isEnd = snapshot.step === trace.steps;
    const place = snapshot.hidden ? say("web.lab.hidden") : (snapshot.current?.frame?.words ?? "");
    const line = trace.line.join(" ");
    const result = say(line ? "web.lab.result" : "web.lab.result.over", {
      value: trace.value,
      line,
    });
    this.#find("#caption-step").textContent = caption;
    const node = this.#find("#caption-node");
    node.textContent = node.title = isEnd ? result : place;
    this.#find("#counts").replaceChildren(...this.#describeCounts(trace, snapshot));
    if (!this.playback.isRunning) announce(`${caption}. ${isEnd ? result : place}`);
  }

  /** @param {Trace} trace @param {Snapshot} snapshot */
  #describeCounts(trace, snapshot) {
    const { nodes, leaves, cuts } = snapshot.counts;
    const counts = [
      say("web.lab.nodes", { count: NUMBERS.format(nodes) }),
      say("web.lab.leaves", { count: NUMBERS.format(leaves) }),
    ];
    if (trace.algorithm !== "minimax") {
      counts.push(say("web.lab.cuts", { count: NUMBERS.format(cuts) }));
    }
    const round = trace.rounds[this.#timeline?.round ?? 0];
    if (trace.rounds.length > 1 && round) {
      counts.unshift(
        say("web.lab.round", {
          round: (this.#timeline?.round ?? 0) + 1,
          rounds: trace.rounds.length,
          depth: round.depth ?? "∞",
        }),
      );
    }
    return counts.flatMap((words, index) => (index ? [" · ", words] : [words]));
  }

  #showDetails() {
    const [snapshot, timeline] = [this.#snapshot, this.#timeline];
    if (!snapshot || !timeline) return;
    const chosen = snapshot.visible.get(this.tree.selected ?? "");
    const current = snapshot.current;
    const isFolded = current?.state === "folded";
    const here = isFolded ? snapshot.visible.get(current.node.parent ?? "") : current;
    this.#find("#node-title").textContent = say(chosen ? "web.lab.node.chosen" : "web.lab.node.current");
    this.details.show(chosen ?? here ?? null, timeline, this.context.settings);
  }

  // Folding.

  #followStep() {
    const snapshot = this.#snapshot;
    if (!snapshot) return;
    clearTimeout(this.#timer);
    this.tree.reveal();
    if (!snapshot.hidden || this.#openedStep === snapshot.step) return;
    this.#timer = setTimeout(() => void this.#fetchTimeline().catch(showError), OPEN_DELAY_MS);
  }

  /** @param {string[]} expanded */
  #unfold(expanded) {
    const before = this.context.settings.expanded;
    this.context.settings.expanded = expanded;
    this.#timelines.clear();
    this.#fetchTimeline().then(
      () => this.context.updateUrl(),
      (error) => {
        this.context.settings.expanded = before;
        showError(error);
      },
    );
  }

  /** Fetches the timeline in which the node of this step is visible. */
  async #fetchTimeline() {
    const step = this.#step;
    const signal = this.#abortController.signal;
    this.#openedStep = step;
    try {
      /** @type {Timeline} */
      const timeline = await this.#request("/api/lab/film", this.#makeRequest(step), signal);
      this.#cacheTimeline(timeline);
      if (timeline.first <= this.#step && this.#step <= timeline.last) this.#show(false);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
    }
  }

  /** @param {Timeline} timeline */
  #cacheTimeline(timeline) {
    this.#timeline = timeline;
    this.#timelines.set(timeline.round, timeline);
  }
}
