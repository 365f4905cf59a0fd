/**
 * The settings form of the lab page: what to search, and how.
 *
 * It updates `settings`, and calls `onChange` when another search is needed.
 *
 * @typedef {import("./settings.js").LabSettings} LabSettings
 * @typedef {import("../api_types.js").Catalogue} Catalogue
 * @typedef {import("../api_types.js").GameEntry} GameEntry
 * @typedef {import("../api_types.js").Setting} Setting
 * @typedef {import("../board.js").PlyBoard} PlyBoard
 */

import { ApiError, fetchJson } from "../api.js";
import { describeError } from "../app_shell.js";
import { getChoiceName, getOptionName } from "../display_names.js";
import { find, make } from "../dom.js";
import { say } from "../i18n.js";
import { makeOptionField, readOptions } from "../option_fields.js";
import { makeIconButton, makeSearchFields, makeSegments, makeTreeFields } from "./search_fields.js";
import { ALGORITHMS, DEFAULT_GAME_DEPTH } from "./settings.js";

const DEBOUNCE_MS = 300;

export class SettingsForm {
  #timer = 0;
  #abortController = new AbortController();
  /** Hidden from screen readers: the page announces it elsewhere. */
  #problem = make("p", { id: "settings-problem", class: "problem small", "aria-hidden": "true" });

  /**
   * @param {HTMLFormElement} form
   * @param {Catalogue} catalogue
   * @param {LabSettings} settings
   * @param {() => void} onChange
   */
  constructor(form, catalogue, settings, onChange) {
    this.form = form;
    this.catalogue = catalogue;
    this.settings = settings;
    this.onChange = onChange;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", (event) => this.#handleInput(event));
    this.build();
  }

  /** Builds the form from the settings. */
  build() {
    const { settings } = this;
    const sources = makeSegments("source", settings.source, [
      ["tree", say("web.lab.source.tree")],
      ["game", say("web.lab.source.game")],
    ]);
    const algorithms = makeSegments(
      "algorithm",
      settings.algorithm,
      ALGORITHMS.map((name) => [name, say(`web.lab.algorithm.${name}`)]),
    );
    const tree = makeTreeFields(settings, (text) => this.setTree(text));
    this.form.replaceChildren(
      make(
        "div",
        { class: "settings-what" },
        sources,
        make("div", { class: "part", "data-when": "game" }, ...this.#makeGameFields()),
        make("div", { class: "part", "data-when": "tree" }, ...tree),
        this.#problem,
      ),
      make(
        "div",
        { class: "settings-how" },
        make(
          "fieldset",
          { class: "part" },
          make("legend", {}, say("web.lab.algorithm")),
          algorithms,
        ),
        makeSearchFields(settings),
      ),
    );
    this.#updateVisibility();
    void this.#loadPosition();
  }

  /**
   * Shows a problem next to the input.
   *
   * @param {string} words
   */
  showProblem(words) {
    this.#problem.textContent = words;
  }

  /**
   * Searches from another position.
   *
   * @param {string[]} moves
   */
  setMoves(moves) {
    this.settings.moves = moves;
    this.#getField("moves").value = moves.join(" ");
    this.#scheduleChange();
    void this.#loadPosition();
  }

  /** @param {string} text */
  setTree(text) {
    this.settings.tree = text;
    this.#getField("tree").value = text;
    this.#scheduleChange();
  }

  // The parts of the form.

  get #game() {
    return this.catalogue.games.find(({ name }) => name === this.settings.game);
  }

  #makeGameFields() {
    const { settings, catalogue } = this;
    const board = /** @type {PlyBoard} */ (document.createElement("ply-board"));
    board.id = "root-board";
    board.addEventListener("ply-move", (event) => {
      const { move } = /** @type {CustomEvent<{ move: string }>} */ (event).detail;
      this.setMoves([...settings.moves, move]);
    });
    return [
      make(
        "label",
        { class: "field" },
        make("span", {}, say("web.lab.game")),
        make(
          "select",
          { name: "game" },
          ...catalogue.games.map(({ name, title }) =>
            make("option", { value: name, selected: name === settings.game }, title),
          ),
        ),
      ),
      make("div", { id: "options" }, this.#makeOptionFields()),
      make(
        "div",
        { class: "position" },
        board,
        make("div", { id: "root-buttons" }),
        make("p", { id: "root-caption", class: "muted small" }),
      ),
      make(
        "div",
        { class: "moves" },
        make(
          "label",
          { class: "field" },
          make("span", {}, say("web.moves")),
          make("input", {
            name: "moves",
            value: settings.moves.join(" "),
            autocomplete: "off",
            spellcheck: "false",
            autocapitalize: "none",
          }),
        ),
        makeIconButton("undo", "web.lab.moves.back", () =>
          this.setMoves(settings.moves.slice(0, -1)),
        ),
        makeIconButton("close", "web.lab.moves.clear", () => this.setMoves([])),
      ),
      make(
        "details",
        { open: settings.start !== "" },
        make("summary", {}, say("web.lab.position")),
        make(
          "label",
          { class: "field" },
          make("input", {
            name: "start",
            value: settings.start,
            autocomplete: "off",
            spellcheck: "false",
            "aria-label": say("web.lab.position"),
          }),
          make("small", { id: "root-text" }),
        ),
      ),
    ];
  }

