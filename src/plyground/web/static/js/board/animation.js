/**
 * How things get to their new places: pieces glide, new ones settle, lines are drawn.
 *
 * @typedef {import("../api_types.js").Piece} Piece
 * @typedef {import("./layout.js").Layout} Layout
 */

const DURATION_MS = 200;

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * From where each piece came that was not on its spot before: the nearest like it that is gone.
 *
 * @param {Piece[]} before
 * @param {Piece[]} after
 * @param {Layout} layout
 * @returns {Map<string, string>} the old spot by the new one
 */
export function matchMovedPieces(before, after, layout) {
  // Where pieces are put on the board, none travels: all look alike.
  if (after.length > before.length) return new Map();
  const stayed = new Set(before.map(makeKey));
  const kept = new Set(after.map(makeKey));
  const gone = before.filter((piece) => !kept.has(makeKey(piece)));
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
 * Lets a piece glide to where it stands now.
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
 * Lets something appear.
 *
 * @param {Element} element
 */
export function animateAppearance(element) {
  if (reducedMotion.matches) return;
  element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: DURATION_MS / 2, easing: "ease-out" });
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
