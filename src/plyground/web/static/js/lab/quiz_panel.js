/**
 * The panel beside a quiz: the task, checking, and the answers.
 *
 * @typedef {import("./quiz_tree.js").PlyQuiz} PlyQuiz
 * @typedef {import("./lab_types.js").Quiz} Quiz
 * @typedef {import("./lab_types.js").Marks} Marks
 */

import { fetchJson } from "../api.js";
import { showError } from "../app_shell.js";
import { make } from "../dom.js";
import { say } from "../i18n.js";
import { loadItem, saveItem } from "../storage.js";
import { parseAnswers } from "./quiz_tree.js";

const STORAGE_KEY = "lab.quiz";
/** A quiz shows its whole tree: as much as fits on a sheet of paper. */
const MAX_NODES = 120;

export class QuizPanel {
  #task = make("p", {});
  #result = make("p", { class: "result", role: "status" });
  /** @type {object} */
  #search = {};

  /**
   * @param {HTMLElement} root
   * @param {PlyQuiz} tree
   * @param {() => void} onAnother requests another quiz
   * @param {(kind: "quiz" | "answers") => void} onDownload
   */
  constructor(root, tree, onAnother, onDownload) {
    this.tree = tree;
    const button = (/** @type {string} */ key, /** @type {() => void} */ act, kind = "") =>
      make("button", { type: "button", class: kind, onclick: act }, say(key));
    root.append(
      make("h2", {}, say("web.lab.quiz.title")),
      this.#task,
      make("p", { class: "muted small" }, say("web.lab.quiz.help")),
      make(
        "div",
        { class: "button-row" },
        button("web.lab.quiz.check", () => void this.#check(false), "primary"),
        button("web.lab.quiz.reveal", () => void this.#check(true)),
        button("web.lab.quiz.clear", () => this.#clear()),
        button("web.lab.quiz.new", onAnother),
      ),
      this.#result,
      make("h3", {}, say("web.lab.quiz.sheets")),
      make(
        "div",
        { class: "button-row" },
        button("web.lab.quiz.sheet", () => onDownload("quiz")),
        button("web.lab.quiz.answers", () => onDownload("answers")),
      ),
    );
    tree.addEventListener("ply-answer", () => {
      saveItem(STORAGE_KEY, { search: this.#search, answers: tree.answers });
      this.#showResult("", "");
    });
  }

  /** @param {object} search */
  async load(search) {
    this.#search = { ...search, limit: MAX_NODES };
    /** @type {Quiz} */
    const quiz = await fetchJson("/api/lab/quiz", this.#search);
    this.tree.quiz = quiz;
    this.#task.textContent = quiz.task;
    this.#showResult("", "");
    // A reload restores the answers.
    const saved = loadItem(STORAGE_KEY, /** @type {any} */ (null));
    if (JSON.stringify(saved?.search) === JSON.stringify(this.#search)) {
      this.tree.answers = saved.answers;
    }
  }

  /** @param {boolean} reveal */
  async #check(reveal) {
    const written = reveal ? this.tree.questions : this.tree.answers;
    try {
      /** @type {Marks} */
      const marks = await fetchJson("/api/lab/check", {
        ...this.#search,
        answers: parseAnswers(written),
        reveal,
      });
      this.tree.showMarks(marks.marks, reveal);
      if (reveal) return this.#showResult(say("web.lab.quiz.told"), "");
      const isDone = marks.wrong === 0 && marks.open === 0;
      const key = isDone ? "web.lab.quiz.done" : "web.lab.quiz.result";
      const { right, wrong, open } = marks;
      this.#showResult(say(key, { right, wrong, open }), isDone ? "done" : wrong ? "wrong" : "");
    } catch (error) {
      showError(error);
    }
  }

  #clear() {
    saveItem(STORAGE_KEY, undefined);
    void this.load(this.#search).catch(showError);
  }

  /** @param {string} words @param {string} kind */
  #showResult(words, kind) {
    this.#result.textContent = words;
    this.#result.dataset["kind"] = kind;
  }
}
