/** The form with which the owner starts a tournament. */

import { make } from "../dom.js";
import { say } from "../i18n.js";

const FORMATS = Object.freeze(["round-robin", "gauntlet"]);
const FIRST_PLAYERS = "engine:level=2\nengine:level=4\nrandom";

/**
 * @param {HTMLFormElement} form
 * @param {import("../api_types.js").Catalogue} catalogue
 * @param {(request: object) => void} onStart
 */
export function fillStartForm(form, catalogue, onStart) {
  const players = make("textarea", { name: "players", rows: 4, required: true, "aria-describedby": "players-hint" });
  players.value = FIRST_PLAYERS;
  const known = [...catalogue.engines].join(", ");
  form.replaceChildren(
    makeField(
      "web.arena.game_field",
      make(
        "select",
        { name: "game" },
        ...catalogue.games.map(({ name, title }) => make("option", { value: name }, title)),
      ),
    ),
    makeField(
      "web.arena.format",
      make(
        "select",
        { name: "format" },
        ...FORMATS.map((name) => make("option", { value: name }, say(`web.arena.format.${name}`))),
      ),
    ),
    makeNumber("rounds", { min: 1, max: 1000, value: 4 }),
    makeNumber("seconds", { min: 0.01, max: 60, step: 0.01, value: 0.1 }),
    makeNumber("workers", { min: 1, max: 64, value: 1 }),
    make(
      "div",
      { class: "wide" },
      makeField("web.arena.players", players),
      make(
        "p",
        { id: "players-hint", class: "muted small" },
        `${say("web.arena.players.hint")}${known ? ` (${known})` : ""}`,
      ),
    ),
    make("button", { class: "primary" }, say("web.arena.start")),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    onStart(readRequest(new FormData(form)));
  });
}

/** @param {FormData} fields */
function readRequest(fields) {
  const players = String(fields.get("players"));
  return {
    game: fields.get("game"),
    format: fields.get("format"),
    rounds: Number(fields.get("rounds")),
    seconds: Number(fields.get("seconds")),
    workers: Number(fields.get("workers")),
    players: players
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
  };
}

/** @param {string} name @param {object} limits */
function makeNumber(name, limits) {
  return makeField(
    `web.arena.${name}`,
    make("input", { type: "number", name, required: true, ...limits }),
  );
}

/** @param {string} words @param {HTMLElement} control */
function makeField(words, control) {
  return make("label", { class: "field" }, make("span", {}, say(words)), control);
}
