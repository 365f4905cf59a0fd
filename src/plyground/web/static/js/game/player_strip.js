/**
 * A player beside the board: name, presence, score and clock.
 *
 * @typedef {import("../api_types.js").GameState} GameState
 */

import { getSideColours } from "../board/colour.js";
import { getPlayerName } from "../display_names.js";
import { assign, make } from "../dom.js";
import { getSideName, say } from "../i18n.js";
import { Clock } from "./clock.js";

export class PlayerStrip {
  #box;
  #sign = make("span", { class: "sign", "aria-hidden": "true" });
  #name = make("strong", { class: "name" });
  #note = make("span", { class: "muted small note" });
  #score = make("span", { class: "score" });
  #face = make("span", { class: "clock", role: "timer" });
  #clock = new Clock(this.#face);

  /** @param {HTMLElement} box */
  constructor(box) {
    this.#box = box;
    const who = make("div", { class: "who" }, this.#name, this.#note);
    box.replaceChildren(this.#sign, who, this.#score, this.#face);
  }

  /** @param {GameState} state @param {number} side */
  show(state, side) {
    const player = state.players[side];
    if (!player) return;
    const isMine = state.seats.includes(side);
    const isTurn = !state.result && state.position.side === side;
    const isBoth = state.seats.length === 2;
    this.#name.textContent = isBoth ? getSideName(side, state.position) : getPlayerName(player, isMine);
    this.#note.textContent = isBoth ? "" : describePlayer(state, side);
    const colour = state.position.colours[side] ?? side;
    this.#sign.style.setProperty("--side", getSideColours(state.board, state.position)[side] ?? "");
    assign(this.#sign, "data-side", colour);
    assign(this.#box, "aria-label", getSideName(side, state.position));
    assign(this.#box, "data-turn", isTurn);
    assign(this.#box, "data-winner", state.result?.winner === side);
    assign(this.#box, "data-away", !player.connected);
    const score = state.position.score?.[side];
    this.#score.textContent = score === undefined ? "" : String(score);
    this.#score.title = say("web.score");
    const clocks = state.clocks;
    const left = clocks?.left[side] ?? null;
    this.#clock.set(left, clocks?.running === side && !state.result, isMine);
    this.#face.setAttribute("aria-label", say("web.clock.of", { player: getSideName(side, state.position) }));
  }
}

/** @param {GameState} state @param {number} side */
function describePlayer(state, side) {
  const player = state.players[side];
  const name = getSideName(side, state.position);
  if (state.thinking === side) return say("web.player.thinking", { side: name });
  if (player?.joined === false) return say("web.player.awaited", { side: name });
  if (player && !player.connected) return say("web.player.away", { side: name });
  return name;
}
