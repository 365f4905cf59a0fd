/**
 * A traced search, as on the lab page: its tree, its steps, its code, and the node of the step.
 *
 * @typedef {import("../../web/static/js/lab/settings.js").LabSettings} LabSettings
 * @typedef {import("./kernel.js").Kernel} Kernel
 * @typedef {import("./kernel.js").WidgetModel} WidgetModel
 */

import "../../web/static/js/board.js";
import "../../web/static/js/lab/search_tree.js";
import { showError } from "../../web/static/js/app_shell.js";
import { find, make } from "../../web/static/js/dom.js";
import { say } from "../../web/static/js/i18n.js";
import { TraceViewer } from "../../web/static/js/lab/trace_viewer.js";
import { makeTool, makeViewportButtons } from "../../web/static/js/lab/viewport.js";

export class TreeView {
  page = /** @type {const} */ ("lab");
  #viewer;
  #model;
  #settings;

  /** @param {HTMLElement} box @param {WidgetModel} model @param {Kernel} kernel */
  constructor(box, model, kernel) {
    this.#model = model;
    /** @type {LabSettings} */
    this.#settings = {
      ...model.get("settings"),
      step: model.get("step"),
      expanded: model.get("expanded"),
    };
    box.append(makeSearchPanel(), makeSide());
    this.#viewer = new TraceViewer({
      settings: this.#settings,
      updateUrl: () => this.#save(),
      showWaiting: (words) => (find("#waiting", box).textContent = words),
      root: box,
      request: kernel.request,
    });
    const { viewport } = this.#viewer.tree;
    viewport.zoomsByWheel = false;
    viewport.view.append(makeViewportButtons(viewport));
    this.#addFollowButton(find("#search-panel-tools", box));
    model.on("change:step", this.#goToStep);
  }

  /** Shows the search for the first time. */
  render() {
    void this.#viewer.load().catch(showError);
  }

  close() {
    this.#viewer.stop();
    this.#model.off("change:step", this.#goToStep);
  }

  /** @returns {Record<string, () => void>} */
  get keys() {
    const { playback, tree } = this.#viewer;
    return {
      back: () => playback.stepBack(),
      forward: () => playback.stepForward(),
      first: () => playback.goToFirst(),
      last: () => playback.goToLast(),
      run: () => playback.toggle(),
      cut: () => playback.goToCut(1),
      cut_before: () => playback.goToCut(-1),
      closer: () => tree.viewport.zoom(1.3),
      farther: () => tree.viewport.zoom(1 / 1.3),
      fit: () => tree.viewport.fit(),
    };
  }

  /** Lets the Python half know what is shown, which outlives this page. */
  #save() {
    this.#model.set("step", this.#viewer.step);
    this.#model.set("expanded", this.#settings.expanded);
    this.#model.save_changes();
  }

  #goToStep = () => {
    const step = this.#model.get("step");
    if (step !== this.#viewer.step) this.#viewer.goToStep(step);
  };

  /** @param {HTMLElement} tools */
  #addFollowButton(tools) {
    const follow = makeTool("aim", "web.lab.follow", () => {
      this.#viewer.follows = !this.#viewer.follows;
      follow.setAttribute("aria-pressed", String(this.#viewer.follows));
    });
    follow.setAttribute("aria-pressed", String(this.#viewer.follows));
    tools.append(follow);
  }
}

function makeSearchPanel() {
  return make(
    "section",
    { id: "search-panel", class: "panel", "aria-label": say("web.lab.tree.picture") },
    make(
      "div",
      { id: "view-area" },
      Object.assign(document.createElement("ply-tree"), { id: "tree" }),
      make("p", { id: "counts" }),
      make("p", { id: "waiting", role: "status" }),
    ),
    make("div", { id: "legend" }),
    make(
      "div",
      { id: "playback-panel" },
      make(
        "div",
        { id: "caption-row" },
        make(
          "div",
          { id: "caption" },
          make("strong", { id: "caption-step" }),
          make("span", { id: "caption-node" }),
        ),
        make("div", { id: "search-panel-tools" }),
      ),
      make("div", { id: "playback", role: "group", "aria-label": say("web.lab.transport") }),
    ),
  );
}

function makeSide() {
  const label = say("web.lab.code");
  return make(
    "div",
    { id: "side" },
    make(
      "section",
      { id: "code-panel", class: "panel" },
      make("h2", {}, label),
      make("div", { id: "code", tabindex: "0", role: "region", "aria-label": label }),
    ),
    make(
      "section",
      { id: "node-panel", class: "panel" },
      make("h2", { id: "node-title" }),
      make("div", { id: "node" }),
    ),
  );
}
