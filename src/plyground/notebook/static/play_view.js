/**
 * A game against an agent, as on the game page. Viewing an earlier position does not interrupt it.
 *
 * @typedef {import("../../web/static/js/api_types.js").GameState} GameState
 */

import { showError } from "../../web/static/js/app_shell.js";
import { assign, make } from "../../web/static/js/dom.js";
import { PlayerStrip } from "../../web/static/js/game/player_strip.js";
import { PositionHistory } from "../../web/static/js/game/position_history.js";
import { showStatus, showWhy } from "../../web/static/js/game/status.js";
import { say } from "../../web/static/js/i18n.js";
import { makeIcon } from "../../web/static/js/icons.js";
import { WarmupLine } from "../../web/static/js/warmup_line.js";
import { BoardView } from "./board_view.js";

export class PlayView extends BoardView {
  page = /** @type {const} */ ("game");
  /** The ply that is viewed; null is the current position. @type {number | null} */
  #viewedPly = null;
  #history = new PositionHistory(this.kernel.request);
  #above = new PlayerStrip(this.find("#above"));
  #below = new PlayerStrip(this.find("#below"));
  #warmupLine = new WarmupLine(this.find("#warmup"), "web.warming");

  /** @override */
  makePanels() {
    const action = (
      /** @type {string} */ id,
      /** @type {import("../../web/static/js/icons.js").Icon} */ sign,
      /** @type {string} */ key,
    ) => {
      const onclick = () => void this.send(`/${id}`);
      return make("button", { id, type: "button", onclick }, makeIcon(sign), say(key));
    };
    return [
      make("section", { id: "above", class: "player panel" }),
      ...super.makePanels(),
      make(
        "section",
        { id: "actions", "aria-label": say("web.actions") },
        action("undo", "undo", "web.undo"),
        action("new", "add", "web.new"),
      ),
      make("section", { id: "below", class: "player panel" }),
    ];
  }

  /** @override @param {GameState} before */
  update(before) {
    // A move of either side leads back to the game.
    if (this.state.moves.length !== before.moves.length) this.#viewedPly = null;
    super.update(before);
  }

  /** @override */
  render() {
    const { state, board } = this;
    const [own = 0, ...others] = state.seats;
    const nearest = (others.length ? 0 : own) ^ Number(this.isTurned);
    this.#history.add(state);
    this.#above.show(state, 1 - nearest);
    this.#below.show(state, nearest);
    const ply = this.#viewedPly ?? state.moves.length;
    this.moves.show(state, ply);
    board.flipped = this.model.get("oriented") && nearest === 1;
    const isMine = state.seats.includes(state.position.side);
    board.interactive =
      this.#viewedPly === null && !this.isPending && !state.result && isMine;
    this.#showPosition();
    showStatus(this.find("#status"), state, this.#viewedPly);
    this.#showWhy(ply);
    this.#warmupLine.show(state.result ? null : state.warming_up);
    assign(this.find("#undo"), "disabled", !state.settings.undo);
    super.render();
  }

  /** Why the agent has lost, if it has failed; else which rule chose a move. @param {number} ply */
  #showWhy(ply) {
    const line = this.find("#why");
    showWhy(line, this.state, ply);
    const { problem } = this.model.get("state");
    if (!problem) return;
    line.hidden = false;
    line.textContent = problem;
  }

  #showPosition() {
    const { state, board } = this;
    const ply = this.#viewedPly;
    if (ply === null) {
      if (!this.isPending) board.position = state.position;
      return;
    }
    this.#history
      .load(state, ply)
      .then((position) => {
        if (this.#viewedPly === ply) board.position = { ...position, paths: {}, buttons: [] };
      })
      .catch(showError);
  }

  /** @override @param {number} ply */
  goToPly(ply) {
    this.#viewedPly = ply >= this.state.moves.length ? null : Math.max(ply, 0);
    this.render();
  }

  /** @override @param {number} by */
  step(by) {
    this.goToPly((this.#viewedPly ?? this.state.moves.length) + by);
  }
}
