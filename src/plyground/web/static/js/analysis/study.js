/**
 * The game that is looked at: its tree, as the server has it, and where the reader stands in it.
 *
 * The server plays, promotes and deletes; this is a view of its tree. A game that was only opened
 * is a draft, kept nowhere; the first change makes it a study of the reader's own. Somebody else's
 * study is copied by the first change.
 *
 * Events: `change` (the tree), `go` (where the reader stands), `own` (it has become the reader's).
 *
 * @typedef {import("../api_types.js").PositionView} PositionView
 * @typedef {import("../api_types.js").DepthView} DepthView
 * @typedef {import("../api_types.js").Setting} Setting
 *
 * @typedef {object} JudgementView
 * @property {"inaccuracy" | "mistake" | "blunder"} grade
 * @property {string} symbol
 * @property {string} words
 * @property {string} why what the game has to say of it, or nothing
 * @property {string[]} better
 * @property {number} side
 * @property {string} move
 * @property {number} before
 * @property {number} after
 *
 * @typedef {object} NodeView
 * @property {number} id
 * @property {number | null} parent
 * @property {string | null} move
 * @property {number | null} side who moved
 * @property {number} ply
 * @property {boolean} over
 * @property {string} comment
 * @property {number | null} chance the first player's
 * @property {string} words
 * @property {JudgementView | null} judgement of the move that led here
 *
 * @typedef {object} StudyView
 * @property {string} id empty for a draft
 * @property {string} game
 * @property {string} title
 * @property {Record<string, Setting>} options
 * @property {string | null} start
 * @property {[string, string]} players
 * @property {{ words: string } | null} result
 * @property {[number | null, number | null] | null} accuracy
 * @property {import("../api_types.js").BoardView} board
 * @property {NodeView[]} nodes parents before children, the main line first
 * @property {string[]} formats
 * @property {{ name: string, title: string }[]} overlays
 * @property {string[]} brushes
 *
 * @typedef {object} Subject a position, as the server is asked about it
 * @property {string} game
 * @property {Record<string, Setting>} options
 * @property {string | null} start
 * @property {string[]} moves
 *
 * @typedef {{ position: PositionView, analysis: DepthView | null }} Look
 */

import { ask } from "../api.js";
import { recall, remember } from "../storage.js";

export class Study extends EventTarget {
  /** @type {StudyView} */
  view;
  /** The number of the node that is looked at. */
  current = 0;

  /** @type {string | null} */
  #key;
  /** @type {Map<number, NodeView>} */
  #nodes = new Map();
  /** @type {Map<number, number[]>} */
  #children = new Map();
  /** @type {Map<number, Promise<Look>>} */
  #looks = new Map();
  /** @type {Promise<void> | null} */
  #owning = null;

  /** @param {StudyView} view @param {string | null} [key] */
  constructor(view, key) {
    super();
    this.view = view;
    this.#key = key ?? (view.id ? recall(`study.${view.id}`, null) : null);
    if (view.id && this.#key) remember(`study.${view.id}`, this.#key);
    this.#index();
  }

  get isDraft() {
    return this.view.id === "";
  }

  /** May the reader change it, or is it somebody else's? */
  get isMine() {
    return this.isDraft || this.#key !== null;
  }

  get key() {
    return this.#key ?? "";
  }

  /** Where it can be found again. */
  get address() {
    const { id, game, options, start } = this.view;
    const hash = this.current ? `#${this.current}` : "";
    if (id) return `/analysis/study/${id}${hash}`;
    return addressOf({ game, options, start, moves: this.mainLine.map(({ move }) => move ?? "") }) + hash;
  }

  // The tree.

  /** @param {number} id @returns {NodeView} */
  node(id) {
    const found = this.#nodes.get(id);
    if (!found) throw new Error(`no node ${id}`);
    return found;
  }

  /** @param {number} id */
  has(id) {
    return this.#nodes.has(id);
  }

  /** What follows a node: what was played first, then the variations. @param {number} id */
  after(id) {
    return (this.#children.get(id) ?? []).map((child) => this.node(child));
  }

  /** From a node on, what is played. @param {number} id @returns {NodeView[]} */
  lineFrom(id) {
    const line = [];
    for (let next = this.after(id)[0]; next; next = this.after(next.id)[0]) line.push(next);
    return line;
  }

  /** The moves of the game itself. */
  get mainLine() {
    return this.lineFrom(0);
  }

  /** The nodes from the first move to this one. @param {number} id @returns {NodeView[]} */
  lineTo(id) {
    const line = [];
    for (let node = this.node(id); node.parent !== null; node = this.node(node.parent)) line.unshift(node);
    return line;
  }

  /** @param {number} id @returns {Subject} */
  subject(id) {
    const { game, options, start } = this.view;
    return { game, options, start, moves: this.lineTo(id).map(({ move }) => move ?? "") };
  }

  // Where the reader stands.

  /** @param {number} id */
  go(id) {
    if (!this.has(id) || id === this.current) return;
    this.current = id;
    this.#tell("go");
  }

  /** One move back or forward along what is played here. @param {number} by */
  step(by) {
    const next = by < 0 ? this.node(this.current).parent : this.after(this.current)[0]?.id;
    if (next !== null && next !== undefined) this.go(next);
  }

  /** To the end of the line that is looked at. */
  toEnd() {
    this.go(this.lineFrom(this.current).at(-1)?.id ?? this.current);
  }

  /** What to draw of a node. @param {number} id @returns {Promise<Look>} */
  look(id) {
    let look = this.#looks.get(id);
    if (!look) {
      look = this.#ask(id);
      look.catch(() => this.#looks.delete(id));
      this.#looks.set(id, look);
    }
    return look;
  }

  /** Asks for the neighbours before they are needed. @param {number} id */
  foresee(id) {
    for (const next of this.after(id)) this.look(next.id).catch(() => undefined);
  }

  /** @param {number} id @returns {Promise<Look>} */
  async #ask(id) {
    if (!this.isDraft) return ask(`/api/studies/${this.view.id}/nodes/${id}`);
    const { position } = await ask("/api/positions", this.subject(id));
    return { position, analysis: null };
  }

  // Changes. Each is made by the server.

  /** @param {number} id @param {string} move */
  async play(id, move) {
    const known = this.after(id).find((child) => child.move === move);
    if (known) return known.id;
    await this.own();
    const { node, position } = await this.#change("play", { node: id, move });
    this.#looks.set(node.id, Promise.resolve({ position, analysis: null }));
    if (!this.has(node.id)) {
      this.view.nodes.push(node);
      this.#index();
      this.#tell("change");
    }
    return /** @type {number} */ (node.id);
  }

  /** Plays moves one after another; the number of the last node. @param {number} id @param {string[]} moves */
  async playAll(id, moves) {
    let at = id;
    for (const move of moves) at = await this.play(at, move);
    return at;
  }

  /** @param {number} id */
  async promote(id) {
    await this.own();
    this.learn(await this.#change("promote", { node: id }));
  }

  /** @param {number} id */
  async remove(id) {
    await this.own();
    const parent = this.node(id).parent ?? 0;
    const stays = !this.lineTo(this.current).some((node) => node.id === id);
    const view = await this.#change("delete", { node: id });
    if (!stays) this.current = parent;
    this.learn(view);
    if (!stays) this.#tell("go");
  }

  /** @param {number} id @param {string} text */
  async comment(id, text) {
    if (text.trim() === this.node(id).comment) return;
    await this.own();
    const { node } = await this.#change("comment", { node: id, text });
    this.#replace(node);
    this.#tell("change");
  }

  /** Sees to it that this is a study which the reader may change. */
  async own() {
    if (this.view.id && this.#key) return;
    this.#owning ??= this.#become().finally(() => {
      this.#owning = null;
    });
    await this.#owning;
  }

  async #become() {
    const wasDraft = this.isDraft;
    const made = wasDraft
      ? await ask("/api/studies", this.subject(this.mainLine.at(-1)?.id ?? 0))
      : await ask(`/api/studies/${this.view.id}/copy`, {});
    this.#key = made.key;
    remember(`study.${made.id}`, made.key);
    this.learn(made.study);
    this.#tell("own", { copied: !wasDraft });
  }

  /** @param {string} what @param {object} body */
  #change(what, body) {
    return ask(`/api/studies/${this.view.id}/${what}`, { key: this.key, ...body });
  }

