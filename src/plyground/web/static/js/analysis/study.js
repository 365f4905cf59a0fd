/**
 * The study that is open: the server's tree of moves, and the current node.
 *
 * The server plays, promotes and deletes; this is a view of its tree. A game that was only opened is
 * a draft, which is not saved; the first change saves it as the reader's own study. The first change
 * of somebody else's study copies it.
 *
 * Events: `change` (of the tree), `navigate` (to another node), `acquire` (it is now the reader's).
 *
 * @typedef {import("../api_types.js").PositionView} PositionView
 * @typedef {import("../api_types.js").DepthView} DepthView
 * @typedef {import("../api_types.js").Setting} Setting
 *
 * @typedef {object} JudgementView
 * @property {"inaccuracy" | "mistake" | "blunder"} grade
 * @property {string} symbol
 * @property {string} words
 * @property {string} why the game's own explanation, or empty
 * @property {string[]} better
 * @property {EvidenceView | null} missed_line from the position before: what was there
 * @property {EvidenceView | null} refutation from the position after: what follows
 * @property {number} side
 * @property {string} move
 * @property {number} before
 * @property {number} after
 *
 * @typedef {object} EvidenceView
 * @property {string[]} moves
 * @property {boolean} proven to the end of the game
 * @property {string} text in words
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
 * @property {string} label of the evaluation bar
 * @property {string} words the score in words
 * @property {JudgementView | null} judgement of the move that led here
 *
 * @typedef {object} StudyView
 * @property {string} id empty for a draft
 * @property {string} game
 * @property {string} title
 * @property {Record<string, Setting>} options
 * @property {string | null} start
 * @property {[string, string]} players
 * @property {[string, string]} names what the sides are called
 * @property {{ words: string } | null} result
 * @property {[number | null, number | null] | null} accuracy
 * @property {import("../api_types.js").BoardView} board
 * @property {NodeView[]} nodes parents before children, the main line first
 * @property {string[]} formats
 * @property {{ name: string, title: string }[]} overlays
 * @property {string[]} brushes
 *
 * @typedef {object} PositionRequest a position, as the API expects it
 * @property {string} game
 * @property {Record<string, Setting>} options
 * @property {string | null} start
 * @property {string[]} moves
 *
 * @typedef {{ position: PositionView, analysis: DepthView | null }} NodeData
 */

import { fetchJson } from "../api.js";
import { formatPosition, parsePosition } from "../position_url.js";
import { loadItem, saveItem } from "../storage.js";

export class Study extends EventTarget {
  /** @type {StudyView} */
  view;
  /** The id of the current node. */
  current = 0;

  /** @type {string | null} */
  #key;
  /** @type {Map<number, NodeView>} */
  #nodes = new Map();
  /** @type {Map<number, number[]>} */
  #children = new Map();
  /** @type {Map<number, Promise<NodeData>>} */
  #nodeData = new Map();
  /** @type {Promise<void> | null} */
  #acquiring = null;

