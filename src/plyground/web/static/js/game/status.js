/**
 * The status of a game: whose turn it is, buttons for choices, the result, the connection.
 *
 * @typedef {import("../api_types.js").GameState} GameState
 * @typedef {import("../api_types.js").PositionView} PositionView
 * @typedef {import("../board.js").PlyBoard} PlyBoard
 */

import { make } from "../dom.js";
import { getSideName, say } from "../i18n.js";

/**
 * @param {HTMLElement} line
 * @param {GameState} state
 * @param {number | null} viewedPly
 */
export function showStatus(line, state, viewedPly) {
  const prompt = viewedPly === null && !state.result ? state.position.prompt : "";
  line.textContent = [describeStatus(state, viewedPly), prompt].filter(Boolean).join(" · ");
  const isMine = state.seats.includes(state.position.side) && !state.result;
  line.classList.toggle("mine", isMine && viewedPly === null);
  line.classList.toggle("over", state.result !== null && viewedPly === null);
}

/**
 * Shows which rule chose the viewed move, if its agent plays by rules.
 *
 * @param {HTMLElement} line
 * @param {GameState} state
 * @param {number} ply
 */
export function showWhy(line, { moves }, ply) {
  const entry = moves[ply - 1];
  line.hidden = !entry?.why;
  line.textContent = entry?.why ? `${entry.move}: ${entry.why}` : "";
}

/** @param {GameState} state @param {number | null} viewedPly */
export function describeStatus(state, viewedPly) {
  const { players, position, seats, result, thinking } = state;
  if (viewedPly !== null)
    return say("web.status.looking", { ply: viewedPly, last: state.moves.length });
  if (result) return result.words;
  if (players.some(({ joined }) => joined === false)) return say("web.status.awaiting");
  const player = getSideName(position.side, position);
  if (thinking !== null && thinking !== undefined) return say("web.status.thinking", { player });
  if (seats.length === 1 && seats.includes(position.side))
    return say("web.status.yours", { player });
  return say("turn", { player });
}

/**
 * Shows buttons for moves that are not made on the board, and for those that stay on their spot.
 *
 * @param {HTMLElement} box
 * @param {PlyBoard} board
 * @param {(move: string) => void} play
 */
export function showChoices(box, board, play) {
  const position = board.interactive ? board.position : null;
  const choices = position ? listChoices(position) : [];
  const key = JSON.stringify(choices);
  if (box.dataset["key"] === key) return;
  box.dataset["key"] = key;
  box.replaceChildren(
    ...choices.map(({ move, text }) =>
      make("button", { class: "primary", onclick: () => play(move) }, text),
    ),
  );
}

/** @param {PositionView} position */
function listChoices({ paths, buttons }) {
  return Object.entries(paths).flatMap(([move, path]) => {
    const button = buttons.find(({ name }) => name === path[0]);
    if (button) return [{ move, text: button.text }];
    const isStaying = path.length > 1 && path.every((spot) => spot === path[0]);
    return isStaying ? [{ move, text: say("web.choice.stay", { spot: path[0] }) }] : [];
  });
}

/** @param {HTMLElement} line @param {import("../reconnecting_socket.js").ConnectionStatus} status */
export function showConnectionStatus(line, status) {
  line.dataset["status"] = status;
  const words = say(`web.standing.${status}`);
  if (line.textContent !== words) line.textContent = words;
}
