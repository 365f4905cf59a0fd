/**
 * The page of one game: it shows what the server says, and sends what the players do.
 *
 * The server has the game; this page may be closed and opened at any time. While somebody looks
 * back, the live game goes on and waits.
 *
 * @typedef {import("./api_types.js").GameState} GameState
 * @typedef {import("./api_types.js").PositionView} PositionView
 * @typedef {import("./board.js").PlyBoard} PlyBoard
 */

import "./board.js";
import { guess } from "./board/optimistic.js";
import { find } from "./dom.js";
import { Actions } from "./game/actions.js";
import { Past } from "./game/position_history.js";
import { Hints } from "./game/hints.js";
import { MoveList } from "./game/move_list.js";
import { Newcomers } from "./game/ghost.js";
import { PlayerStrip } from "./game/player_strip.js";
import { copyAddress, showShare } from "./game/share.js";
import { showChoices, showPreparing, showStanding, showStatus, showWhy } from "./game/status.js";
import { showWalk } from "./game/navigation.js";
import { bindKeys } from "./keyboard.js";
import { controlWords, optionWords } from "./display_names.js";
import { keepSeat, seatAt, takeInvitation } from "./seats.js";
import { announce, complain, notify, startPage, toggleSound } from "./app_shell.js";
import { Channel } from "./reconnecting_socket.js";
import { sound } from "./sound.js";
import { say, sideName } from "./i18n.js";

await startPage("game");

const id = location.pathname.split("/").at(-1) ?? "";
const board = /** @type {PlyBoard} */ (find("#board"));
const invitation = takeInvitation();
if (invitation) keepSeat(id, [invitation]);

/** @type {GameState | null} */
let state = null;
/** Which ply is looked at, as the address says; null is the live position. @type {number | null} */
let looking = plyOf(location.hash);
/** A move that was sent and not yet answered. @type {{ move: string, ply: number } | null} */
let pending = null;
/** Does the reader see the game from the other side than usual? */
let turned = false;
/** Has the board itself to be turned, so that the reader's pieces are near? */
let isFar = false;
/** @type {import("./game/hints.js").Seen | null} */
let seen = null;

const past = new Past();
const newcomers = new Newcomers();
const above = new PlayerStrip(find("#above"));
const below = new PlayerStrip(find("#below"));
const moves = new MoveList(find("#moves"), look);
const actions = new Actions(find("#actions"), send);
const hints = new Hints(find("#hints"), id, showHint, look);
const channel = new Channel(`/api/games/${id}/socket`, {
  greet: () => ({ type: "hello", tokens: seatAt(id)?.tokens ?? [], seen: state?.version ?? null }),
});

channel.addEventListener("standing", showConnection);
channel.addEventListener("message", (event) => heard(/** @type {CustomEvent} */ (event).detail));
board.addEventListener("ply-move", (event) => play(/** @type {CustomEvent} */ (event).detail.move));
board.addEventListener("ply-illegal", (event) =>
  askWhy(/** @type {CustomEvent} */ (event).detail.path),
);
find("#typing").addEventListener("submit", typed);
showWalk(find("#walk"), { look, step, flip });
bindKeys("game", {
  back: () => step(-1),
  forward: () => step(1),
  first: () => look(0),
  last: () => look(Infinity),
  flip,
  mute: toggleSound,
  type: () => find("#typed").focus(),
  board: () => board.focusCursor(),
  copy: copyAddress,
  think: () => hints.toggle("think"),
  show: () => hints.toggle("show"),
  best: () => {
    if (seen?.move && board.interactive) play(seen.move);
  },
});

// What comes from the server.

/** @param {any} message */
function heard(message) {
  if (message.type === "refused") refused(message);
  if (message.type !== "state" && message.type !== "update") return;
  if (state && message.type === "update" && message.version < state.version) return;
  update({ ...message, board: message.board ?? state?.board });
}

/** @param {GameState} next */
function update(next) {
  const before = state;
  state = next;
  past.learn(next);
  if (!before) begin(next);
  if (before?.rematch !== next.rematch && next.rematch) follow(next);
  const mine = pending;
  if (pending && next.position.ply !== pending.ply) pending = null;
  else if (pending && next.type === "state") send({ type: "move", ...pending });
  if (before) tellChange(before, next, mine?.move ?? null);
  if (looking !== null && looking >= next.moves.length) look(Infinity);
  render();
  void expectNewcomer(next);
}

/** @param {GameState} first */
function begin(first) {
  const isMoving = Object.values(first.position.paths).some((path) => path.length > 1);
  isFar = seatOf(first) === 1 && isMoving && first.position.pieces.length > 0;
  find("#title").textContent = first.title;
  const details = [optionWords(first.game, first.options), controlWords(first.control)];
  find("#details").textContent = details.filter(Boolean).join(" · ");
  if (first.seats.length) keepSeat(id, []);
}

/**
 * A move, a score, an end: heard by the ears and said to those who cannot see.
 *
 * @param {GameState} before
 * @param {GameState} next
 * @param {string | null} mine the move that was heard already
 */
function tellChange(before, next, mine) {
  const made = next.moves.at(-1);
  if (next.moves.length > before.moves.length && made) {
    newcomers.learn(before.position, next.position);
    if (made.move !== mine) sound("move");
    if (String(next.position.score) !== String(before.position.score)) sound("score");
    const words = say("web.moves.made", { side: sideName(made.side), move: made.move });
    announce(next.result ? `${words}. ${next.result.words}` : words);
  } else if (next.moves.length < before.moves.length) {
    announce(say("web.undone", { count: before.moves.length - next.moves.length }));
  } else if (next.result && !before.result) {
    announce(next.result.words);
  }
  if (next.result && !before.result) sound("end");
}

