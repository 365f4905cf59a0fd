/**
 * Exchanging players during a game: another engine for an engine's seat, an engine for one's own, and
 * oneself for an engine that one holds.
 *
 * @typedef {import("../api_types.js").Catalogue} Catalogue
 * @typedef {import("../api_types.js").GameState} GameState
 */

import { makeAgentChoice, readAgentChoice } from "../agent_choice.js";
import { fetchJson } from "../api.js";
import { showError } from "../app_shell.js";
import { make } from "../dom.js";
import { getSideName, say } from "../i18n.js";
import { loadItem } from "../storage.js";

const ME = "human";

export class SeatPanel {
  #box;
  #send;
  /** @type {GameState | null} */
  #state = null;
  /** @type {Promise<Catalogue> | null} */
  #catalogue = null;
  #renderedKey = "";
  #fields = make("div", { class: "seat-fields" });

  /** @param {HTMLDetailsElement} box @param {(message: object) => void} send */
  constructor(box, send) {
    this.#box = box;
    this.#send = send;
    box.append(make("summary", {}, say("web.seats")), this.#fields);
    box.addEventListener("toggle", () => void this.#render().catch(showError));
  }

  /** @param {GameState} state */
  show(state) {
    this.#state = state;
    this.#box.hidden = state.result !== null || !listSides(state).length;
    void this.#render().catch(showError);
  }

  async #render() {
    const state = this.#state;
    if (!state || !this.#box.open || this.#box.hidden) return;
    this.#catalogue ??= fetchJson("/api/catalogue");
    const catalogue = await this.#catalogue;
    const { players, held, position } = state;
    const key = JSON.stringify([players.map(({ spec }) => spec), held, position.names]);
    if (key === this.#renderedKey) return;
    this.#renderedKey = key;
    this.#fields.replaceChildren(
      ...listSides(state).map((side) => this.#makeForm(state, side, catalogue)),
    );
  }

  /** @param {GameState} state @param {number} side @param {Catalogue} catalogue */
  #makeForm({ game, players, held, position }, side, catalogue) {
    /** @type {[string, string][]} */
    const more = held.includes(side) ? [[ME, say("web.seats.me")]] : [];
    const chosen = players[side]?.spec ?? ME;
    const select = makeAgentChoice(catalogue, game, chosen, {}, more);
    const form = make(
      "form",
      { "data-side": side },
      make(
        "label",
        { class: "field" },
        make("span", {}, say("web.seats.side", { side: getSideName(side, position) })),
        select,
      ),
      make("button", {}, say("web.seats.give")),
    );
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const person = { kind: "human", name: loadItem("name", "") };
      const player = select.value === ME ? person : readAgentChoice(select.value);
      this.#send({ type: "seat", side, player });
    });
    return form;
  }
}

/** The sides whose player this page may exchange. @param {GameState} state */
function listSides({ held, players }) {
  if (!held.length) return [];
  return [0, 1].filter((side) => held.includes(side) || players[side]?.spec);
}
