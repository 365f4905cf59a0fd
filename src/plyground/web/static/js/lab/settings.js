/**
 * Everything that can be chosen in the laboratory, to and from the address of the page.
 *
 * @typedef {import("../api_types.js").Setting} Setting
 * @typedef {import("../api_types.js").Catalogue} Catalogue
 *
 * @typedef {"steps" | "quiz" | "compare"} Mode
 *
 * @typedef {object} Choices
 * @property {Mode} mode
 * @property {"game" | "tree"} source
 * @property {string} game
 * @property {Record<string, Setting>} options
 * @property {string} start a position as text; empty: where the game begins
 * @property {string[]} moves
 * @property {string} tree
 * @property {"max" | "min"} root
 * @property {string} algorithm
 * @property {number | null} depth null: to the end
 * @property {string} order
 * @property {boolean} table
 * @property {number | null} limit how many nodes are shown; null: as many as look well
 * @property {string[]} expanded ids of nodes that show all their children
 * @property {number | null} step null: the last one
 */

export const ALGORITHMS = Object.freeze(["minimax", "alphabeta", "negamax", "deepening"]);
export const ORDERS = Object.freeze(["natural", "best", "reversed", "random"]);
export const LIMITS = Object.freeze([16, 32, 64, 128, 256]);
export const MODES = Object.freeze(["steps", "quiz", "compare"]);

/** The example by which textbooks explain minimax and alpha-beta. */
export const BOOK = "(3 12 8) (2 4 6) (14 5 2)";
export const EXAMPLES = Object.freeze([
  BOOK,
  "((3 5) (6 9)) ((1 2) (0 -1)) ((7 4) (8 2))",
  "(((8 7) (3 9)) ((9 8) (2 4))) (((1 8) (8 9)) ((9 9) (3 4)))",
]);

/** How far a game is searched at first: its trees are wide. */
export const SHALLOW = 2;

/**
 * What an address asks for; whatever makes no sense is left as usual.
 *
 * @param {URLSearchParams} asked
 * @param {Catalogue} catalogue
 * @returns {Choices}
 */
export function readAddress(asked, catalogue) {
  const game = catalogue.games.find(({ name }) => name === asked.get("game"));
  const source = game && !asked.has("tree") ? "game" : "tree";
  return {
    mode: /** @type {Mode} */ (oneOf(MODES, asked.get("mode"))),
    source,
    game: game?.name ?? catalogue.games[0]?.name ?? "",
    options: readOptions(asked.getAll("set"), game),
    start: asked.get("position") ?? "",
    moves: words(asked.get("moves")),
    tree: asked.get("tree") ?? BOOK,
    root: asked.get("root") === "min" ? "min" : "max",
    algorithm: ALGORITHMS.includes(asked.get("algorithm") ?? "")
      ? String(asked.get("algorithm"))
      : "alphabeta",
    depth: whole(asked.get("depth"), 0, source === "game" && !asked.has("depth") ? SHALLOW : null),
    order: asked.get("order") ?? "natural",
    table: asked.get("table") === "1",
    limit: whole(asked.get("limit"), 2, null),
    expanded: words(asked.get("open")),
    step: whole(asked.get("step"), 1, null),
  };
}

/**
 * The address of what is chosen; what is as usual is left out.
 *
 * @param {Choices} choices
 */
export function writeAddress(choices) {
  const asked = new URLSearchParams();
  if (choices.source === "game") {
    asked.set("game", choices.game);
    for (const [name, value] of Object.entries(choices.options)) {
      asked.append("set", `${name}=${value}`);
    }
    if (choices.start) asked.set("position", choices.start);
    if (choices.moves.length) asked.set("moves", choices.moves.join(" "));
    asked.set("depth", String(choices.depth ?? ""));
  } else {
    asked.set("tree", choices.tree);
    if (choices.root === "min") asked.set("root", "min");
    if (choices.depth !== null) asked.set("depth", String(choices.depth));
  }
  if (choices.algorithm !== "alphabeta") asked.set("algorithm", choices.algorithm);
  if (choices.order !== "natural") asked.set("order", choices.order);
  if (choices.table) asked.set("table", "1");
  if (choices.limit !== null) asked.set("limit", String(choices.limit));
  if (choices.expanded.length) asked.set("open", choices.expanded.join(" "));
  if (choices.step !== null) asked.set("step", String(choices.step));
  if (choices.mode !== "steps") asked.set("mode", choices.mode);
  return `?${asked}`;
}

/**
 * What is searched and how, as the server wants it.
 *
 * @param {Choices} choices
 */
export function searchOf(choices) {
  const { algorithm, depth, order, table } = choices;
  const how = { algorithm, depth, order, table };
  if (choices.source === "tree") return { tree: choices.tree, root: choices.root, ...how };
  const { game, options, moves } = choices;
  return { game, options, start: choices.start || null, moves, ...how };
}

/** @param {string[]} given @param {import("../api_types.js").GameEntry | undefined} game */
function readOptions(given, game) {
  /** @type {Record<string, Setting>} */
  const options = {};
  for (const pair of given) {
    const [name = "", ...rest] = pair.split("=");
    const option = game?.options.find((each) => each.name === name);
    if (option) options[name] = setting(option.kind, rest.join("="));
  }
  return options;
}

/** @param {import("../api_types.js").Option["kind"]} kind @param {string} text @returns {Setting} */
function setting(kind, text) {
  if (kind === "bool") return text === "true";
  if (kind === "str" || !Number.isFinite(Number(text))) return text;
  return Number(text);
}

/** @param {readonly string[]} known @param {string | null} wish */
function oneOf(known, wish) {
  return known.find((each) => each === wish) ?? known[0];
}

/** @param {string | null} text */
function words(text) {
  return (text ?? "").split(/\s+/).filter(Boolean);
}

/** @param {string | null} text @param {number} low @param {number | null} otherwise */
function whole(text, low, otherwise) {
  return /^\d{1,7}$/.test(text ?? "") && Number(text) >= low ? Number(text) : otherwise;
}
