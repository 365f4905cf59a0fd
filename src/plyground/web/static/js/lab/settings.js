/**
 * The settings of the lab page, and their representation in its URL.
 *
 * @typedef {import("../api_types.js").Setting} Setting
 * @typedef {import("../api_types.js").Catalogue} Catalogue
 *
 * @typedef {"steps" | "quiz" | "compare"} Mode
 *
 * @typedef {object} LabSettings
 * @property {Mode} mode
 * @property {"game" | "tree"} source
 * @property {string} game
 * @property {Record<string, Setting>} options
 * @property {string} start a position as text; empty: the start of the game
 * @property {string[]} moves
 * @property {string} tree
 * @property {"max" | "min"} root
 * @property {string} algorithm
 * @property {number | null} depth null: to the end
 * @property {string} order
 * @property {boolean} table
 * @property {number | null} limit how many nodes are shown; null: the default
 * @property {string[]} expanded ids of nodes that show all their children
 * @property {number | null} step null: the last one
 */

export const ALGORITHMS = Object.freeze(["minimax", "alphabeta", "negamax", "deepening"]);
export const ORDERS = Object.freeze(["natural", "best", "reversed", "random"]);
export const LIMITS = Object.freeze([16, 32, 64, 128, 256]);
export const MODES = Object.freeze(["steps", "quiz", "compare"]);

/** The example with which textbooks explain minimax and alpha-beta. */
export const TEXTBOOK_TREE = "(3 12 8) (2 4 6) (14 5 2)";
export const EXAMPLES = Object.freeze([
  TEXTBOOK_TREE,
  "((3 5) (6 9)) ((1 2) (0 -1)) ((7 4) (8 2))",
  "(((8 7) (3 9)) ((9 8) (2 4))) (((1 8) (8 9)) ((9 9) (3 4)))",
]);

/** The initial depth for a game, whose trees are wide. */
export const DEFAULT_GAME_DEPTH = 2;

/**
 * Parses the query of a URL; invalid values are replaced by defaults.
 *
 * @param {URLSearchParams} query
 * @param {Catalogue} catalogue
 * @returns {LabSettings}
 */
export function parseUrl(query, catalogue) {
  const game = catalogue.games.find(({ name }) => name === query.get("game"));
  const source = game && !query.has("tree") ? "game" : "tree";
  return {
    mode: /** @type {Mode} */ (findKnown(MODES, query.get("mode"))),
    source,
    game: (game ?? findShortestGame(catalogue))?.name ?? "",
    options: readOptions(query.getAll("set"), game),
    start: query.get("position") ?? "",
    moves: splitWords(query.get("moves")),
    tree: query.get("tree") ?? TEXTBOOK_TREE,
    root: query.get("root") === "min" ? "min" : "max",
    algorithm: ALGORITHMS.includes(query.get("algorithm") ?? "")
      ? String(query.get("algorithm"))
      : "alphabeta",
    depth: parseWhole(
      query.get("depth"),
      0,
      source === "game" && !query.has("depth") ? DEFAULT_GAME_DEPTH : null,
    ),
    order: query.get("order") ?? "natural",
    table: query.get("table") === "1",
    limit: parseWhole(query.get("limit"), 2, null),
    expanded: splitWords(query.get("open")),
    step: parseWhole(query.get("step"), 1, null),
  };
}

/**
 * Formats settings as the query of a URL, without defaults.
 *
 * @param {LabSettings} settings
 */
export function formatUrl(settings) {
  const query = new URLSearchParams();
  if (settings.source === "game") {
    query.set("game", settings.game);
    for (const [name, value] of Object.entries(settings.options)) {
      query.append("set", `${name}=${value}`);
    }
    if (settings.start) query.set("position", settings.start);
    if (settings.moves.length) query.set("moves", settings.moves.join(" "));
    query.set("depth", String(settings.depth ?? ""));
  } else {
    query.set("tree", settings.tree);
    if (settings.root === "min") query.set("root", "min");
    if (settings.depth !== null) query.set("depth", String(settings.depth));
  }
  if (settings.algorithm !== "alphabeta") query.set("algorithm", settings.algorithm);
  if (settings.order !== "natural") query.set("order", settings.order);
  if (settings.table) query.set("table", "1");
  if (settings.limit !== null) query.set("limit", String(settings.limit));
  if (settings.expanded.length) query.set("open", settings.expanded.join(" "));
  if (settings.step !== null) query.set("step", String(settings.step));
  if (settings.mode !== "steps") query.set("mode", settings.mode);
  return `?${query}`;
}

/**
 * Converts settings to a search request of the API.
 *
 * @param {LabSettings} settings
 */
export function toSearchRequest(settings) {
  const { algorithm, depth, order, table } = settings;
  const how = { algorithm, depth, order, table };
  if (settings.source === "tree") return { tree: settings.tree, root: settings.root, ...how };
  const { game, options, moves } = settings;
  return { game, options, start: settings.start || null, moves, ...how };
}

/** The game whose picture shows the fewest moves: it is the shortest, and its tree the smallest. @param {Catalogue} catalogue */
function findShortestGame({ games }) {
  const countMoves = (/** @type {import("../api_types.js").GameEntry} */ { portrait }) =>
    portrait?.position.ply ?? Infinity;
  return games.toSorted((one, other) => countMoves(one) - countMoves(other))[0];
}

/** @param {string[]} given @param {import("../api_types.js").GameEntry | undefined} game */
function readOptions(given, game) {
  /** @type {Record<string, Setting>} */
  const options = {};
  for (const pair of given) {
    const [name = "", ...rest] = pair.split("=");
    const option = game?.options.find((each) => each.name === name);
    if (option) options[name] = parseSetting(option.kind, rest.join("="));
  }
  return options;
}

/** @param {import("../api_types.js").Option["kind"]} kind @param {string} text @returns {Setting} */
function parseSetting(kind, text) {
  if (kind === "bool") return text === "true";
  if (kind === "str" || !Number.isFinite(Number(text))) return text;
  return Number(text);
}

/** @param {readonly string[]} known @param {string | null} value */
function findKnown(known, value) {
  return known.find((each) => each === value) ?? known[0];
}

/** @param {string | null} text */
function splitWords(text) {
  return (text ?? "").split(/\s+/).filter(Boolean);
}

/** @param {string | null} text @param {number} low @param {number | null} otherwise */
function parseWhole(text, low, otherwise) {
  return /^\d{1,7}$/.test(text ?? "") && Number(text) >= low ? Number(text) : otherwise;
}
