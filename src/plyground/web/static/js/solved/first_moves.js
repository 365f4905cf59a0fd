/**
 * A board with the value of every first move: of each piece the best one, and once it is picked, of
 * all its moves.
 *
 * @typedef {import("./solved_cards.js").SolvedEntry} SolvedEntry
 * @typedef {import("../board/overlay.js").Mark} Mark
 */

import { fetchJson } from "../api.js";
import { make } from "../dom.js";
import { say } from "../i18n.js";
import { rankValue } from "./solved_cards.js";

/** @param {HTMLElement} box @param {string} game @param {SolvedEntry[]} entries */
export async function showFirstMoves(box, game, entries) {
  const first = entries.filter(({ moves, start }) => moves.length === 1 && !start);
  const [example] = first;
  if (!example) return;
  const request = { game, options: example.options, start: null, moves: [] };
  /** @type {import("../api_types.js").Shown} */
  const shown = await fetchJson("/api/positions", request);
  const board = /** @type {import("../board.js").PlyBoard} */ (document.createElement("ply-board"));
  const status = make("p", { role: "status" });
  board.id = "first-board";
  board.board = shown.board;
  board.position = shown.position;
  board.interactive = true;
  const values = new Map(first.map((entry) => [entry.moves[0] ?? "", entry]));
  const paths = Object.entries(shown.position.paths).flatMap(([move, path]) => {
    const entry = values.get(move);
    return entry ? [{ path, entry }] : [];
  });

  const showMarks = () => {
    const [from] = board.picked;
    board.marks = from === undefined ? markStarts(paths) : markTargets(paths, from);
  };
  // The spot is picked after the event.
  board.addEventListener("ply-spot", () => queueMicrotask(showMarks));
  board.addEventListener("keyup", showMarks);
  board.addEventListener("pointerup", () => queueMicrotask(showMarks));
  board.addEventListener("ply-move", (event) => {
    const entry = values.get(/** @type {CustomEvent} */ (event).detail.move);
    if (entry) status.textContent = `${entry.moves[0]}: ${entry.words}`;
    if (entry) showCard(entry);
  });
  box.replaceChildren(
    make("h2", {}, say("web.solved.first_moves")),
    make("p", { class: "muted small" }, say("web.solved.first_moves.about")),
    board,
    status,
  );
  box.hidden = false;
  showMarks();
}

/** @typedef {{ path: string[], entry: SolvedEntry }} FirstMove */

/** The best value of each piece, or of each spot that is a move. @param {FirstMove[]} moves @returns {Mark[]} */
function markStarts(moves) {
  /** @type {Map<string, SolvedEntry>} */
  const best = new Map();
  for (const { path, entry } of moves) {
    const [spot = ""] = path;
    const known = best.get(spot);
    if (!known || rankValue(entry) > rankValue(known)) best.set(spot, entry);
  }
  return [...best].map(([spot, entry]) => makeMark(spot, entry));
}

/** @param {FirstMove[]} moves @param {string} from @returns {Mark[]} */
function markTargets(moves, from) {
  return moves
    .filter(({ path }) => path[0] === from)
    .map(({ path, entry }) => makeMark(path.at(-1) ?? "", entry));
}

/** @param {string} spot @param {SolvedEntry} entry @returns {Mark} */
function makeMark(spot, entry) {
  const amount = entry.margin ?? (entry.plies === null ? "" : entry.plies + 1);
  const sign = entry.winner === null ? "=" : entry.winner === 0 ? "+" : "−";
  const tone = entry.winner === null ? "reply" : entry.winner === 0 ? "good" : "bad";
  return { spot, text: `${sign}${entry.winner === null ? "" : amount}`, tone };
}

/** @param {SolvedEntry} entry */
function showCard({ number }) {
  const card = document.getElementById(`entry-${number}`);
  const group = card?.closest("details");
  if (group) group.open = true;
  card?.scrollIntoView({ block: "center" });
  card?.querySelector("button")?.focus({ preventScroll: true });
}
