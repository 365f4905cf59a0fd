/**
 * The dialog that sets up a position: as text, or with brushes on the board if the game has them.
 * The server returns the resulting position and what is wrong with it.
 *
 * @typedef {import("./study.js").PositionRequest} PositionRequest
 * @typedef {import("../board.js").PlyBoard} PlyBoard
 * @typedef {import("../api_types.js").GameEntry} GameEntry
 */

import { fetchJson } from "../api.js";
import { hasCoordinates } from "../appearance.js";
import { describeError } from "../app_shell.js";
import { getChoiceName, getOptionName } from "../display_names.js";
import { make } from "../dom.js";
import { say } from "../i18n.js";
import { makeOptionField, readOptions } from "../option_fields.js";
import { toAnalysisUrl } from "./study.js";

const DEBOUNCE_MS = 150;

/**
 * @param {GameEntry} game
 * @param {PositionRequest} request the position to start with
 * @param {string} text of that position
 * @param {string[]} brushes
 */
export function openPositionEditor(game, request, text, brushes) {
  const editor = new PositionEditor(game, request, text, brushes);
  document.body.append(editor.dialog);
  editor.dialog.showModal();
}

class PositionEditor {
  #game;
  #options;
  #brushes;
  #brush;
  /** The spot that the `move` brush has picked up. @type {string | null} */
  #lifted = null;
  #timer = 0;
  #abortController = new AbortController();