  /** @param {StudyView} view @param {string | null} [key] */
  constructor(view, key) {
    super();
    this.view = view;
    this.#key = key ?? (view.id ? loadItem(`study.${view.id}`, null) : null);
    if (view.id && this.#key) saveItem(`study.${view.id}`, this.#key);
    this.#buildIndex();
  }

  get isDraft() {
    return this.view.id === "";
  }

  /** May the reader edit it? */
  get isMine() {
    return this.isDraft || this.#key !== null;
  }

  get key() {
    return this.#key ?? "";
  }

  /** The path of the page that shows it. */
  get url() {
    const { id, game, options, start } = this.view;
    const hash = this.current ? `#${this.current}` : "";
    if (id) return `/analysis/study/${id}${hash}`;
    return (
      toAnalysisUrl({ game, options, start, moves: this.mainLine.map(({ move }) => move ?? "") }) +
      hash
    );
  }

  // The tree.

  /** @param {number} id @returns {NodeView} */
  getNode(id) {
    const found = this.#nodes.get(id);
    if (!found) throw new Error(`no node ${id}`);
    return found;
  }

  /** @param {number} id */
  hasNode(id) {
    return this.#nodes.has(id);
  }

  /** The children of a node: the main line first, then the variations. @param {number} id */
  getChildren(id) {
    return (this.#children.get(id) ?? []).map((child) => this.getNode(child));
  }

  /** The main line after a node. @param {number} id @returns {NodeView[]} */
  getLineFrom(id) {
    const line = [];
    for (let next = this.getChildren(id)[0]; next; next = this.getChildren(next.id)[0])
      line.push(next);
    return line;
  }

  /** The nodes of the main line, without the root. */
  get mainLine() {
    return this.getLineFrom(0);
  }

  /** The nodes from the first move to this one. @param {number} id @returns {NodeView[]} */
  getLineTo(id) {
    const line = [];
    for (let node = this.getNode(id); node.parent !== null; node = this.getNode(node.parent))
      line.unshift(node);
    return line;
  }

  /** @param {number} id @returns {PositionRequest} */
  toPositionRequest(id) {
    const { game, options, start } = this.view;
    return { game, options, start, moves: this.getLineTo(id).map(({ move }) => move ?? "") };
  }

  // Navigation.

  /** @param {number} id */
  goTo(id) {
    if (!this.hasNode(id) || id === this.current) return;
    this.current = id;
    this.#emit("navigate");
  }

  /** Goes to the parent, or to the first child. @param {number} by */
  step(by) {
    const next = by < 0 ? this.getNode(this.current).parent : this.getChildren(this.current)[0]?.id;
    if (next !== null && next !== undefined) this.goTo(next);
  }

  /** Goes to the end of the current line. */
  goToEnd() {
    this.goTo(this.getLineFrom(this.current).at(-1)?.id ?? this.current);
  }

  /** Loads the position and the analysis of a node. @param {number} id @returns {Promise<NodeData>} */
  loadNode(id) {
    let data = this.#nodeData.get(id);
    if (!data) {
      data = this.#fetchNode(id);
      data.catch(() => this.#nodeData.delete(id));
      this.#nodeData.set(id, data);
    }
    return data;
  }

  /** Loads the children of a node before they are needed. @param {number} id */
  prefetch(id) {
    for (const next of this.getChildren(id)) this.loadNode(next.id).catch(() => undefined);
  }

  /** @param {number} id @returns {Promise<NodeData>} */
  async #fetchNode(id) {
    if (!this.isDraft) return fetchJson(`/api/studies/${this.view.id}/nodes/${id}`);
    const { position } = await fetchJson("/api/positions", this.toPositionRequest(id));
    return { position, analysis: null };
  }

  // Edits, which the server makes.

  /** @param {number} id @param {string} move */
  async play(id, move) {
    const known = this.getChildren(id).find((child) => child.move === move);
    if (known) return known.id;
    await this.ensureOwned();
    const { node, position } = await this.#post("play", { node: id, move });
    this.#nodeData.set(node.id, Promise.resolve({ position, analysis: null }));
    if (!this.hasNode(node.id)) {
      this.view.nodes.push(node);
      this.#buildIndex();
      this.#emit("change");
    }
    return /** @type {number} */ (node.id);
  }

  /** Plays several moves, and returns the id of the last node. @param {number} id @param {string[]} moves */
  async playAll(id, moves) {
    let at = id;
    for (const move of moves) at = await this.play(at, move);
    return at;
  }

  /** @param {number} id */
  async promote(id) {
    await this.ensureOwned();
    this.setView(await this.#post("promote", { node: id }));
  }

  /** @param {number} id */
  async remove(id) {
    await this.ensureOwned();
    const parent = this.getNode(id).parent ?? 0;
    const stays = !this.getLineTo(this.current).some((node) => node.id === id);
    const view = await this.#post("delete", { node: id });
    if (!stays) this.current = parent;
    this.setView(view);
    if (!stays) this.#emit("navigate");
  }

  /** @param {number} id @param {string} text */
  async comment(id, text) {
    if (text.trim() === this.getNode(id).comment) return;
    await this.ensureOwned();
    const { node } = await this.#post("comment", { node: id, text });
    this.#replaceNode(node);
    this.#emit("change");
  }

  /** Makes sure that the reader may edit the study: saves a draft, copies somebody else's. */
  async ensureOwned() {
    if (this.view.id && this.#key) return;
    this.#acquiring ??= this.#createOwned().finally(() => {
      this.#acquiring = null;
    });
    await this.#acquiring;
  }

  async #createOwned() {
    const wasDraft = this.isDraft;
    const created = wasDraft
      ? await fetchJson("/api/studies", this.toPositionRequest(this.mainLine.at(-1)?.id ?? 0))
      : await fetchJson(`/api/studies/${this.view.id}/copy`, {});
    this.#key = created.key;
    saveItem(`study.${created.id}`, created.key);
    this.setView(created.study);
    this.#emit("acquire", { copied: !wasDraft });
  }

  /** @param {string} what @param {object} body */
  #post(what, body) {
    return fetchJson(`/api/studies/${this.view.id}/${what}`, { key: this.key, ...body });
  }

