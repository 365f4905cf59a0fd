/**
 * The atlas of solved positions: each with its value, its proof, and perfect play to play against.
 *
 * @typedef {import("./solved/solved_cards.js").SolvedEntry} SolvedEntry
 */

import "./board.js";
import { fetchJson } from "./api.js";
import { showError, startPage } from "./app_shell.js";
import { find, make } from "./dom.js";
import { say } from "./i18n.js";
import { makeCards, nameOptions, rankValue } from "./solved/solved_cards.js";
import { showFirstMoves } from "./solved/first_moves.js";

/** Entries up to which a game's boards are one group, and a group is open from the beginning. */
const MAX_OPEN = 12;

await startPage("solved");
document.title = `${say("web.solved.title")} · Plyground`;
await load().catch(showError);

async function load() {
  /** @type {{ games: { name: string, title: string, count: number }[] }} */
  const { games } = await fetchJson("/api/solved");
  const [, , wanted = ""] = location.pathname.split("/").map(decodeURIComponent);
  const chosen = wanted || games[0]?.name;
  find("#solved-games").replaceChildren(
    ...games.map(({ name, title, count }) =>
      make(
        "a",
        {
          class: "button",
          href: `/solved/${encodeURIComponent(name)}`,
          "aria-current": name === chosen && "page",
        },
        `${title} (${count})`,
      ),
    ),
  );
  if (chosen) await showGame(chosen);
  else showEmpty();
}

function showEmpty() {
  const empty = find("#solved-empty");
  empty.hidden = false;
  empty.textContent = say("web.solved.none");
}

/** @param {string} game */
async function showGame(game) {
  /** @type {{ title: string, entries: SolvedEntry[] }} */
  const { title, entries } = await fetchJson(`/api/solved/${encodeURIComponent(game)}`);
  document.title = `${title} · ${say("web.solved.title")} · Plyground`;
  if (!entries.length) return showEmpty();
  find("#groups").replaceChildren(
    ...groupEntries(game, entries).map(([words, members]) =>
      make(
        "details",
        { class: "panel", open: members.length <= MAX_OPEN },
        make(
          "summary",
          {},
          `${words} (${members.length})`,
          members.length > MAX_OPEN && make("span", { class: "muted small" }, ` ${countWinners(members)}`),
        ),
        make("ul", { class: "cards" }, ...makeCards(game, members)),
      ),
    ),
  );
  await showFirstMoves(find("#first-moves"), game, entries);
}

/** Who wins how many of them. @param {SolvedEntry[]} entries */
function countWinners(entries) {
  const [first, second, drawn] = [0, 1, null].map(
    (winner) => entries.filter((entry) => entry.winner === winner).length,
  );
  return say("web.solved.counts", { first, second, drawn });
}

/**
 * Boards by their size and options if there are many, then positions that were set up, then what
 * follows a first move; of many, the best for the first player first.
 *
 * @param {string} game
 * @param {SolvedEntry[]} entries
 * @returns {[string, SolvedEntry[]][]}
 */
function groupEntries(game, entries) {
  const starts = entries.filter(({ start, moves }) => !start && !moves.length);
  /** @type {Map<string, SolvedEntry[]>} */
  const groups = new Map();
  const add = (/** @type {string} */ words, /** @type {SolvedEntry} */ entry) =>
    groups.set(words, [...(groups.get(words) ?? []), entry]);
  const bySize = starts.length > MAX_OPEN;
  for (const entry of bySize ? starts.sort((one, other) => one.spots - other.spots) : starts)
    add(
      bySize
        ? [say("web.solved.spots", { count: entry.spots }), nameOptions(game, entry)]
            .filter(Boolean)
            .join(" · ")
        : say("web.solved.boards"),
      entry,
    );
  for (const entry of entries)
    if (entry.start && !entry.moves.length) add(say("web.solved.positions"), entry);
  for (const entry of entries.filter(({ moves }) => moves.length))
    add(say("web.solved.after_moves"), entry);
  for (const members of groups.values())
    if (members.length > MAX_OPEN)
      members.sort((one, other) => rankValue(other) - rankValue(one));
  return [...groups];
}
