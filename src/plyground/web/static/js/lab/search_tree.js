/**
 * `<ply-tree>`: the tree of a search after any of its steps.
 *
 * `show(film, moment)` draws it; boxes that stay keep their elements, and glide if the film puts
 * them elsewhere. With the keyboard: up to the parent, down to a child, left and right to the
 * neighbours, Enter to choose or unfold.
 *
 * Events (they bubble)
 * - `ply-select` {id}: a node was chosen; null: none any more.
 * - `ply-unfold` {id}: the folded children of a node are wanted.
 *
 * @typedef {import("./lab_types.js").Film} Film
 * @typedef {import("./lab_types.js").Strip} Strip
 * @typedef {import("./timeline.js").Moment} Moment
 * @typedef {import("./timeline.js").Seen} Seen
 * @typedef {{ x: number, y: number }} Place
 *
 * @typedef {object} Part what is drawn of one box
 * @property {SVGGElement} group
 * @property {SVGPathElement} edge
 * @property {SVGGElement} bars
 * @property {string} key what it shows now
 * @property {Place} place
 */

import { assign, draw } from "../dom.js";
import { say } from "../i18n.js";
import { Canvas } from "./viewport.js";
import * as shapes from "./node_shapes.js";

const NUMBERS = new Intl.NumberFormat();
const GLIDE = 240;
/** The scale at which steps are followed. */
const READABLE = 0.8;
const EDGE = 14;
/** Around the picture, for what reaches over the boxes. */
const ROOM = 20;

export class PlyTree extends HTMLElement {
  #defs = draw("defs");
  #edges = draw("g", { class: "edges", "aria-hidden": "true" });
  #nodes = draw("g", { class: "nodes", role: "none" });
  #svg = draw("svg", { class: "tree-picture", role: "tree" }, this.#defs, this.#edges, this.#nodes);
  /** @type {Map<string, Part>} */
  #parts = new Map();
  /** @type {Film | null} */
  #film = null;
  /** @type {Moment | null} */
  #moment = null;
  /** @type {string | null} */
  #selected = null;
  #cursor = "0";
  #moving = 0;
  canvas = new Canvas(this);

