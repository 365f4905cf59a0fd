/**
 * The cards of the library: a picture, who played, how it ended, and what can be done with it.
 *
 * @typedef {import("./holdings.js").Entry} Entry
 */

import { describeOptions, getAgentName, getPlayerName } from "../display_names.js";
import { make } from "../dom.js";
import { getLanguage, getSideName, say } from "../i18n.js";
import { makeIcon } from "../icons.js";
import { setTooltip } from "../keyboard.js";

/**
 * @param {Entry} entry
 * @param {string} title
 * @param {(entry: Entry) => void} onDelete
 */
export function makeCard(entry, title, onDelete) {
  const isGame = entry.kind === "game";
  const address = isGame ? `/game/${entry.id}` : `/analysis/study/${entry.id}`;
  const api = isGame ? `/api/games/${entry.id}` : `/api/studies/${entry.id}`;
  const picture = make("img", {
    src: `${api}/picture?at=${entry.updated}`,
    alt: "",
    loading: "lazy",
    decoding: "async",
    // The board of a game that is no longer installed cannot be drawn.
    onerror: () => picture.classList.add("missing"),
  });
  const options = describeOptions(entry.game, entry.options);
  return make(
    "li",
    { class: "panel", "data-id": entry.id },
    make(
      "a",
      { class: "entry", href: address },
      picture,
      make("strong", {}, title, makeBadge(entry)),
      options && make("span", { class: "muted small" }, options),
      make("span", { class: "small" }, describePlayers(entry)),
      make("span", { class: "muted small" }, describeStatus(entry)),
      make("span", { class: "muted small" }, formatDate(entry.updated)),
    ),
    make(
      "div",
      { class: "entry-actions" },
      isGame && makeLink("analyse", "web.analyse", `/analysis/game/${entry.id}`),
      makeLink("download", "web.export", `${api}/${isGame ? "record" : "export"}`, true),
      makeDeleteButton(() => onDelete(entry)),
    ),
  );
}

/** An entry in words, by which it can be found. @param {Entry} entry */
export function describeEntry(entry) {
  return [
    describeOptions(entry.game, entry.options),
    describePlayers(entry),
    describeStatus(entry),
    entry.kind === "study" ? entry.comment : "",
    formatDate(entry.updated),
  ].join(" ");
}

/** Was the game won or lost here? Null if neither, or on both sides. @param {import("./holdings.js").GameEntry} entry */
export function findSuccess({ result, seats }) {
  if (!result || result.winner === null || seats.length !== 1) return null;
  return result.winner === seats[0] ? "won" : "lost";
}

/** @param {Entry} entry */
function describePlayers(entry) {
  const [first, second] =
    entry.kind === "game"
      ? entry.players.map((player, side) =>
          entry.seats.length === 2
            ? getSideName(side, entry)
            : getPlayerName(player, entry.seats.includes(side)),
        )
      : entry.players.map((name, side) =>
          name === "human" || name === "open" ? getSideName(side, entry) : getAgentName(name),
        );
  return say("web.lobby.players", { first, second });
}

/** @param {Entry} entry */
function describeStatus(entry) {
  if (entry.result) return entry.result.words;
  if (entry.kind === "study") return entry.comment;
  return say("web.library.ply", { count: entry.ply });
}

/** @param {Entry} entry */
function makeBadge(entry) {
  const badge = entry.kind === "study" ? "study" : (findSuccess(entry) ?? !entry.result);
  if (!badge) return null;
  const name = badge === true ? "ongoing" : badge;
  return make("span", { class: "badge", "data-badge": name }, say(`web.library.badge.${name}`));
}

/** @param {number} seconds */
function formatDate(seconds) {
  return new Date(1000 * seconds).toLocaleString(getLanguage(), {
    dateStyle: "medium",
    timeStyle: "short",
  });
}

/**
 * @param {import("../icons.js").Icon} sign
 * @param {string} key
 * @param {string} href
 * @param {boolean} [download]
 */
function makeLink(sign, key, href, download = false) {
  const link = make("a", { class: "button quiet icon", href, download }, makeIcon(sign));
  setTooltip(link, say(key));
  return link;
}

/** @param {() => void} onclick */
function makeDeleteButton(onclick) {
  const button = make("button", { class: "quiet icon", onclick }, makeIcon("bin"));
  setTooltip(button, say("web.library.delete"));
  return button;
}
