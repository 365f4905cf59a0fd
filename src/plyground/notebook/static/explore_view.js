/**
 * A position to explore, as on the analysis page: both sides are played, forward and back, beside
 * the engine's lines. The Python half follows to the position that is shown.
 *
 * @typedef {import("../../web/static/js/api_types.js").GameState} GameState
 * @typedef {import("../../web/static/js/api_types.js").DepthView} DepthView
 */

import { EnginePanel, makeEngineArrows } from "../../web/static/js/analysis/engine_panel.js";
import { EvaluationBar } from "../../web/static/js/analysis/evaluation_bar.js";
import { OverlayPanel } from "../../web/static/js/analysis/overlay_panel.js";
import { getSideColours } from "../../web/static/js/board/colour.js";
import { make } from "../../web/static/js/dom.js";
import { getSideName, say } from "../../web/static/js/i18n.js";
import { BoardView } from "./board_view.js";

export class ExploreView extends BoardView {
  page = /** @type {const} */ ("analysis");
  /** The engine's analysis; null if none is shown. @type {DepthView | null} */
  #analysis = null;
  /** The ply that the reader wants to see, until the kernel answers. @type {number | null} */
  #wantedPly = null;
  /** The moves to the position that the panels show. @type {string | null} */
  #shownLine = null;
  #bar = new EvaluationBar(this.find("#bar"));
  #overlays = new OverlayPanel(
    this.find("#overlays"),
    this.state.game,
    this.model.get("overlays"),
    () => this.#drawOverlays(),
    this.kernel.request,
  );
  #engine = new EnginePanel(
    this.find("#engine"),
    (found) => this.#showAnalysis(found),
    (moves) => void this.send("/line", { moves, ply: this.#ply }),
    () => this.kernel,
  );

  /** @override */
  makePanels() {
    return [
      make("section", { id: "engine", class: "panel", "aria-label": say("web.engine") }),
      ...super.makePanels(),
      make("section", { id: "overlays", class: "panel" }),
    ];
  }

  /** @override */
  get keys() {
    return {
      ...super.keys,
      think: () => this.#engine.setOn(!this.#engine.isOn),
      best: () => {
        if (this.#engine.best && this.board.interactive) void this.play(this.#engine.best);
      },
    };
  }

  /** The number of moves to the position that is shown. */
  get #ply() {
    return this.state.position.ply - this.model.get("origin_ply");
  }

  /** @override @param {GameState} before */
  update(before) {
    this.#wantedPly = null;
    super.update(before);
  }

  /** @override */
  render() {
    const { state, board } = this;
    const { position } = state;
    this.moves.show(state, this.#ply);
    board.flipped = this.isTurned;
    board.interactive = !this.isPending && !position.over;
    if (!this.isPending) board.position = position;
    const bar = this.find("#bar");
    bar.hidden = false;
    this.#bar.setSides(getSideColours(state.board, position), position.names);
    this.#bar.setFlipped(this.isTurned);
    const turn = say("turn", { player: getSideName(position.side, position) });
    const points = position.score ? position.score.join(" : ") : "";
    this.find("#status").textContent =
      position.outcome?.words ?? [turn, position.prompt, points].filter(Boolean).join(" · ");
    this.#updatePanels();
    super.render();
  }

  /** Sets the position of the panels, if it is another one. */
  #updatePanels() {
    const moves = this.state.moves.slice(0, this.#ply).map(({ move }) => move);
    const line = moves.join(" ");
    if (line === this.#shownLine) return;
    this.#shownLine = line;
    this.#analysis = null;
    const request = { game: this.state.game, options: this.state.options, start: null, moves };
    this.#engine.setPosition(request, this.state.position.over);
    void this.#overlays.setPosition(request);
  }

  /** @override @param {number} ply */
  goToPly(ply) {
    this.#wantedPly = Math.max(0, Math.min(ply, this.state.moves.length));
    void this.send("/go", { ply: this.#wantedPly });
  }

  /** @override @param {number} by */
  step(by) {
    this.goToPly((this.#wantedPly ?? this.#ply) + by);
  }

  /** @param {DepthView | null} found */
  #showAnalysis(found) {
    this.#analysis = found;
    if (found?.lines.length) this.#bar.show(found.first, found.label, found.words);
    this.#drawOverlays();
  }

  #drawOverlays() {
    this.board.marks = this.#overlays.marks;
    this.board.zones = this.#overlays.zones;
    this.board.arrows = [...this.#overlays.arrows, ...makeEngineArrows(this.#analysis)];
  }
}
