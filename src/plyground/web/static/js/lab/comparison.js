/**
 * A comparison of all algorithms on the same position, with bars that grow as results arrive.
 *
 * @typedef {import("./lab_types.js").Effort} Effort
 */

import { streamLines } from "../api.js";
import { describeError } from "../app_shell.js";
import { make } from "../dom.js";
import { say } from "../i18n.js";

export class Comparison {
  #abortController = new AbortController();
  /** @type {Effort[]} */
  #efforts = [];
  #status = make("p", { class: "small muted", role: "status" });
  #rows = make("tbody");
  #table = make(
    "table",
    {},
    make("caption", { class: "visually-hidden" }, say("web.lab.compare.title")),
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        ...["algorithm", "nodes", "share", "leaves", "cuts", "seconds", "value"].map((column) =>
          make("th", { scope: "col", class: column }, say(`web.lab.compare.${column}`)),
        ),
      ),
    ),
    this.#rows,
  );

  /** @param {HTMLElement} root */
  constructor(root) {
    const title = say("web.lab.compare.title");
    root.append(
      make("h2", {}, title),
      make("p", { class: "muted small" }, say("web.lab.compare.about")),
      this.#status,
      make("div", { class: "bars", tabindex: 0, role: "region", "aria-label": title }, this.#table),
    );
  }

  stop() {
    this.#abortController.abort();
  }

  isRunning = false;

  /** @param {object} search */
  async run(search) {
    this.stop();
    const abortController = (this.#abortController = new AbortController());
    this.isRunning = true;
    this.#efforts = [];
    this.#rows.replaceChildren();
    this.#status.textContent = say("web.lab.searching");
    try {
      for await (const message of streamLines("/api/lab/compare", search, abortController.signal)) {
        this.#handleMessage(message);
      }
    } catch (error) {
      if (error instanceof DOMException) return;
      this.#status.textContent = describeError(error);
    } finally {
      if (this.#abortController === abortController) this.isRunning = false;
    }
  }

  /** @param {any} message */
  #handleMessage(message) {
    if (message.type === "effort") {
      this.#efforts.push(message);
      this.#renderRows();
    } else if (message.type === "progress") {
      this.#status.textContent = say("web.lab.compare.progress", {
        algorithm: say(`web.lab.algorithm.${message.algorithm}`),
        nodes: message.nodes.toLocaleString(),
      });
    } else if (message.type === "begin") {
      this.#status.textContent = say("web.lab.searching");
      this.#limits = message.most;
    } else if (message.type === "problem") {
      this.#status.textContent = message.problem;
    } else {
      const isWhole = this.#efforts.every((effort) => effort.complete);
      this.#status.textContent = isWhole
        ? say("web.lab.compare.done", { value: String(this.#efforts[0]?.value) })
        : say("web.lab.compare.unfinished", {
            nodes: this.#limits.nodes.toLocaleString(),
            seconds: this.#limits.seconds,
          });
    }
  }

  #limits = { nodes: 0, seconds: 0 };

  #renderRows() {
    const most = Math.max(...this.#efforts.map(({ nodes }) => nodes));
    const whole = this.#efforts[0];
    this.#rows.replaceChildren(
      ...this.#efforts.map((effort) => makeRow(effort, most, whole?.complete ? whole.nodes : null)),
    );
  }
}

/** @param {Effort} effort @param {number} most @param {number | null} whole nodes of minimax */
function makeRow(effort, most, whole) {
  const name = say(`web.lab.algorithm.${effort.algorithm}`);
  const bar = make("span", { class: `bar-fill ${effort.table ? "with-table" : ""}` });
  bar.style.width = `${Math.max(0.4, (100 * effort.nodes) / most)}%`;
  const number = (/** @type {number | null} */ value) => value?.toLocaleString() ?? "–";
  return make(
    "tr",
    { class: effort.complete ? "" : "unfinished" },
    make(
      "th",
      { scope: "row" },
      effort.table ? say("web.lab.compare.with", { algorithm: name }) : name,
    ),
    make(
      "td",
      { class: "nodes" },
      make(
        "div",
        { class: "bar" },
        make("span", { class: "bar-track" }, bar),
        make("span", {}, `${number(effort.nodes)}${effort.complete ? "" : " +"}`),
      ),
    ),
    ...Object.entries({
      share: whole && effort.complete ? formatShare(effort.nodes / whole) : "–",
      leaves: number(effort.leaves),
      cuts: number(effort.cuts),
      seconds: effort.seconds.toFixed(2),
      value: effort.complete ? String(effort.value) : say("web.lab.compare.stopped"),
    }).map(([column, text]) =>
      make("td", { class: column, "data-label": say(`web.lab.compare.${column}`) }, text),
    ),
  );
}

/** @param {number} part */
function formatShare(part) {
  return part.toLocaleString(undefined, { style: "percent", maximumFractionDigits: 1 });
}
