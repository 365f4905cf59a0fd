/**
 * The games on the first page: those in which the visitor has a seat, and those of others.
 *
 * @typedef {import("../api_types.js").Catalogue} Catalogue
 * @typedef {import("../api_types.js").GameState} GameState
 * @typedef {import("../api_types.js").GameSummary} GameSummary
 */

import { ask, Refusal } from "../api.js";
import { find, make } from "../dom.js";
import { playerName } from "../display_names.js";
import { leaveSeat, seatedGames } from "../seats.js";
import { say, sideName } from "../i18n.js";

const MINE = 6;
const OTHERS = 6;

/** @param {Catalogue} catalogue */
export async function showShelves(catalogue) {
  const mine = seatedGames();
  await Promise.all([showMine(mine.slice(0, MINE)), showOthers(new Set(mine), catalogue)]);
}

/** @param {string[]} ids */
async function showMine(ids) {
  const games = await Promise.all(ids.map(look));
  show(
    "#mine",
    games.filter((game) => game !== null),
  );
}

/** @param {Set<string>} mine @param {Catalogue} catalogue */
async function showOthers(mine, catalogue) {
  /** @type {{ games: GameSummary[] }} */
  const { games } = await ask("/api/games?limit=30").catch(() => ({ games: [] }));
  const known = new Set(catalogue.games.map(({ name }) => name));
  const others = games.filter(
    ({ id, game, result, live }) => live && !result && !mine.has(id) && known.has(game),
  );
  const shown = await Promise.all(others.slice(0, OTHERS).map(({ id }) => look(id)));
  show(
    "#others",
    shown.filter((game) => game !== null),
  );
}

/** @param {string} id @returns {Promise<GameState | null>} */
async function look(id) {
  try {
    return await ask(`/api/games/${id}`);
  } catch (error) {
    if (error instanceof Refusal && error.status === 404) leaveSeat(id);
    return null;
  }
}

/** @param {string} shelf @param {GameState[]} games */
function show(shelf, games) {
  const section = find(shelf);
  section.hidden = games.length === 0;
  find(".tables", section).replaceChildren(...games.map(table));
}

/** @param {GameState} game */
function table(game) {
  const board = /** @type {import("../board.js").PlyBoard} */ (document.createElement("ply-board"));
  board.setAttribute("still", "");
  board.coordinates = false;
  board.board = game.board;
  board.position = game.position;
  const [first, second] = game.players.map((player) => playerName(player, false));
  const standing = game.result?.words ?? say("turn", { player: sideName(game.position.side) });
  return make(
    "li",
    { class: "panel" },
    make(
      "a",
      { class: "table", href: `/game/${game.id}` },
      board,
      make("strong", {}, game.title),
      make("span", { class: "small" }, say("web.lobby.players", { first, second })),
      make("span", { class: "soft small" }, standing),
    ),
  );
}
