/**
 * The lobby, which is the home page: set up and start a game, resume one, or watch one.
 *
 * @typedef {import("./api_types.js").Catalogue} Catalogue
 * @typedef {import("./api_types.js").GameEntry} GameEntry
 */

import "./board.js";
import { ApiError, fetchJson } from "./api.js";
import { describeError, showError, startPage } from "./app_shell.js";
import { find, make } from "./dom.js";
import { say } from "./i18n.js";
import { showGameLists } from "./lobby/game_lists.js";
import { makeSetupFields, readSetup, showSideNames, updateFields } from "./lobby/setup_form.js";
import { saveSeat } from "./seats.js";
import { loadItem, saveItem } from "./storage.js";

const DEBOUNCE_MS = 120;

const pageReady = startPage("lobby");
/** @type {Catalogue} */
const catalogue = await fetchJson("/api/catalogue");
await pageReady;

const form = /** @type {HTMLFormElement} */ (find("#setup"));
const startButton = /** @type {HTMLButtonElement} */ (find("#start"));
const preview = /** @type {import("./board.js").PlyBoard} */ (find("#preview"));

/** @type {GameEntry | undefined} */
let chosen;
/** Has the visitor made a choice, beyond what the page showed first? */
let isChosen = false;
let abortController = new AbortController();
let timer = 0;

showCards();
form.addEventListener("input", () => {
  isChosen = true;
  scheduleRefresh(DEBOUNCE_MS);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (chosen) void startGame(chosen).catch(showError);
});
addEventListener("hashchange", chooseFromUrl);
chooseFromUrl();
void showGameLists(catalogue);

function showCards() {
  const cards = catalogue.games.map((game) =>
    make(
      "label",
      { class: "card panel" },
      make("input", {
        type: "radio",
        name: "game",
        value: game.name,
        onchange: () => {
          isChosen = true;
          choose(game);
        },
      }),
      makeThumbnail(game),
      make("span", { class: "card-title" }, game.title),
      game.about && make("span", { class: "card-about muted small" }, game.about),
    ),
  );
  const broken = catalogue.broken.map(({ name, problem }) =>
    make(
      "div",
      { class: "card panel broken" },
      make("span", { class: "card-title" }, name),
      make("span", { class: "problem small" }, problem),
    ),
  );
  find("#cards").replaceChildren(...cards, ...broken);
}

/** @param {GameEntry} game */
function makeThumbnail({ portrait: shown, svg }) {
  if (!shown) return make("img", { src: svg, alt: "" });
  const board = /** @type {import("./board.js").PlyBoard} */ (document.createElement("ply-board"));
  board.setAttribute("still", "");
  // The title of the game stands beside it.
  board.setAttribute("aria-hidden", "true");
  board.coordinates = false;
  board.board = shown.board;
  board.position = shown.position;
  return board;
}

/** Chooses the game of the URL, else the last one played, else the first. */
function chooseFromUrl() {
  const wanted = decodeURIComponent(location.hash.slice(1)) || loadItem("game", "");
  const game = catalogue.games.find(({ name }) => name === wanted) ?? catalogue.games[0];
  if (!game || game === chosen) return;
  const radio = find(`#cards input[value="${CSS.escape(game.name)}"]`);
  /** @type {HTMLInputElement} */ (radio).checked = true;
  choose(game);
}

/** @param {GameEntry} game */
function choose(game) {
  chosen = game;
  saveItem("game", game.name);
  history.replaceState(null, "", `#${game.name}`);
  find("#setup-title").textContent = game.title;
  find("#setup-about").textContent = game.about ?? "";
  find("#fields").replaceChildren(...makeSetupFields(game, catalogue));
  scheduleRefresh(0);
}

/** @param {number} pause */
function scheduleRefresh(pause) {
  updateFields(form);
  clearTimeout(timer);
  timer = setTimeout(() => void refreshPreview(), pause);
}

/** Shows a preview of the chosen options, or what is wrong with them. */
async function refreshPreview() {
  if (!chosen) return;
  abortController.abort();
  abortController = new AbortController();
  const { game, options } = readSetup(form, chosen, catalogue);
  try {
    const shown = await fetchJson("/api/positions", { game, options }, abortController.signal);
    preview.board = shown.board;
    preview.position = shown.position;
    showSideNames(form, shown.position.names);
    showProblem("");
    // Only what somebody chose is compiled, so that nothing delays it.
    if (isChosen) void fetchJson("/api/warmup", { game, options }).catch(() => {});
  } catch (error) {
    if (error instanceof DOMException) return;
    showProblem(describeError(error), !isInconclusive(error));
  }
}

/** Does an error leave open whether the options are valid? So it is if the server is busy or unreachable. @param {unknown} error */
function isInconclusive(error) {
  return (
    error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
  );
}

/**
 * @param {string} words the problem; empty if there is none
 * @param {boolean} [forbids] does it prevent the game from starting?
 */
function showProblem(words, forbids = words !== "") {
  find("#setup-problem").textContent = words;
  startButton.disabled = forbids;
}

/** @param {GameEntry} game */
async function startGame(game) {
  if (!form.reportValidity()) return;
  startButton.disabled = true;
  startButton.textContent = say("web.setup.starting");
  try {
    const created = await fetchJson("/api/games", readSetup(form, game, catalogue));
    saveSeat(created.id, created.tokens.filter(Boolean), created.invite);
    location.assign(`/game/${created.id}`);
  } finally {
    startButton.disabled = false;
    startButton.textContent = say("web.setup.start");
  }
}
