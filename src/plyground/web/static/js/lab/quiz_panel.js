/**
 * The panel beside an exercise: what is to be done, checking, and the answers.
 *
 * @typedef {import("./quiz_tree.js").PlyQuiz} PlyQuiz
 * @typedef {import("./lab_types.js").Quiz} Quiz
 * @typedef {import("./lab_types.js").Marks} Marks
 */

import { ask } from "../api.js";
import { make } from "../dom.js";
import { recall, remember } from "../storage.js";
import { complain } from "../app_shell.js";
import { say } from "../i18n.js";
import { readAnswers } from "./quiz_tree.js";

const MEMORY = "lab.quiz";
/** An exercise shows its whole tree: as much as fits on a sheet. */
const LARGEST = 120;

export class Exercise {
  #task = make("p", {});
  #result = make("p", { class: "result", role: "status" });
  /** @type {object} */
  #search = {};

  /**
   * @param {HTMLElement} root
   * @param {PlyQuiz} sheet
   * @param {() => void} another asks for another tree
   * @param {(sheet: "quiz" | "answers") => void} download
   */
  constructor(root, sheet, another, download) {
    this.sheet = sheet;
    const button = (/** @type {string} */ key, /** @type {() => void} */ act, kind = "") =>
      make("button", { type: "button", class: kind, onclick: act }, say(key));
    root.append(
      make("h2", {}, say("web.lab.quiz.title")),
      this.#task,
      make("p", { class: "soft small" }, say("web.lab.quiz.help")),
      make(
        "div",
        { class: "deeds" },
        button("web.lab.quiz.check", () => void this.#check(false), "main"),
        button("web.lab.quiz.reveal", () => void this.#check(true)),
        button("web.lab.quiz.clear", () => this.#clear()),
        button("web.lab.quiz.new", another),
      ),
      this.#result,
      make("h3", {}, say("web.lab.quiz.sheets")),
      make(
        "div",
        { class: "deeds" },
        button("web.lab.quiz.sheet", () => download("quiz")),
        button("web.lab.quiz.answers", () => download("answers")),
      ),
    );
    sheet.addEventListener("ply-answer", () => {
      remember(MEMORY, { search: this.#search, answers: sheet.answers });
      this.#tell("", "");
    });
  }

  /** @param {object} search */
  async load(search) {
    this.#search = { ...search, limit: LARGEST };
    /** @type {Quiz} */
    const quiz = await ask("/api/lab/quiz", this.#search);
    this.sheet.quiz = quiz;
    this.#task.textContent = quiz.task;
    this.#tell("", "");
    // A reload loses nothing.
    const kept = recall(MEMORY, /** @type {any} */ (null));
    if (JSON.stringify(kept?.search) === JSON.stringify(this.#search)) {
      this.sheet.answers = kept.answers;
    }
  }

  /** @param {boolean} reveal */
  async #check(reveal) {
    const written = reveal ? this.sheet.questions : this.sheet.answers;
    try {
      /** @type {Marks} */
      const marks = await ask("/api/lab/check", {
        ...this.#search,
        answers: readAnswers(written),
        reveal,
      });
      this.sheet.mark(marks.marks, reveal);
      if (reveal) return this.#tell(say("web.lab.quiz.told"), "");
      const isDone = marks.wrong === 0 && marks.open === 0;
      const key = isDone ? "web.lab.quiz.done" : "web.lab.quiz.result";
      const { right, wrong, open } = marks;
      this.#tell(say(key, { right, wrong, open }), isDone ? "done" : wrong ? "wrong" : "");
    } catch (error) {
      complain(error);
    }
  }

  #clear() {
    remember(MEMORY, undefined);
    void this.load(this.#search).catch(complain);
  }

  /** @param {string} words @param {string} kind */
  #tell(words, kind) {
    this.#result.textContent = words;
    this.#result.dataset["kind"] = kind;
  }
}
