/**
 * The game page: shows the state that the server sends, and sends the player's actions.
 *
 * The state lives on the server, so the page may be closed and opened at any time. Viewing an
 * earlier position does not interrupt the live game.
 *
 * @typedef {import("./api_types.js").GameState} GameState
 * @typedef {import("./api_types.js").PositionView} PositionView
 * @typedef {import("./board.js").PlyBoard} PlyBoard
 */

import "./board.js";
import { hasCoordinates, toggleCoordinates, watchCoordinates } from "./appearance.js";
import { announce, notify, showError, startPage } from "./app_shell.js";
import { getSideColours } from "./board/colour.js";
import { explainIllegal } from "./board/illegal_move.js";
import { applyOptimistically } from "./board/optimistic.js";
import { describeControl, describeOptions, getMoveName } from "./display_names.js";
import { find } from "./dom.js";
import { Actions } from "./game/actions.js";
import { GhostPieces } from "./game/ghost.js";
import { Hints } from "./game/hints.js";
import { MoveList } from "./game/move_list.js";
import { NameForm } from "./game/name_form.js";
import { showNavigation } from "./game/navigation.js";
import { PlayerStrip } from "./game/player_strip.js";
import { PositionHistory } from "./game/position_history.js";
import { SeatPanel } from "./game/seat_panel.js";
import { copyAddress, showShare } from "./game/share.js";
import {
  describeStatus,
  showChoices,
  showConnectionStatus,
  showStatus,
  showWhy,
} from "./game/status.js";
import { getSideName, say } from "./i18n.js";
import { bindKeys } from "./keyboard.js";
import { ReconnectingSocket } from "./reconnecting_socket.js";
import { getSeat, makeToken, removeSeat, saveSeat, takeInvitation } from "./seats.js";
import { playSound } from "./sound.js";
import { loadItem } from "./storage.js";
import { WarmupLine } from "./warmup_line.js";

await startPage("game");

const id = location.pathname.split("/").at(-1) ?? "";
const board = /** @type {PlyBoard} */ (find("#board"));
const invitation = takeInvitation();
/** The token with which this browser holds the seat to which it is invited. */
const claim = invitation && !getSeat(id)?.tokens.length ? makeToken() : null;
if (claim) saveSeat(id, [claim]);

/** @type {GameState | null} */
let state = null;
/** The ply that is viewed, initially from the URL; null is the live position. @type {number | null} */
let viewedPly = parsePly(location.hash);
/** A move that was sent and not yet acknowledged. @type {{ move: string, ply: number } | null} */
let pending = null;
/** Has the state arrived over the current connection? Until then it may be an old one. */
let isCurrent = false;
/** Has the reader flipped the board? */
let isTurned = false;
/** Is the board flipped by default, so that the reader's pieces are near? */
let startsFlipped = false;
/** @type {import("./game/hints.js").Hint | null} */
let hint = null;

const positionHistory = new PositionHistory();
const ghostPieces = new GhostPieces();
const above = new PlayerStrip(find("#above"));
const below = new PlayerStrip(find("#below"));
const moves = new MoveList(find("#moves"), goToPly);
const actions = new Actions(find("#actions"), send);
const nameForm = new NameForm(/** @type {HTMLFormElement} */ (find("#name-form")), send);
const seatPanel = new SeatPanel(/** @type {HTMLDetailsElement} */ (find("#seat-panel")), send);
const warmupLine = new WarmupLine(find("#warmup"), "web.warming");
const hints = new Hints(find("#hints"), id, showHint, goToPly);
const socket = new ReconnectingSocket(`/api/games/${id}/socket`, {
  makeHello: () => ({
    type: "hello",
    tokens: [...(getSeat(id)?.tokens ?? []), ...(claim && invitation ? [invitation] : [])],
    claim,
    name: loadItem("name", ""),
    seen: state?.version ?? null,
  }),
});

socket.addEventListener("status", showConnection);
socket.addEventListener("message", (event) =>
  handleMessage(/** @type {CustomEvent} */ (event).detail),
);
board.addEventListener("ply-move", (event) => play(/** @type {CustomEvent} */ (event).detail.move));
board.addEventListener("ply-illegal", (event) =>
  requestReason(/** @type {CustomEvent} */ (event).detail.path),
);
find("#move-form").addEventListener("submit", submitTypedMove);
watchCoordinates(() => (board.coordinates = hasCoordinates()));
showNavigation(find("#navigation"), { goToPly, step, flip });
bindKeys("game", {
  back: () => step(-1),
  forward: () => step(1),
  first: () => goToPly(0),
  last: () => goToPly(Infinity),
  flip,
  coordinates: toggleCoordinates,
  type: () => find("#move-input").focus(),
  board: () => board.focusCursor(),
  copy: copyAddress,
  think: () => hints.toggle("think"),
  show: () => hints.toggle("show"),
  best: () => {
    if (hint?.move && board.interactive) play(hint.move);
  },
});