/** @param {{ why: string }} message */
function refused({ why }) {
  pending = null;
  notify(why, "problem");
  render();
}

/** The next game has begun: whoever plays goes there. @param {GameState} next */
function follow(next) {
  if (!next.seats.length || !next.rematch) return;
  keepSeat(next.rematch, seatAt(id)?.tokens ?? []);
  location.assign(`/game/${next.rematch}`);
}

// What the players do.

/** @param {object} message */
function send(message) {
  if (!channel.send(message)) notify(say("web.problem.unreachable"), "problem");
}

/** @param {string} move */
function play(move) {
  if (!state || pending || looking !== null || !(move in state.position.paths)) return;
  pending = { move, ply: state.position.ply };
  board.position = guess(state.position, move, board.newcomer);
  board.interactive = false;
  sound("move");
  send({ type: "move", ...pending });
}

/**
 * Why may this not be played? The server knows. Only asked where something would be put or drawn;
 * a piece that cannot go there just stays.
 *
 * @param {string[]} path
 */
function askWhy(path) {
  const position = state?.position;
  if (!position || !board.interactive) return;
  const held = new Set(position.pieces.map((piece) => piece.spot));
  const lengths = new Set(Object.values(position.paths).map((each) => each.length));
  if (!path.some((spot) => held.has(spot)) && lengths.has(path.length)) {
    send({ type: "move", move: path.join("-"), ply: position.ply });
  }
}

/** @param {Event} event */
function typed(event) {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (find("#typed"));
  const text = field.value.trim();
  if (!state || !text) return;
  if (!board.interactive) return notify(say("web.type.wait"), "problem");
  field.value = "";
  const legal = Object.keys(state.position.paths);
  const known = legal.find((move) => move.toLowerCase() === text.toLowerCase());
  if (known) play(known);
  else send({ type: "move", move: text, ply: state.position.ply });
}

// Looking around.

/** @param {number} ply */
function look(ply) {
  if (!state) return;
  const last = state.moves.length;
  looking = ply >= last ? null : Math.max(ply, 0);
  history.replaceState(null, "", looking === null ? location.pathname : `#${looking}`);
  render();
}

/** @param {string} hash @returns {number | null} */
function plyOf(hash) {
  return /^#\d+$/.test(hash) ? Number(hash.slice(1)) : null;
}

/** @param {number} by */
function step(by) {
  if (state) look((looking ?? state.moves.length) + by);
}

function flip() {
  turned = !turned;
  render();
}

/** The side whose seat this page has, if it has one. @param {GameState} shown */
function seatOf(shown) {
  return shown.seats.length === 1 ? (shown.seats[0] ?? null) : null;
}

// Showing.

function render() {
  if (!state) return;
  const nearest = (seatOf(state) ?? 0) ^ Number(turned);
  above.show(state, 1 - nearest);
  below.show(state, nearest);
  const ply = looking ?? state.moves.length;
  moves.show(state.moves, ply);
  actions.show(state);
  showShare(find("#share"), state);
  showBoard(state);
  showStatus(find("#status"), state, looking);
  showWhy(find("#why"), state, ply);
  showPreparing(find("#preparing"), state);
  showChoices(find("#choices"), board, play);
  showConnection();
  hints.follow(state, ply);
}

/** @param {GameState} shown */
function showBoard(shown) {
  if (board.board === null || JSON.stringify(board.board) !== JSON.stringify(shown.board)) {
    board.board = shown.board;
  }
  board.flipped = isFar !== turned;
  board.interactive = canMove(shown);
  if (looking === null) {
    if (!pending) board.position = shown.position;
    return;
  }
  const ply = looking;
  past
    .at(shown, ply)
    .then((position) => {
      if (looking === ply) board.position = { ...position, paths: {}, buttons: [] };
    })
    .catch(complain);
}

/** @param {GameState} shown */
function canMove({ result, seats, position, players }) {
  const isReady = channel.standing === "open" && players.every(({ joined }) => joined !== false);
  return isReady && looking === null && !pending && !result && seats.includes(position.side);
}

function showConnection() {
  showStanding(find("#standing"), channel.standing);
  if (state) board.interactive = canMove(state);
}

/** @param {import("./game/hints.js").Seen | null} next */
function showHint(next) {
  seen = next;
  board.arrows = next?.arrows ?? [];
  const bar = find("#bar");
  bar.hidden = next === null;
  if (!next) return;
  const share = Math.round(1000 * next.first) / 10;
  bar.style.setProperty("--first", `${share}%`);
  bar.classList.toggle("turned", ((state && seatOf(state)) ?? 0) !== Number(turned));
  bar.setAttribute(
    "aria-label",
    say("web.hints.bar", { share: Math.round(share), words: next.words }),
  );
  bar.title = next.words;
}

/** @param {GameState} shown */
async function expectNewcomer(shown) {
  const isPlaced = Object.values(shown.position.paths).some((path) => path.length === 1);
  if (!isPlaced || !shown.seats.includes(shown.position.side)) return;
  const piece = await newcomers.expected(shown);
  if (state?.version === shown.version) board.newcomer = piece;
}
