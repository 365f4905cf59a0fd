/**
 * What all pages share: the header, notifications, confirmations, and screen-reader announcements.
 *
 * A page starts with `await startPage("game")`. Until then css/page.css hides the body, so that no
 * text appears in the wrong language and the layout does not shift.
 */

import { ApiError } from "./api.js";
import { getChosenTheme, getNextTheme, getTheme, switchTheme, watchTheme } from "./appearance.js";
import { find, make } from "./dom.js";
import { getLanguage, LANGUAGES, loadWords, say, setLanguage, translate } from "./i18n.js";
import { makeIcon } from "./icons.js";
import { bindKeys, openHelp, releaseClickedControls, setTooltip } from "./keyboard.js";
import { isMuted, setMuted } from "./sound.js";

/** @typedef {import("./keyboard.js").Page} Page */

/** @type {readonly { page: Page, path: string, say: string }[]} */
const NAV_LINKS = Object.freeze([
  { page: "lobby", path: "/", say: "web.nav.play" },
  { page: "library", path: "/library", say: "web.nav.library" },
  { page: "puzzles", path: "/puzzles", say: "web.nav.puzzles" },
  { page: "solved", path: "/solved", say: "web.nav.solved" },
  { page: "analysis", path: "/analysis", say: "web.nav.analysis" },
  { page: "lab", path: "/lab", say: "web.nav.lab" },
  { page: "arena", path: "/arena", say: "web.nav.arena" },
  { page: "experiments", path: "/experiments", say: "web.nav.experiments" },
]);

/** Where notifications and announcements are shown. @type {ParentNode} */
let messageRoot = document;

/**
 * Loads the translations, fills them into the HTML and shows the page.
 *
 * @param {Page} page
 */
export async function startPage(page) {
  await loadWords().catch(() => undefined);
  translate(document);
  find("#header").replaceChildren(...makeHeader(page));
  addMessages(document.body);
  bindKeys(page, { help: () => openHelp(page), mute: toggleSound, theme: switchTheme });
  releaseClickedControls();
  document.documentElement.dataset["ready"] = "";
  const current = document.querySelector("#header [aria-current]");
  current?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/**
 * Adds the elements for notifications and announcements, which appear there from now on.
 *
 * @param {ParentNode} root
 */
export function addMessages(root) {
  messageRoot = root;
  root.append(
    make("div", {
      id: "announcer",
      class: "visually-hidden",
      "aria-live": "polite",
      role: "status",
    }),
    make("div", { id: "messages", "aria-live": "assertive", role: "alert" }),
  );
}

/**
 * Shows a notification that disappears by itself.
 *
 * @param {string} words
 * @param {"plain" | "problem"} [kind]
 */
export function notify(words, kind = "plain") {
  const message = make("p", { class: `message ${kind}` }, words);
  const messages = find("#messages", messageRoot);
  while (messages.childElementCount > 2) messages.firstElementChild?.remove();
  messages.append(message);
  setTimeout(() => message.remove(), 2500 + 55 * words.length);
}

/**
 * Shows an error as a notification.
 *
 * @param {unknown} error
 */
export function showError(error) {
  notify(describeError(error), "problem");
}

/**
 * The sentence of an API error. Any other error is a bug, and thrown again.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function describeError(error) {
  if (!(error instanceof ApiError)) throw error;
  return error.status === 0 ? say("web.problem.unreachable") : error.message;
}

/**
 * Announces something to screen readers.
 *
 * @param {string} words
 */
export function announce(words) {
  find("#announcer", messageRoot).textContent = words;
}

/**
 * Asks for confirmation before something irreversible.
 *
 * @param {string} question
 * @param {string} yes the label of the confirming button
 * @returns {Promise<boolean>}
 */
export function confirm(question, yes) {
  const dialog = make(
    "dialog",
    { class: "dialog small", "aria-labelledby": "question" },
    make("p", { id: "question" }, question),
    make(
      "form",
      { method: "dialog", class: "dialog-actions" },
      make("button", { value: "", autofocus: true }, say("web.cancel")),
      make("button", { class: "danger", value: "yes" }, yes),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
  });
}

/**
 * Copies a text to the clipboard and shows a notification.
 *
 * @param {string} text
 * @param {string} words the notification
 */
export async function copyText(text, words) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text);
  }
  notify(words);
}

/** Turns the sounds on or off. */
function toggleSound() {
  setMuted(!isMuted());
  const button = document.querySelector("#sound");
  if (button) showSound(button);
}

/** @param {Page} page */
function makeHeader(page) {
  const help = make("button", { class: "icon", id: "keys", onclick: () => openHelp(page) }, "?");
  setTooltip(help, say("web.keys.title"), "help");
  help.setAttribute("aria-label", say("web.keys.title"));
  const sounds = make("button", { class: "icon", id: "sound", onclick: toggleSound });
  showSound(sounds);
  const theme = make("button", { class: "icon", id: "theme", onclick: switchTheme });
  watchTheme(() => showTheme(theme));
  return [
    make("a", { class: "skip", href: "#main" }, say("web.skip")),
    make(
      "a",
      { class: "brand", href: "/", "aria-label": "Plyground" },
      make("img", { src: "/static/favicon.svg", alt: "", width: 26, height: 26 }),
      make("span", {}, "Plyground"),
    ),
    make(
      "nav",
      { "aria-label": say("web.nav") },
      ...NAV_LINKS.map((door) =>
        make(
          "a",
          { href: door.path, "aria-current": isCurrent(door.page, page) && "page" },
          say(door.say),
        ),
      ),
    ),
    make("div", { class: "tools" }, makeLanguageButtons(), theme, sounds, help),
  ];
}

/** @param {Page} door @param {Page} page */
function isCurrent(door, page) {
  return door === page || (door === "lobby" && page === "game");
}

function makeLanguageButtons() {
  const chosen = getLanguage();
  return make(
    "div",
    { class: "languages", role: "group", "aria-label": say("web.language") },
    ...Object.entries(LANGUAGES).map(([code, name]) =>
      make(
        "button",
        {
          lang: code,
          title: name,
          "aria-label": name,
          "aria-pressed": String(code === chosen),
          onclick: () => code !== chosen && setLanguage(code),
        },
        code === "ko" ? "한" : "EN",
      ),
    ),
  );
}

/** @param {Element} button */
function showSound(button) {
  const muted = isMuted();
  button.replaceChildren(makeIcon(muted ? "silent" : "sound"));
  button.setAttribute("aria-pressed", String(!muted));
  setTooltip(button, say(muted ? "web.sound.off" : "web.sound.on"), "mute");
  button.setAttribute("aria-label", say("web.sound"));
}

/** @param {Element} button */
function showTheme(button) {
  const isDark = getTheme() === "dark";
  const icon = isDark ? "moon" : "sun";
  button.replaceChildren(makeIcon(getChosenTheme() === null ? "contrast" : icon));
  button.setAttribute("aria-pressed", String(isDark));
  setTooltip(button, say(`web.theme.${getNextTheme() ?? "system"}`), "theme");
  button.setAttribute("aria-label", say("web.theme"));
}

/** Fallback for pages that are not served over https: they may not use the clipboard API. @param {string} text */
function copyBySelection(text) {
  const field = make("textarea", { class: "visually-hidden", readonly: true });
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
