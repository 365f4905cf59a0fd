/**
 * The form of the laboratory: what is searched, and how.
 *
 * It keeps `choices` up to date and calls `changed` when something else is to be searched.
 *
 * @typedef {import("./settings.js").Choices} Choices
 * @typedef {import("../api_types.js").Catalogue} Catalogue
 * @typedef {import("../api_types.js").GameEntry} GameEntry
 * @typedef {import("../api_types.js").Setting} Setting
 * @typedef {import("../board.js").PlyBoard} PlyBoard
 */

import { ask, Refusal } from "../api.js";
import { find, make } from "../dom.js";
import { optionField, readOptions } from "../option_fields.js";
import { choiceName, optionName } from "../display_names.js";
import { problem } from "../app_shell.js";
import { say } from "../i18n.js";
import { ALGORITHMS, SHALLOW } from "./settings.js";
import { searchFields, segments, signButton, treeFields } from "./search_fields.js";

const PAUSE = 300;

export class ChoicesForm {
  #timer = 0;
  #looking = new AbortController();
  /** The page tells it aloud elsewhere. */
  #problem = make("p", { id: "choices-problem", class: "problem small", "aria-hidden": "true" });

  /**
   * @param {HTMLFormElement} form
   * @param {Catalogue} catalogue
   * @param {Choices} choices
   * @param {() => void} changed
   */
  constructor(form, catalogue, choices, changed) {
    this.form = form;
    this.catalogue = catalogue;
    this.choices = choices;
    this.changed = changed;
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", (event) => this.#typed(event));
    this.build();
  }

  /** Shows what is chosen, from the beginning. */
  build() {
    const { choices } = this;
    const sources = segments("source", choices.source, [
      ["tree", say("web.lab.source.tree")],
      ["game", say("web.lab.source.game")],
    ]);
    const algorithms = segments(
      "algorithm",
      choices.algorithm,
      ALGORITHMS.map((name) => [name, say(`web.lab.algorithm.${name}`)]),
    );
    const tree = treeFields(choices, (text) => this.plant(text));
    this.form.replaceChildren(
      make(
        "div",
        { class: "choices-what" },
        sources,
        make("div", { class: "part", "data-when": "game" }, ...this.#gameFields()),
        make("div", { class: "part", "data-when": "tree" }, ...tree),
        this.#problem,
      ),
      make(
        "div",
        { class: "choices-how" },
        make(
          "fieldset",
          { class: "part" },
          make("legend", {}, say("web.lab.algorithm")),
          algorithms,
        ),
        searchFields(choices),
      ),
    );
    this.#adapt();
    void this.#look();
  }

  /**
   * What is wrong with it, next to where it was typed.
   *
   * @param {string} words
   */
  complain(words) {
    this.#problem.textContent = words;
  }

  /**
   * Begins the search at another position.
   *
   * @param {string[]} moves
   */
  goTo(moves) {
    this.choices.moves = moves;
    this.#field("moves").value = moves.join(" ");
    this.#again();
    void this.#look();
  }

  /** @param {string} text */
  plant(text) {
    this.choices.tree = text;
    this.#field("tree").value = text;
    this.#again();
  }

  // The parts of the form.

  get #game() {
    return this.catalogue.games.find(({ name }) => name === this.choices.game);
  }

