/**
 * A timeline at a step: which nodes are visible, what each shows, and the counts so far.
 *
 * @typedef {import("./lab_types.js").Trace} Trace
 * @typedef {import("./lab_types.js").Timeline} Timeline
 * @typedef {import("./lab_types.js").TimelineNode} TimelineNode
 * @typedef {import("./lab_types.js").Frame} Frame
 * @typedef {import("./lab_types.js").State} State
 * @typedef {import("./lab_types.js").Letter} Letter
 *
 * @typedef {object} VisibleNode a box after a step
 * @property {TimelineNode} node
 * @property {State} state
 * @property {Frame | null} frame null for a folded stub
 * @property {number} folded the number of nodes for which a stub stands
 * @property {boolean} current did the step happen at this node?
 * @property {boolean} principal
 * @property {boolean} chosen does it give its parent the value?
 *
 * @typedef {{ nodes: number, leaves: number, cuts: number }} Counts
 *
 * @typedef {object} Snapshot a timeline after a step
 * @property {number} step
 * @property {Map<string, VisibleNode>} visible
 * @property {VisibleNode | null} current
 * @property {boolean} hidden did the step happen in a folded node?
 * @property {Counts} counts those of this round
 */

/** Counts the events of a search up to any step. */
export class EventCounts {
  #enters;
  #leaves;
  #cuts;

  /** @param {Trace} trace */
  constructor(trace) {
    this.trace = trace;
    this.#enters = makePrefixSums(trace.events, "e");
    this.#leaves = makePrefixSums(trace.events, "l");
    this.#cuts = makePrefixSums(trace.events, "c");
  }

  /** @param {number} step @returns {Letter} */
  getLetter(step) {
    return /** @type {Letter} */ (this.trace.events[step - 1] ?? "v");
  }

  /**
   * Counts the nodes entered from one step to another.
   *
   * @param {number} first
   * @param {number} last
   */
  countEntered(first, last) {
    return last < first ? 0 : sumBetween(this.#enters, first, last);
  }

  /** @param {number} first @param {number} last @returns {Counts} */
  count(first, last) {
    return {
      nodes: sumBetween(this.#enters, first, last),
      leaves: sumBetween(this.#leaves, first, last),
      cuts: sumBetween(this.#cuts, first, last),
    };
  }
}

/**
 * @param {Timeline} timeline
 * @param {EventCounts} eventCounts
 * @param {number} step of the timeline
 * @returns {Snapshot}
 */
export function takeSnapshot(timeline, eventCounts, step) {
  /** @type {Map<string, VisibleNode>} */
  const visible = new Map();
  const line = new Set(step >= timeline.last ? timeline.line : []);
  const children = groupByParent(timeline.strips);
  const nodes = new Map(timeline.strips.map((node) => [node.id, node]));
  /** @type {VisibleNode | null} */
  let current = null;
  /** @type {TimelineNode | null} the deepest visible node that the search is in */
  let inside = null;
  for (const node of timeline.strips) {
    const frame = node.frames.findLast((each) => each.step <= step) ?? null;
    const parent = nodes.get(node.parent ?? "");
    const folded =
      node.frames.length || !parent ? 0 : countHidden(parent, children, eventCounts, step);
    if (!frame && !folded) continue;
    const happened = frame?.step === step && node.entered !== null;
    /** @type {VisibleNode} */
    const visibleNode = {
      node,
      state: frame?.state ?? "folded",
      frame,
      folded,
      current: happened,
      principal: line.has(node.id),
      chosen: parent?.best === node.id && (parent.closed ?? Infinity) <= step,
    };
    visible.set(node.id, visibleNode);
    if (happened) current = visibleNode;
    if (isInside(node, step)) inside = node;
  }
  const hidden = current === null;
  if (hidden && inside) {
    current = visible.get(`${inside.id}.more`) ?? visible.get(inside.id) ?? null;
    if (current) current.current = true;
  }
  return { step, visible, current, hidden, counts: eventCounts.count(timeline.first, step) };
}

/** @param {TimelineNode} node @param {number} step */
function isInside(node, step) {
  return node.entered !== null && node.entered <= step && step <= (node.closed ?? Infinity);
}

/**
 * Counts the nodes below a box that were entered and are not shown.
 *
 * @param {TimelineNode} parent
 * @param {Map<string, TimelineNode[]>} children
 * @param {EventCounts} eventCounts
 * @param {number} step
 */
function countHidden(parent, children, eventCounts, step) {
  const size = (/** @type {TimelineNode} */ node) =>
    node.entered === null
      ? 0
      : eventCounts.countEntered(node.entered, Math.min(step, node.closed ?? Infinity));
  const shown = children.get(parent.id) ?? [];
  return Math.max(0, size(parent) - 1 - shown.reduce((sum, child) => sum + size(child), 0));
}

/** @param {TimelineNode[]} nodes @returns {Map<string, TimelineNode[]>} */
function groupByParent(nodes) {
  const children = new Map();
  for (const node of nodes) {
    const family = children.get(node.parent);
    if (family) family.push(node);
    else children.set(node.parent, [node]);
  }
  return children;
}

/** @param {string} events @param {Letter} letter */
function makePrefixSums(events, letter) {
  const sums = new Uint32Array(events.length + 1);
  for (let index = 0; index < events.length; index++) {
    sums[index + 1] = (sums[index] ?? 0) + (events[index] === letter ? 1 : 0);
  }
  return sums;
}

/** @param {Uint32Array} sums @param {number} first @param {number} last */
function sumBetween(sums, first, last) {
  return (sums[last] ?? 0) - (sums[first - 1] ?? 0);
}
