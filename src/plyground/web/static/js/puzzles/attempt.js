/**
 * An attempt at one puzzle: the reader's moves are judged by the server, replies are played, a wrong
 * move is refuted on the board and taken back. It knows no rules and no solution.
 *
 * Stages: `asking` for a move, `checking` it, `playing` what follows, and at the end `solved`, or
 * `shown` if the reader gave up.
 *
 * @typedef {import("../api_types.js").Setting} Setting
 * @typedef {import("../api_types.js").PositionView} PositionView
 * @typedef {import("../api_types.js").Shown} Shown
 * @typedef {import("../board.js").PlyBoard} PlyBoard
 *
 * @typedef {object} PuzzleView
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {Record<string, Setting>} options
 * @property {string} start
 * @property {number} side
 * @property {"win" | "draw" | "margin"} goal
 * @property {number} grade
 * @property {string} task
 * @property {{ text: string, spots: string[] }[]} hints
 *
 * @typedef {object} TryView
 * @property {string} move
 * @property {"right" | "wrong" | "unclear"} verdict
 * @property {string} text
 * @property {string[]} line best play after it
 * @property {boolean} solved
 *
 * @typedef {"asking" | "checking" | "playing" | "solved" | "shown"} Stage
 */

import { fetchJson } from "../api.js";
import { applyOptimistically } from "../board/optimistic.js";
import { GhostPieces } from "../game/ghost.js";
import { playSound } from "../sound.js";

/** Milliseconds between two moves that are played, and after the last before it is taken back. */
const MOVE_MS = 700;
const LOOK_MS = 2600;
/** Moves of a refutation that are played at most. */
const MAX_REFUTATION = 9;

export class Attempt {
  /** @type {Stage} */
  stage = "playing";
  /** The answer to the last try. @type {TryView | null} */
  answer = null;
  /** Was a wrong move tried? */
  hasFailed = false;
  /** How many hints are shown. */
  hintCount = 0;

  #board;
  #onChange;
  #ghostPieces = new GhostPieces();
  /** The right moves and their replies. @type {string[]} */
  #moves = [];
  /** Best play that is not yet played. @type {string[]} */
  #rest = [];
  /** The position in which the reader has to move. @type {PositionView | null} */
  #position = null;
  #isOver = false;
  /** Ends the pause before the next move that is played. */
  #skip = () => {};

  /**
   * @param {PuzzleView} puzzle
   * @param {PlyBoard} board
   * @param {() => void} onChange called after every change
   */
  constructor(puzzle, board, onChange) {
    this.puzzle = puzzle;
    this.#board = board;
    this.#onChange = onChange;
  }

