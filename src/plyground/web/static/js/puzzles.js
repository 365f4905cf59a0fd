/**
 * The puzzles page: choose a game and a grade, and solve one puzzle after the other. The address is
 * that of the puzzle.
 *
 * @typedef {import("./board.js").PlyBoard} PlyBoard
 * @typedef {{ name: string, title: string, count: number, grades: number[] }} GamePuzzles
 * @typedef {{ id: string, grade: number }} PuzzleEntry
 */

import "./board.js";
import { fetchJson } from "./api.js";
import { hasCoordinates, toggleCoordinates, watchCoordinates } from "./appearance.js";
import { notify, showError, startPage } from "./app_shell.js";
import { explainIllegal } from "./board/illegal_move.js";
import { find, make } from "./dom.js";
import { showChoices } from "./game/status.js";
import { say } from "./i18n.js";
import { bindKeys } from "./keyboard.js";
import { Attempt, toApiPath } from "./puzzles/attempt.js";
import { loadResults, saveResult } from "./puzzles/progress.js";
import { copyAddress, showTaskPanel } from "./puzzles/task_panel.js";
import { loadItem, saveItem } from "./storage.js";

const GRADES = [1, 2, 3, 4, 5];

await startPage("puzzles");
document.title = `${say("web.puzzles.title")} · Plyground`;

const board = /** @type {PlyBoard} */ (find("#board"));
const form = /** @type {HTMLFormElement} */ (find("#choice"));
/** @type {GamePuzzles[]} */
let games = [];
/** The game whose puzzles are shown. */
let game = "";
/** @type {PuzzleEntry[]} */
let puzzles = [];
/** @type {Attempt | null} */
let attempt = null;

board.addEventListener("ply-move", (event) => {
  const { move } = /** @type {CustomEvent} */ (event).detail;
  void attempt?.attempt(move).catch(showError);
});
board.addEventListener("ply-illegal", (event) => {
  void explain(/** @type {CustomEvent} */ (event).detail.path);
});
addEventListener("popstate", () => void openFromUrl().catch(showError));
watchCoordinates(() => (board.coordinates = hasCoordinates()));
bindKeys("puzzles", {
  flip: () => (board.flipped = !board.flipped),
  coordinates: toggleCoordinates,
  board: () => board.focusCursor(),
  copy: copyAddress,
  hint: () => attempt?.hint(),
  next_puzzle: goToNext,
});
await start().catch(showError);

async function start() {
  ({ games } = await fetchJson("/api/puzzles"));
  if (games.length) await openFromUrl();
  else showEmptyState();
}

function showEmptyState() {
  const empty = find("#puzzles-empty");
  empty.hidden = false;
  empty.replaceChildren(
    `${say("web.puzzles.none")} `,
    make("code", {}, "plyground puzzles GAME --save GAME.puzzles.jsonl"),
  );
}

/** Opens the puzzle of the address, else the first one that is not solved. */
async function openFromUrl() {
  const [, , wanted = "", id = ""] = location.pathname.split("/").map(decodeURIComponent);
  const names = games.map(({ name }) => name);
  const last = loadItem("puzzles", "");
  await loadGame(wanted || (names.includes(last) ? last : (names[0] ?? "")));
  if (id && puzzles.some((each) => each.id === id)) return open(id);
  if (id) notify(say("web.puzzles.problem.id", { id }), "problem");
  const first = findNext(-1);
  if (first) await open(first.id, true);
  else showEmptyState();
}

/** @param {string} name */
async function loadGame(name) {
  if (name === game) return;
  ({ puzzles } = await fetchJson(`/api/puzzles/${encodeURIComponent(name)}`));
  game = name;
  saveItem("puzzles", name);
  showForm();
}

function showForm() {
  const counts = games.find(({ name }) => name === game)?.grades ?? [];
  const grade = loadItem("puzzles-grade", "");
  form.replaceChildren(
    makeSelect("game", say("web.puzzles.game"), game, games.map(({ name, title, count }) => [name, `${title} (${count})`]), (chosen) => {
      void loadGame(chosen)
        .then(() => openChosen())
        .catch(showError);
    }),
    makeSelect(
      "grade",
      say("web.puzzles.grade"),
      grade,
      [
        ["", say("web.puzzles.grade.any")],
        ...GRADES.map((each) => /** @type {[string, string]} */ ([
          String(each),
          say("web.puzzles.grade.some", { grade: each, count: counts[each - 1] ?? 0 }),
        ])),
      ],
      (chosen) => {
        saveItem("puzzles-grade", chosen);
        openChosen();
      },
    ),
  );
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} value
 * @param {[string, string][]} choices
 * @param {(value: string) => void} onChoose
 */