  // What the server says.

  /** @param {StudyView} view */
  learn(view) {
    this.view = view;
    this.#index();
    this.#looks = new Map(
      [...this.#looks].filter(([id]) => this.has(id) && this.node(id).chance === null),
    );
    this.#tell("change");
  }

  /**
   * One step of a review.
   *
   * @param {{ node: number, chance: number, judged: number | null, judgement: JudgementView | null }} step
   */
  learnStep({ node, chance, judged, judgement }) {
    if (this.has(node)) this.#replace({ ...this.node(node), chance });
    if (judged !== null && this.has(judged)) this.#replace({ ...this.node(judged), judgement });
    this.#tell("change");
  }

  /** @param {NodeView} node */
  #replace(node) {
    this.view.nodes = this.view.nodes.map((old) => (old.id === node.id ? node : old));
    this.#index();
  }

  #index() {
    this.#nodes = new Map(this.view.nodes.map((node) => [node.id, node]));
    this.#children = new Map();
    for (const { id, parent } of this.view.nodes) {
      if (parent === null) continue;
      const siblings = this.#children.get(parent);
      if (siblings) siblings.push(id);
      else this.#children.set(parent, [id]);
    }
    if (!this.has(this.current)) this.current = 0;
  }

  /** @param {string} name @param {object} [detail] */
  #tell(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** The address of a position that is kept nowhere. @param {Subject} subject */
export function addressOf({ game, options, start, moves }) {
  const query = new URLSearchParams(
    Object.entries(options).map(([name, value]) => [`set.${name}`, String(value)]),
  );
  if (start) query.set("start", start);
  if (moves.length) query.set("moves", moves.join(" "));
  const asked = query.toString();
  return `/analysis/${encodeURIComponent(game)}${asked ? `?${asked}` : ""}`;
}

/**
 * The study that an address means; null if it names none.
 *
 * @param {Location} place
 * @returns {Promise<Study | null>}
 */
export async function openStudy(place) {
  const [, , first = "", second = ""] = place.pathname.split("/").map(decodeURIComponent);
  if (!first) return null;
  if (first === "study") return new Study(await ask(`/api/studies/${encodeURIComponent(second)}`));
  if (first === "game" && second) return studyOfGame(second);
  const query = new URLSearchParams(place.search);
  const options = [...query].filter(([name]) => name.startsWith("set."));
  const { study } = await ask("/api/studies/draft", {
    game: first,
    options: Object.fromEntries(options.map(([name, value]) => [name.slice(4), value])),
    start: query.get("start"),
    moves: (query.get("moves") ?? "").split(/[\s,]+/).filter(Boolean),
  });
  return new Study(study);
}

/** A game that was played here: the study begun of it before, else a new one. @param {string} id */
async function studyOfGame(id) {
  const known = recall(`studied.${id}`, "");
  if (known) {
    const view = await ask(`/api/studies/${known}`).catch(() => null);
    if (view) return new Study(view);
  }
  const made = await ask(`/api/studies/game/${encodeURIComponent(id)}`, {});
  remember(`studied.${id}`, made.id);
  return new Study(made.study, made.key);
}