  /** The position on which the puzzle stands, as the API expects it. */
  get request() {
    const { game, options, start } = this.puzzle;
    return { game, options, start, moves: this.#moves };
  }

  /** The moves after the solution that the reader has not seen. */
  get rest() {
    return this.#rest;
  }

  /** Is there something on the board that can be skipped? */
  get isRefuting() {
    return this.stage === "playing" && this.answer !== null && this.answer.verdict !== "right";
  }

  async open() {
    const { board, position } = await this.#fetch([]);
    if (this.#isOver) return;
    this.#board.board = board;
    // As on the game page, the reader's pieces are near.
    const isMoving = Object.values(position.paths).some((path) => path.length > 1);
    this.#board.flipped = this.puzzle.side === 1 && isMoving && position.pieces.length > 0;
    this.#ask(position);
  }

  /** Lets go of the board. */
  close() {
    this.#isOver = true;
    this.#skip();
  }

  /** @param {string} move */
  async attempt(move) {
    if (this.stage !== "asking" || !this.#position) return;
    const before = this.#position;
    this.#show(applyOptimistically(before, move, this.#board.ghost));
    this.#setStage("checking");
    playSound("move");
    try {
      const [answer, { position }] = await Promise.all([
        this.#try(move),
        this.#fetch([...this.#moves, move]),
      ]);
      if (this.#isOver) return;
      this.answer = answer;
      this.#show(position);
      if (answer.verdict === "right") await this.#continue(answer, position);
      else await this.#refute(answer, before);
    } catch (error) {
      if (!this.#isOver) this.#ask(before);
      throw error;
    }
  }

  /** Shows the next hint. */
  hint() {
    if (this.stage !== "asking" || this.hintCount === this.puzzle.hints.length) return;
    this.hintCount += 1;
    this.#onChange();
  }

  /** Plays the solution from the beginning; the reader has given up. */
  async showSolution() {
    const { game, id } = this.puzzle;
    const { moves } = await fetchJson(`${toApiPath(game, id)}/solution`);
    this.hasFailed = true;
    this.answer = null;
    this.#moves = [];
    this.#rest = moves;
    this.#skip();
    await this.playRest("shown");
  }

  /** Plays what is left of the solution. @param {Stage} [stage] at its end */
  async playRest(stage = this.stage) {
    const line = this.#rest;
    this.#rest = [];
    this.#setStage("playing");
    for (const move of line) {
      const { position } = await this.#fetch([...this.#moves, move]);
      await this.#pause(MOVE_MS);
      if (this.#isOver) return;
      this.#moves = [...this.#moves, move];
      this.#show(position);
      playSound("move");
    }
    this.#setStage(stage);
  }

  /** Ends the refutation that is played now. */
  takeBack() {
    this.#skip();
  }

  // A try and its answer.

  /** @param {string} move @returns {Promise<TryView>} */
  #try(move) {
    const { game, id } = this.puzzle;
    return fetchJson(`${toApiPath(game, id)}/tries`, { moves: [...this.#moves, move] });
  }

  /** Plays the replies to a right move. @param {TryView} answer @param {PositionView} position */
  async #continue(answer, position) {
    this.#moves = [...this.#moves, answer.move];
    this.#rest = answer.line;
    if (answer.solved) {
      playSound("end");
      return this.#setStage("solved");
    }
    this.#setStage("playing");
    let current = position;
    while (current.side !== this.puzzle.side && !current.over && this.#rest.length) {
      const [move = "", ...rest] = this.#rest;
      const { position: after } = await this.#fetch([...this.#moves, move]);
      await this.#pause(MOVE_MS);
      if (this.#isOver) return;
      this.#moves = [...this.#moves, move];
      this.#rest = rest;
      this.#show((current = after));
      playSound("move");
    }
    this.#rest = [];
    this.#ask(current);
  }

  /** Plays what a wrong move leads to, and takes it back. @param {TryView} answer @param {PositionView} before */
  async #refute(answer, before) {
    if (answer.verdict === "wrong") this.hasFailed = true;
    this.#setStage("playing");
    playSound("low");
    let moves = [...this.#moves, answer.move];
    let isSkipped = false;
    for (const move of answer.line.slice(0, MAX_REFUTATION)) {
      moves = [...moves, move];
      const { position } = await this.#fetch(moves);
      isSkipped = await this.#pause(MOVE_MS);
      if (isSkipped || this.#isOver) break;
      this.#show(position);
      playSound("move");
    }
    if (!isSkipped) await this.#pause(LOOK_MS);
    // Somebody may have asked for the solution meanwhile.
    if (!this.#isOver && this.isRefuting) this.#ask(before);
  }

  // The board.

  /** @param {PositionView} position */
  #ask(position) {
    this.#position = position;
    this.#board.position = position;
    this.#board.interactive = true;
    this.#setStage("asking");
    void this.#predictGhost(position);
  }

  /** @param {PositionView} position */
  async #predictGhost(position) {
    const { moves, ...rest } = this.request;
    const state = { ...rest, position, moves: moves.map((move) => ({ move })) };
    const ghost = await this.#ghostPieces.predict(/** @type {any} */ (state));
    if (this.#position === position) this.#board.ghost = ghost;
  }

  /** Shows a position in which nothing can be played. @param {PositionView} position */
  #show(position) {
    this.#board.interactive = false;
    this.#board.position = { ...position, paths: {}, buttons: [] };
  }

  /** @param {string[]} moves @returns {Promise<Shown>} */
  #fetch(moves) {
    return fetchJson("/api/positions", { ...this.request, moves });
  }

  /** @param {number} pause @returns {Promise<boolean>} was it skipped? */
  #pause(pause) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), pause);
      this.#skip = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  /** @param {Stage} stage */
  #setStage(stage) {
    this.stage = stage;
    this.#onChange();
  }
}

/** @param {string} game @param {string} id */
export function toApiPath(game, id) {
  return `/api/puzzles/${encodeURIComponent(game)}/${encodeURIComponent(id)}`;
}
