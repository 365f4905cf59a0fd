/**
 * `<ply-quiz>`: a tree to be filled in. The reader enters values and windows, and crosses out
 * branches that the search never visits; the server checks the answers.
 *
 * Events (they bubble)
 * - `ply-answer`: something was filled in or crossed out; see `answers`.
 *
 * @typedef {import("./lab_types.js").Quiz} Quiz
 * @typedef {import("./lab_types.js").QuizNode} QuizNode
 * @typedef {import("./lab_types.js").Marks} Marks
 * @typedef {import("./lab_types.js").Mark} Mark
 * @typedef {"alpha" | "beta" | "value"} Field
 * @typedef {Record<string, Record<string, string | boolean>>} QuizAnswers what was filled in, by node
 */

import { assign, draw, make } from "../dom.js";
import { say } from "../i18n.js";
import { makeIcon } from "../icons.js";
import * as shapes from "./node_shapes.js";
import { Viewport } from "./viewport.js";

const MARGIN = 24;
const CUTTER_SIZE = 22;
const INFINITE = /^([+-]?)\s*(∞|inf|infinity|oo)$/i;

export class PlyQuiz extends HTMLElement {
  #svg = draw("svg", { class: "tree-picture" });
  #fieldLayer = make("div", { class: "quiz-fields" });
  /** @type {Map<string, HTMLInputElement>} by `ID field` */
  #fields = new Map();
  /** @type {Map<string, HTMLButtonElement>} */
  #cutters = new Map();
  /** @type {Map<string, SVGElement[]>} the elements of a node */
  #nodeElements = new Map();
  /** @type {Set<string>} */
  #crossed = new Set();
  viewport = new Viewport(this, 0.7);