// Messages from the server.

/** @param {any} message */
function handleMessage(message) {
  if (message.type === "refused") handleRefusal(message);
  if (message.type !== "state" && message.type !== "update") return;
  if (state && message.type === "update" && message.version < state.version) return;
  isCurrent ||= message.type === "state";
  update({ ...message, board: message.board ?? state?.board });
}

/** @param {GameState} next */
function update(next) {
  const before = state;
  state = next;
  positionHistory.add(next);
  if (!before) showHeading(next);
  if (before?.rematch !== next.rematch && next.rematch) goToRematch(next);
  const mine = pending;
  if (pending && next.position.ply !== pending.ply) pending = null;
  else if (pending && next.type === "state") send({ type: "move", ...pending });
  if (before) announceChange(before, next, mine?.move ?? null);
  if (before) announceDecline(before, next);
  if (viewedPly !== null && viewedPly >= next.moves.length) goToPly(Infinity);
  render();
  void loadGhost(next);
}

/** @param {GameState} first */
function showHeading(first) {
  const isMoving = Object.values(first.position.paths).some((path) => path.length > 1);
  startsFlipped = getOwnSide(first) === 1 && isMoving && first.position.pieces.length > 0;
  find("#title").textContent = first.title;
  const details = [describeOptions(first.game, first.options), describeControl(first.control)];
  find("#details").textContent = details.filter(Boolean).join(" · ");
  if (first.held.length) saveSeat(id, []);
  if (claim && !first.held.length) {
    removeSeat(id);
    notify(say("web.share.used"), "problem");
  }
}

/**
 * Plays sounds for what has changed, and announces it to screen readers.
 *
 * @param {GameState} before
 * @param {GameState} next
 * @param {string | null} mine the reader's own move, whose sound was played already
 */
function announceChange(before, next, mine) {
  const lastMove = next.moves.at(-1);
  if (next.moves.length > before.moves.length && lastMove) {
    ghostPieces.observe(before.position, next.position);
    if (lastMove.move !== mine) playSound("move");
    if (String(next.position.score) !== String(before.position.score)) playSound("score");
    const words = say("web.moves.made", {
      side: getSideName(lastMove.side, next.position),
      move: getMoveName(next.game, lastMove.move),
    });
    announce(next.result ? `${words}. ${next.result.words}` : words);
  } else if (next.moves.length < before.moves.length) {
    announce(say("web.undone", { count: before.moves.length - next.moves.length }));
  } else if (next.result && !before.result) {
    announce(next.result.words);
  }
  if (next.result && !before.result) playSound("end");
}

/** Says that the opponent has declined an offer of this page. @param {GameState} before @param {GameState} next */
function announceDecline(before, next) {
  if (next.result || next.moves.length !== before.moves.length) return;
  for (const type of /** @type {const} */ (["draw", "undo"])) {
    const wasMine = before.offers[type] === getOwnSide(next) && next.seats.length > 0;
    if (wasMine && next.offers[type] === null) notify(say(`web.offer.${type}.declined`));
  }
}

/** @param {{ why: string }} message */
function handleRefusal({ why }) {
  pending = null;
  notify(why, "problem");
  render();
}

/** The rematch has started: players go there. @param {GameState} next */
function goToRematch(next) {
  if (!next.held.length || !next.rematch) return;
  saveSeat(next.rematch, getSeat(id)?.tokens ?? []);
  location.assign(`/game/${next.rematch}`);
}

// Actions of the player.

/** @param {object} message */
function send(message) {
  if (!socket.send(message)) notify(say("web.problem.unreachable"), "problem");
}

/** @param {string} move */
function play(move) {
  if (!state || pending || viewedPly !== null || !(move in state.position.paths)) return;
  pending = { move, ply: state.position.ply };
  board.position = applyOptimistically(state.position, move, board.ghost);
  board.interactive = false;
  playSound("move");
  send({ type: "move", ...pending });
}

/** Says why a move is illegal, or lets the server say it. @param {string[]} path */
function requestReason(path) {
  const position = state?.position;
  if (!position || !board.interactive) return;
  const answer = explainIllegal(position, path);
  if (answer && "words" in answer) notify(answer.words, "problem");
  else if (answer) send({ type: "move", ...answer, ply: position.ply });
}

