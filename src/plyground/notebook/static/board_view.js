/**
 * A board with its moves and its status: what playing and exploring have in common.
 *
 * The game lives in the kernel, so a page can be loaded again at any time.
 *
 * @typedef {import("../../web/static/js/api_types.js").GameState} GameState
 * @typedef {import("../../web/static/js/board.js").PlyBoard} PlyBoard
 * @typedef {import("./kernel.js").Kernel} Kernel
 * @typedef {import("./kernel.js").WidgetModel} WidgetModel
 */

import "../../web/static/js/board.js";
import { announce, notify, showError } from "../../web/static/js/app_shell.js";
import { hasCoordinates, watchCoordinates } from "../../web/static/js/appearance.js";
import { explainIllegal } from "../../web/static/js/board/illegal_move.js";
import { applyOptimistically } from "../../web/static/js/board/optimistic.js";
import { getMoveName } from "../../web/static/js/display_names.js";
import { find, make } from "../../web/static/js/dom.js";
import { GhostPieces } from "../../web/static/js/game/ghost.js";
import { MoveList } from "../../web/static/js/game/move_list.js";
import { showNavigation } from "../../web/static/js/game/navigation.js";
import { showChoices } from "../../web/static/js/game/status.js";
import { getSideName, say } from "../../web/static/js/i18n.js";

export class BoardView {
  /** @type {GameState} */
  state;
  board = /** @type {PlyBoard} */ (document.createElement("ply-board"));
  /** Has the reader flipped the board? */
  isTurned = false;
  /** Is a move on its way to the kernel? */
  isPending = false;
  #ghostPieces;

  /** @param {HTMLElement} box @param {WidgetModel} model @param {Kernel} kernel */
  constructor(box, model, kernel) {
    this.box = box;
    this.model = model;
    this.kernel = kernel;
    this.state = this.readState();
    this.#ghostPieces = new GhostPieces(kernel.request);
    this.board.id = "board";
    box.append(
      make(
        "section",
        { id: "board-area", "aria-label": say("web.board") },
        make("div", { id: "bar", class: "bar", role: "img", hidden: true }, make("span")),
        this.board,
      ),
      make(
        "section",
        { id: "status-area" },
        make("p", { id: "status", role: "status" }),
        make("p", { id: "why", class: "muted small", hidden: true }),
        make("p", { id: "warmup", class: "warmup muted small", hidden: true }),
        make("div", { id: "move-buttons" }),
      ),
      make("div", { id: "beside" }, ...this.makePanels()),
    );
    this.moves = new MoveList(this.find("#moves"), (ply) => this.goToPly(ply));
    showNavigation(this.find("#navigation"), {
      goToPly: (ply) => this.goToPly(ply),
      step: (by) => this.step(by),
      flip: () => this.flip(),
    });
    this.board.addEventListener("ply-move", (event) => {
      void this.play(/** @type {CustomEvent} */ (event).detail.move);
    });
    this.board.addEventListener("ply-illegal", (event) => {
      this.#requestReason(/** @type {CustomEvent} */ (event).detail.path);
    });
    watchCoordinates(() => (this.board.coordinates = hasCoordinates()));
    model.on("change:state", this.#update);
  }

  close() {
    this.model.off("change:state", this.#update);
  }

  /** The panels beside the board. @returns {HTMLElement[]} */
  makePanels() {
    return [
      make(
        "section",
        { id: "move-panel", class: "panel", "aria-label": say("web.moves") },
        make("div", { id: "navigation" }),
        make("ol", { id: "moves", tabindex: "0", "aria-label": say("web.moves") }),
      ),
    ];
  }

  /** @param {string} selector */
  find(selector) {
    return find(selector, this.box);
  }

  /** @returns {GameState} */
  readState() {
    return { ...this.model.get("state"), board: this.model.get("board") };
  }

  #update = () => {
    const before = this.state;
    this.state = this.readState();
    this.isPending = false;
    this.#announceChange(before, this.state);
    this.update(before);
  };

  /** Shows another state. @param {GameState} _before */
  update(_before) {
    this.render();
  }

  render() {
    const { board, state } = this;
    if (JSON.stringify(board.board) !== JSON.stringify(state.board)) board.board = state.board;
    showChoices(this.find("#move-buttons"), board, (move) => void this.play(move));
    void this.#loadGhost(state);
  }

  /** @param {number} _ply */
  goToPly(_ply) {}

  /** @param {number} _by */
  step(_by) {}

  flip() {
    this.isTurned = !this.isTurned;
    this.render();
  }

  /** The keyboard shortcuts, as `bindKeys` takes them. @returns {Record<string, () => void>} */
  get keys() {
    return {
      back: () => this.step(-1),
      forward: () => this.step(1),
      first: () => this.goToPly(0),
      last: () => this.goToPly(Infinity),
      flip: () => this.flip(),
      board: () => this.board.focusCursor(),
    };
  }

  /** @param {string} move */
  async play(move) {
    const { position } = this.board;
    if (!position || this.isPending) return;
    this.isPending = true;
    this.board.position = applyOptimistically(position, move, this.board.ghost);
    await this.send("/move", { move, ply: position.ply });
  }

  /** Sends an action; shows why it was refused. @param {string} path @param {object} [body] */
  async send(path, body) {
    try {
      await this.kernel.request(path, body);
    } catch (error) {
      this.isPending = false;
      showError(error);
      this.render();
    }
  }

  /** Says why a move is illegal, or lets the kernel say it. @param {string[]} path */
  #requestReason(path) {
    const { position } = this.board;
    if (!position || !this.board.interactive) return;
    const answer = explainIllegal(position, path);
    if (answer && "words" in answer) notify(answer.words, "problem");
    else if (answer) void this.send("/move", { ...answer, ply: position.ply });
  }

  /** @param {GameState} before @param {GameState} next */
  #announceChange(before, next) {
    const last = next.moves.at(-1);
    if (next.moves.length > before.moves.length && last) {
      this.#ghostPieces.observe(before.position, next.position);
      const side = getSideName(last.side, next.position);
      const words = say("web.moves.made", { side, move: getMoveName(next.game, last.move) });
      announce(next.result ? `${words}. ${next.result.words}` : words);
    } else if (next.moves.length < before.moves.length) {
      announce(say("web.undone", { count: before.moves.length - next.moves.length }));
    }
  }

  /** @param {GameState} state */
  async #loadGhost(state) {
    const isPlaced = Object.values(state.position.paths).some((path) => path.length === 1);
    const piece =
      isPlaced && this.board.interactive ? await this.#ghostPieces.predict(state) : null;
    if (this.state === state) this.board.ghost = piece;
  }
}
