/**
 * The JSON of events.
 *
 * @typedef {object} EventSummary
 * @property {string} id
 * @property {"match" | "tournament"} kind
 * @property {string} game
 * @property {Record<string, import("../api_types.js").Setting>} options
 * @property {string[]} players
 * @property {number} created
 * @property {number} played games
 * @property {number} total
 * @property {boolean} running
 *
 * @typedef {object} Standing
 * @property {string} name
 * @property {number | null} elo
 * @property {number | null} error half of the 95 % interval
 * @property {number} points
 * @property {number} games
 *
 * @typedef {object} EventGame
 * @property {number} number
 * @property {string} first
 * @property {string} second
 * @property {string[]} moves
 * @property {string} position where the moves begin; empty for the start
 * @property {number | null} winner
 * @property {string} words
 *
 * @typedef {object} RunningPair
 * @property {number} number
 * @property {string} first
 * @property {string} second
 * @property {import("../api_types.js").PositionView | null} position
 *
 * @typedef {EventSummary & {
 *   standings: { rows: Standing[], crosstable: ([number, number] | null)[][] },
 *   games: EventGame[],
 *   board: import("../api_types.js").BoardView | null,
 *   running_pairs: RunningPair[],
 * }} EventDetails
 */

export {};