  #gameFields() {
    const { choices, catalogue } = this;
    const board = /** @type {PlyBoard} */ (document.createElement("ply-board"));
    board.id = "root-board";
    board.addEventListener("ply-move", (event) => {
      const { move } = /** @type {CustomEvent<{ move: string }>} */ (event).detail;
      this.goTo([...choices.moves, move]);
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
            make("option", { value: name, selected: name === choices.game }, title),
          ),
        ),
      ),
      make("div", { id: "options" }, this.#optionFields()),
      make(
        "div",
        { class: "position" },
        board,
        make("div", { id: "root-choices" }),
        make("p", { id: "root-caption", class: "soft small" }),
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
            value: choices.moves.join(" "),
            autocomplete: "off",
            spellcheck: "false",
            autocapitalize: "none",
          }),
        ),
        signButton("undo", "web.lab.moves.back", () => this.goTo(choices.moves.slice(0, -1))),
        signButton("close", "web.lab.moves.clear", () => this.goTo([])),
      ),
      make(
        "details",
        { open: choices.start !== "" },
        make("summary", {}, say("web.lab.position")),
        make(
          "label",
          { class: "field" },
          make("input", {
            name: "start",
            value: choices.start,
            autocomplete: "off",
            spellcheck: "false",
            "aria-label": say("web.lab.position"),
          }),
          make("small", { id: "root-text" }),
        ),
      ),
    ];
  }

  #optionFields() {
    const game = this.#game;
    if (!game?.options.length) return make("div");
    const naming = {
      option: (/** @type {string} */ option) => optionName(game.name, option),
      choice: (/** @type {string} */ option, /** @type {Setting} */ choice) =>
        choiceName(game.name, option, choice),
    };
    return make(
      "details",
      { open: Object.keys(this.choices.options).length > 0 },
      make("summary", {}, say("web.setup.options")),
      make(
        "div",
        { class: "fields" },
        ...game.options.map((option) =>
          optionField(option, "option", naming, this.choices.options[option.name]),
        ),
      ),
    );
  }

  // What was typed.

  /** @param {Event} event */
  #typed(event) {
    const target = event.target;
    if (!(target instanceof Element) || !target.matches("input, select, textarea")) return;
    const name = target.getAttribute("name");
    this.#read();
    if (name === "game") this.#chooseGame();
    this.#adapt();
    const isText = target.matches("textarea, input:not([type=radio], [type=checkbox])");
    this.#again(isText ? PAUSE : 0);
    if (name !== null && /^(game|source|moves|start|option\.)/.test(name)) void this.#look();
  }

  /** Takes over what the form says. */
  #read() {
    const { choices } = this;
    const data = new FormData(this.form);
    const text = (/** @type {string} */ name) => String(data.get(name) ?? "").trim();
    const before = choices.source;
    choices.source = text("source") === "game" ? "game" : "tree";
    choices.game = text("game");
    choices.options = readOptions(data, "option", this.#game?.options ?? []);
    choices.moves = text("moves").split(/\s+/).filter(Boolean);
    choices.start = text("start");
    choices.tree = text("tree");
    choices.root = text("root") === "min" ? "min" : "max";
    choices.algorithm = text("algorithm");
    choices.depth = text("depth") === "" ? null : Number(text("depth"));
    choices.limit = text("limit") === "" ? null : Number(text("limit"));
    choices.order = text("order") === "random" ? `random:${text("seed") || 1}` : text("order");
    choices.table = data.get("table") === "on";
    if (choices.source !== before) this.#deepen(choices.source === "game" ? SHALLOW : null);
  }

  #chooseGame() {
    const { choices } = this;
    choices.options = {};
    choices.moves = [];
    choices.start = "";
    this.#field("moves").value = "";
    this.#field("start").value = "";
    find("#options", this.form).replaceChildren(this.#optionFields());
    this.#deepen(SHALLOW);
  }

  /** @param {number | null} depth */
  #deepen(depth) {
    this.choices.depth = depth;
    this.#field("depth").value = String(depth ?? "");
  }

  /** Shows the fields that belong to what is chosen. */
  #adapt() {
    for (const part of this.form.querySelectorAll("[data-when]")) {
      /** @type {HTMLElement} */ (part).hidden =
        part.getAttribute("data-when") !== this.choices.source;
    }
    for (const part of this.form.querySelectorAll("[data-order]")) {
      /** @type {HTMLElement} */ (part).hidden = !this.choices.order.startsWith("random");
    }
  }

  /**
   * Another search: what was folded and stepped to belongs to the old one.
   *
   * @param {number} [pause]
   */
  #again(pause = 0) {
    this.choices.expanded = [];
    this.choices.step = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.changed, pause);
  }

  /** Shows the position in which the search begins. */
  async #look() {
    const { choices } = this;
    if (choices.source !== "game") return;
    this.#looking.abort();
    this.#looking = new AbortController();
    const board = /** @type {PlyBoard} */ (find("#root-board", this.form));
    const { game, options, moves } = choices;
    try {
      /** @type {import("../api_types.js").Shown} */
      const shown = await ask(
        "/api/positions",
        { game, options, start: choices.start || null, moves },
        this.#looking.signal,
      );
      board.board = shown.board;
      board.position = shown.position;
      board.interactive = true;
      find("#root-caption", this.form).textContent = shown.position.outcome?.words ?? "";
      find("#root-text", this.form).textContent = shown.position.text;
      find("#root-choices", this.form).replaceChildren(
        ...shown.position.buttons.map(({ name, text }) => {
          const paths = Object.entries(shown.position.paths);
          const move = paths.find(([, path]) => path.join() === name)?.[0] ?? name;
          const play = () => this.goTo([...moves, move]);
          return make("button", { type: "button", onclick: play }, text);
        }),
      );
    } catch (error) {
      if (!(error instanceof Refusal)) return;
      board.interactive = false;
      find("#root-caption", this.form).textContent = problem(error);
    }
  }

  /** @param {string} name @returns {HTMLInputElement} */
  #field(name) {
    return /** @type {HTMLInputElement} */ (this.form.elements.namedItem(name));
  }
}
