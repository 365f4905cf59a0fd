/**
 * One match or tournament: ratings with error bars, crosstable, running boards, last games.
 *
 * @typedef {import("./event_types.js").EventDetails} EventDetails
 * @typedef {import("./event_types.js").EventSummary} EventSummary
 * @typedef {import("./event_types.js").Standing} Standing
 */

import "../board.js";
import { toAnalysisUrl } from "../analysis/study.js";
import { describeOptions } from "../display_names.js";
import { draw, make } from "../dom.js";
import { say } from "../i18n.js";

const RESULTS = Object.freeze({ draw: "½-½", 0: "1-0", 1: "0-1" });
/** Elo beside the widest interval. */
const ROOM = 1.05;

/**
 * @param {EventDetails} event
 * @param {string} title of the game
 * @param {{ onStop: (() => void) | null, onResume: (() => void) | null }} actions what the owner may do
 */
export function makeEventView(event, title, { onStop, onResume }) {
  const { rows, crosstable } = event.standings;
  return [
    make(
      "header",
      { class: "event-head" },
      make("h2", {}, `${say(`web.arena.${event.kind}`)}: ${title}`),
      make("span", { class: "muted" }, describeOptions(event.game, event.options)),
      make("progress", { value: event.played, max: event.total, "aria-label": makeStatus(event) }),
      make("span", { id: "event-status" }, makeStatus(event)),
      onStop && make("button", { onclick: onStop }, say("web.arena.stop")),
      onResume && make("button", { onclick: onResume }, say("web.arena.resume")),
    ),
    makeSection("web.arena.table", makeRatings(rows), "ratings"),
    event.running_pairs.length > 0 && makeSection("web.arena.boards", makeBoards(event), "running"),
    rows.length > 2 && makeSection("web.arena.crosstable", makeCrosstable(rows, crosstable), "cross"),
    event.games.length > 0 && makeSection("web.arena.games", makeGames(event), "event-games"),
  ].filter((part) => part !== false);
}

/** @param {EventSummary} event */
export function makeStatus(event) {
  const state = event.running ? "running" : event.played < event.total ? "stopped" : "finished";
  const played = say("web.arena.played", { played: event.played, total: event.total });
  return `${say(`web.arena.${state}`)}, ${played}`;
}

/** @param {string} heading @param {Node} content @param {string} id */
function makeSection(heading, content, id) {
  return make(
    "section",
    { class: "panel" },
    make("h2", {}, say(heading)),
    make("div", { class: "scroll", id, tabindex: 0, role: "region", "aria-label": say(heading) }, content),
  );
}

/** @param {Standing[]} rows */
function makeRatings(rows) {
  const ends = rows.flatMap(({ elo, error }) =>
    elo === null ? [] : [Math.abs(elo - (error ?? 0)), Math.abs(elo + (error ?? 0))],
  );
  const widest = ROOM * Math.max(50, ...ends);
  return makeTable(
    ["rank", "player", "elo", "error", "points"].map((name) => say(`web.arena.${name}`)),
    rows.map((row, index) => [
      make("td", { class: "number" }, String(index + 1)),
      make("th", { scope: "row" }, row.name),
      make("td", { class: "number" }, formatElo(row)),
      make("td", { class: "interval" }, drawInterval(row, widest)),
      make("td", { class: "number" }, `${row.points}/${row.games}`),
    ]),
  );
}

/** @param {Standing} row */
function formatElo({ elo, error, games }) {
  if (elo === null) return games ? say("web.arena.unrated") : "";
  const rounded = Math.round(elo);
  const sign = rounded > 0 ? "+" : rounded < 0 ? "−" : "";
  return `${sign}${Math.abs(rounded)}${error ? ` ± ${Math.round(error)}` : ""}`;
}

/** @param {Standing} row @param {number} widest */
function drawInterval({ elo, error }, widest) {
  /** @param {number} value */
  const place = (value) => 100 + (100 * value) / widest;
  return draw(
    "svg",
    { viewBox: "0 0 200 12", preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("line", { class: "zero", x1: 100, x2: 100, y1: 0, y2: 12 }),
    elo !== null &&
      draw("line", { x1: place(elo - (error ?? 0)), x2: place(elo + (error ?? 0)), y1: 6, y2: 6 }),
    // A line without length: its round end is no ellipse, however wide the column is.
    elo !== null &&
      draw("line", { class: "middle", x1: place(elo), x2: place(elo), y1: 6, y2: 6 }),
  );
}

/** @param {Standing[]} rows @param {([number, number] | null)[][]} crosstable */
function makeCrosstable(rows, crosstable) {
  return makeTable(
    ["", "", ...rows.map((_, index) => String(index + 1))],
    rows.map((row, index) => [
      make("td", { class: "number" }, String(index + 1)),
      make("th", { scope: "row" }, row.name),
      ...(crosstable[index] ?? []).map((cell) =>
        make("td", { class: "number" }, cell ? `${cell[0]}/${cell[1]}` : ""),
      ),
    ]),
  );
}

/** @param {EventDetails} event */
function makeBoards({ board, running_pairs: pairs }) {
  return make(
    "ul",
    { id: "boards" },
    ...pairs.map(({ number, first, second, position }) =>
      make(
        "li",
        { "data-pair": number },
        board && position && makeBoard(board, position),
        make("p", { class: "small" }, `${first} - ${second}`),
      ),
    ),
  );
}

/**
 * @param {import("../api_types.js").BoardView} board
 * @param {import("../api_types.js").PositionView} position
 */
function makeBoard(board, position) {
  const shown = /** @type {import("../board.js").PlyBoard} */ (document.createElement("ply-board"));
  shown.setAttribute("still", "");
  shown.coordinates = false;
  shown.board = board;
  shown.position = position;
  return shown;
}

/** @param {EventDetails} event */
function makeGames({ game, options, games }) {
  return makeTable(
    [],
    games.map(({ number, first, second, moves, position, winner, words }) => {
      const result = RESULTS[winner === 0 || winner === 1 ? winner : "draw"];
      const address = toAnalysisUrl({ game, options, start: position || null, moves });
      const label = say("web.arena.game", { number, first, second, result });
      return [
        make("td", { class: "number" }, String(number)),
        make("td", {}, `${first} - ${second}`),
        make("td", {}, result),
        make("td", { class: "muted" }, words),
        make("td", {}, make("a", { href: address, "aria-label": `${say("web.arena.open")}: ${label}` }, say("web.arena.open"))),
      ];
    }),
  );
}

/** @param {string[]} headings @param {Node[][]} rows */
function makeTable(headings, rows) {
  return make(
    "table",
    {},
    headings.length > 0 &&
      make("thead", {}, make("tr", {}, ...headings.map((text) => make(text ? "th" : "td", text ? { scope: "col" } : {}, text)))),
    make("tbody", {}, ...rows.map((cells) => make("tr", {}, ...cells))),
  );
}
