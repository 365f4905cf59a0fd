/**
 * What the glyph of a piece of neither side is drawn as: its characters are those of the terminal.
 */

/**
 * @param {string} glyph
 * @returns {{ isSquare: boolean, isSmall: boolean, isHollow: boolean }}
 */
export function readShape(glyph) {
  const isOneOf = (/** @type {string} */ glyphs) => glyph !== "" && glyphs.includes(glyph);
  return { isSquare: isOneOf("■□▪▫"), isSmall: isOneOf("•◦▪▫"), isHollow: isOneOf("○□◦▫") };
}
