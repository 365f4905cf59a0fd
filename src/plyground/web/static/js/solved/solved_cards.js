/**
 * Cards of solved positions.
 *
 * @typedef {import("../api_types.js").Setting} Setting
 *
 * @typedef {object} SolvedEntry
 * @property {number} number
 * @property {Record<string, Setting>} options
 * @property {string | null} start
 * @property {string[]} moves
 * @property {number} spots
 * @property {[string, string]} names
 * @property {number | null} winner
 * @property {number | null} margin
 * @property {number | null} plies
 * @property {string} words
 * @property {number} nodes positions that the search visited
 * @property {number} proof positions in the proof
 * @property {string} command
 * @property {string[]} best
 */

import { toAnalysisUrl } from "../analysis/study.js";
import { fetchJson } from "../api.js";
import { showError } from "../app_shell.js";
import { describeOptions } from "../display_names.js";
import { make } from "../dom.js";
import { getLanguage, say } from "../i18n.js";
import { makeIcon } from "../icons.js";
import { saveSeat } from "../seats.js";

/** The agent that plays perfectly where the engine can prove it. */
const PERFECT = "engine";

/**
 * The cards of a group. Those that have the same name are numbered.
 *
 * @param {string} game
 * @param {SolvedEntry[]} entries
 */
export function makeCards(game, entries) {
  const names = entries.map((entry) =>
    [nameOptions(game, entry), entry.moves.join(" ")].filter(Boolean).join(" · "),
  );
  return entries.map((entry, index) => {
    const name = names[index] || say("web.solved.start");
    const isTwice = names.filter((other) => other === names[index]).length > 1;
    const number = say("web.solved.number", { number: index + 1 });
    return makeCard(game, entry, isTwice ? number : name);
  });
}

/**
 * The options of a board; long texts, such as lists of points, are seen on it.
 *
 * @param {string} game
 * @param {SolvedEntry} entry
 */
export function nameOptions(game, { options }) {
  const said = Object.entries(options).filter(([, value]) => !/[\s,]/.test(String(value)));
  return describeOptions(game, Object.fromEntries(said));
}

/** @param {string} game @param {SolvedEntry} entry @param {string} name */
function makeCard(game, entry, name) {
  const { number, options, start, moves, words } = entry;
  const tone = entry.winner === null ? "even" : `side-${entry.winner}`;
  return make(
    "li",
    { class: "solved-card", id: `entry-${number}` },
    make("img", {
      src: `/api/solved/${encodeURIComponent(game)}/${number}/picture`,
      alt: "",
      loading: "lazy",
      width: 160,
      height: 160,
    }),
    make("h2", {}, name),
    make("p", { class: `value ${tone}` }, words),
    make("p", { class: "muted small" }, describeProof(entry)),
    entry.best.length > 0 &&
      make("p", { class: "small best" }, say("web.solved.best", { moves: entry.best.join(", ") })),
    make("code", { class: "small", tabindex: 0 }, entry.command),
    make(
      "div",
      { class: "card-actions", role: "group", "aria-label": name },
      ...entry.names.map((side, index) =>
        make(
          "button",
          { "data-side": index, onclick: () => void play(game, entry, index).catch(showError) },
          say("web.solved.play", { side }),
        ),
      ),
      make(
        "a",
        { class: "button", href: toAnalysisUrl({ game, options, start, moves }) },
        makeIcon("analyse"),
        say("web.nav.analysis"),
      ),
    ),
  );
}

/**
 * How good a value is for the first player: a quick win before a slow one, a slow loss before a
 * quick one.
 *
 * @param {SolvedEntry} entry
 */
export function rankValue({ winner, margin, plies }) {
  if (winner === null) return 0;
  const size = margin ?? 1000 - (plies ?? 0);
  return winner === 0 ? size : -size;
}

/** @param {SolvedEntry} entry */
function describeProof({ nodes, proof }) {
  const write = (/** @type {number} */ count) => count.toLocaleString(getLanguage());
  return say("web.solved.proof", { nodes: write(nodes), proof: write(proof) });
}

/** Starts a game against perfect play. @param {string} game @param {SolvedEntry} entry @param {number} side */
async function play(game, { options, start, moves }, side) {
  const players = [{ kind: "agent", spec: PERFECT }, { kind: "agent", spec: PERFECT }];
  players[side] = /** @type {any} */ ({ kind: "human" });
  const created = await fetchJson("/api/games", { game, options, start, moves, players });
  saveSeat(created.id, created.tokens.filter(Boolean), created.invite);
  location.assign(`/game/${created.id}`);
}