  constructor() {
    super();
    this.#fieldLayer.addEventListener("input", (event) => {
      if (event.target instanceof Element) clearMark(event.target);
      this.#emitAnswer();
    });
  }

  connectedCallback() {
    this.viewport.content.append(this.#svg, this.#fieldLayer);
    this.viewport.mount();
  }

  /** @param {Quiz} quiz */
  set quiz(quiz) {
    this.#fields.clear();
    this.#cutters.clear();
    this.#nodeElements.clear();
    this.#crossed.clear();
    this.#draw(quiz);
  }

  /** All answers, as they were typed. */
  get answers() {
    /** @type {QuizAnswers} */
    const answers = {};
    for (const [name, field] of this.#fields) {
      const [id = "", kind = ""] = name.split(" ");
      if (field.value.trim() !== "" && !field.disabled) (answers[id] ??= {})[kind] = field.value;
    }
    for (const id of this.#crossed)
      if (!this.#isBelowCrossed(id)) (answers[id] ??= {})["cut"] = true;
    return answers;
  }

  /** @param {QuizAnswers} answers */
  set answers(answers) {
    this.#crossed.clear();
    for (const [id, given] of Object.entries(answers)) {
      for (const [kind, answer] of Object.entries(given)) {
        const field = this.#fields.get(`${id} ${kind}`);
        if (kind === "cut" && answer === true && this.#cutters.has(id)) this.#crossed.add(id);
        else if (field) field.value = String(answer);
      }
    }
    this.#showCrossed();
  }

  /** All questions, answered or not. */
  get questions() {
    /** @type {QuizAnswers} */
    const questions = {};
    for (const [name, field] of this.#fields) {
      const [id = "", kind = ""] = name.split(" ");
      (questions[id] ??= {})[kind] = field.disabled ? "" : field.value;
    }
    for (const id of this.#cutters.keys()) (questions[id] ??= {})["cut"] = this.#isCrossed(id);
    return questions;
  }

  /**
   * Shows which answers are right, and the right ones if they are revealed.
   *
   * @param {Marks["marks"]} marks
   * @param {boolean} reveal
   */
  showMarks(marks, reveal) {
    for (const element of this.#fieldLayer.querySelectorAll("[data-mark]")) clearMark(element);
    if (reveal) this.#crossed.clear();
    for (const [id, fields] of Object.entries(marks)) {
      for (const [kind, mark] of Object.entries(fields)) this.#showMark(id, kind, mark, reveal);
    }
    if (reveal) this.#showCrossed();
  }

  /** @param {string} id @param {string} kind @param {Mark} mark @param {boolean} reveal */
  #showMark(id, kind, mark, reveal) {
    const field = this.#fields.get(`${id} ${kind}`);
    const cutter = kind === "cut" ? this.#cutters.get(id) : undefined;
    if (reveal && cutter) {
      if (mark.answer === true) this.#crossed.add(id);
      return;
    }
    if (reveal && field) {
      // Right answers stay marked; the others are filled in.
      const wasRight = mark.right && field.value.trim() !== "";
      field.value = mark.text ?? "";
      assign(field.parentElement ?? field, "data-mark", wasRight ? "right" : "revealed");
      return;
    }
    const box = field?.parentElement ?? cutter;
    if (!box) return;
    const words = say(mark.right ? "web.lab.quiz.right" : "web.lab.quiz.wrong");
    assign(box, "data-mark", mark.right ? "right" : "wrong");
    assign(box, "title", words);
    if (field) assign(field, "aria-invalid", mark.right ? null : "true");
    assign(field ?? box, "aria-description", words);
  }

  // Drawing.

  /** @param {Quiz} quiz */
  #draw(quiz) {
    const [width, height] = [quiz.width + 2 * MARGIN, quiz.height + 2 * MARGIN];
    assign(this.#svg, "viewBox", `${-MARGIN} ${-MARGIN} ${width} ${height}`);
    assign(this.#svg, "width", width);
    assign(this.#svg, "height", height);
    assign(this.#svg, "role", "img");
    assign(this.#svg, "aria-label", quiz.heading);
    const nodes = new Map(quiz.nodes.map((node) => [node.id, node]));
    const edges = draw("g", { class: "edges" });
    const boxes = draw("g", { class: "nodes" });
    this.#svg.replaceChildren(draw("defs", {}, ...shapes.drawGrounds(quiz)), edges, boxes);
    this.#fieldLayer.replaceChildren();
    for (const node of quiz.nodes) {
      const parent = nodes.get(node.parent ?? "");
      const group = this.#drawBox(quiz, node);
      boxes.append(group);
      this.#nodeElements.set(node.id, [group]);
      if (parent) edges.append(...this.#drawEdge(quiz, parent, node));
      if (node.asks.length) this.#addFields(quiz, node);
    }
    this.viewport.setSize(width, height, true);
  }

  /** @param {Quiz} quiz @param {QuizNode} node */
  #drawBox(quiz, node) {
    const isAsked = node.asks.length > 0;
    const content = {
      role: node.role,
      leaf: node.leaf !== null,
      value: isAsked ? "" : (quiz.texts[node.id] ?? ""),
      lines: isAsked ? [] : node.lines,
    };
    const label = quiz.labels[node.id] ?? "";
    return draw(
      "g",
      { class: "node closed", transform: `translate(${node.x} ${node.y})`, "data-id": node.id },
      ...shapes.drawBox(node, content, quiz),
      shapes.drawText(0, -8, label, 11, "move-text"),
    );
  }

  /** @param {Quiz} quiz @param {QuizNode} parent @param {QuizNode} node */
  #drawEdge(quiz, parent, node) {
    const edge = draw("path", {
      class: "edge",
      pathLength: 100,
      d: shapes.makeEdgePath(parent, node, false),
    });
    if (quiz.algorithm === "minimax") return [edge];
    const middle = shapes.findEdgeMiddle(parent, node, false);
    const cutter = make(
      "button",
      {
        type: "button",
        class: "cutter",
        "aria-pressed": "false",
        "aria-label": say("web.lab.quiz.cross", { node: quiz.labels[node.id] ?? "" }),
        onclick: () => this.#toggleCrossed(node.id),
      },
      makeIcon("scissors"),
    );
    placeElement(
      cutter,
      middle.x - CUTTER_SIZE / 2,
      middle.y - CUTTER_SIZE / 2,
      CUTTER_SIZE,
      CUTTER_SIZE,
    );
    this.#cutters.set(node.id, cutter);
    this.#nodeElements.get(node.id)?.push(edge);
    this.#fieldLayer.append(cutter);
    return [edge];
  }

  /** Adds the input fields of a node. @param {Quiz} quiz @param {QuizNode} node */
  #addFields(quiz, node) {
    const { blank, inner, sign } = quiz.card;
    const content = { role: node.role, leaf: false, value: "", lines: [] };
    const row = blank.height + 3;
    let y = node.y + shapes.findLinesTop(content, quiz) + row / 2;
    const group = this.#nodeElements.get(node.id)?.[0];
    if (quiz.board) {
      const left = -(sign + blank.width) / 2;
      if (node.role) group?.append(shapes.drawRoleSign(node.role, left + 6, y - node.y));
      this.#addField(quiz, node, "value", node.x + left + sign + blank.width / 2, y, blank.width);
      y += row;
    } else {
      const middle = node.y + shapes.findSignMiddle(content, quiz.card);
      this.#addField(quiz, node, "value", node.x, middle, Math.min(34, 0.55 * inner.width));
    }
    if (!node.asks.includes("alpha")) return;
    const half = blank.width / 2 + 4;
    for (const [x, text] of /** @type {const} */ ([
      [-2 * half - 2, "["],
      [0, ","],
      [2 * half + 2, "]"],
    ])) {
      group?.append(shapes.drawText(x, y - node.y, text, 13, "window-text"));
    }
    this.#addField(quiz, node, "alpha", node.x - half, y, blank.width);
    this.#addField(quiz, node, "beta", node.x + half, y, blank.width);
  }

  /**
   * @param {Quiz} quiz
   * @param {QuizNode} node
   * @param {Field} kind
   * @param {number} x
   * @param {number} y
   * @param {number} width
   */
  #addField(quiz, node, kind, x, y, width) {
    const { height } = quiz.card.blank;
    const words = { node: quiz.labels[node.id] ?? "", field: say(`web.lab.quiz.${kind}`) };
    const field = make("input", {
      type: "text",
      maxlength: 12,
      autocomplete: "off",
      spellcheck: "false",
      placeholder: { alpha: "α", beta: "β", value: "?" }[kind],
      "aria-label": say("web.lab.quiz.field", words),
    });
    const box = make("span", { class: "blank" }, field);
    placeElement(box, x - width / 2, y - height / 2, width, height);
    this.#fields.set(`${node.id} ${kind}`, field);
    this.#fieldLayer.append(box);
  }

  // Crossing out.

  /** @param {string} id */
  #toggleCrossed(id) {
    if (!this.#crossed.delete(id)) this.#crossed.add(id);
    const cutter = this.#cutters.get(id);
    if (cutter) clearMark(cutter);
    this.#showCrossed();
    this.#emitAnswer();
  }

  #showCrossed() {
    for (const [id, cutter] of this.#cutters) {
      const isCrossed = this.#crossed.has(id);
      assign(cutter, "aria-pressed", String(isCrossed));
      cutter.disabled = this.#isBelowCrossed(id);
      for (const element of this.#nodeElements.get(id) ?? []) {
        element.classList.toggle("pruned", this.#isCrossed(id));
      }
      const edge = this.#nodeElements.get(id)?.[1];
      const isSevered = isCrossed && !this.#isBelowCrossed(id);
      if (edge) assign(edge, "stroke-dasharray", isSevered ? "38 24 38 0" : null);
    }
    for (const [name, field] of this.#fields) {
      field.disabled = this.#isCrossed(name.split(" ")[0] ?? "");
    }
  }

  /** Is a node or one of its ancestors crossed out? @param {string} id @returns {boolean} */
  #isCrossed(id) {
    return this.#crossed.has(id) || this.#isBelowCrossed(id);
  }

  /** @param {string} id @returns {boolean} */
  #isBelowCrossed(id) {
    const above = id.slice(0, Math.max(0, id.lastIndexOf(".")));
    return above !== "" && this.#isCrossed(above);
  }

  #emitAnswer() {
    this.dispatchEvent(new CustomEvent("ply-answer", { bubbles: true }));
  }
}

/**
 * Parses answers for the server: infinite bounds become null, other texts stay as they are.
 *
 * @param {QuizAnswers} written
 */
export function parseAnswers(written) {
  return Object.fromEntries(
    Object.entries(written).map(([id, fields]) => [
      id,
      Object.fromEntries(
        Object.entries(fields).map(([kind, answer]) => [kind, parseAnswer(kind, answer)]),
      ),
    ]),
  );
}

/** @param {string} kind @param {string | boolean} answer */
function parseAnswer(kind, answer) {
  if (typeof answer === "boolean") return answer;
  const text = answer.trim().replace("−", "-").replace(",", ".");
  const infinite = INFINITE.exec(text);
  if (infinite && kind !== "value") {
    const isLow = infinite[1] === "-";
    return isLow === (kind === "alpha") ? null : text;
  }
  return text !== "" && Number.isFinite(Number(text)) ? Number(text) : text;
}

/**
 * @param {HTMLElement} element
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 */
function placeElement(element, x, y, width, height) {
  const { style } = element;
  style.left = `${x + MARGIN}px`;
  style.top = `${y + MARGIN}px`;
  style.width = `${width}px`;
  style.height = `${height}px`;
}

/** @param {Element} element a field, its box, or a cutter */
function clearMark(element) {
  const box = element.matches("input") ? (element.parentElement ?? element) : element;
  for (const each of [box, ...box.querySelectorAll("input")]) {
    for (const name of ["data-mark", "title", "aria-invalid", "aria-description"]) {
      each.removeAttribute(name);
    }
  }
}

customElements.define("ply-quiz", PlyQuiz);
