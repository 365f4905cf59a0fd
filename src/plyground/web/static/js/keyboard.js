/**
 * The keyboard shortcuts of all pages in one table, from which they are bound and documented.
 *
 * No shortcut does anything irreversible: that takes a button with a confirmation.
 */

import { assign, make } from "./dom.js";
import { say } from "./i18n.js";

/**
 * @typedef {"lobby" | "game" | "library" | "puzzles" | "solved" | "analysis" | "lab" | "arena" | "experiments" | "problem"} Page
 */

/**
 * @typedef {object} Key
 * @property {string} id by which `bindKeys` and `setTooltip` refer to it
 * @property {string[]} keys alternatives, as `KeyboardEvent.key` names them
 * @property {(Page | "every" | "board" | "tree")[]} on the pages where it works; `board` and `tree`:
 *   while that element has the focus
 * @property {string} say the translation key of its description
 */

/** @type {readonly Key[]} */
export const KEYS = Object.freeze([
  { id: "help", keys: ["?"], on: ["every"], say: "web.key.help" },
  { id: "mute", keys: ["m"], on: ["every"], say: "web.key.mute" },
  { id: "theme", keys: ["d"], on: ["every"], say: "web.key.theme" },
  { id: "flip", keys: ["f"], on: ["game", "analysis", "puzzles"], say: "web.key.flip" },
  {
    id: "coordinates",
    keys: ["a"],
    on: ["game", "analysis", "puzzles"],
    say: "web.key.coordinates",
  },
  { id: "back", keys: ["ArrowLeft"], on: ["game", "analysis"], say: "web.key.back" },
  { id: "forward", keys: ["ArrowRight"], on: ["game", "analysis"], say: "web.key.forward" },
  { id: "first", keys: ["ArrowUp", "Home"], on: ["game", "analysis"], say: "web.key.first" },
  { id: "last", keys: ["ArrowDown", "End"], on: ["game", "analysis"], say: "web.key.last" },
  { id: "type", keys: ["/"], on: ["game", "analysis"], say: "web.key.type" },
  { id: "board", keys: ["b"], on: ["game", "analysis", "puzzles"], say: "web.key.board" },
  { id: "best", keys: [" "], on: ["game", "analysis"], say: "web.key.best" },
  { id: "think", keys: ["e"], on: ["game", "analysis"], say: "web.key.think" },
  { id: "explorer", keys: ["o"], on: ["analysis"], say: "web.key.explorer" },
  { id: "show", keys: ["h"], on: ["game"], say: "web.key.show" },
  { id: "hint", keys: ["h"], on: ["puzzles"], say: "web.key.hint" },
  { id: "next_puzzle", keys: ["n"], on: ["puzzles"], say: "web.key.next_puzzle" },
  { id: "copy", keys: ["c"], on: ["game", "analysis", "lab", "puzzles"], say: "web.key.copy" },
  { id: "back", keys: ["ArrowLeft"], on: ["lab"], say: "web.key.step_back" },
  { id: "forward", keys: ["ArrowRight"], on: ["lab"], say: "web.key.step_forward" },
  { id: "first", keys: ["Home"], on: ["lab"], say: "web.key.step_first" },
  { id: "last", keys: ["End"], on: ["lab"], say: "web.key.step_last" },
  { id: "run", keys: [" "], on: ["lab"], say: "web.key.run" },
  { id: "cut", keys: ["x"], on: ["lab"], say: "web.lab.key.cut" },
  { id: "cut_before", keys: ["X"], on: ["lab"], say: "web.lab.key.cut_before" },
  { id: "closer", keys: ["+", "="], on: ["lab"], say: "web.lab.closer" },
  { id: "farther", keys: ["-"], on: ["lab"], say: "web.lab.farther" },
  { id: "fit", keys: ["0"], on: ["lab"], say: "web.lab.fit" },
  {
    id: "cursor",
    keys: ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown"],
    on: ["board"],
    say: "web.key.cursor",
  },
  { id: "next", keys: ["PageUp", "PageDown"], on: ["board"], say: "web.key.next_spot" },
  { id: "pick", keys: ["Enter", " "], on: ["board"], say: "web.key.pick" },
  { id: "cancel", keys: ["Escape"], on: ["board"], say: "web.key.cancel" },
  {
    id: "walk",
    keys: ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"],
    on: ["tree"],
    say: "web.lab.key.walk",
  },
  { id: "choose", keys: ["Enter", " "], on: ["tree"], say: "web.lab.key.choose" },
  { id: "leave", keys: ["Escape"], on: ["tree"], say: "web.lab.key.leave" },
]);