  constructor() {
    super();
    this.#svg.addEventListener("mousedown", (event) => {
      // Keys go on stepping through the search after a click.
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    this.addEventListener("click", (event) => this.#clicked(event));
    this.#svg.addEventListener("keydown", (event) => this.#typed(event));
    this.#svg.addEventListener("focusin", (event) => this.#moveCursor(idOf(event) ?? "0"));
  }

  connectedCallback() {
    this.canvas.world.append(this.#svg);
    this.canvas.mount();
  }

  /** What is chosen. @param {string | null} id */
  set selected(id) {
    this.#selected = id;
    this.#mark();
  }

  get selected() {
    return this.#selected;
  }

  /** @param {string} words */
  set label(words) {
    this.#svg.setAttribute("aria-label", words);
  }

  /**
   * @param {Film} film
   * @param {Moment} moment
   * @param {boolean} anew is it another search?
   */
  show(film, moment, anew = false) {
    const before = new Map([...this.#parts].map(([id, part]) => [id, part.place]));
    // Whoever goes far at once does not want to see everything arrive.
    this.classList.toggle("far", Math.abs(moment.step - (this.#moment?.step ?? 0)) > 1);
    if (film !== this.#film) this.#load(film, anew);
    this.#moment = moment;
    for (const [id, part] of this.#parts) if (!moment.seen.has(id)) this.#remove(id, part);
    for (const seen of moment.seen.values()) this.#update(film, seen);
    this.#mark();
    this.#settle(film, anew ? new Map() : before);
  }

  /** Brings the node of the step into view, large enough to be read. */
  reveal() {
    const strip = this.#moment?.current?.strip;
    if (strip) this.canvas.reveal(areaOf(strip), READABLE);
  }

  // Drawing.

  /** @param {Film} film @param {boolean} anew */
  #load(film, anew) {
    this.#film = film;
    this.#defs.replaceChildren(...shapes.groundShapes(film));
    const [width, height] = [film.width + 2 * ROOM, film.height + 2 * ROOM];
    assign(this.#svg, "viewBox", `${-ROOM} ${-ROOM} ${width} ${height}`);
    assign(this.#svg, "width", width);
    assign(this.#svg, "height", height);
    this.canvas.size(width, height, anew);
    for (const [id, part] of this.#parts) {
      // Another film may count other nodes into a stub, or draw another position.
      part.key = "";
      if (anew) this.#remove(id, part);
    }
  }

  /** @param {string} id @param {Part} part */
  #remove(id, part) {
    part.group.remove();
    part.edge.remove();
    part.bars.remove();
    this.#parts.delete(id);
  }

  /** @param {Film} film @param {Seen} seen */
  #update(film, seen) {
    const { strip } = seen;
    const part = this.#parts.get(strip.id) ?? this.#add(strip);
    const key = [seen.frame?.step, seen.folded, seen.current, seen.principal, seen.chosen].join();
    if (key === part.key) return;
    part.key = key;
    this.#fill(film, seen, part);
    const { group, edge, bars } = part;
    const kinds = [
      seen.state,
      seen.current && "current",
      seen.principal && "principal",
      seen.chosen && "chosen",
      strip.openable && "openable",
    ];
    group.setAttribute("class", ["node", ...kinds.filter(Boolean)].join(" "));
    edge.setAttribute("class", ["edge", ...kinds.filter(Boolean)].join(" "));
    const isSevered = seen.state === "pruned" && this.#isSevered(seen);
    assign(edge, "stroke-dasharray", isSevered ? "40 20 40 0" : null);
    assign(bars, "display", isSevered ? null : "none");
    this.#describe(seen, group);
  }

  /** @param {Strip} strip @returns {Part} */
  #add(strip) {
    const part = {
      group: draw("g", { class: "node", role: "treeitem", tabindex: -1, "data-id": strip.id }),
      edge: draw("path", { class: "edge", pathLength: 100 }),
      bars: draw("g", {}, shapes.severance()),
      key: "",
      place: { x: strip.x, y: strip.y },
    };
    this.#parts.set(strip.id, part);
    this.#nodes.append(part.group);
    if (strip.parent !== null) this.#edges.append(part.edge, part.bars);
    return part;
  }

  /** @param {Film} film @param {Seen} seen @param {Part} part */
  #fill(film, seen, part) {
    const { strip, frame } = seen;
    const content = {
      role: strip.role,
      leaf: (frame?.leaf ?? null) !== null,
      value: frame?.text ?? "",
      lines: frame?.lines ?? [{ kind: /** @type {const} */ ("count"), text: foldedWords(seen) }],
    };
    part.group.replaceChildren(
      shapes.outline(strip, content, film, "halo"),
      ...shapes.boxShapes(strip, content, film),
      ...(strip.label ? [shapes.write(0, -8, strip.label, 11, "move-text")] : []),
    );
  }

  /** @param {Seen} seen @param {SVGGElement} group */
  #describe(seen, group) {
    const { strip, frame, state } = seen;
    const words = frame?.words ?? foldedWords(seen);
    const isAhead = state === "ahead";
    assign(group, "data-state", state);
    assign(group, "data-leaf", state === "closed" ? frame?.leaf : null);
    assign(group, "data-cut", strip.role !== null && frame?.cut ? "" : null);
    assign(group, "data-folded", seen.folded || null);
    assign(group, "aria-level", strip.ply + 1);
    assign(group, "aria-current", seen.current ? "step" : null);
    assign(group, "aria-expanded", state === "folded" && strip.openable ? "false" : null);
    assign(group, "aria-label", isAhead ? say("web.lab.ahead", { node: words }) : words);
  }

  /** Is it the first box behind a cut? @param {Seen} seen */
  #isSevered(seen) {
    return this.#moment?.seen.get(seen.strip.parent ?? "")?.state !== "pruned";
  }

  #mark() {
    for (const [id, { group }] of this.#parts) {
      assign(group, "aria-selected", String(id === this.#selected));
      group.classList.toggle("selected", id === this.#selected);
    }
    this.#moveCursor(this.#parts.has(this.#cursor) ? this.#cursor : "0");
  }

  // Places.

  /** @param {Film} film @param {Map<string, Place>} before */
  #settle(film, before) {
    cancelAnimationFrame(this.#moving);
    const goals = new Map(film.strips.map((strip) => [strip.id, strip]));
    const isMoved = [...before].some(([id, { x, y }]) => {
      const goal = goals.get(id);
      return goal && this.#parts.has(id) && Math.abs(goal.x - x) + Math.abs(goal.y - y) > 0.5;
    });
    if (!isMoved || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      return this.#place(goals, before, 1);
    }
    const began = performance.now();
    const move = () => {
      const done = Math.min(1, (performance.now() - began) / GLIDE);
      this.#place(goals, before, 1 - (1 - done) ** 3);
      if (done < 1) this.#moving = requestAnimationFrame(move);
    };
    move();
  }

  /** @param {Map<string, Strip>} goals @param {Map<string, Place>} before @param {number} share */
  #place(goals, before, share) {
    for (const [id, part] of this.#parts) {
      const goal = goals.get(id);
      if (!goal) continue;
      const from = before.get(id) ?? goal;
      part.place = { x: mix(from.x, goal.x, share), y: mix(from.y, goal.y, share) };
      assign(part.group, "transform", translation(part.place));
    }
    for (const [id, part] of this.#parts) {
      const goal = goals.get(id);
      const above = goals.get(goal?.parent ?? "");
      const parent = this.#parts.get(goal?.parent ?? "");
      if (!goal || !above || !parent) continue;
      const from = { ...parent.place, height: above.height };
      assign(part.edge, "d", shapes.edgePath(from, part.place, !goal.label));
      const middle = shapes.edgeMiddle(from, part.place, !goal.label);
      assign(part.bars, "transform", translation(middle));
    }
  }

  // Choosing.

  /** @param {MouseEvent} event */
  #clicked(event) {
    if (event.target instanceof Element && event.target.closest(".canvas-tools")) return;
    this.#choose(idOf(event));
  }

  /** @param {string | null} id */
  #choose(id) {
    const seen = id === null ? null : this.#moment?.seen.get(id);
    if (seen?.state === "folded") {
      if (seen.strip.openable) this.#tell("ply-unfold", { id: seen.strip.parent });
    } else if (!seen || seen.strip.role !== null) {
      this.#tell("ply-select", { id: seen ? id : null });
    } else {
      this.#tell("ply-select", { id: seen.strip.parent });
    }
  }

  /** @param {string} name @param {object} detail */
  #tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  /** @param {KeyboardEvent} event */
  #typed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") this.#choose(this.#cursor);
    else if (event.key === "Escape") this.#parts.get(this.#cursor)?.group.blur();
    else if (!this.#walk(event.key)) return;
    event.preventDefault();
  }

  /** @param {string} key */
  #walk(key) {
    const goal = this.#neighbour(key);
    if (goal === undefined) return false;
    const part = this.#parts.get(goal ?? "");
    const strip = this.#moment?.seen.get(goal ?? "")?.strip;
    part?.group.focus();
    if (strip) this.canvas.reveal(areaOf(strip));
    return true;
  }

  /**
   * The id to which a key leads; null if there is nothing, undefined if the key means nothing here.
   *
   * @param {string} key
   */
  #neighbour(key) {
    const strips = [...(this.#moment?.seen.values() ?? [])].map((seen) => seen.strip);
    const here = strips.find((strip) => strip.id === this.#cursor);
    if (key === "ArrowUp") return here?.parent ?? null;
    if (key === "ArrowDown") return strips.find((each) => each.parent === here?.id)?.id ?? null;
    if (key !== "ArrowLeft" && key !== "ArrowRight") return undefined;
    const row = strips.filter((each) => each.ply === here?.ply).sort((a, b) => a.x - b.x);
    const index = row.findIndex((each) => each.id === here?.id);
    return row[index + (key === "ArrowLeft" ? -1 : 1)]?.id ?? null;
  }

  /** @param {string} id */
  #moveCursor(id) {
    this.#parts.get(this.#cursor)?.group.setAttribute("tabindex", "-1");
    this.#cursor = id;
    this.#parts.get(id)?.group.setAttribute("tabindex", "0");
  }
}

/** Where a box lies in the picture, its move included. @param {Strip} strip */
function areaOf({ x, y, width, height }) {
  return { x: x - width / 2 + ROOM, y: y - EDGE + ROOM, width, height: height + EDGE };
}

/** @param {Seen} seen */
function foldedWords(seen) {
  return say("web.lab.folded", { count: NUMBERS.format(seen.folded) });
}

/** @param {Event} event @returns {string | null} */
function idOf(event) {
  if (!(event.target instanceof Element)) return null;
  return event.target.closest("[data-id]")?.getAttribute("data-id") ?? null;
}

/** @param {number} from @param {number} to @param {number} share */
function mix(from, to, share) {
  return from + (to - from) * share;
}

/** @param {Place} place */
function translation({ x, y }) {
  return `translate(${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10})`;
}

customElements.define("ply-tree", PlyTree);
