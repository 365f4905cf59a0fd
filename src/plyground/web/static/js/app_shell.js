/**
 * What is around every page: the header with the language, messages, questions, announcements.
 *
 * A page begins with `await startPage("game")`. Until then the body is hidden by css/page.css, so
 * that no word is seen in the wrong language and nothing jumps.
 */

import { Refusal } from "./api.js";
import { find, make } from "./dom.js";
import { icon } from "./icons.js";
import { openHelp, tooltip } from "./keyboard.js";
import { isMuted, mute } from "./sound.js";
import { LANGUAGES, language, loadWords, say, translate, useLanguage } from "./i18n.js";

/** @typedef {import("./keyboard.js").Page} Page */

/** @type {readonly { page: Page, path: string, say: string }[]} */
const DOORS = Object.freeze([
  { page: "lobby", path: "/", say: "web.nav.play" },
  { page: "analysis", path: "/analysis", say: "web.nav.analysis" },
  { page: "lab", path: "/lab", say: "web.nav.lab" },
]);

/**
 * Fetches the words, fills the HTML with them and shows the page.
 *
 * @param {Page} page
 */
export async function startPage(page) {
  await loadWords().catch(() => undefined);
  translate(document);
  find("#header").replaceChildren(...header(page));
  document.body.append(
    make("div", { id: "announcer", class: "unseen", "aria-live": "polite", role: "status" }),
    make("div", { id: "messages", "aria-live": "assertive", role: "alert" }),
  );
  document.documentElement.dataset["ready"] = "";
}

/**
 * Tells something in passing: a refusal, a copied link.
 *
 * @param {string} words
 * @param {"plain" | "problem"} [kind]
 */
export function notify(words, kind = "plain") {
  const message = make("p", { class: `message ${kind}` }, words);
  const messages = find("#messages");
  while (messages.childElementCount > 2) messages.firstElementChild?.remove();
  messages.append(message);
  setTimeout(() => message.remove(), 2500 + 55 * words.length);
}

/**
 * Tells what went wrong, in a sentence.
 *
 * @param {unknown} error
 */
export function complain(error) {
  notify(problem(error), "problem");
}

/**
 * What went wrong, in a sentence. A defect of ours is thrown on.
 *
 * @param {unknown} error
 * @returns {string}
 */
export function problem(error) {
  if (!(error instanceof Refusal)) throw error;
  return error.status === 0 ? say("web.problem.unreachable") : error.message;
}

/**
 * Says something to those who listen to the page instead of seeing it.
 *
 * @param {string} words
 */
export function announce(words) {
  find("#announcer").textContent = words;
}

/**
 * Asks before something that cannot be taken back.
 *
 * @param {string} question
 * @param {string} yes the words of the button that does it
 * @returns {Promise<boolean>}
 */
export function confirm(question, yes) {
  const dialog = make(
    "dialog",
    { class: "sheet small", "aria-labelledby": "question" },
    make("p", { id: "question" }, question),
    make(
      "form",
      { method: "dialog", class: "sheet-end" },
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
 * Puts a text on the clipboard and says so.
 *
 * @param {string} text
 * @param {string} words what to say when it is there
 */
export async function copy(text, words) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copyBySelection(text);
  }
  notify(words);
}

/** Turns the sounds on or off. */
export function toggleSound() {
  mute(!isMuted());
  const button = document.querySelector("#sound");
  if (button) showSound(button);
}

/** @param {Page} page */
function header(page) {
  const help = make("button", { class: "icon", id: "keys", onclick: () => openHelp(page) }, "?");
  tooltip(help, say("web.keys.title"), "help");
  help.setAttribute("aria-label", say("web.keys.title"));
  const sounds = make("button", { class: "icon", id: "sound", onclick: toggleSound });
  showSound(sounds);
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
      ...DOORS.map((door) =>
        make(
          "a",
          { href: door.path, "aria-current": isBehind(door.page, page) && "page" },
          say(door.say),
        ),
      ),
    ),
    make("div", { class: "tools" }, languages(), sounds, help),
  ];
}

/** @param {Page} door @param {Page} page */
function isBehind(door, page) {
  return door === page || (door === "lobby" && page === "game");
}

function languages() {
  const chosen = language();
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
          onclick: () => code !== chosen && useLanguage(code),
        },
        code === "ko" ? "한" : "EN",
      ),
    ),
  );
}

/** @param {Element} button */
function showSound(button) {
  const muted = isMuted();
  button.replaceChildren(icon(muted ? "silent" : "sound"));
  button.setAttribute("aria-pressed", String(!muted));
  tooltip(button, say(muted ? "web.sound.off" : "web.sound.on"), "mute");
  button.setAttribute("aria-label", say("web.sound"));
}

/** Pages that are not served over https may not touch the clipboard directly. @param {string} text */
function copyBySelection(text) {
  const field = make("textarea", { class: "unseen", readonly: true });
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
