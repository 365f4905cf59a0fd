/**
 * Translations: every text of the pages comes from the server's catalogue by its key.
 *
 * `await loadWords()` once, then `say(key, values)`. In HTML, `data-say="web.board"` sets an
 * element's text; `data-say-label`, `data-say-title` and `data-say-placeholder` set attributes.
 */

import { fetchJson } from "./api.js";
import { formatSentence } from "./grammar.js";
import { loadItem, readCookie, saveItem, setCookie } from "./storage.js";

/** The languages of the pages, each by its own name. */
export const LANGUAGES = Object.freeze({ en: "English", ko: "한국어" });

/** @type {Record<string, string>} */
let words = {};

/** The current language: the chosen one, else the browser's. */
export function getLanguage() {
  const chosen = loadItem("language", "") || readCookie("lang") || navigator.language || "en";
  return chosen.toLowerCase().startsWith("ko") ? "ko" : "en";
}

/**
 * Sets the language and reloads the page.
 *
 * @param {string} chosen
 */
export function setLanguage(chosen) {
  saveItem("language", chosen);
  setCookie("lang", chosen);
  location.reload();
}

/** Loads the translations; `say` works afterwards. */
export async function loadWords() {
  const chosen = getLanguage();
  // The cookie sets the language of sentences that the server writes (errors, results).
  if (readCookie("lang") !== chosen) setCookie("lang", chosen);
  setWords(await retry(() => fetchJson(`/api/words?lang=${chosen}`)));
  document.documentElement.lang = chosen;
}

/** Sets the translations, where they come from elsewhere. @param {Record<string, string>} given */
export function setWords(given) {
  words = given;
}

/**
 * Retries a request that the page cannot do without, if the server is busy or still starting.
 *
 * @template T
 * @param {() => Promise<T>} request
 * @returns {Promise<T>}
 */
async function retry(request) {
  for (const pause of [300, 1000, 3000]) {
    try {
      return await request();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return request();
}

/**
 * The sentence of a key with its placeholders filled. An unknown key is returned as it is.
 *
 * @param {string} key
 * @param {Record<string, unknown>} [values]
 */
export function say(key, values = {}) {
  return formatSentence(words[key] ?? key, values);
}

/**
 * Does this key have a sentence?
 *
 * @param {string} key
 */
export function hasWords(key) {
  return key in words;
}

/**
 * The name of a side in a position, if that is known; else the first or the second player.
 *
 * @param {number} side
 * @param {{ names: [string, string] } | null | undefined} [position] or a study
 */
export function getSideName(side, position) {
  return position?.names[side] ?? say(`side.${side}`);
}

/**
 * Fills the translations into the HTML.
 *
 * @param {ParentNode} root
 */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-say]")) {
    element.textContent = say(element.getAttribute("data-say") ?? "");
  }
  const attributes = { label: "aria-label", title: "title", placeholder: "placeholder" };
  for (const [short, attribute] of Object.entries(attributes)) {
    for (const element of root.querySelectorAll(`[data-say-${short}]`)) {
      element.setAttribute(attribute, say(element.getAttribute(`data-say-${short}`) ?? ""));
    }
  }
}
