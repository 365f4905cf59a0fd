/**
 * `<ply-tree>`: the tree of a search after any of its steps.
 *
 * `show(timeline, snapshot)` draws it; boxes that stay keep their elements, and slide if another
 * timeline places them elsewhere. With the keyboard: up to the parent, down to a child, left and
 * right to the neighbours, Enter to select or unfold.
 *
 * Events (they bubble)
 * - `ply-select` {id}: a node was selected; null: the selection was cleared.
 * - `ply-unfold` {id}: the folded children of a node are requested.
 *
 * @typedef {import("./lab_types.js").Timeline} Timeline
 * @typedef {import("./lab_types.js").TimelineNode} TimelineNode
 * @typedef {import("./timeline.js").Snapshot} Snapshot
 * @typedef {import("./timeline.js").VisibleNode} VisibleNode
 * @typedef {{ x: number, y: number }} Place
 *
 * @typedef {object} NodeElements the elements of one box
 * @property {SVGGElement} group
 * @property {SVGPathElement} edge
 * @property {SVGGElement} bars
 * @property {string} key identifies what it shows
 * @property {Place} place
 */

import { assign, draw } from "../dom.js";
import { say } from "../i18n.js";
import * as shapes from "./node_shapes.js";
import { Viewport } from "./viewport.js";

const NUMBERS = new Intl.NumberFormat();
const ANIMATION_MS = 240;
/** The scale used to follow the steps. */
const READABLE_SCALE = 0.8;
const LABEL_HEIGHT = 14;
/** Around the picture, for what extends beyond the boxes. */
const MARGIN = 20;

export class PlyTree extends HTMLElement {
  #defs = draw("defs");
  #edges = draw("g", { class: "edges", "aria-hidden": "true" });
  #nodes = draw("g", { class: "nodes", role: "none" });
  #svg = draw("svg", { class: "tree-picture", role: "tree" }, this.#defs, this.#edges, this.#nodes);
  /** @type {Map<string, NodeElements>} */
  #elements = new Map();
  /** @type {Timeline | null} */
  #timeline = null;
  /** @type {Snapshot | null} */
  #snapshot = null;
  /** @type {string | null} */
  #selected = null;
  #cursor = "0";
  #moving = 0;
  viewport = new Viewport(this);