  #makeOptionFields() {
    const game = this.#game;
    if (!game?.options.length) return make("div");
    const naming = {
      option: (/** @type {string} */ option) => getOptionName(game.name, option),
      choice: (/** @type {string} */ option, /** @type {Setting} */ choice) =>
        getChoiceName(game.name, option, choice),
    };
    return make(
      "details",
      { open: Object.keys(this.settings.options).length > 0 },
      make("summary", {}, say("web.setup.options")),
      make(
        "div",
        { class: "fields" },
        ...game.options.map((option) =>
          makeOptionField(option, "option", naming, this.settings.options[option.name]),
        ),
      ),
    );
  }

  // Input.

  /** @param {Event} event */
  #handleInput(event) {
    const target = event.target;
    if (!(target instanceof Element) || !target.matches("input, select, textarea")) return;
    const name = target.getAttribute("name");
    this.#readForm();
    if (name === "game") this.#chooseGame();
    this.#updateVisibility();
    const isText = target.matches("textarea, input:not([type=radio], [type=checkbox])");
    this.#scheduleChange(isText ? DEBOUNCE_MS : 0);
    if (name !== null && /^(game|source|moves|start|option\.)/.test(name))
      void this.#loadPosition();
  }

  /** Reads the settings from the form. */
  #readForm() {
    const { settings } = this;
    const data = new FormData(this.form);
    const text = (/** @type {string} */ name) => String(data.get(name) ?? "").trim();
    const before = settings.source;
    settings.source = text("source") === "game" ? "game" : "tree";
    settings.game = text("game");
    settings.options = readOptions(data, "option", this.#game?.options ?? []);
    settings.moves = text("moves").split(/\s+/).filter(Boolean);
    settings.start = text("start");
    settings.tree = text("tree");
    settings.root = text("root") === "min" ? "min" : "max";
    settings.algorithm = text("algorithm");
    settings.depth = text("depth") === "" ? null : Number(text("depth"));
    settings.limit = text("limit") === "" ? null : Number(text("limit"));
    settings.order = text("order") === "random" ? `random:${text("seed") || 1}` : text("order");
    settings.table = data.get("table") === "on";
    if (settings.source !== before)
      this.#setDepth(settings.source === "game" ? DEFAULT_GAME_DEPTH : null);
  }

  #chooseGame() {
    const { settings } = this;
    settings.options = {};
    settings.moves = [];
    settings.start = "";
    this.#getField("moves").value = "";
    this.#getField("start").value = "";
    find("#options", this.form).replaceChildren(this.#makeOptionFields());
    this.#setDepth(DEFAULT_GAME_DEPTH);
  }

  /** @param {number | null} depth */
  #setDepth(depth) {
    this.settings.depth = depth;
    this.#getField("depth").value = String(depth ?? "");
  }

  /** Shows only the fields that apply to the settings. */
  #updateVisibility() {
    for (const part of this.form.querySelectorAll("[data-when]")) {
      /** @type {HTMLElement} */ (part).hidden =
        part.getAttribute("data-when") !== this.settings.source;
    }
    for (const part of this.form.querySelectorAll("[data-order]")) {
      /** @type {HTMLElement} */ (part).hidden = !this.settings.order.startsWith("random");
    }
  }

  /**
   * Schedules another search, and resets what belongs to the old one: folding and step.
   *
   * @param {number} [pause]
   */
  #scheduleChange(pause = 0) {
    this.settings.expanded = [];
    this.settings.step = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.onChange, pause);
  }

  /** Shows the root position of the search. */
  async #loadPosition() {
    const { settings } = this;
    if (settings.source !== "game") return;
    this.#abortController.abort();
    this.#abortController = new AbortController();
    const board = /** @type {PlyBoard} */ (find("#root-board", this.form));
    const { game, options, moves } = settings;
    try {
      /** @type {import("../api_types.js").Shown} */
      const shown = await fetchJson(
        "/api/positions",
        { game, options, start: settings.start || null, moves },
        this.#abortController.signal,
      );
      board.board = shown.board;
      board.position = shown.position;
      board.interactive = true;
      find("#root-caption", this.form).textContent = shown.position.outcome?.words ?? "";
      find("#root-text", this.form).textContent = shown.position.text;
      find("#root-buttons", this.form).replaceChildren(
        ...shown.position.buttons.map(({ name, text }) => {
          const paths = Object.entries(shown.position.paths);
          const move = paths.find(([, path]) => path.join() === name)?.[0] ?? name;
          const play = () => this.setMoves([...moves, move]);
          return make("button", { type: "button", onclick: play }, text);
        }),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) return;
      board.interactive = false;
      find("#root-caption", this.form).textContent = describeError(error);
    }
  }

  /** @param {string} name @returns {HTMLInputElement} */
  #getField(name) {
    return /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
  }
}
