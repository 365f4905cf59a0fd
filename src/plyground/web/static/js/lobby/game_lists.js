/**
 * The lists of games in the lobby: the visitor's own, and games of others.
 *
 * @typedef {import("../api_types.js").Catalogue} Catalogue
 * @typedef {import("../api_types.js").GameState} GameState
 * @typedef {import("../api_types.js").GameSummary} GameSummary
 */

import { ApiError, fetchJson } from "../api.js";
import { getPlayerName } from "../display_names.js";
import { find, make } from "../dom.js";
import { getSideName, say } from "../i18n.js";
import { listSeatedGames, removeSeat } from "../seats.js";

const MAX_MINE = 6;
const MAX_OTHERS = 6;

/** @param {Catalogue} catalogue */
export async function showGameLists(catalogue) {
  const mine = listSeatedGames();
  await Promise.all([showMine(mine.slice(0, MAX_MINE)), showOthers(new Set(mine), catalogue)]);
}

/** @param {string[]} ids */
async function showMine(ids) {
  const games = await Promise.all(ids.map(fetchGame));
  showList(
    "#mine",
    games.filter((game) => game !== null),
  );
}

/** @param {Set<string>} mine @param {Catalogue} catalogue */
async function showOthers(mine, catalogue) {
  /** @type {{ games: GameSummary[] }} */
  const { games } = await fetchJson("/api/games?limit=30").catch(() => ({ games: [] }));
  const known = new Set(catalogue.games.map(({ name }) => name));
  const others = games.filter(
    ({ id, game, result, live }) => live && !result && !mine.has(id) && known.has(game),
  );
  const shown = await Promise.all(others.slice(0, MAX_OTHERS).map(({ id }) => fetchGame(id)));
  showList(
    "#others",
    shown.filter((game) => game !== null),
  );
}

/** @param {string} id @returns {Promise<GameState | null>} */
async function fetchGame(id) {
  try {
    return await fetchJson(`/api/games/${id}`);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) removeSeat(id);
    return null;
  }
}

/** @param {string} selector @param {GameState[]} games */
function showList(selector, games) {
  const section = find(selector);
  section.hidden = games.length === 0;
  find(".game-cards", section).replaceChildren(...games.map(makeGameCard));
}

/** @param {GameState} game */
function makeGameCard(game) {
  const board = /** @type {import("../board.js").PlyBoard} */ (document.createElement("ply-board"));
  board.setAttribute("still", "");
  board.coordinates = false;
  board.board = game.board;
  board.position = game.position;
  const isNameless = game.players.every(({ kind, name }) => kind === "human" && !name);
  const [first, second] = game.players.map((player, side) =>
    isNameless ? getSideName(side, game.position) : getPlayerName(player, false),
  );
  const status = game.result?.words ?? say("turn", { player: getSideName(game.position.side, game.position) });
  return make(
    "li",
    { class: "panel" },
    make(
      "a",
      { class: "game-card", href: `/game/${game.id}` },
      board,
      make("strong", {}, game.title),
      make("span", { class: "small" }, say("web.lobby.players", { first, second })),
      make("span", { class: "muted small" }, status),
    ),
  );
}