function makeSelect(name, label, value, choices, onChoose) {
  const select = make(
    "select",
    { name, onchange: () => onChoose(select.value) },
    ...choices.map(([each, words]) => make("option", { value: each }, words)),
  );
  select.value = value;
  return make("label", { class: "field" }, make("span", {}, label), select);
}

/** The puzzles of the chosen grade; all if there are none of it. */
function listChosen() {
  const grade = Number(loadItem("puzzles-grade", ""));
  const chosen = puzzles.filter((each) => each.grade === grade);
  return chosen.length ? chosen : puzzles;
}

/** The next puzzle that is not solved, from a place in the list on. @param {number} place */
function findNext(place) {
  const chosen = listChosen();
  const results = loadResults(game);
  const inOrder = [...chosen.slice(place + 1), ...chosen.slice(0, place + 1)];
  return inOrder.find(({ id }) => results[id] !== "solved") ?? inOrder[0];
}

function openChosen() {
  const next = findNext(-1);
  if (next) void open(next.id).catch(showError);
}

function goToNext() {
  const place = listChosen().findIndex(({ id }) => id === attempt?.puzzle.id);
  const next = findNext(place);
  if (next) void open(next.id).catch(showError);
}

/** @param {string} id @param {boolean} [isReplaced] does its address replace the current one? */
async function open(id, isReplaced = false) {
  const puzzle = await fetchJson(toApiPath(game, id));
  attempt?.close();
  const current = (attempt = new Attempt(puzzle, board, () => current === attempt && render()));
  const address = `/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(id)}`;
  if (isReplaced) history.replaceState(null, "", address);
  else if (location.pathname !== address) history.pushState(null, "", address);
  find("#puzzle").hidden = false;
  await current.open();
}

function render() {
  if (!attempt) return;
  const { puzzle, stage, hasFailed, hintCount } = attempt;
  if (stage === "solved" && !hasFailed) saveResult(game, puzzle.id, "solved");
  else if (hasFailed && loadResults(game)[puzzle.id] !== "solved")
    saveResult(game, puzzle.id, "failed");
  const number = puzzles.findIndex(({ id }) => id === puzzle.id) + 1;
  const { title, grade } = puzzle;
  const place = say("web.puzzles.place", { title, number, all: puzzles.length, grade });
  showTaskPanel(attempt, place, goToNext);
  document.title = `${place} · Plyground`;
  find("#prompt").textContent = board.position ? describePosition(board.position) : "";
  const spots = stage === "asking" ? (puzzle.hints[hintCount - 1]?.spots ?? []) : [];
  board.arrows = spots.map((spot) => ({ path: [spot], tone: "good" }));
  showChoices(find("#move-buttons"), board, (move) => void attempt?.attempt(move).catch(showError));
  showNumbers();
}

/** The points so far, and what the rules ask for. @param {import("./api_types.js").PositionView} position */
function describePosition({ score, names, prompt }) {
  const points = score && `${names[0]} ${score[0]} : ${score[1]} ${names[1]}`;
  return [points, prompt].filter(Boolean).join(" · ");
}

/** All puzzles of the game as numbers, with what became of them. */
function showNumbers() {
  const results = loadResults(game);
  const chosen = new Set(listChosen());
  const count = puzzles.filter(({ id }) => results[id] === "solved").length;
  find("#progress").textContent = say("web.puzzles.progress", { count, all: puzzles.length });
  find("#numbers").replaceChildren(
    ...puzzles.map((each, index) => {
      const result = results[each.id];
      const isCurrent = each.id === attempt?.puzzle.id;
      const address = `/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(each.id)}`;
      return make(
        "li",
        { hidden: !chosen.has(each) },
        make(
          "a",
          {
            href: address,
            class: result,
            "aria-current": isCurrent && "page",
            "aria-label": result && `${index + 1}: ${say(`web.puzzles.result.${result}`)}`,
            onclick: (/** @type {MouseEvent} */ event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              void open(each.id).catch(showError);
            },
          },
          String(index + 1),
        ),
      );
    }),
  );
}

/** Says why a move is not allowed. @param {string[]} path */
async function explain(path) {
  const position = board.position;
  if (!position || !attempt || !board.interactive) return;
  const reason = explainIllegal(position, path);
  if (reason && "words" in reason) return notify(reason.words, "problem");
  if (!reason) return;
  const { request } = attempt;
  const moves = [...request.moves, reason.move];
  await fetchJson("/api/positions", { ...request, moves }).catch(showError);
}
