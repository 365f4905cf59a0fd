/**
 * The filters of the library, which are kept in the address of the page.
 *
 * @typedef {import("./holdings.js").Entry} Entry
 * @typedef {import("./holdings.js").GameEntry} GameEntry
 */

import { make } from "../dom.js";
import { say } from "../i18n.js";
import { describeEntry, findSuccess } from "./cards.js";

const KINDS = ["all", "game", "study"];
const RESULTS = ["any", "ongoing", "finished", "won", "lost", "drawn"];
const OPPONENTS = ["any", "computer", "person", "here", "none"];

/**
 * Makes the fields, set as the address says.
 *
 * @param {Entry[]} entries
 * @param {(game: string) => string} getTitle
 */
export function makeFilterFields(entries, getTitle) {
  const query = new URLSearchParams(location.search);
  const games = [...new Set(entries.map(({ game }) => game))].sort();
  return [
    make(
      "fieldset",
      { class: "segments even" },
      make("legend", { class: "visually-hidden" }, say("web.library.kind")),
      ...KINDS.map((kind) =>
        make(
          "label",
          {},
          make("input", {
            type: "radio",
            name: "kind",
            value: kind,
            checked: kind === (query.get("kind") ?? "all"),
          }),
          make("span", {}, say(`web.library.kind.${kind}`)),
        ),
      ),
    ),
    makeSelect("game", query, [
      ["any", say("web.library.game.any")],
      ...games.map((game) => /** @type {[string, string]} */ ([game, getTitle(game)])),
    ]),
    makeSelect(
      "result",
      query,
      RESULTS.map((value) => [value, say(`web.library.result.${value}`)]),
    ),
    makeSelect(
      "opponent",
      query,
      OPPONENTS.map((value) => [value, say(`web.library.opponent.${value}`)]),
    ),
    make(
      "label",
      { class: "field" },
      make("span", {}, say("web.library.text")),
      make("input", { type: "search", name: "text", value: query.get("text") ?? "" }),
    ),
  ];
}

/** @param {string} name @param {URLSearchParams} query @param {[string, string][]} choices */
function makeSelect(name, query, choices) {
  const chosen = query.get(name) ?? "any";
  return make(
    "label",
    { class: "field" },
    make("span", {}, say(`web.library.${name}`)),
    make(
      "select",
      { name },
      ...choices.map(([value, words]) =>
        make("option", { value, selected: value === chosen }, words),
      ),
    ),
  );
}

/**
 * The entries that match the form; the address of the page says the same.
 *
 * @param {HTMLFormElement} form
 * @param {Entry[]} entries
 * @param {(game: string) => string} getTitle
 */
export function filterEntries(form, entries, getTitle) {
  const data = new FormData(form);
  const query = new URLSearchParams();
  for (const [name, value] of data) {
    if (value !== "" && value !== "any" && value !== "all") query.set(name, String(value));
  }
  history.replaceState(null, "", `${location.pathname}${query.size ? `?${query}` : ""}`);
  const words = (query.get("text") ?? "").toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(
    (entry) =>
      (query.get("kind") ?? entry.kind) === entry.kind &&
      (query.get("game") ?? entry.game) === entry.game &&
      matchesResult(entry, query.get("result")) &&
      matchesOpponent(entry, query.get("opponent")) &&
      containsWords(`${getTitle(entry.game)} ${describeEntry(entry)}`, words),
  );
}

/** @param {Entry} entry @param {string | null} wanted */
function matchesResult(entry, wanted) {
  if (wanted === null) return true;
  if (wanted === "ongoing") return entry.kind === "game" && !entry.result;
  if (wanted === "finished") return entry.result !== null;
  if (wanted === "drawn") return entry.result !== null && entry.result.winner === null;
  return entry.kind === "game" && findSuccess(entry) === wanted;
}

/** @param {Entry} entry @param {string | null} wanted */
function matchesOpponent(entry, wanted) {
  return wanted === null || (entry.kind === "game" && findOpponent(entry) === wanted);
}

/** @param {GameEntry} entry */
function findOpponent({ players, seats }) {
  const isHuman = players.map(({ kind }) => kind === "human" || kind === "open");
  if (!isHuman.includes(true)) return "none";
  if (isHuman.includes(false)) return "computer";
  return seats.length === 2 ? "here" : "person";
}

/** @param {string} text @param {string[]} words */
function containsWords(text, words) {
  const lower = text.toLowerCase();
  return words.every((word) => lower.includes(word));
}
