/**
 * The opening explorer: what was played in the current position on this server, how it went, and
 * what the engine thinks of each move.
 *
 * @typedef {import("../api_types.js").DepthView} DepthView
 * @typedef {import("./study.js").PositionRequest} PositionRequest
 *
 * @typedef {object} PlayedMove
 * @property {string} move
 * @property {string[]} same moves that symmetry makes equal to it
 * @property {number} games
 * @property {number} first games that the first player won
 * @property {number} draws
 * @property {number} second
 *
 * @typedef {{ sign: string, words: string }} Opinion
 */

import { fetchJson } from "../api.js";
import { describeError } from "../app_shell.js";
import { getBrightness } from "../board/colour.js";
import { make } from "../dom.js";
import { getSideName, say } from "../i18n.js";
import { setTooltip } from "../keyboard.js";
import { ReconnectingSocket } from "../reconnecting_socket.js";
import { loadItem, saveItem } from "../storage.js";

/** Whoever steps through a game fast is not interested in every position. */
const DELAY = 150;
/** Moves that the engine rates at once. */
const MAX_RATED = 12;

export class ExplorerPanel {
  #box;
  #onPlay;
  #isHidden = false;
  /** @type {PositionRequest | null} */
  #position = null;
  #isOver = false;
  #requestId = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {ReconnectingSocket | null} */
  #socket = null;
  /** @type {PlayedMove[]} */
  #moves = [];
  /** The engine's opinions by move. @type {Map<string, Opinion>} */
  #opinions = new Map();
  /** Those of the engine panel, which has searched longer. @type {Map<string, Opinion>} */
  #deeper = new Map();

  #details = make("details", { open: loadItem("analysis.explorer", false) });
  #status = make("p", { class: "muted small", role: "status" });
  #table = make("table", { class: "explorer-moves", hidden: true });
  #rows = make("tbody");

  /**
   * @param {HTMLElement} box
   * @param {(move: string) => void} onPlay
   */
  constructor(box, onPlay) {
    this.#box = box;
    this.#onPlay = onPlay;
    const summary = make("summary", {}, make("h2", {}, say("web.explorer")));
    setTooltip(summary, say("web.key.explorer"), "explorer");
    const headings = ["move", "games", "results", "engine"].map((name) =>
      make("th", { scope: "col" }, say(`web.explorer.${name}`)),
    );
    this.#table.append(make("thead", {}, make("tr", {}, ...headings)), this.#rows);
    this.#details.append(summary, this.#status, this.#table);
    this.#details.addEventListener("toggle", () => {
      saveItem("analysis.explorer", this.#details.open);
      this.#request();
    });
    box.replaceChildren(this.#details);
  }

  toggle() {
    this.#details.open = !this.#details.open;
  }

  /**
   * @param {PositionRequest} position
   * @param {boolean} isOver
   * @param {[string, string]} colours of both sides
   */
  setPosition(position, isOver, colours) {
    for (const [index, side] of ["first", "second"].entries()) {
      const colour = colours[index] ?? "";
      const ink = getBrightness(colour) > 0.5 ? "#000" : "#fff";
      this.#box.style.setProperty(`--${side}-colour`, colour);
      this.#box.style.setProperty(`--${side}-ink`, ink);
    }
    this.#position = position;
    this.#isOver = isOver;
    this.#request();
  }

  /** Hides it while the reader solves a lesson. @param {boolean} isHidden */
  setHidden(isHidden) {
    this.#isHidden = isHidden;
    this.#box.hidden = isHidden;
    this.#request();
  }

  /** Shows what the engine panel has found. @param {DepthView | null} found */
  showAnalysis(found) {
    this.#deeper = new Map((found?.lines ?? []).map((line) => [line.moves[0] ?? "", line]));
    this.#renderOpinions();
  }

  #request() {
    const id = ++this.#requestId;
    clearTimeout(this.#timer);
    this.#socket?.send({ type: "stop" });
    if (this.#details.open && !this.#isHidden && this.#position) {
      this.#timer = setTimeout(() => void this.#load(id), DELAY);
    }
  }

  /** @param {number} id */
  async #load(id) {
    try {
      const found = this.#isOver
        ? { games: 0, moves: [] }
        : await fetchJson("/api/explorer", this.#position);
      if (id !== this.#requestId) return;
      this.#moves = found.moves;
      this.#opinions.clear();
      this.#status.textContent = found.games
        ? say("web.explorer.count", { count: found.games })
        : say(this.#isOver ? "web.engine.over" : "web.explorer.none");
      this.#render();
      if (found.games) this.#requestOpinions();
    } catch (error) {
      if (id === this.#requestId) this.#status.textContent = describeError(error);
    }
  }

  #requestOpinions() {
    this.#socket ??= this.#connect();
    const rated = this.#moves.slice(0, MAX_RATED).map(({ move }) => move);
    this.#socket.send({ type: "rate", ask: this.#requestId, ...this.#position, rated });
  }

  #connect() {
    const socket = new ReconnectingSocket("/api/analysis/socket");
    socket.addEventListener("status", () => {
      if (socket.status === "open" && this.#moves.length) this.#requestOpinions();
    });
    socket.addEventListener("message", (event) => {
      const message = /** @type {CustomEvent} */ (event).detail;
      if (message.type !== "rated" || message.ask !== this.#requestId) return;
      this.#opinions.set(message.move, message);
      this.#renderOpinions();
    });
    return socket;
  }

  #render() {
    this.#table.hidden = !this.#moves.length;
    this.#rows.replaceChildren(...this.#moves.map((played) => this.#makeRow(played)));
    this.#renderOpinions();
  }

  /** @param {PlayedMove} played */
  #makeRow(played) {
    const { move, same, games } = played;
    const button = make("button", { class: "quiet", onclick: () => this.#onPlay(move) }, move);
    const others = same.length > 0 && say("web.explorer.same", { moves: same.join(" ") });
    return make(
      "tr",
      {},
      make("th", { scope: "row" }, button, others && make("span", { class: "muted" }, others)),
      make("td", {}, String(games)),
      make("td", {}, makeResultBar(played)),
      make("td", { class: "opinion", "data-move": move }),
    );
  }

  #renderOpinions() {
    for (const cell of this.#rows.querySelectorAll("td.opinion")) {
      const move = cell.getAttribute("data-move") ?? "";
      const opinion = this.#deeper.get(move) ?? this.#opinions.get(move);
      cell.textContent = opinion?.sign ?? "";
      cell.setAttribute("title", opinion?.words ?? "");
    }
  }
}

/** How the games went, as a bar. @param {PlayedMove} played */
function makeResultBar({ games, first, draws, second }) {
  const words = say("web.explorer.results.words", {
    first,
    draws,
    second,
    side0: getSideName(0),
    side1: getSideName(1),
  });
  const bar = make("span", { class: "result-bar", role: "img", "aria-label": words, title: words });
  for (const [name, count] of Object.entries({ first, draws, second })) {
    const share = Math.round((100 * count) / games);
    const part = make("span", { class: name }, share >= 20 ? `${share}%` : "");
    part.style.setProperty("flex-grow", String(count));
    if (count) bar.append(part);
  }
  return bar;
}
