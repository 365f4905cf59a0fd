/**
 * A film at a step: which boxes are seen, what each shows, and how much has happened so far.
 *
 * @typedef {import("./lab_types.js").Trace} Trace
 * @typedef {import("./lab_types.js").Film} Film
 * @typedef {import("./lab_types.js").Strip} Strip
 * @typedef {import("./lab_types.js").Frame} Frame
 * @typedef {import("./lab_types.js").State} State
 * @typedef {import("./lab_types.js").Letter} Letter
 *
 * @typedef {object} Seen a box as it is after a step
 * @property {Strip} strip
 * @property {State} state
 * @property {Frame | null} frame null at a folded stub
 * @property {number} folded how many nodes a stub stands for
 * @property {boolean} current did the step happen here?
 * @property {boolean} principal
 * @property {boolean} chosen does its parent have its value from here?
 *
 * @typedef {{ nodes: number, leaves: number, cuts: number }} Counts
 *
 * @typedef {object} Moment a film after a step
 * @property {number} step
 * @property {Map<string, Seen>} seen
 * @property {Seen | null} current
 * @property {boolean} hidden did the step happen inside something folded?
 * @property {Counts} counts of this round
 */

/** Counts the events of a search up to any step. */
export class Tally {
  #enters;
  #leaves;
  #cuts;

  /** @param {Trace} trace */
  constructor(trace) {
    this.trace = trace;
    this.#enters = running(trace.events, "e");
    this.#leaves = running(trace.events, "l");
    this.#cuts = running(trace.events, "c");
  }

  /** @param {number} step @returns {Letter} */
  letter(step) {
    return /** @type {Letter} */ (this.trace.events[step - 1] ?? "v");
  }

  /**
   * How many nodes were entered from one step to another.
   *
   * @param {number} first
   * @param {number} last
   */
  entered(first, last) {
    return last < first ? 0 : between(this.#enters, first, last);
  }

  /** @param {number} first @param {number} last @returns {Counts} */
  counts(first, last) {
    return {
      nodes: between(this.#enters, first, last),
      leaves: between(this.#leaves, first, last),
      cuts: between(this.#cuts, first, last),
    };
  }
}

/**
 * @param {Film} film
 * @param {Tally} tally
 * @param {number} step one of the film
 * @returns {Moment}
 */
export function momentOf(film, tally, step) {
  /** @type {Map<string, Seen>} */
  const seen = new Map();
  const line = new Set(step >= film.last ? film.line : []);
  const children = families(film.strips);
  const strips = new Map(film.strips.map((strip) => [strip.id, strip]));
  /** @type {Seen | null} */
  let current = null;
  /** @type {Strip | null} the deepest box that the search is in */
  let inside = null;
  for (const strip of film.strips) {
    const frame = strip.frames.findLast((each) => each.step <= step) ?? null;
    const parent = strips.get(strip.parent ?? "");
    const folded = strip.frames.length || !parent ? 0 : hiddenIn(parent, children, tally, step);
    if (!frame && !folded) continue;
    const happened = frame?.step === step && strip.entered !== null;
    /** @type {Seen} */
    const one = {
      strip,
      state: frame?.state ?? "folded",
      frame,
      folded,
      current: happened,
      principal: line.has(strip.id),
      chosen: parent?.best === strip.id && (parent.closed ?? Infinity) <= step,
    };
    seen.set(strip.id, one);
    if (happened) current = one;
    if (isInside(strip, step)) inside = strip;
  }
  const hidden = current === null;
  if (hidden && inside) {
    current = seen.get(`${inside.id}.more`) ?? seen.get(inside.id) ?? null;
    if (current) current.current = true;
  }
  return { step, seen, current, hidden, counts: tally.counts(film.first, step) };
}

/** @param {Strip} strip @param {number} step */
function isInside(strip, step) {
  return strip.entered !== null && strip.entered <= step && step <= (strip.closed ?? Infinity);
}

/**
 * How many nodes below a box were entered that are not shown.
 *
 * @param {Strip} parent
 * @param {Map<string, Strip[]>} children
 * @param {Tally} tally
 * @param {number} step
 */
function hiddenIn(parent, children, tally, step) {
  const size = (/** @type {Strip} */ strip) =>
    strip.entered === null
      ? 0
      : tally.entered(strip.entered, Math.min(step, strip.closed ?? Infinity));
  const shown = children.get(parent.id) ?? [];
  return Math.max(0, size(parent) - 1 - shown.reduce((sum, child) => sum + size(child), 0));
}

/** @param {Strip[]} strips @returns {Map<string, Strip[]>} */
function families(strips) {
  const children = new Map();
  for (const strip of strips) {
    const family = children.get(strip.parent);
    if (family) family.push(strip);
    else children.set(strip.parent, [strip]);
  }
  return children;
}

/** @param {string} events @param {Letter} letter */
function running(events, letter) {
  const sums = new Uint32Array(events.length + 1);
  for (let index = 0; index < events.length; index++) {
    sums[index + 1] = (sums[index] ?? 0) + (events[index] === letter ? 1 : 0);
  }
  return sums;
}

/** @param {Uint32Array} sums @param {number} first @param {number} last */
function between(sums, first, last) {
  return (sums[last] ?? 0) - (sums[first - 1] ?? 0);
}
