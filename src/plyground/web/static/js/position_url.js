/**
 * Positions in the query of an URL, so that they can be shared: `?set.size=9&moves=e5+d4`.
 *
 * @typedef {import("./api_types.js").Setting} Setting
 */

/** @param {{ options: Record<string, Setting>, start: string | null, moves: string[] }} position */
export function formatPosition({ options, start, moves }) {
  const query = new URLSearchParams(
    Object.entries(options).map(([name, value]) => [`set.${name}`, String(value)]),
  );
  if (start) query.set("start", start);
  if (moves.length) query.set("moves", moves.join(" "));
  const search = query.toString();
  return search ? `?${search}` : "";
}

/** @param {string} search */
export function parsePosition(search) {
  const query = new URLSearchParams(search);
  const options = [...query].filter(([name]) => name.startsWith("set."));
  return {
    options: Object.fromEntries(options.map(([name, value]) => [name.slice(4), value])),
    start: query.get("start"),
    moves: (query.get("moves") ?? "").split(/[\s,]+/).filter(Boolean),
  };
}
