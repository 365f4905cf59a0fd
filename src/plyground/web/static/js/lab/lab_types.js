/**
 * Types of the JSON that the server sends to the lab page. Nothing here runs.
 *
 * A trace is a whole search as a sequence of events. A timeline is its tree: every box has a fixed
 * place, and its frames say what it shows from which step on. The page selects frames by step and
 * counts events; it knows no algorithm.
 *
 * @typedef {{ alpha: number | null, beta: number | null }} Window null is infinite
 *
 * @typedef {"value" | "window" | "note" | "cut" | "count"} LineKind
 * @typedef {{ kind: LineKind, text: string }} Written
 *
 * @typedef {object} Cut
 * @property {number} value
 * @property {number} bound
 * @property {string[]} skipped
 * @property {string} words
 *
 * @typedef {"ahead" | "open" | "closed" | "pruned" | "folded"} State
 *
 * @typedef {object} Frame
 * @property {number} step from this step on
 * @property {Exclude<State, "folded">} state
 * @property {Window | null} entry
 * @property {Window | null} now
 * @property {number | null} value
 * @property {string} text the value as text
 * @property {"end" | "depth" | "table" | null} leaf
 * @property {Cut | null} cut
 * @property {Written[]} lines
 * @property {string} words everything in one sentence
 *
 * @typedef {"max" | "min" | "mover"} Role
 *
 * @typedef {object} Box
 * @property {string} id the path from the root: `0.2.1`
 * @property {string | null} parent
 * @property {string} action
 * @property {Role | null} role null for a stub
 * @property {number} ply
 * @property {number} x the middle
 * @property {number} y the upper edge
 * @property {number} width
 * @property {number} height
 *
 * @typedef {object} TimelineNode_
 * @property {string} label
 * @property {number} folded
 * @property {boolean} openable
 * @property {number | null} entered
 * @property {number | null} closed
 * @property {string | null} best the child that gives the value
 * @property {Frame[]} frames empty for a folded stub
 *
 * @typedef {Box & TimelineNode_} TimelineNode
 *
 * @typedef {{ width: number, height: number }} Size
 * @typedef {{ size: number, height: number, bold: boolean }} Font
 *
 * @typedef {object} BoxStyle fonts and sizes of a box
 * @property {Record<LineKind, Font>} faces
 * @property {number} padding
 * @property {number} sign width of the symbol of Max or Min before a value
 * @property {Size} blank
 * @property {Size} inner
 * @property {Size} leaf
 *
 * @typedef {{ ground: number, figures: string, scale: number }} Miniature a thumbnail of a position
 *
 * @typedef {object} TreePicture what a timeline and a quiz have in common
 * @property {number} width
 * @property {number} height
 * @property {Size | null} board
 * @property {BoxStyle} card
 * @property {string[]} grounds
 * @property {Record<string, Miniature>} pictures by id
 *
 * @typedef {object} Timeline_
 * @property {number} first
 * @property {number} last
 * @property {number} round
 * @property {string[]} line ids of the principal variation
 * @property {TimelineNode[]} strips the nodes, parents before children
 *
 * @typedef {TreePicture & Timeline_} Timeline
 *
 * @typedef {object} Round
 * @property {number | null} depth
 * @property {number} first
 * @property {number} last
 * @property {number} nodes
 *
 * @typedef {"e" | "l" | "w" | "c" | "v"} Letter enter, leaf, window, cut, value
 *
 * @typedef {object} Trace
 * @property {string} title of the game; empty for a tree written by hand
 * @property {string} algorithm
 * @property {string} heading
 * @property {string} horizon
 * @property {number} steps
 * @property {string} events one letter for each
 * @property {Record<string, string>} told captions of events, by letter
 * @property {Record<string, number>} numbers steps of the code, by letter
 * @property {Round[]} rounds
 * @property {number} nodes
 * @property {number} leaves
 * @property {number} cuts
 * @property {string} value
 * @property {string[]} line
 *
 * @typedef {object} QuizNode_
 * @property {"end" | "depth" | "table" | null} leaf
 * @property {("alpha" | "beta" | "value")[]} asks
 * @property {Written[]} lines
 *
 * @typedef {Box & QuizNode_} QuizNode
 *
 * @typedef {object} Quiz_
 * @property {string} heading
 * @property {string} task
 * @property {string} algorithm
 * @property {QuizNode[]} nodes
 * @property {Record<string, string>} labels
 * @property {Record<string, string>} texts values of leaves
 *
 * @typedef {TreePicture & Quiz_} Quiz
 *
 * @typedef {{ right: boolean, answer?: boolean | null, text?: string }} Mark
 *
 * @typedef {object} Marks
 * @property {Record<string, Record<string, Mark>>} marks
 * @property {number} right
 * @property {number} wrong
 * @property {number} open
 *
 * @typedef {object} Listing
 * @property {string} name
 * @property {number} first
 * @property {[string, string][][]} lines
 * @property {Record<string, [number, number]>} steps
 *
 * @typedef {object} Effort
 * @property {string} algorithm
 * @property {boolean} table
 * @property {number} nodes
 * @property {number | null} leaves
 * @property {number | null} cuts
 * @property {number} seconds
 * @property {number | null} value
 * @property {boolean} complete
 */

export {};
