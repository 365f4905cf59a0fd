/**
 * The analysis page of a study: connects the board, the move tree and the panels.
 *
 * @typedef {import("../api_types.js").PositionView} PositionView
 * @typedef {import("../api_types.js").DepthView} DepthView
 * @typedef {import("../api_types.js").Catalogue} Catalogue
 * @typedef {import("../api_types.js").GameState} GameState
 * @typedef {import("../board.js").PlyBoard} PlyBoard
 * @typedef {import("../board/overlay.js").Arrow} Arrow
 * @typedef {import("../board/overlay.js").Mark} Mark
 * @typedef {import("./study.js").Study} Study
 */

import { fetchJson } from "../api.js";
import { hasCoordinates, toggleCoordinates, watchCoordinates } from "../appearance.js";
import { announce, describeError, notify, showError } from "../app_shell.js";
import { getSideColours } from "../board/colour.js";
import { explainIllegal } from "../board/illegal_move.js";
import { applyOptimistically } from "../board/optimistic.js";
import { describeOptions, getAgentName, getMoveName } from "../display_names.js";
import { find } from "../dom.js";
import { GhostPieces } from "../game/ghost.js";
import { showNavigation } from "../game/navigation.js";
import { showChoices } from "../game/status.js";
import { getSideName, say } from "../i18n.js";
import { bindKeys } from "../keyboard.js";
import { playSound } from "../sound.js";
import { EnginePanel, makeEngineArrows } from "./engine_panel.js";
import { EvaluationBar } from "./evaluation_bar.js";
import { ExplorerPanel } from "./explorer_panel.js";
import { shareStudy, showImportExport } from "./import_export.js";
import { Lesson } from "./lesson.js";
import { MoveTree } from "./move_tree.js";
import { OverlayPanel } from "./overlay_panel.js";
import { openPositionEditor } from "./position_editor.js";
import { ReviewPanel } from "./review_panel.js";
import { showVariationActions } from "./variation_actions.js";

/** The side whose mistakes the reader wants to learn from; read before the URL changes. */
const LEARNING_SIDE = new URLSearchParams(location.search).get("learn");

export class AnalysisPage {
  #study;
  #board = /** @type {PlyBoard} */ (find("#board"));
  #comment = /** @type {HTMLTextAreaElement} */ (find("#comment"));
  #bar = new EvaluationBar(find("#bar"));
  #ghostPieces = new GhostPieces();
  #tree;
  #overlays;
  #lesson;
  #engine;
  #explorer;
  #review;

  /** The engine's analysis; null if none is shown. @type {DepthView | null} */
  #analysis = null;
  /** Is there a move that was sent and not yet acknowledged? */
  #isPending = false;
  #wasLessonOpen = false;
  /** The node whose position is on the board. */
  #shownId = -1;

