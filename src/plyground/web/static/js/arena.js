/**
 * The arena: matches and tournaments of this server, watched live; the owner starts and stops them.
 *
 * The owner's key comes with the link that the server prints, and stays in this browser.
 *
 * @typedef {import("./arena/event_types.js").EventSummary} EventSummary
 */

import { fetchJson } from "./api.js";
import { announce, notify, showError, startPage } from "./app_shell.js";
import { makeEventView, makeStatus } from "./arena/event_view.js";
import { fillStartForm } from "./arena/start_form.js";
import { describeOptions } from "./display_names.js";
import { find, make } from "./dom.js";
import { getLanguage, say } from "./i18n.js";
import { loadItem, saveItem } from "./storage.js";

const POLL_MS = 1500;

await startPage("arena");
document.title = `${say("web.arena.title")} · Plyground`;

if (location.hash.length > 1) {
  saveItem("owner", location.hash.slice(1));
  history.replaceState(null, "", location.pathname);
}
const owner = loadItem("owner", "");
const [, , shownId = ""] = location.pathname.split("/").map(decodeURIComponent);

/** @type {import("./api_types.js").Catalogue} */
const catalogue = await fetchJson("/api/catalogue");
const titles = new Map(catalogue.games.map(({ name, title }) => [name, title]));
let announced = "";

if (owner) {
  find("#start-panel").hidden = false;
  fillStartForm(/** @type {HTMLFormElement} */ (find("#start-form")), catalogue, (request) =>
    void act("/api/events", request, say("web.arena.starting")),
  );
}
await poll();

/** Shows what is there, and again after a while: also when it was away in between. */
async function poll() {
  try {
    if (!document.hidden) await refresh();
  } catch (error) {
    showError(error);
  }
  setTimeout(() => void poll(), POLL_MS);
}

async function refresh() {
  if (shownId) {
    const event = await fetchJson(`/api/events/${encodeURIComponent(shownId)}`);
    const view = makeEventView(event, getTitle(event.game), {
      onStop: owner && event.running ? () => void act("/api/events/stop", {}) : null,
      onResume:
        owner && !event.running && event.played < event.total
          ? () => void act(`/api/events/${encodeURIComponent(shownId)}/resume`, {})
          : null,
    });
    find("#event").replaceChildren(make("a", { href: "/arena" }, `‹ ${say("web.arena.back")}`), ...view);
    announceProgress(event);
  } else {
    const { events } = await fetchJson("/api/events");
    find("#event").replaceChildren(...makeList(events));
  }
}

/** @param {EventSummary[]} events */
function makeList(events) {
  if (!events.length) return [make("p", { role: "status" }, say("web.arena.none"))];
  return [
    make("h2", {}, say("web.arena.list")),
    make("ul", { id: "events" }, ...events.map((event) => makeEntry(event))),
  ];
}

/** @param {EventSummary} event */
function makeEntry(event) {
  const options = describeOptions(event.game, event.options);
  return make(
    "li",
    { class: "panel" },
    make(
      "a",
      { href: `/arena/${encodeURIComponent(event.id)}` },
      make("strong", {}, `${say(`web.arena.${event.kind}`)}: ${getTitle(event.game)}`),
      options && make("span", { class: "muted small" }, options),
      make("span", { class: "small" }, event.players.join(" · ")),
      make("span", { class: "muted small" }, makeStatus(event)),
      make(
        "span",
        { class: "muted small" },
        new Date(1000 * event.created).toLocaleString(getLanguage()),
      ),
    ),
  );
}

/** @param {string} path @param {object} body @param {string} [words] what to say when it is done */
async function act(path, body, words) {
  try {
    await fetchJson(path, { ...body, owner });
    if (words) notify(words);
    await refresh();
  } catch (error) {
    showError(error);
  }
}

/** @param {EventSummary} event */
function announceProgress(event) {
  const words = makeStatus(event);
  if (words !== announced) announce(words);
  announced = words;
}

/** @param {string} game */
function getTitle(game) {
  return titles.get(game) ?? game;
}