  #board = /** @type {PlyBoard} */ (document.createElement("ply-board"));
  #text = make("textarea", {
    rows: 2,
    id: "setup-text",
    spellcheck: "false",
    autocapitalize: "none",
  });
  #problem = make("p", { class: "problem small", role: "alert" });
  #submitButton = make("button", { class: "primary", type: "submit" }, say("web.setup.study"));
  #fields;
  #form;
  dialog;

  /** @param {GameEntry} game @param {PositionRequest} request @param {string} text @param {string[]} brushes */
  constructor(game, request, text, brushes) {
    this.#game = game;
    this.#options = request.options;
    this.#brushes = brushes;
    this.#board.coordinates = hasCoordinates();
    this.#brush = brushes.find((brush) => brush !== "turn") ?? "";
    this.#text.value = text;
    this.#fields = this.#makeOptionFields();
    this.#form = make(
      "form",
      { class: "editor", novalidate: true },
      make("h2", { id: "editor-title" }, say("web.setup.title", { game: game.title })),
      make("div", { class: "editor-board" }, this.#board),
      this.#makeTools(),
      make("label", { class: "field" }, make("span", {}, say("web.setup.text")), this.#text),
      this.#problem,
      this.#fields,
      make(
        "div",
        { class: "dialog-actions" },
        make(
          "button",
          { type: "button", onclick: () => void this.#clear() },
          say("web.setup.empty"),
        ),
        make("button", { type: "button", onclick: () => this.dialog.close() }, say("web.cancel")),
        this.#submitButton,
      ),
    );
    this.dialog = make(
      "dialog",
      { class: "dialog", "aria-labelledby": "editor-title" },
      this.#form,
    );
    this.dialog.addEventListener("close", () => this.dialog.remove());
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    this.#text.addEventListener("input", () => this.#scheduleRefresh());
    this.#fields.addEventListener("change", () => this.#changeRules());
    this.#board.addEventListener("ply-spot", (event) => {
      event.preventDefault();
      void this.#applyBrush(/** @type {CustomEvent} */ (event).detail.spot);
    });
    void this.#refresh();
  }

  #makeTools() {
    const brushes = this.#brushes.filter((brush) => brush !== "turn");
    return make(
      "div",
      { class: "brushes" },
      brushes.length > 0 &&
        make(
          "div",
          { class: "segments", role: "radiogroup", "aria-label": say("web.setup.brush") },
          ...brushes.map((brush) =>
            make(
              "label",
              {},
              make("input", {
                type: "radio",
                name: "brush",
                value: brush,
                checked: brush === this.#brush,
                onchange: () => {
                  this.#brush = brush;
                  this.#lift(null);
                },
              }),
              make("span", {}, say(`web.setup.brush.${brush}`)),
            ),
          ),
        ),
      this.#brushes.includes("turn") &&
        make(
          "button",
          { type: "button", onclick: () => void this.#arrange("turn", []) },
          say("web.setup.brush.turn"),
        ),
    );
  }

  #makeOptionFields() {
    const naming = {
      option: (/** @type {string} */ option) => getOptionName(this.#game.name, option),
      choice: (
        /** @type {string} */ option,
        /** @type {import("../api_types.js").Setting} */ choice,
      ) => getChoiceName(this.#game.name, option, choice),
    };
    const { options } = this.#game;
    if (!options.length) return make("div");
    return make(
      "details",
      { class: "rules" },
      make("summary", {}, say("web.setup.options")),
      make(
        "div",
        { class: "fields" },
        ...options.map((option) =>
          makeOptionField(option, "option", naming, this.#options[option.name] ?? option.default),
        ),
      ),
    );
  }

  /** Applies changed options; the board may change with them. */
  #changeRules() {
    this.#options = readOptions(new FormData(this.#form), "option", this.#game.options);
    void this.#refresh();
  }

  async #clear() {
    this.#text.value = "";
    await this.#refresh();
    this.#text.value = this.#board.position?.text ?? "";
  }

  /** @param {string} spot */
  async #applyBrush(spot) {
    if (!this.#brush) return;
    if (this.#brush !== "move") return this.#arrange(this.#brush, [spot]);
    const lifted = this.#lifted;
    if (lifted === null) return this.#lift(spot);
    this.#lift(null);
    if (lifted !== spot) await this.#arrange("move", [lifted, spot]);
  }

  /** @param {string | null} spot */
  #lift(spot) {
    this.#lifted = spot;
    this.#board.marks = spot ? [{ spot, heat: 0.8, tone: "best" }] : [];
  }

  /** @param {string} brush @param {string[]} spots */
  async #arrange(brush, spots) {
    const shown = await this.#request({ brush, spots });
    if (shown) this.#text.value = shown.text;
  }

  #scheduleRefresh() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#refresh(), DEBOUNCE_MS);
  }

  /** Shows the position of the text. */
  async #refresh() {
    await this.#request({});
  }

  /**
   * Requests the position of the text, after a stroke of a brush if one is given.
   *
   * @param {{ brush?: string, spots?: string[] }} stroke
   * @returns {Promise<{ text: string } | null>}
   */
  async #request(stroke) {
    this.#abortController.abort();
    this.#abortController = new AbortController();
    const body = {
      game: this.#game.name,
      options: this.#options,
      text: this.#text.value,
      ...stroke,
    };
    try {
      const shown = await fetchJson("/api/arrange", body, this.#abortController.signal);
      this.#show(shown, shown.problem ?? "", shown.wrong);
      return shown;
    } catch (error) {
      if (!(error instanceof DOMException)) this.#show(null, describeError(error), []);
      return null;
    }
  }

  /**
   * Shows a position, also an impossible one, with what is wrong with it.
   *
   * @param {{ board: any, position: any } | null} shown
   * @param {string} problem
   * @param {string[]} wrong spots
   */
  #show(shown, problem, wrong) {
    if (shown?.board) {
      if (JSON.stringify(this.#board.board) !== JSON.stringify(shown.board))
        this.#board.board = shown.board;
      this.#board.position = { ...shown.position, paths: {}, buttons: [] };
      this.#nameBrushes(shown.position);
    }
    if (!this.#lifted) this.#board.marks = wrong.map((spot) => ({ spot, text: "!", tone: "bad" }));
    this.#problem.textContent = problem;
    this.#submitButton.disabled = problem !== "";
  }

  /** Calls the brushes as the sides that hold their colours. @param {import("../api_types.js").PositionView} position */
  #nameBrushes({ names, colours }) {
    ["first", "second"].forEach((brush, colour) => {
      const label = this.#form.querySelector(`input[name="brush"][value="${brush}"] ~ span`);
      if (label) label.textContent = names[colours.indexOf(colour)] ?? "";
    });
  }

  /** @returns {PositionRequest} */
  #makeRequest() {
    const start = this.#text.value.trim() || null;
    return { game: this.#game.name, options: this.#options, start, moves: [] };
  }

  #submit() {
    if (!this.#submitButton.disabled) location.assign(toAnalysisUrl(this.#makeRequest()));
  }
}
