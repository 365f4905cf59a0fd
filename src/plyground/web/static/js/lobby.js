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
import { parsePosition } from "./position_url.js";
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

/** The position of an analysis from which the game starts, if the URL has one. */
let origin = location.search ? parsePosition(location.search) : null;
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
          leaveOrigin();
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
  history.replaceState(null, "", `${location.pathname}${location.search}#${game.name}`);
  find("#setup-title").textContent = game.title;
  find("#setup-about").replaceChildren(...(origin ? makeOriginNote(origin) : [game.about ?? ""]));
  find("#fields").replaceChildren(...makeSetupFields(game, catalogue, origin === null));
  scheduleRefresh(0);
}

/** @param {{ moves: string[] }} position */
function makeOriginNote({ moves }) {
  const start = make(
    "button",
    {
      type: "button",
      class: "quiet",
      onclick: () => {
        leaveOrigin();
        if (chosen) choose(chosen);
      },
    },
    say("web.setup.from.start"),
  );
  return [say("web.setup.from", { count: moves.length }), " ", start];
}

/** Play begins at the usual start again. */
function leaveOrigin() {
  origin = null;
  history.replaceState(null, "", location.pathname);
}

/** What the form asks for, from the position of an analysis if there is one. @param {GameEntry} game */
function readRequest(game) {
  return { ...readSetup(form, game, catalogue), ...origin };
}

/** @param {number} pause */
function scheduleRefresh(pause) {
  updateFields(form, chosen);
  clearTimeout(timer);
  timer = setTimeout(() => void refreshPreview(), pause);
}

/** Shows a preview of the chosen options, or what is wrong with them. */
async function refreshPreview() {
  if (!chosen) return;
  abortController.abort();
  abortController = new AbortController();
  const { game, options } = readRequest(chosen);
  const request = { game, options, ...origin };
  try {
    const shown = await fetchJson("/api/positions", request, abortController.signal);
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
    const created = await fetchJson("/api/games", readRequest(game));
    saveSeat(created.id, created.tokens.filter(Boolean), created.invite);
    location.assign(`/game/${created.id}`);
  } finally {
    startButton.disabled = false;
    startButton.textContent = say("web.setup.start");
  }
}
