/**
 * The visitor's own games and studies: found by the tokens and keys that this browser has kept.
 *
 * @typedef {import("./library/holdings.js").Entry} Entry
 */

import { fetchJson } from "./api.js";
import { confirm, notify, showError, startPage } from "./app_shell.js";
import { find, make } from "./dom.js";
import { say } from "./i18n.js";
import { makeIcon } from "./icons.js";
import { makeCard } from "./library/cards.js";
import { filterEntries, makeFilterFields } from "./library/filters.js";
import {
  countHoldings,
  deleteEntries,
  exportEntries,
  forgetHoldings,
  loadEntries,
} from "./library/holdings.js";

/** Cards that are shown at first, and added by each press of the button. */
const PAGE_SIZE = 24;

await startPage("library");
document.title = `${say("web.library.title")} · Plyground`;

const form = /** @type {HTMLFormElement} */ (find("#filters"));
const more = find("#more");
/** Titles by the names of the games. @type {Map<string, string>} */
const titles = new Map();
/** @type {Entry[]} */
let entries = [];
/** Those that match the filters. @type {Entry[]} */
let matching = [];
let shownCount = PAGE_SIZE;

form.addEventListener("input", () => render(PAGE_SIZE));
form.addEventListener("submit", (event) => event.preventDefault());
more.addEventListener("click", () => render(shownCount + PAGE_SIZE));
await load().catch(showError);

async function load() {
  const [catalogue, loaded] = await Promise.all([fetchJson("/api/catalogue"), loadEntries()]);
  for (const { name, title } of catalogue.games) titles.set(name, title);
  ({ entries } = loaded);
  form.replaceChildren(...makeFilterFields(entries, getTitle));
  render(PAGE_SIZE);
  const count = countHoldings(loaded.missing);
  if (count) offerToForget(loaded.missing, count);
}

/** @param {string} game */
function getTitle(game) {
  return titles.get(game) ?? game;
}

/** @param {number} count how many cards to show */
function render(count) {
  shownCount = count;
  form.hidden = find("#library-actions").hidden = entries.length === 0;
  matching = entries.length ? filterEntries(form, entries, getTitle) : [];
  showEmptyState();
  showActions();
  find("#entries").replaceChildren(
    ...matching.slice(0, count).map((entry) =>
      makeCard(entry, getTitle(entry.game), (chosen) => void remove([chosen]).catch(showError)),
    ),
  );
  more.hidden = matching.length <= count;
}

function showEmptyState() {
  const empty = find("#library-empty");
  empty.hidden = matching.length > 0;
  if (entries.length) empty.textContent = say("web.library.nothing");
  else
    empty.replaceChildren(
      `${say("web.library.empty")} `,
      make("a", { href: "/" }, say("web.library.empty.play")),
    );
}

function showActions() {
  const count = matching.length;
  find("#library-actions").replaceChildren(
    make(
      "p",
      { role: "status" },
      say("web.library.count", { count, all: entries.length }),
    ),
    make(
      "button",
      { id: "export", disabled: count === 0, onclick: () => void download().catch(showError) },
      makeIcon("download"),
      say("web.library.export", { count }),
    ),
    make(
      "button",
      { id: "delete", disabled: count === 0, onclick: () => void remove(matching).catch(showError) },
      makeIcon("bin"),
      say("web.library.delete.all", { count }),
    ),
  );
}

/** Downloads the records of all entries that match. */
async function download() {
  const button = /** @type {HTMLButtonElement} */ (find("#export"));
  const chosen = matching;
  button.disabled = true;
  try {
    const text = await exportEntries(chosen, (done) => {
      button.textContent = say("web.library.exporting", { done, count: chosen.length });
    });
    saveFile(text, "plyground-games.jsonl");
    const left = chosen.length - (text.match(/\n/g)?.length ?? 0);
    if (left) notify(say("web.library.export.left", { count: left }), "problem");
  } finally {
    showActions();
  }
}

/** @param {string} text @param {string} name */
function saveFile(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  const link = make("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(address);
}

/** @param {Entry[]} chosen */
async function remove(chosen) {
  const shared = chosen.filter((entry) => entry.kind === "game" && entry.shared).length;
  const own = chosen.length - shared;
  const question = [
    own && say("web.library.delete.ask", { count: own }),
    shared && say("web.library.delete.shared", { count: shared }),
  ].filter(Boolean);
  if (!(await confirm(question.join(" "), say("web.library.delete")))) return;
  await deleteEntries(chosen);
  const removed = new Set(chosen);
  entries = entries.filter((entry) => !removed.has(entry));
  render(shownCount);
  notify(say("web.library.deleted", { count: chosen.length }));
}

/**
 * Says how many games are gone from the server: expired, or deleted in another browser.
 *
 * @param {import("./library/holdings.js").Holdings} missing
 * @param {number} count
 */
function offerToForget(missing, count) {
  const line = make(
    "p",
    { id: "missing", class: "muted small" },
    `${say("web.library.missing", { count })} `,
    make(
      "button",
      {
        class: "quiet",
        onclick: () => {
          forgetHoldings(missing);
          line.remove();
        },
      },
      say("web.library.forget"),
    ),
  );
  find("#main").append(line);
}
