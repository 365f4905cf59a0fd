/**
 * Animations: pieces slide to their new places, new pieces and lines fade in.
 *
 * @typedef {import("../api_types.js").Piece} Piece
 * @typedef {import("./layout.js").Layout} Layout
 */

const DURATION_MS = 200;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * Finds where each piece that is new on its spot came from: the nearest vanished piece like it.
 *
 * @param {Piece[]} before
 * @param {Piece[]} after
 * @param {Layout} layout
 * @returns {Map<string, string>} old spots by new spots
 */
export function matchMovedPieces(before, after, layout) {
  // If pieces are added, none has moved: they only look alike.
  if (after.length > before.length) return new Map();
  const stayed = new Set(before.map(makeKey));
  const staying = new Set(after.map(makeKey));
  const gone = before.filter((piece) => !staying.has(makeKey(piece)));
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const piece of after) {
    if (stayed.has(makeKey(piece))) continue;
    const from = findNearestAlike(piece, gone, layout);
    if (!from) continue;
    gone.splice(gone.indexOf(from), 1);
    found.set(piece.spot, from.spot);
  }
  return found;
}

/**
 * Slides a piece to its current place.
 *
 * @param {Element} element
 * @param {import("./layout.js").Place} from
 * @param {import("./layout.js").Place} to
 */
export function animateMove(element, from, to) {
  if (reducedMotion.matches) return;
  const place = (/** @type {import("./layout.js").Place} */ { x, y }) => ({
    transform: `translate(${x}px, ${y}px)`,
  });
  element.animate([place(from), place(to)], { duration: DURATION_MS, easing: "ease-out" });
}

/**
 * Fades an element in.
 *
 * @param {Element} element
 */
export function animateAppearance(element) {
  if (reducedMotion.matches) return;
  element.animate([{ opacity: 0 }, { opacity: 1 }], {
    duration: DURATION_MS / 2,
    easing: "ease-out",
  });
}

/** @param {Piece} piece */
function makeKey({ spot, side, glyph, colour, rank, shape }) {
  return [spot, side, glyph, colour, rank, shape].join("|");
}

/** @param {Piece} piece @param {Piece[]} gone @param {Layout} layout */
function findNearestAlike(piece, gone, layout) {
  const here = layout.getPlace(piece.spot);
  const away = (/** @type {Piece} */ other) => {
    const there = layout.getPlace(other.spot);
    return Math.hypot(there.x - here.x, there.y - here.y);
  };
  const alike = gone.filter(
    (other) =>
      other.side === piece.side &&
      other.glyph === piece.glyph &&
      other.colour === piece.colour &&
      other.spot !== piece.spot,
  );
  return alike.sort((one, other) => away(one) - away(other))[0];
}
