/**
 * What the visitor prefers to see, saved for all pages: dark or light, coordinates on boards or not.
 *
 * Until a theme is chosen, css/theme.css follows the system. The choice is a cookie, so that the
 * server writes it into the page (`data-theme`), and no page flashes in the other colours.
 */

import { deleteCookie, loadItem, saveItem, setCookie } from "./storage.js";

/** @typedef {"light" | "dark"} Theme */

const DARK_SYSTEM = "(prefers-color-scheme: dark)";

const events = new EventTarget();

/** @returns {Theme | null} null: that of the system */
export function getChosenTheme() {
  const chosen = document.documentElement.dataset["theme"];
  return chosen === "light" || chosen === "dark" ? chosen : null;
}

/** @returns {Theme} the chosen theme, else that of the system */
export function getTheme() {
  return getChosenTheme() ?? getSystemTheme();
}

/** @returns {Theme | null} what the switch chooses next: the other theme than the system's, the
 * same one whatever the system does later, that of the system again */
export function getNextTheme() {
  const chosen = getChosenTheme();
  const system = getSystemTheme();
  if (chosen === null) return system === "dark" ? "light" : "dark";
  return chosen === system ? null : system;
}

export function switchTheme() {
  const theme = getNextTheme();
  if (theme === null) {
    delete document.documentElement.dataset["theme"];
    deleteCookie("theme");
  } else {
    document.documentElement.dataset["theme"] = theme;
    setCookie("theme", theme);
  }
  events.dispatchEvent(new Event("theme"));
}

/** @param {() => void} listener called now, and whenever the theme changes */
export function watchTheme(listener) {
  events.addEventListener("theme", listener);
  matchMedia(DARK_SYSTEM).addEventListener("change", listener);
  listener();
}

/** @returns {Theme} */
function getSystemTheme() {
  return matchMedia(DARK_SYSTEM).matches ? "dark" : "light";
}

export function hasCoordinates() {
  return loadItem("coordinates", true);
}

export function toggleCoordinates() {
  saveItem("coordinates", !hasCoordinates());
  events.dispatchEvent(new Event("coordinates"));
}

/** @param {() => void} listener called now, and whenever coordinates are switched on or off */
export function watchCoordinates(listener) {
  events.addEventListener("coordinates", listener);
  listener();
}