/** @type {Record<string, string>} */
const KEY_SYMBOLS = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  PageUp: "Page↑",
  PageDown: "Page↓",
  Escape: "Esc",
};

/** Elements that use keys for typing or choosing. */
const FIELDS = "select, textarea, input:not([type=checkbox])";

const REPEATING = new Set(["back", "forward"]);

/**
 * Binds shortcuts of a page to actions. Those of every page are bound by `startPage`.
 *
 * @param {Page} page
 * @param {Record<string, () => void>} actions by id; a shortcut without one does nothing
 * @param {HTMLElement | Document} [root] within which they work
 */
export function bindKeys(page, actions, root = document) {
  root.addEventListener("keydown", (given) => {
    const event = /** @type {KeyboardEvent} */ (given);
    if (isIgnored(event)) return;
    const key = listKeys(page).find((each) => each.keys.includes(event.key) && actions[each.id]);
    if (!key || (event.repeat && !REPEATING.has(key.id))) return;
    event.preventDefault();
    actions[key.id]?.();
  });
}

/**
 * Sets the tooltip of a button to its name and shortcut, and names the shortcut to screen readers.
 *
 * @param {Element} element
 * @param {string} words
 * @param {string} [id] of the key
 */
export function setTooltip(element, words, id) {
  const key = KEYS.find((each) => each.id === id);
  const sign = key ? ` (${formatKey(key.keys[0] ?? "")})` : "";
  assign(element, "title", `${words}${sign}`);
  assign(
    element,
    "aria-keyshortcuts",
    key?.keys.map((each) => (each === " " ? "Space" : each)).join(" "),
  );
  if (!element.textContent?.trim()) assign(element, "aria-label", words);
}

/**
 * Opens a dialog with all shortcuts of a page.
 *
 * @param {Page} page
 */
export function openHelp(page) {
  if (document.querySelector("dialog[open]")) return;
  const hasBoard = ["game", "analysis", "puzzles", "solved"].includes(page);
  const focused = page === "lab" ? "tree" : hasBoard ? "board" : null;
  const dialog = make(
    "dialog",
    { class: "dialog", "aria-labelledby": "keys-title" },
    make("h2", { id: "keys-title" }, say("web.keys.title")),
    makeTable(listKeys(page)),
    focused && make("h3", {}, say(`web.keys.${focused}`)),
    focused && makeTable(KEYS.filter((key) => key.on.includes(focused))),
    make(
      "form",
      { method: "dialog", class: "dialog-actions" },
      make("button", { class: "primary", autofocus: true }, say("web.close")),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {Page} page */
function listKeys(page) {
  return KEYS.filter(({ on }) => on.includes(page) || on.includes("every"));
}

/** @param {readonly Key[]} keys */
function makeTable(keys) {
  return make(
    "dl",
    { class: "keys" },
    ...keys.flatMap((key) => [
      make("dt", {}, ...key.keys.map((each) => make("kbd", {}, formatKey(each)))),
      make("dd", {}, say(key.say)),
    ]),
  );
}

/** @param {string} key */
function formatKey(key) {
  return key === " " ? say("web.key.space") : (KEY_SYMBOLS[key] ?? key);
}

/**
 * Does the key already have a meaning where it was pressed?
 *
 * @param {KeyboardEvent} event
 */
function isIgnored(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector("dialog[open]")) return true;
  const target = event.target;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches(FIELDS)) return true;
  const isPress = event.key === " " || event.key === "Enter";
  return isPress && target.matches("button, a, summary, input");
}

/** Lets go of every control that the mouse has pressed. */
export function releaseClickedControls() {
  document.addEventListener("click", (event) => event.detail > 0 && releaseFocus());
}

/** Blurs a control after a click, so that the space bar is a shortcut again. */
function releaseFocus() {
  setTimeout(() => {
    const focused = document.activeElement;
    const isPressed = focused?.matches("button, summary, input[type=checkbox]");
    if (isPressed && focused instanceof HTMLElement && !focused.closest("dialog")) focused.blur();
  });
}