  /** @param {Study} study */
  constructor(study) {
    this.#study = study;
    const { view } = study;
    const go = (/** @type {number} */ id) => study.goTo(id);
    const goAndSee = (/** @type {number} */ id) => {
      go(id);
      scrollToBoard();
    };
    this.#tree = new MoveTree(find("#tree"), study, go);
    this.#overlays = new OverlayPanel(find("#overlays"), view.game, view.overlays, () =>
      this.#drawOverlays(),
    );
    this.#lesson = new Lesson(find("#lesson"), study, () => this.#updateLesson());
    this.#explorer = new ExplorerPanel(find("#explorer"), (move) => void this.#play(move));
    this.#engine = new EnginePanel(
      find("#engine"),
      (found) => this.#showAnalysis(found),
      (moves) => void this.#playAll(moves),
    );
    this.#review = new ReviewPanel(find("#review"), study, goAndSee, (side) => {
      this.#lesson.start(side);
      scrollToBoard();
    });
  }

  async open() {
    const { view } = this.#study;
    find("#study").hidden = false;
    find("#title").textContent = view.title;
    document.title = `${view.title} · ${say("web.nav.analysis")}`;
    this.#board.board = view.board;
    watchCoordinates(() => (this.#board.coordinates = hasCoordinates()));
    showImportExport(
      find("#import-export"),
      this.#study,
      () => void this.#openEditor().catch(showError),
    );
    this.#listen();
    this.#bindKeys();
    this.#study.current = this.#findStartNode();
    this.#renderStudy();
    await this.#showCurrentNode();
    if (LEARNING_SIDE !== null) await this.#review.startLesson(Number(LEARNING_SIDE));
  }

  /** The node of the URL, else the end of a draft, else the root. */
  #findStartNode() {
    const named = Number(location.hash.slice(1));
    if (this.#study.hasNode(named) && location.hash) return named;
    return this.#study.isDraft ? (this.#study.mainLine.at(-1)?.id ?? 0) : 0;
  }

  #listen() {
    const study = this.#study;
    study.addEventListener("navigate", () => void this.#showCurrentNode());
    study.addEventListener("change", () => this.#renderStudy());
    study.addEventListener("acquire", (event) => {
      if (/** @type {CustomEvent} */ (event).detail.copied) notify(say("web.analysis.copied"));
      this.#updateUrl();
    });
    this.#board.addEventListener("ply-move", (event) => {
      void this.#play(/** @type {CustomEvent} */ (event).detail.move);
    });
    this.#board.addEventListener("ply-illegal", (event) => {
      void this.#requestReason(/** @type {CustomEvent} */ (event).detail.path);
    });
    find("#move-form").addEventListener("submit", (event) => this.#submitTypedMove(event));
    this.#comment.addEventListener("change", () => {
      void study.comment(this.#shownId, this.#comment.value).catch(showError);
    });
    addEventListener("hashchange", () => study.goTo(Number(location.hash.slice(1)) || 0));
  }

  #bindKeys() {
    const study = this.#study;
    const step = (/** @type {number} */ by) => study.step(by);
    const flip = () => this.#flip();
    showNavigation(find("#navigation"), {
      goToPly: (ply) => (ply ? study.goToEnd() : study.goTo(0)),
      step,
      flip,
    });
    bindKeys("analysis", {
      back: () => step(-1),
      forward: () => step(1),
      first: () => study.goTo(0),
      last: () => study.goToEnd(),
      flip,
      coordinates: toggleCoordinates,
      type: () => find("#move-input").focus(),
      board: () => this.#board.focusCursor(),
      copy: () => void shareStudy(study).catch(showError),
      explorer: () => this.#explorer.toggle(),
      think: () => this.#engine.setOn(!this.#engine.isOn),
      best: () => {
        if (this.#engine.best && this.#board.interactive) void this.#play(this.#engine.best);
      },
    });
  }

  // The current node.

  async #showCurrentNode() {
    const id = this.#study.current;
    this.#updateUrl();
    this.#tree.showCurrent();
    this.#review.showCurrent();
    showVariationActions(find("#variation-actions"), this.#study);
    try {
      const { position } = await this.#study.loadNode(id);
      if (this.#study.current === id) this.#showPosition(id, position);
    } catch (error) {
      showError(error);
    }
  }

  /** @param {number} id @param {PositionView} position */
  #showPosition(id, position) {
    const isNew = this.#shownId !== id;
    this.#shownId = id;
    this.#isPending = false;
    this.#board.position = position;
    this.#bar.setSides(getSideColours(this.#study.view.board, position), position.names);
    if (isNew) this.#updatePanels(id, position);
    this.#updateInteractive();
    this.#showBar();
    this.#drawOverlays();
    showChoices(find("#move-buttons"), this.#board, (move) => void this.#play(move));
    const turn = say("turn", { player: getSideName(position.side, position) });
    find("#status").textContent =
      position.outcome?.words ?? [turn, position.prompt].filter(Boolean).join(" · ");
  }

  /** Sets the position of all panels. @param {number} id @param {PositionView} position */
  #updatePanels(id, position) {
    this.#analysis = null;
    this.#comment.value = this.#study.getNode(id).comment;
    const request = this.#study.toPositionRequest(id);
    this.#engine.setPosition(request, position.over);
    const colours = getSideColours(this.#study.view.board, position);
    this.#explorer.setPosition(request, position.over, colours);
    void this.#overlays.setPosition(request);
    this.#study.prefetch(id);
    void this.#loadGhost(id, position);
  }

  #updateInteractive() {
    const isOver = this.#board.position?.over ?? true;
    this.#board.interactive = !isOver && (!this.#lesson.isOpen || this.#lesson.isAsking);
  }

  /** Renders the study after a change of its tree or judgements. */
  #renderStudy() {
    this.#tree.render();
    this.#review.render();
    this.#showAbout();
    showVariationActions(find("#variation-actions"), this.#study);
    this.#showBar();
    this.#drawOverlays();
  }

  #updateUrl() {
    const { url: address } = this.#study;
    if (address !== location.pathname + location.search + location.hash) {
      history.replaceState(null, "", address);
    }
  }

  // Actions of the reader.

  /** @param {string} move */
  async #play(move) {
    const position = this.#board.position;
    if (!position || this.#isPending) return;
    if (this.#lesson.isOpen) return this.#lesson.attempt(move);
    this.#isPending = true;
    this.#board.position = applyOptimistically(position, move, this.#board.ghost);
    playSound("move");
    try {
      const id = await this.#study.play(this.#shownId, move);
      const { position: after } = await this.#study.loadNode(id);
      this.#ghostPieces.observe(position, after);
      const name = getMoveName(this.#study.view.game, move);
      announce(say("web.moves.made", { side: getSideName(position.side, position), move: name }));
      this.#study.goTo(id);
    } catch (error) {
      notify(describeError(error), "problem");
      this.#showPosition(this.#shownId, position);
    }
  }

  /** @param {string[]} moves */
  async #playAll(moves) {
    try {
      this.#study.goTo(await this.#study.playAll(this.#study.current, moves));
    } catch (error) {
      showError(error);
    }
  }

  /** Says why a move is illegal, or lets the server say it. @param {string[]} path */
  async #requestReason(path) {
    const position = this.#board.position;
    if (!position || !this.#board.interactive) return;
    const answer = explainIllegal(position, path);
    if (answer && "words" in answer) return notify(answer.words, "problem");
    if (!answer) return;
    const request = this.#study.toPositionRequest(this.#shownId);
    const moves = [...request.moves, answer.move];
    await fetchJson("/api/positions", { ...request, moves }).catch(showError);
  }

  /** @param {Event} event */
  #submitTypedMove(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (find("#move-input"));
    const text = field.value.trim();
    const position = this.#board.position;
    if (!text || !position) return;
    field.value = "";
    const legal = Object.keys(position.paths);
    void this.#play(legal.find((move) => move.toLowerCase() === text.toLowerCase()) ?? text);
  }

  async #openEditor() {
    /** @type {Catalogue} */
    const catalogue = await fetchJson("/api/catalogue");
    const game = catalogue.games.find(({ name }) => name === this.#study.view.game);
    const text = this.#board.position?.text ?? "";
    if (game)
      openPositionEditor(
        game,
        this.#study.toPositionRequest(this.#shownId),
        text,
        this.#study.view.brushes,
      );
  }

  #flip() {
    this.#board.flipped = !this.#board.flipped;
    this.#bar.setFlipped(this.#board.flipped);
  }

  // The engine's analysis and the overlays.

  /** @param {DepthView | null} found */
  #showAnalysis(found) {
    this.#analysis = found;
    this.#explorer.showAnalysis(found);
    this.#showBar();
    this.#drawOverlays();
  }

  /** The bar keeps its last value until there is a new one. */
  #showBar() {
    const { chance, label, words } = this.#study.getNode(this.#study.current);
    this.#bar.setHidden(this.#lesson.isOpen);
    if (this.#lesson.isOpen) return;
    const found = this.#analysis;
    if (found?.lines.length) this.#bar.show(found.first, found.label, found.words);
    else if (chance !== null) this.#bar.show(chance, label, words);
  }

  #drawOverlays() {
    this.#board.marks = [...this.#overlays.marks, ...this.#makeJudgementMarks()];
    this.#board.zones = this.#overlays.zones;
    const moveArrows = this.#lesson.isOpen ? this.#makeLessonArrows() : makeEngineArrows(this.#analysis);
    this.#board.arrows = [...this.#overlays.arrows, ...moveArrows];
  }

  /** @returns {Mark[]} */
  #makeJudgementMarks() {
    const { judgement } = this.#study.getNode(this.#study.current);
    const spot = this.#board.position?.last.at(-1);
    if (!judgement || !spot || this.#lesson.isOpen) return [];
    return [{ spot, text: judgement.symbol, tone: "bad" }];
  }

  /** @returns {Arrow[]} */
  #makeLessonArrows() {
    const paths = this.#board.position?.paths ?? {};
    const { answers, tried } = this.#lesson;
    /** @type {[string, Arrow["tone"]][]} */
    const toned = answers.map((move) => [move, "best"]);
    if (!answers.includes(tried)) toned.push([tried, answers.length ? "good" : "bad"]);
    return toned.flatMap(([move, tone]) => {
      const path = paths[move];
      return path ? [{ path, tone, weight: 0.8 }] : [];
    });
  }

  /** Adapts the page to the state of the lesson. */
  #updateLesson() {
    const { isOpen } = this.#lesson;
    document.body.classList.toggle("learning", isOpen);
    if (this.#wasLessonOpen !== isOpen) {
      this.#wasLessonOpen = isOpen;
      this.#engine.setHidden(isOpen);
      this.#explorer.setHidden(isOpen);
      this.#tree.setHidden(isOpen);
    }
    this.#updateInteractive();
    this.#showBar();
    this.#drawOverlays();
  }

  /** @param {number} id @param {PositionView} position */
  async #loadGhost(id, position) {
    const request = this.#study.toPositionRequest(id);
    const moves = request.moves.map((move) => ({ move, side: 0 }));
    const state = /** @type {GameState} */ (
      /** @type {unknown} */ ({ ...request, moves, position })
    );
    const piece = position.over ? null : await this.#ghostPieces.predict(state);
    if (this.#shownId === id) this.#board.ghost = piece;
  }

  #showAbout() {
    const { players, result, game, options } = this.#study.view;
    const names = players.map((name, side) =>
      name === "human" ? getSideName(side, this.#study.view) : getAgentName(name),
    );
    const details = [describeOptions(game, options), names.join(" – "), result?.words];
    find("#details").textContent = details.filter(Boolean).join(" · ");
    const { isDraft, isMine } = this.#study;
    const owner = isDraft ? "draft" : isMine ? "mine" : "others";
    find("#ownership").textContent = say(`web.analysis.${owner}`);
  }
}

/** Scrolls to the board if it is out of view. */
function scrollToBoard() {
  const stage = find("#board-area");
  if (stage.getBoundingClientRect().bottom < 0.5 * innerHeight) stage.scrollIntoView();
}
