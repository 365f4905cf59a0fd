/**
 * The first page: choose a game, set it up, begin; go on with a game or watch one.
 *
 * @typedef {import("./api_types.js").Catalogue} Catalogue
 * @typedef {import("./api_types.js").GameEntry} GameEntry
 */

import "./board.js";
import { Refusal, ask } from "./api.js";
import { find, make } from "./dom.js";
import { bindKeys } from "./keyboard.js";
import { adaptFields, readSetup, setupFields } from "./lobby/setup_form.js";
import { showShelves } from "./lobby/game_lists.js";
import { recall, remember } from "./storage.js";
import { keepSeat } from "./seats.js";
import { complain, problem, startPage } from "./app_shell.js";
import { say } from "./i18n.js";

const PAUSE = 120;

const starting = startPage("lobby");
/** @type {Catalogue} */
const catalogue = await ask("/api/catalogue");
await starting;
bindKeys("lobby", {});

const form = /** @type {HTMLFormElement} */ (find("#setup"));
const start = /** @type {HTMLButtonElement} */ (find("#start"));
const preview = /** @type {import("./board.js").PlyBoard} */ (find("#preview"));

/** @type {GameEntry | undefined} */
let chosen;
let asking = new AbortController();
let timer = 0;

showCards();
form.addEventListener("input", () => changed(PAUSE));
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (chosen) void begin(chosen).catch(complain);
});
addEventListener("hashchange", chooseByAddress);
chooseByAddress();
void showShelves(catalogue);

function showCards() {
  const cards = catalogue.games.map((game) =>
    make(
      "label",
      { class: "card panel" },
      make("input", {
        type: "radio",
        name: "game",
        value: game.name,
        onchange: () => choose(game),
      }),
      portrait(game),
      make("span", { class: "card-title" }, game.title),
      game.about && make("span", { class: "card-about soft small" }, game.about),
    ),
  );
  find("#cards").replaceChildren(...cards);
}

/** @param {GameEntry} game */
function portrait({ portrait: shown, svg }) {
  if (!shown) return make("img", { src: svg, alt: "" });
  const board = /** @type {import("./board.js").PlyBoard} */ (document.createElement("ply-board"));
  board.setAttribute("still", "");
  // The name of the game is said beside it.
  board.setAttribute("aria-hidden", "true");
  board.coordinates = false;
  board.board = shown.board;
  board.position = shown.position;
  return board;
}

/** The game that the address names, else the last one played, else the first. */
function chooseByAddress() {
  const wished = decodeURIComponent(location.hash.slice(1)) || recall("game", "");
  const game = catalogue.games.find(({ name }) => name === wished) ?? catalogue.games[0];
  if (!game || game === chosen) return;
  const radio = find(`#cards input[value="${CSS.escape(game.name)}"]`);
  /** @type {HTMLInputElement} */ (radio).checked = true;
  choose(game);
}

/** @param {GameEntry} game */
function choose(game) {
  chosen = game;
  remember("game", game.name);
  history.replaceState(null, "", `#${game.name}`);
  find("#setup-title").textContent = game.title;
  find("#setup-about").textContent = game.about ?? "";
  find("#fields").replaceChildren(...setupFields(game, catalogue));
  changed(0);
}

/** @param {number} pause */
function changed(pause) {
  adaptFields(form);
  clearTimeout(timer);
  timer = setTimeout(() => void look(), pause);
}

/** Shows what the chosen options look like, or what is wrong with them. */
async function look() {
  if (!chosen) return;
  asking.abort();
  asking = new AbortController();
  const { game, options } = readSetup(form, chosen, catalogue);
  try {
    const shown = await ask("/api/positions", { game, options }, asking.signal);
    preview.board = shown.board;
    preview.position = shown.position;
    tell("");
  } catch (error) {
    if (error instanceof DOMException) return;
    tell(problem(error), !saysNothing(error));
  }
}

/** A server that is busy, or out of reach, does not tell whether the options are right. @param {unknown} error */
function saysNothing(error) {
  return error instanceof Refusal && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/**
 * @param {string} wrong what to tell, or nothing
 * @param {boolean} [forbids] can no game be begun like that?
 */
function tell(wrong, forbids = wrong !== "") {
  find("#setup-problem").textContent = wrong;
  start.disabled = forbids;
}

/** @param {GameEntry} game */
async function begin(game) {
  if (!form.reportValidity()) return;
  start.disabled = true;
  start.textContent = say("web.setup.starting");
  try {
    const begun = await ask("/api/games", readSetup(form, game, catalogue));
    keepSeat(begun.id, begun.tokens.filter(Boolean), begun.invite);
    location.assign(`/game/${begun.id}`);
  } finally {
    start.disabled = false;
    start.textContent = say("web.setup.start");
  }
}