/** @param {Event} event */
function submitTypedMove(event) {
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (find("#move-input"));
  const text = field.value.trim();
  if (!state || !text) return;
  if (!board.interactive) return notify(say("web.type.wait"), "problem");
  field.value = "";
  const legal = Object.keys(state.position.paths);
  const known = legal.find((move) => move.toLowerCase() === text.toLowerCase());
  if (known) play(known);
  else send({ type: "move", move: text, ply: state.position.ply });
}

// Viewing other positions.

/** @param {number} ply */
function goToPly(ply) {
  if (!state) return;
  const last = state.moves.length;
  viewedPly = ply >= last ? null : Math.max(ply, 0);
  history.replaceState(null, "", viewedPly === null ? location.pathname : `#${viewedPly}`);
  render();
}

/** @param {string} hash @returns {number | null} */
function parsePly(hash) {
  return /^#\d+$/.test(hash) ? Number(hash.slice(1)) : null;
}

/** @param {number} by */
function step(by) {
  if (state) goToPly((viewedPly ?? state.moves.length) + by);
}

function flip() {
  isTurned = !isTurned;
  render();
}

/** The side that this page plays; null for none or both. @param {GameState} shown */
function getOwnSide(shown) {
  return shown.seats.length === 1 ? (shown.seats[0] ?? null) : null;
}

// Rendering.

function render() {
  if (!state) return;
  const nearest = (getOwnSide(state) ?? 0) ^ Number(isTurned);
  above.show(state, 1 - nearest);
  below.show(state, nearest);
  const ply = viewedPly ?? state.moves.length;
  moves.show(state, ply);
  actions.render(state);
  find("#move-form").hidden = !state.seats.length || state.result !== null;
  nameForm.show(state);
  seatPanel.show(state);
  showShare(find("#share"), state);
  showBoard(state);
  showStatus(find("#status"), state, viewedPly);
  document.title = `${describeStatus(state, null)} · ${state.title}`;
  showWhy(find("#why"), state, ply);
  warmupLine.show(state.result ? null : state.warming_up);
  showChoices(find("#move-buttons"), board, play);
  showConnection();
  hints.setPosition(state, ply);
}

/** @param {GameState} shown */
function showBoard(shown) {
  if (board.board === null || JSON.stringify(board.board) !== JSON.stringify(shown.board)) {
    board.board = shown.board;
  }
  board.flipped = startsFlipped !== isTurned;
  board.interactive = canMove(shown);
  if (viewedPly === null) {
    if (!pending) board.position = shown.position;
    return;
  }
  const ply = viewedPly;
  positionHistory
    .load(shown, ply)
    .then((position) => {
      if (viewedPly === ply) board.position = { ...position, paths: {}, buttons: [] };
    })
    .catch(showError);
}

/** @param {GameState} shown */
function canMove({ result, seats, position, players }) {
  const isReady = isCurrent && players.every(({ joined }) => joined !== false);
  return isReady && viewedPly === null && !pending && !result && seats.includes(position.side);
}

function showConnection() {
  isCurrent &&= socket.status === "open";
  showConnectionStatus(find("#connection"), socket.status);
  if (state) board.interactive = canMove(state);
}

/** @param {import("./game/hints.js").Hint | null} next */
function showHint(next) {
  hint = next;
  board.arrows = next?.arrows ?? [];
  const bar = find("#bar");
  bar.hidden = next === null;
  if (!next) return;
  const share = Math.round(1000 * next.first) / 10;
  bar.style.setProperty("--first", `${share}%`);
  if (state) {
    const [first, second] = getSideColours(state.board, state.position);
    bar.style.setProperty("--first-colour", first);
    bar.style.setProperty("--second-colour", second);
  }
  bar.classList.toggle("flipped", ((state && getOwnSide(state)) ?? 0) !== Number(isTurned));
  bar.setAttribute(
    "aria-label",
    say("web.hints.bar", {
      player: getSideName(0, state?.position),
      share: Math.round(share),
      words: next.words,
    }),
  );
  bar.title = next.words;
}

/** @param {GameState} shown */
async function loadGhost(shown) {
  const isPlaced = Object.values(shown.position.paths).some((path) => path.length === 1);
  if (!isPlaced || !shown.seats.includes(shown.position.side)) return;
  const piece = await ghostPieces.predict(shown);
  if (state?.version === shown.version) board.ghost = piece;
}
