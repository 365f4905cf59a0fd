/**
 * A study on the desk: the board shows where the reader stands, and everything else follows.
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

import { ask } from "../api.js";
import { guess } from "../board/optimistic.js";
import { find } from "../dom.js";
import { Newcomers } from "../game/ghost.js";
import { showChoices } from "../game/status.js";
import { showWalk } from "../game/navigation.js";
import { bindKeys } from "../keyboard.js";
import { agentName, optionWords } from "../display_names.js";
import { announce, complain, notify, problem, toggleSound } from "../app_shell.js";
import { sound } from "../sound.js";
import { say, sideName } from "../i18n.js";
import { Bar, barOf } from "./evaluation_bar.js";
import { shareStudy, showDoors } from "./import_export.js";
import { openEditor } from "./position_editor.js";
import { Engine } from "./engine_panel.js";
import { Lesson } from "./lesson.js";
import { Overlays } from "./overlay_panel.js";
import { showPruning } from "./variation_actions.js";
import { Review } from "./review_panel.js";
import { TreeList } from "./move_tree.js";

/** The side that came to learn from its mistakes; asked before the address changes. */
const PUPIL = new URLSearchParams(location.search).get("learn");

export class Desk {
  #study;
  #board = /** @type {PlyBoard} */ (find("#board"));
  #comment = /** @type {HTMLTextAreaElement} */ (find("#comment"));
  #bar = new Bar(find("#bar"));
  #newcomers = new Newcomers();
  #tree;
  #overlays;
  #lesson;
  #engine;
  #review;

  /** What the engine has to say; null when nothing is to be seen. @type {DepthView | null} */
  #found = null;
  /** Is there a move that was sent and not yet answered? */
  #isPending = false;
  #isHushed = false;
  /** The node whose position is on the board. */
  #shown = -1;

