/**
 * Descriptions of spots and pieces for screen readers.
 *
 * @typedef {import("../api_types.js").BoardView} BoardView
 * @typedef {import("../api_types.js").PositionView} PositionView
 * @typedef {import("../api_types.js").Piece} Piece
 * @typedef {import("../api_types.js").Spot} Spot
 */

import { getSideName, say } from "../i18n.js";
import { getBrightness } from "./colour.js";
import { readShape } from "./glyph_shape.js";

/**
 * Describes every spot: its name, the piece or the seeds on it, or the spots it is joined to.
 *
 * @param {BoardView} board
 * @param {PositionView} position
 * @returns {Map<string, string>}
 */
export function describeSpots(board, position) {
  const pieces = new Map(position.pieces.map((piece) => [piece.spot, piece]));
  const pits = new Map(position.pits.map((pit) => [pit.spot, pit]));
  const joined = findJoinedSpots(position);
  return new Map(
    board.spots.map((spot) => {
      const piece = pieces.get(spot.name);
      const name = nameSpot(spot);
      if (piece)
        return [
          spot.name,
          say("web.spot.piece", { spot: name, piece: describePiece(board, piece) }),
        ];
      const pit = pits.get(spot.name);
      if (pit) {
        const words = say("web.spot.pit", { spot: name, count: pit.count });
        const owner = pit.side === null ? null : getSideName(pit.side, position);
        return [spot.name, owner ? say("web.spot.owned", { spot: words, side: owner }) : words];
      }
      const others = joined.get(spot.name);
      if (others)
        return [spot.name, say("web.spot.joined", { spot: name, others: others.join(", ") })];
      return [spot.name, say("web.spot.empty", { spot: name })];
    }),
  );
}

/**
 * @param {BoardView} board
 * @param {Piece} piece
 */
export function describePiece(board, piece) {
  if (piece.shape === "mark") return piece.glyph;
  if (piece.side === null) return describeNeutral(piece);
  const side = getSideName(piece.side);
  if (piece.shape === "tower") {
    const words = say("web.piece.tower", { side, glyph: piece.glyph });
    return piece.rank ? say("web.piece.ranked", { piece: words, rank: piece.rank }) : words;
  }
  const bright = getBrightness(piece.colour ?? board.sides[piece.side] ?? "#808080");
  if (bright < 0.2) return say("web.piece.black");
  if (bright > 0.85) return say("web.piece.white");
  return say("web.piece.stone", { side });
}

/** @param {Piece} piece */
function describeNeutral(piece) {
  if (!piece.glyph) return say("web.piece.neutral");
  const { isSquare, isSmall, isHollow } = readShape(piece.glyph);
  return say("web.piece.shape", {
    shade: say(getBrightness(piece.colour ?? "#808080") < 0.5 ? "web.shape.dark" : "web.shape.light"),
    size: say(isSmall ? "web.shape.small" : "web.shape.large"),
    form: say(isSquare ? "web.shape.square" : "web.shape.round"),
    inside: say(isHollow ? "web.shape.hollow" : "web.shape.solid"),
  });
}

/** @param {Spot} spot */
function nameSpot(spot) {
  return spot.glyph ? say("web.spot.coloured", { spot: spot.name, glyph: spot.glyph }) : spot.name;
}

/** @param {PositionView} position */
function findJoinedSpots(position) {
  /** @type {Map<string, string[]>} */
  const joined = new Map();
  for (const { start, end } of position.lines) {
    joined.set(start, [...(joined.get(start) ?? []), end]);
    joined.set(end, [...(joined.get(end) ?? []), start]);
  }
  return joined;
}
