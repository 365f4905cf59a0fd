/**
 * What the visitor prefers to see, saved for all pages: dark or light, coordinates on boards or not.
 *
 * Until a theme is chosen, css/theme.css follows the system. The choice is a cookie, so that the
 * server writes it into the page (`data-theme`), and no page flashes in the other colours.
 */

import { loadItem, saveItem, setCookie } from "./storage.js";

/** @typedef {"light" | "dark"} Theme */

const events = new EventTarget();

/** @returns {Theme} the chosen theme, else that of the system */
export function getTheme() {
  const chosen = document.documentElement.dataset["theme"];
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function toggleTheme() {
  const theme = getTheme() === "dark" ? "light" : "dark";
  document.documentElement.dataset["theme"] = theme;
  setCookie("theme", theme);
  events.dispatchEvent(new Event("theme"));
}

/** @param {() => void} listener called now, and whenever the theme changes */
export function watchTheme(listener) {
  events.addEventListener("theme", listener);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", listener);
  listener();
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
