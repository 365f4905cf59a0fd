/**
 * What is asked, what became of the last try, the hints that are shown, and what can be done.
 *
 * @typedef {import("./attempt.js").Attempt} Attempt
 */

import { toAnalysisUrl } from "../analysis/study.js";
import { copyText, showError } from "../app_shell.js";
import { find, make } from "../dom.js";
import { say } from "../i18n.js";
import { makeIcon } from "../icons.js";
import { setTooltip } from "../keyboard.js";

/**
 * @param {Attempt} attempt
 * @param {string} place "Kamisado · puzzle 3 of 200 · grade 2 of 5"
 * @param {() => void} goToNext
 */
export function showTaskPanel(attempt, place, goToNext) {
  const { puzzle, hintCount } = attempt;
  find("#task").textContent = puzzle.task;
  find("#details").textContent = place;
  showVerdict(attempt);
  const hints = find("#hints");
  hints.hidden = hintCount === 0;
  hints.replaceChildren(
    ...puzzle.hints.slice(0, hintCount).map(({ text }) => make("li", {}, text)),
  );
  find("#actions").replaceChildren(...listActions(attempt, goToNext));
}

/** @param {Attempt} attempt */
function showVerdict(attempt) {
  const { answer, stage } = attempt;
  const box = find("#verdict");
  const parts = describeVerdict(attempt);
  const key = JSON.stringify([stage, parts]);
  if (box.dataset["key"] === key) return;
  box.dataset["key"] = key;
  box.className = stage === "solved" ? "right" : stage === "checking" ? "" : (answer?.verdict ?? "");
  box.replaceChildren(...parts.map((text) => make("p", {}, text)));
}

/** @param {Attempt} attempt @returns {string[]} */
function describeVerdict({ answer, stage, hasFailed, request }) {
  if (stage === "checking") return [say("web.puzzles.checking")];
  if (stage === "shown") return [say("web.puzzles.shown"), request.moves.join(" ")];
  if (!answer) return stage === "playing" ? [] : [say("web.puzzles.your_move")];
  if (stage === "solved")
    return [answer.text, say(hasFailed ? "web.puzzles.solved_late" : "web.puzzles.solved")];
  if (answer.verdict === "right") return [`${answer.move}: ${answer.text}`];
  const line = [answer.move, ...answer.line].join(" ");
  const after = stage === "asking" ? say("web.puzzles.again") : "";
  return [`${answer.move}: ${answer.text}`, line, after].filter(Boolean);
}

/** @param {Attempt} attempt @param {() => void} goToNext */
function listActions(attempt, goToNext) {
  const { puzzle, stage, hintCount } = attempt;
  const isOver = stage === "solved" || stage === "shown";
  const buttons = [];
  if (attempt.isRefuting)
    buttons.push(makeButton("back", say("web.puzzles.take_back"), () => attempt.takeBack()));
  if (!isOver) {
    const count = puzzle.hints.length;
    const hint = makeButton("hint", say("web.puzzles.hint", { count: hintCount, all: count }), () =>
      attempt.hint(),
    );
    hint.disabled = stage !== "asking" || hintCount === count;
    const solution = makeButton("solution", say("web.puzzles.solution"), () =>
      attempt.showSolution().catch(showError),
    );
    solution.disabled = stage !== "asking";
    buttons.push(hint, solution);
  }
  if (stage === "solved" && attempt.rest.length)
    buttons.push(
      makeButton("rest", say("web.puzzles.rest"), () => attempt.playRest().catch(showError)),
    );
  const next = makeButton("next_puzzle", say(isOver ? "web.puzzles.next" : "web.puzzles.skip"), goToNext);
  next.classList.toggle("primary", isOver);
  const analysis = make(
    "a",
    { class: "button", href: toAnalysisUrl(attempt.request), "data-action": "analysis" },
    makeIcon("analyse"),
    say("web.nav.analysis"),
  );
  const link = makeButton("copy", say("web.puzzles.share"), copyAddress);
  link.prepend(makeIcon("link"));
  return [...buttons, next, analysis, link];
}

/** Copies the address of the puzzle. */
export function copyAddress() {
  void copyText(location.href, say("web.share.copied"));
}

/** @param {string} name @param {string} words @param {() => void} onclick */
function makeButton(name, words, onclick) {
  const button = make("button", { onclick, "data-action": name }, words);
  setTooltip(button, words, name);
  return button;
}