  constructor() {
    super();
    this.#svg.addEventListener("mousedown", (event) => {
      // After a click, keys still step through the search.
      event.preventDefault();
      const { activeElement } = /** @type {Document | ShadowRoot} */ (this.getRootNode());
      if (activeElement instanceof HTMLElement) activeElement.blur();
    });
    this.addEventListener("click", (event) => this.#handleClick(event));
    this.#svg.addEventListener("keydown", (event) => this.#handleKey(event));
    this.#svg.addEventListener("focusin", (event) => this.#moveCursor(getId(event) ?? "0"));
  }

  connectedCallback() {
    // A notebook takes what is out of sight from the page, and puts it back.
    if (this.viewport.content.contains(this.#svg)) return;
    this.viewport.content.append(this.#svg);
    this.viewport.mount();
  }

  /** The selected node. @param {string | null} id */
  set selected(id) {
    this.#selected = id;
    this.#showSelected();
  }

  get selected() {
    return this.#selected;
  }

  /** @param {string} words */
  set label(words) {
    this.#svg.setAttribute("aria-label", words);
  }

  /**
   * @param {Timeline} timeline
   * @param {Snapshot} snapshot
   * @param {boolean} isNew is it another search?
   */
  show(timeline, snapshot, isNew = false) {
    const before = new Map([...this.#elements].map(([id, elements]) => [id, elements.place]));
    // A jump over several steps is not animated.
    this.classList.toggle(
      "no-animation",
      Math.abs(snapshot.step - (this.#snapshot?.step ?? 0)) > 1,
    );
    if (timeline !== this.#timeline) this.#load(timeline, isNew);
    this.#snapshot = snapshot;
    for (const [id, elements] of this.#elements)
      if (!snapshot.visible.has(id)) this.#removeNode(id, elements);
    for (const visible of snapshot.visible.values()) this.#updateNode(timeline, visible);
    this.#showSelected();
    this.#moveNodes(timeline, isNew ? new Map() : before);
  }

  /** Moves the viewport to the node of the current step, at a readable scale. */
  reveal() {
    const node = this.#snapshot?.current?.node;
    if (node) this.viewport.reveal(getArea(node), READABLE_SCALE);
  }

  // Drawing.

  /** @param {Timeline} timeline @param {boolean} isNew */
  #load(timeline, isNew) {
    this.#timeline = timeline;
    this.#defs.replaceChildren(...shapes.drawGrounds(timeline));
    const [width, height] = [timeline.width + 2 * MARGIN, timeline.height + 2 * MARGIN];
    assign(this.#svg, "viewBox", `${-MARGIN} ${-MARGIN} ${width} ${height}`);
    assign(this.#svg, "width", width);
    assign(this.#svg, "height", height);
    this.viewport.setSize(width, height, isNew);
    for (const [id, elements] of this.#elements) {
      // In another timeline, a stub may stand for other nodes, and a box for another position.
      elements.key = "";
      if (isNew) this.#removeNode(id, elements);
    }
  }

  /** @param {string} id @param {NodeElements} elements */
  #removeNode(id, elements) {
    elements.group.remove();
    elements.edge.remove();
    elements.bars.remove();
    this.#elements.delete(id);
  }

  /** @param {Timeline} timeline @param {VisibleNode} visible */
  #updateNode(timeline, visible) {
    const { node } = visible;
    const elements = this.#elements.get(node.id) ?? this.#addNode(node);
    const key = [
      visible.frame?.step,
      visible.folded,
      visible.current,
      visible.principal,
      visible.chosen,
    ].join();
    if (key === elements.key) return;
    elements.key = key;
    this.#drawNode(timeline, visible, elements);
    const { group, edge, bars } = elements;
    const kinds = [
      visible.state,
      visible.current && "current",
      visible.principal && "principal",
      visible.chosen && "chosen",
      node.openable && "openable",
    ];
    group.setAttribute("class", ["node", ...kinds.filter(Boolean)].join(" "));
    edge.setAttribute("class", ["edge", ...kinds.filter(Boolean)].join(" "));
    const isSevered = visible.state === "pruned" && this.#isFirstPruned(visible);
    assign(edge, "stroke-dasharray", isSevered ? "40 20 40 0" : null);
    assign(bars, "display", isSevered ? null : "none");
    this.#describe(visible, group);
  }

  /** @param {TimelineNode} node @returns {NodeElements} */
  #addNode(node) {
    const elements = {
      group: draw("g", { class: "node", role: "treeitem", tabindex: -1, "data-id": node.id }),
      edge: draw("path", { class: "edge", pathLength: 100 }),
      bars: draw("g", {}, shapes.drawCutMark()),
      key: "",
      place: { x: node.x, y: node.y },
    };
    this.#elements.set(node.id, elements);
    this.#nodes.append(elements.group);
    if (node.parent !== null) this.#edges.append(elements.edge, elements.bars);
    return elements;
  }

  /** @param {Timeline} timeline @param {VisibleNode} visible @param {NodeElements} elements */
  #drawNode(timeline, visible, elements) {
    const { node, frame } = visible;
    const content = {
      role: node.role,
      leaf: (frame?.leaf ?? null) !== null,
      value: frame?.text ?? "",
      lines: frame?.lines ?? [
        { kind: /** @type {const} */ ("count"), text: describeFolded(visible) },
      ],
    };
    elements.group.replaceChildren(
      shapes.drawOutline(node, content, timeline, "halo"),
      ...shapes.drawBox(node, content, timeline),
      ...(node.label ? [shapes.drawText(0, -8, node.label, 11, "move-text")] : []),
    );
  }

  /** @param {VisibleNode} visible @param {SVGGElement} group */
  #describe(visible, group) {
    const { node, frame, state } = visible;
    const words = frame?.words ?? describeFolded(visible);
    const isAhead = state === "ahead";
    assign(group, "data-state", state);
    assign(group, "data-leaf", state === "closed" ? frame?.leaf : null);
    assign(group, "data-cut", node.role !== null && frame?.cut ? "" : null);
    assign(group, "data-folded", visible.folded || null);
    assign(group, "aria-level", node.ply + 1);
    assign(group, "aria-current", visible.current ? "step" : null);
    assign(group, "aria-expanded", state === "folded" && node.openable ? "false" : null);
    assign(group, "aria-label", isAhead ? say("web.lab.ahead", { node: words }) : words);
  }

  /** Is it the first pruned box below a cut? @param {VisibleNode} visible */
  #isFirstPruned(visible) {
    return this.#snapshot?.visible.get(visible.node.parent ?? "")?.state !== "pruned";
  }

  #showSelected() {
    for (const [id, { group }] of this.#elements) {
      assign(group, "aria-selected", String(id === this.#selected));
      group.classList.toggle("selected", id === this.#selected);
    }
    this.#moveCursor(this.#elements.has(this.#cursor) ? this.#cursor : "0");
  }

  // Places.

  /** @param {Timeline} timeline @param {Map<string, Place>} before */
  #moveNodes(timeline, before) {
    cancelAnimationFrame(this.#moving);
    const goals = new Map(timeline.strips.map((node) => [node.id, node]));
    const isMoved = [...before].some(([id, { x, y }]) => {
      const goal = goals.get(id);
      return goal && this.#elements.has(id) && Math.abs(goal.x - x) + Math.abs(goal.y - y) > 0.5;
    });
    if (!isMoved || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      return this.#setPlaces(goals, before, 1);
    }
    const began = performance.now();
    const move = () => {
      const done = Math.min(1, (performance.now() - began) / ANIMATION_MS);
      this.#setPlaces(goals, before, 1 - (1 - done) ** 3);
      if (done < 1) this.#moving = requestAnimationFrame(move);
    };
    move();
  }

  /** @param {Map<string, TimelineNode>} goals @param {Map<string, Place>} before @param {number} share */
  #setPlaces(goals, before, share) {
    for (const [id, elements] of this.#elements) {
      const goal = goals.get(id);
      if (!goal) continue;
      const from = before.get(id) ?? goal;
      elements.place = {
        x: interpolate(from.x, goal.x, share),
        y: interpolate(from.y, goal.y, share),
      };
      assign(elements.group, "transform", formatTranslate(elements.place));
    }
    for (const [id, elements] of this.#elements) {
      const goal = goals.get(id);
      const above = goals.get(goal?.parent ?? "");
      const parent = this.#elements.get(goal?.parent ?? "");
      if (!goal || !above || !parent) continue;
      const from = { ...parent.place, height: above.height };
      assign(elements.edge, "d", shapes.makeEdgePath(from, elements.place, !goal.label));
      const middle = shapes.findEdgeMiddle(from, elements.place, !goal.label);
      assign(elements.bars, "transform", formatTranslate(middle));
    }
  }

  // Selection.

  /** @param {MouseEvent} event */
  #handleClick(event) {
    if (event.target instanceof Element && event.target.closest(".viewport-tools")) return;
    this.#select(getId(event));
  }

  /** @param {string | null} id */
  #select(id) {
    const visible = id === null ? null : this.#snapshot?.visible.get(id);
    if (visible?.state === "folded") {
      if (visible.node.openable) this.#emit("ply-unfold", { id: visible.node.parent });
    } else if (!visible || visible.node.role !== null) {
      this.#emit("ply-select", { id: visible ? id : null });
    } else {
      this.#emit("ply-select", { id: visible.node.parent });
    }
  }

  /** @param {string} name @param {object} detail */
  #emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true }));
  }

  /** @param {KeyboardEvent} event */
  #handleKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") this.#select(this.#cursor);
    else if (event.key === "Escape") this.#elements.get(this.#cursor)?.group.blur();
    else if (!this.#moveFocus(event.key)) return;
    event.preventDefault();
  }

  /** @param {string} key */
  #moveFocus(key) {
    const goal = this.#findNeighbour(key);
    if (goal === undefined) return false;
    const elements = this.#elements.get(goal ?? "");
    const node = this.#snapshot?.visible.get(goal ?? "")?.node;
    elements?.group.focus();
    if (node) this.viewport.reveal(getArea(node));
    return true;
  }

  /**
   * The node to which a key leads; null if there is none, undefined if the key has no meaning here.
   *
   * @param {string} key
   */
  #findNeighbour(key) {
    const nodes = [...(this.#snapshot?.visible.values() ?? [])].map((visible) => visible.node);
    const here = nodes.find((node) => node.id === this.#cursor);
    if (key === "ArrowUp") return here?.parent ?? null;
    if (key === "ArrowDown") return nodes.find((each) => each.parent === here?.id)?.id ?? null;
    if (key !== "ArrowLeft" && key !== "ArrowRight") return undefined;
    const row = nodes.filter((each) => each.ply === here?.ply).sort((a, b) => a.x - b.x);
    const index = row.findIndex((each) => each.id === here?.id);
    return row[index + (key === "ArrowLeft" ? -1 : 1)]?.id ?? null;
  }

  /** @param {string} id */
  #moveCursor(id) {
    this.#elements.get(this.#cursor)?.group.setAttribute("tabindex", "-1");
    this.#cursor = id;
    this.#elements.get(id)?.group.setAttribute("tabindex", "0");
  }
}

/** The area of a box in the picture, with its move. @param {TimelineNode} node */
function getArea({ x, y, width, height }) {
  return {
    x: x - width / 2 + MARGIN,
    y: y - LABEL_HEIGHT + MARGIN,
    width,
    height: height + LABEL_HEIGHT,
  };
}

/** @param {VisibleNode} visible */
function describeFolded(visible) {
  return say("web.lab.folded", { count: NUMBERS.format(visible.folded) });
}

/** @param {Event} event @returns {string | null} */
function getId(event) {
  if (!(event.target instanceof Element)) return null;
  return event.target.closest("[data-id]")?.getAttribute("data-id") ?? null;
}

/** @param {number} from @param {number} to @param {number} share */
function interpolate(from, to, share) {
  return from + (to - from) * share;
}

/** @param {Place} place */
function formatTranslate({ x, y }) {
  return `translate(${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10})`;
}

// In a notebook, another version of this module may have been loaded before.
if (!customElements.get("ply-tree")) customElements.define("ply-tree", PlyTree);
