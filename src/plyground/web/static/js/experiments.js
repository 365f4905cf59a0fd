/**
 * The reports' experiments: what each claims, and a run on the server that reports its progress.
 *
 * @typedef {object} Summary
 * @property {string} finding
 * @property {("agrees" | "contradicts" | "open")[]} verdicts
 * @property {{ title: string, numeric: boolean }[]} columns
 * @property {string[][]} rows
 * @property {string[]} notes
 * @property {string} chart
 * @property {{ caption: string, svg: string }[]} boards
 *
 * @typedef {object} Experiment
 * @property {string} name
 * @property {string} title
 * @property {string} claim
 * @property {Summary | null} summary
 */

import { fetchJson, streamLines } from "./api.js";
import { announce, describeError, startPage } from "./app_shell.js";
import { find, make } from "./dom.js";
import { say } from "./i18n.js";

/** A verdict has a sign and words, so that colour alone carries no meaning. */
const SIGNS = Object.freeze({ agrees: "✓", contradicts: "✗", open: "?" });

await startPage("experiments");

/** @type {{ experiments: Experiment[] }} */
const { experiments } = await fetchJson("/api/experiments");
find("#experiments").append(...experiments.map((experiment) => makePanel(experiment)));

/** @param {Experiment} experiment */
function makePanel(experiment) {
  const status = make("span", { class: "muted small", role: "status" });
  const bar = make("progress", { hidden: true, "aria-label": experiment.title });
  const button = make("button", { type: "button" }, say("web.experiment.run"));
  const findings = make("div");
  /** @type {AbortController | null} */
  let running = null;

  async function run() {
    const abortController = (running = new AbortController());
    button.textContent = say("web.experiment.stop");
    status.textContent = say("web.experiment.starting");
    bar.removeAttribute("value");
    bar.hidden = false;
    try {
      const path = `/api/experiments/${experiment.name}`;
      for await (const message of streamLines(path, {}, abortController.signal))
        showMessage(message);
    } catch (error) {
      status.textContent = error instanceof DOMException ? "" : describeError(error);
    } finally {
      running = null;
      bar.hidden = true;
      button.textContent = say(
        findings.hasChildNodes() ? "web.experiment.again" : "web.experiment.run",
      );
    }
  }

  /** @param {any} message */
  function showMessage(message) {
    if (message.type === "progress") {
      bar.max = message.total;
      bar.value = message.done;
      status.textContent = say("web.experiment.progress", message);
    } else if (message.type === "summary") {
      status.textContent = "";
      findings.replaceChildren(...makeFindings(experiment.title, message));
      announce(message.finding);
    } else {
      status.textContent = message.problem;
    }
  }

  button.addEventListener("click", () => {
    if (running) running.abort();
    else void run();
  });
  if (experiment.summary) {
    findings.append(...makeFindings(experiment.title, experiment.summary));
    button.textContent = say("web.experiment.again");
  }
  return make(
    "section",
    { class: "experiment panel", id: experiment.name },
    make(
      "header",
      {},
      make("h2", {}, experiment.title),
      make("div", { class: "run" }, status, bar, button),
    ),
    make(
      "div",
      { class: "claims" },
      make("div", {}, make("h3", {}, say("web.experiment.claim")), make("p", {}, experiment.claim)),
    ),
    findings,
  );
}

/** @param {string} title @param {Summary} summary */
function makeFindings(title, summary) {
  const verdicts = summary.verdicts.map(
    (verdict) => `${SIGNS[verdict]} ${say(`web.experiment.${verdict}`)}`,
  );
  return [
    make(
      "div",
      { class: "claims" },
      make(
        "div",
        {},
        make("h3", {}, say("web.experiment.finding")),
        make("p", {}, summary.finding),
        make("p", { class: "verdict" }, verdicts.join(" · ")),
      ),
    ),
    make("img", {
      class: "chart",
      src: toDataUrl(summary.chart),
      alt: say("web.experiment.chart", { title }),
    }),
    make(
      "div",
      { class: "table", tabindex: 0, role: "region", "aria-label": title },
      makeTable(title, summary),
    ),
    ...summary.notes.map((note) => make("p", { class: "muted small" }, note)),
    make(
      "div",
      { class: "boards" },
      ...summary.boards.map(({ caption, svg }) =>
        make(
          "figure",
          {},
          make("img", { src: toDataUrl(svg), alt: caption }),
          make("figcaption", { class: "muted small" }, caption),
        ),
      ),
    ),
  ];
}

/** @param {string} title @param {Summary} summary */
function makeTable(title, summary) {
  const kind = (/** @type {number} */ place) => (summary.columns[place]?.numeric ? "number" : "");
  return make(
    "table",
    {},
    make("caption", { class: "visually-hidden" }, title),
    make(
      "thead",
      {},
      make(
        "tr",
        {},
        ...summary.columns.map((column, place) =>
          make("th", { scope: "col", class: kind(place) }, column.title),
        ),
      ),
    ),
    make(
      "tbody",
      {},
      ...summary.rows.map((row) =>
        make("tr", {}, ...row.map((cell, place) => make("td", { class: kind(place) }, cell))),
      ),
    ),
  );
}

/** @param {string} svg */
function toDataUrl(svg) {
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}