  // Updates from the server.

  /** @param {StudyView} view */
  setView(view) {
    this.view = view;
    this.#buildIndex();
    this.#nodeData = new Map(
      [...this.#nodeData].filter(([id]) => this.hasNode(id) && this.getNode(id).chance === null),
    );
    this.#emit("change");
  }

  /**
   * Applies one step of a review.
   *
   * @param {{ node: number, chance: number, label: string, words: string, judged: number | null, judgement: JudgementView | null }} step
   */
  applyReviewStep({ node, chance, label, words, judged, judgement }) {
    if (this.hasNode(node)) this.#replaceNode({ ...this.getNode(node), chance, label, words });
    if (judged !== null && this.hasNode(judged))
      this.#replaceNode({ ...this.getNode(judged), judgement });
    this.#emit("change");
  }

  /** @param {NodeView} node */
  #replaceNode(node) {
    this.view.nodes = this.view.nodes.map((old) => (old.id === node.id ? node : old));
    this.#buildIndex();
  }

  #buildIndex() {
    this.#nodes = new Map(this.view.nodes.map((node) => [node.id, node]));
    this.#children = new Map();
    for (const { id, parent } of this.view.nodes) {
      if (parent === null) continue;
      const siblings = this.#children.get(parent);
      if (siblings) siblings.push(id);
      else this.#children.set(parent, [id]);
    }
    if (!this.hasNode(this.current)) this.current = 0;
  }

  /** @param {string} name @param {object} [detail] */
  #emit(name, detail = {}) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** The path of the analysis page for a position. @param {PositionRequest} request */
export function toAnalysisUrl({ game, ...position }) {
  return `/analysis/${encodeURIComponent(game)}${formatPosition(position)}`;
}

/**
 * Opens the study of a URL; null if it names none.
 *
 * @param {Location} place
 * @returns {Promise<Study | null>}
 */
export async function openStudy(place) {
  const [, , first = "", second = ""] = place.pathname.split("/").map(decodeURIComponent);
  if (!first) return null;
  if (first === "study")
    return new Study(await fetchJson(`/api/studies/${encodeURIComponent(second)}`));
  if (first === "game" && second) return openGameStudy(second);
  const request = { game: first, ...parsePosition(place.search) };
  const { study } = await fetchJson("/api/studies/draft", request);
  return new Study(study);
}

/** Opens the study of a game played here: the one created before, else a new one. @param {string} id */
async function openGameStudy(id) {
  const known = loadItem(`studied.${id}`, "");
  if (known) {
    const view = await fetchJson(`/api/studies/${known}`).catch(() => null);
    if (view) return new Study(view);
  }
  const created = await fetchJson(`/api/studies/game/${encodeURIComponent(id)}`, {});
  saveItem(`studied.${id}`, created.id);
  return new Study(created.study, created.key);
}