  /** @param {Study} study */
  constructor(study) {
    this.#study = study;
    const { view } = study;
    const go = (/** @type {number} */ id) => study.go(id);
    const goAndSee = (/** @type {number} */ id) => {
      go(id);
      showStage();
    };
    this.#tree = new TreeList(find("#tree"), study, go);
    this.#overlays = new Overlays(find("#overlays"), view.game, view.overlays, () => this.#drawOver());
    this.#lesson = new Lesson(find("#lesson"), study, () => this.#taught());
    this.#engine = new Engine(
      find("#engine"),
      (found) => this.#thought(found),
      (moves) => void this.#playAll(moves),
    );
    this.#review = new Review(find("#review"), study, goAndSee, (side) => {
      this.#lesson.begin(side);
      showStage();
    });
  }

  async open() {
    const { view } = this.#study;
    find("#desk").hidden = false;
    find("#title").textContent = view.title;
    document.title = `${view.title} · ${say("web.nav.analysis")}`;
    this.#board.board = view.board;
    this.#bar.paint(view.board.sides);
    showDoors(find("#doors-desk"), this.#study, () => void this.#setUp().catch(complain));
    this.#listen();
    this.#bindKeys();
    this.#study.current = this.#wished();
    this.#changed();
    await this.#arrive();
    if (PUPIL !== null) await this.#review.teach(Number(PUPIL));
  }

  /** The node that the address names, else the end of a draft, else the start. */
  #wished() {
    const named = Number(location.hash.slice(1));
    if (this.#study.has(named) && location.hash) return named;
    return this.#study.isDraft ? (this.#study.mainLine.at(-1)?.id ?? 0) : 0;
  }

  #listen() {
    const study = this.#study;
    study.addEventListener("go", () => void this.#arrive());
    study.addEventListener("change", () => this.#changed());
    study.addEventListener("own", (event) => {
      if (/** @type {CustomEvent} */ (event).detail.copied) notify(say("web.analysis.copied"));
      this.#keepAddress();
    });
    this.#board.addEventListener("ply-move", (event) => {
      void this.#play(/** @type {CustomEvent} */ (event).detail.move);
    });
    this.#board.addEventListener("ply-illegal", (event) => {
      void this.#askWhy(/** @type {CustomEvent} */ (event).detail.path);
    });
    find("#typing").addEventListener("submit", (event) => this.#typed(event));
    this.#comment.addEventListener("change", () => {
      void study.comment(this.#shown, this.#comment.value).catch(complain);
    });
    addEventListener("hashchange", () => study.go(Number(location.hash.slice(1)) || 0));
  }

  #bindKeys() {
    const study = this.#study;
    const step = (/** @type {number} */ by) => study.step(by);
    const flip = () => this.#flip();
    showWalk(find("#walk"), { look: (ply) => (ply ? study.toEnd() : study.go(0)), step, flip });
    bindKeys("analysis", {
      back: () => step(-1),
      forward: () => step(1),
      first: () => study.go(0),
      last: () => study.toEnd(),
      flip,
      mute: toggleSound,
      type: () => find("#typed").focus(),
      board: () => this.#board.focusCursor(),
      copy: () => void shareStudy(study).catch(complain),
      think: () => this.#engine.turn(!this.#engine.isOn),
      best: () => {
        if (this.#engine.best && this.#board.interactive) void this.#play(this.#engine.best);
      },
    });
  }

  // Where the reader stands.

  async #arrive() {
    const id = this.#study.current;
    this.#keepAddress();
    this.#tree.mark();
    this.#review.mark();
    showPruning(find("#pruning"), this.#study);
    try {
      const { position } = await this.#study.look(id);
      if (this.#study.current === id) this.#show(id, position);
    } catch (error) {
      complain(error);
    }
  }

  /** @param {number} id @param {PositionView} position */
  #show(id, position) {
    const isNew = this.#shown !== id;
    this.#shown = id;
    this.#isPending = false;
    this.#board.position = position;
    if (isNew) this.#follow(id, position);
    this.#allow();
    this.#showBar();
    this.#drawOver();
    showChoices(find("#choices"), this.#board, (move) => void this.#play(move));
    find("#status").textContent =
      position.outcome?.words ?? say("turn", { player: sideName(position.side) });
  }

  /** Everybody looks at another position now. @param {number} id @param {PositionView} position */
  #follow(id, position) {
    this.#found = null;
    this.#comment.value = this.#study.node(id).comment;
    const subject = this.#study.subject(id);
    this.#engine.follow(subject, position.over);
    void this.#overlays.follow(subject);
    this.#study.foresee(id);
    void this.#expectNewcomer(id, position);
  }

  #allow() {
    const isOver = this.#board.position?.over ?? true;
    this.#board.interactive = !isOver && (!this.#lesson.isOpen || this.#lesson.isAsking);
  }

  /** The tree has changed, or what is known of it. */
  #changed() {
    this.#tree.write();
    this.#review.write();
    this.#showAbout();
    showPruning(find("#pruning"), this.#study);
    this.#showBar();
    this.#drawOver();
  }

  #keepAddress() {
    const { address } = this.#study;
    if (address !== location.pathname + location.search + location.hash) {
      history.replaceState(null, "", address);
    }
  }

  // What the reader does.

  /** @param {string} move */
  async #play(move) {
    const position = this.#board.position;
    if (!position || this.#isPending) return;
    if (this.#lesson.isOpen) return this.#lesson.attempt(move);
    this.#isPending = true;
    this.#board.position = guess(position, move, this.#board.newcomer);
    sound("move");
    try {
      const id = await this.#study.play(this.#shown, move);
      const { position: after } = await this.#study.look(id);
      this.#newcomers.learn(position, after);
      announce(say("web.moves.made", { side: sideName(position.side), move }));
      this.#study.go(id);
    } catch (error) {
      notify(problem(error), "problem");
      this.#show(this.#shown, position);
    }
  }

  /** @param {string[]} moves */
  async #playAll(moves) {
    try {
      this.#study.go(await this.#study.playAll(this.#study.current, moves));
    } catch (error) {
      complain(error);
    }
  }

  /** Why may this not be played? @param {string[]} path */
  async #askWhy(path) {
    const position = this.#board.position;
    if (!position || !this.#board.interactive) return;
    const held = new Set(position.pieces.map((piece) => piece.spot));
    const lengths = new Set(Object.values(position.paths).map((each) => each.length));
    if (path.some((spot) => held.has(spot)) || !lengths.has(path.length)) return;
    const subject = this.#study.subject(this.#shown);
    const moves = [...subject.moves, path.join("-")];
    await ask("/api/positions", { ...subject, moves }).catch(complain);
  }

  /** @param {Event} event */
  #typed(event) {
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (find("#typed"));
    const text = field.value.trim();
    const position = this.#board.position;
    if (!text || !position) return;
    field.value = "";
    const legal = Object.keys(position.paths);
    void this.#play(legal.find((move) => move.toLowerCase() === text.toLowerCase()) ?? text);
  }

  async #setUp() {
    /** @type {Catalogue} */
    const catalogue = await ask("/api/catalogue");
    const game = catalogue.games.find(({ name }) => name === this.#study.view.game);
    const text = this.#board.position?.text ?? "";
    if (game) openEditor(game, this.#study.subject(this.#shown), text, this.#study.view.brushes);
  }

  #flip() {
    this.#board.flipped = !this.#board.flipped;
    this.#bar.turn(this.#board.flipped);
  }

  // What the engine says, and what the game marks.

  /** @param {DepthView | null} found */
  #thought(found) {
    this.#found = found;
    this.#showBar();
    this.#drawOver();
  }

  /** The bar keeps its last value until there is a new one. */
  #showBar() {
    const { chance, words } = this.#study.node(this.#study.current);
    this.#bar.hide(this.#lesson.isOpen);
    if (this.#lesson.isOpen) return;
    if (this.#found?.lines.length) this.#bar.show(...barOf(this.#found));
    else if (chance !== null) this.#bar.show(chance, String(Math.round(100 * chance)), words);
  }

  #drawOver() {
    this.#board.marks = [...this.#overlays.marks, ...this.#judgementMarks()];
    const said = this.#lesson.isOpen ? this.#lessonArrows() : this.#engineArrows();
    this.#board.arrows = [...this.#overlays.arrows, ...said];
  }

  /** @returns {Mark[]} */
  #judgementMarks() {
    const { judgement } = this.#study.node(this.#study.current);
    const spot = this.#board.position?.last.at(-1);
    if (!judgement || !spot || this.#lesson.isOpen) return [];
    return [{ spot, text: judgement.symbol, tone: "bad" }];
  }

  /** @returns {Arrow[]} */
  #engineArrows() {
    return (this.#found?.lines ?? []).flatMap((line, index) => {
      const path = line.paths[0];
      /** @type {Arrow["tone"]} */
      const tone = index ? "good" : "best";
      const weight = 1 - 0.3 * Math.min(index, 3);
      return path ? [{ path, tone, weight, label: String(index + 1) }] : [];
    });
  }

  /** @returns {Arrow[]} */
  #lessonArrows() {
    const paths = this.#board.position?.paths ?? {};
    const { answers, tried } = this.#lesson;
    /** @type {[string, Arrow["tone"]][]} */
    const told = answers.map((move) => [move, "best"]);
    if (!answers.includes(tried)) told.push([tried, answers.length ? "good" : "bad"]);
    return told.flatMap(([move, tone]) => {
      const path = paths[move];
      return path ? [{ path, tone, weight: 0.8 }] : [];
    });
  }

  /** The lesson has moved on. */
  #taught() {
    const { isOpen } = this.#lesson;
    document.body.classList.toggle("learning", isOpen);
    if (this.#isHushed !== isOpen) {
      this.#isHushed = isOpen;
      this.#engine.hush(isOpen);
      this.#tree.hush(isOpen);
    }
    this.#allow();
    this.#showBar();
    this.#drawOver();
  }

  /** @param {number} id @param {PositionView} position */
  async #expectNewcomer(id, position) {
    const subject = this.#study.subject(id);
    const moves = subject.moves.map((move) => ({ move, side: 0 }));
    const state = /** @type {GameState} */ (/** @type {unknown} */ ({ ...subject, moves, position }));
    const piece = position.over ? null : await this.#newcomers.expected(state);
    if (this.#shown === id) this.#board.newcomer = piece;
  }

  #showAbout() {
    const { players, result, game, options } = this.#study.view;
    const names = players.map((name, side) => (name === "human" ? sideName(side) : agentName(name)));
    const details = [optionWords(game, options), names.join(" – "), result?.words];
    find("#details").textContent = details.filter(Boolean).join(" · ");
    const { isDraft, isMine } = this.#study;
    const owner = isDraft ? "draft" : isMine ? "mine" : "others";
    find("#ownership").textContent = say(`web.analysis.${owner}`);
  }
}

/** Brings the board into sight if nothing of it is to be seen. */
function showStage() {
  const stage = find("#stage");
  if (stage.getBoundingClientRect().bottom < 0.5 * innerHeight) stage.scrollIntoView();
}
