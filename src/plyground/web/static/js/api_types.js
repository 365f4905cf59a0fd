/**
 * Types of the JSON that the server sends. Nothing here runs.
 *
 * A board is sent once for a game with its options, a position with every move. Neither contains
 * rules: only spots to draw, the pieces on them, and the path of every legal move.
 *
 * @typedef {object} Spot
 * @property {string} name
 * @property {number} x grows to the right
 * @property {number} y grows upward
 * @property {string | null} colour `#rrggbb`
 * @property {string | null} ink a text colour that is readable on it
 * @property {string} glyph a letter that stands for the colour
 * @property {number} [span] height in rows
 *
 * @typedef {object} BoardView
 * @property {"cells" | "hexagons" | "points" | "pits" | "plane"} kind
 * @property {Spot[]} spots
 * @property {Record<string, string> | null} columns labels below the board, by x
 * @property {Record<string, string> | null} rows labels at the left, by y
 * @property {Label[]} labels letters and numbers around hexagons
 * @property {Border[]} borders edges of the board in the colours of the sides
 * @property {[string, string]} sides the colours of both sides
 * @property {string[]} star names of the spots with a dot
 *
 * @typedef {object} Piece
 * @property {string} spot
 * @property {number | null} side null: of neither
 * @property {string} glyph
 * @property {string | null} colour
 * @property {string | null} ink
 * @property {number} rank rings, crowns and the like
 * @property {"stone" | "mark" | "tower" | "neutral"} shape
 *
 * @typedef {{ start: string, end: string, side: number | null }} Stroke
 * @typedef {{ corners: string[], side: number }} Area
 * @typedef {{ x: number, y: number, text: string }} Label
 * @typedef {{ x: number, y: number }} Point
 * @typedef {{ corners: Point[], stripe: Point[], side: number }} Border
 * @typedef {{ x: number, y: number, r: number }} Seed
 * @typedef {{ spot: string, count: number, side: number | null, seeds: Seed[] }} Pit
 * @typedef {{ name: string, text: string }} Choice
 *
 * @typedef {object} OutcomeView
 * @property {number | null} winner
 * @property {number | null} margin
 * @property {string} words
 *
 * @typedef {object} PositionView
 * @property {number} side whose turn it is
 * @property {string} text
 * @property {number} ply
 * @property {Piece[]} pieces
 * @property {Stroke[]} lines
 * @property {Area[]} areas
 * @property {Pit[]} pits
 * @property {Label[]} labels
 * @property {Choice[]} buttons choices that are not spots on the board
 * @property {[number, number] | null} score
 * @property {string[]} winning the spots that show why the game is won
 * @property {string} prompt what the rules ask of the side to move; mostly empty
 * @property {[number, number]} colours the colour that each side holds
 * @property {[string, string]} names what the sides are called
 * @property {Record<string, string[]>} paths the spots of every legal move
 * @property {string[]} last the spots of the last move
 * @property {boolean} over
 * @property {OutcomeView | null} outcome
 * @property {string} caption the position in words, for screen readers
 *
 * @typedef {{ board: BoardView, position: PositionView, line: string[], legal: string[] }} Shown
 *
 * @typedef {string | number | boolean | null} Setting
 *
 * @typedef {object} Option
 * @property {string} name
 * @property {string} [help]
 * @property {"int" | "float" | "bool" | "str"} kind
 * @property {Setting} default
 * @property {Setting[]} [choices]
 * @property {number | null} [low]
 * @property {number | null} [high]
 *
 * @typedef {object} GameEntry
 * @property {string} name
 * @property {string} title
 * @property {string} [about]
 * @property {string} svg a picture of the start
 * @property {{ board: BoardView, position: PositionView }} [portrait] a few moves in
 * @property {Option[]} options
 * @property {string[]} [baselines] variants of the baseline agent
 * @property {LevelRatings | null} [ratings] of the engine's levels, with the default options
 *
 * @typedef {object} LevelRatings
 * @property {Record<string, number>} levels
 * @property {string} command
 * @property {string} date
 *
 * @typedef {object} AgentEntry
 * @property {string} name
 * @property {string} about
 * @property {Option[]} options
 *
 * @typedef {object} Catalogue
 * @property {GameEntry[]} games
 * @property {{ name: string, problem: string }[]} broken games that cannot be loaded, and why
 * @property {AgentEntry[]} agents
 * @property {string[]} engines agents that the server's owner lists by name
 * @property {string[]} languages
 * @property {{ seconds: number, hash: number, default_hash: number, threads: number }} limits what
 *   an engine may use
 *
 * @typedef {object} Control
 * @property {number | null} [per_move]
 * @property {{ left: number, increment: number } | null} [clock]
 *
 * @typedef {object} Player
 * @property {"human" | "open" | "agent" | "engine"} kind
 * @property {string} name
 * @property {string | null} [spec]
 * @property {boolean} connected
 * @property {boolean} [joined] false until somebody has taken the seat
 *
 * @typedef {object} MoveEntry
 * @property {string} move
 * @property {number} side
 * @property {number | null} [seconds]
 * @property {string} [why] which rule of its agent chose it
 *
 * @typedef {object} Result
 * @property {number | null} winner
 * @property {number | null} margin
 * @property {string | null} reason
 * @property {string} words
 *
 * @typedef {object} GameState the whole state of a live game, as its socket sends it
 * @property {"state" | "update"} type
 * @property {number} version
 * @property {string} id
 * @property {string} game
 * @property {string} title
 * @property {Record<string, Setting>} options
 * @property {string | null} [start] the starting position, unless it is that of the game
 * @property {BoardView} board only in `state`, not in `update`
 * @property {PositionView} position
 * @property {MoveEntry[]} moves
 * @property {[Player, Player]} players
 * @property {number[]} seats the sides that this page plays
 * @property {number[]} held the sides that this page holds, also if agents play them
 * @property {{ delay: number, paused: boolean }} pace of a game between agents
 * @property {Control | null} control
 * @property {{ left: [number, number], running: number | null, at: number } | null} clocks
 * @property {Result | null} result
 * @property {{ undo: boolean }} settings
 * @property {{ draw: number | null, undo: number | null }} offers
 * @property {string | null} rematch
 * @property {number | null} warming_up seconds until its agents play at full strength
 * @property {number | null} thinking
 *
 * @typedef {object} GameSummary
 * @property {string} id
 * @property {string} game
 * @property {Player[]} players
 * @property {number} ply
 * @property {{ winner: number | null } | null} result
 * @property {boolean} [live]
 *
 * @typedef {object} ScoreView
 * @property {"win" | "loss" | "draw" | "value"} kind
 * @property {number} value
 * @property {number | null} plies
 * @property {boolean} proven
 * @property {number} chance for the side to move
 *
 * @typedef {object} LineView
 * @property {string[]} moves
 * @property {string[][]} paths those of the first two moves
 * @property {ScoreView} score
 * @property {string} sign the score in a few characters
 * @property {string} words the score in words
 *
 * @typedef {object} DepthView
 * @property {"depth" | "done"} type
 * @property {number} depth
 * @property {number} nodes
 * @property {number} seconds
 * @property {LineView[]} lines
 * @property {number} first the first player's chance
 * @property {number} settled the mean of the last depths, for a graph
 * @property {string} label of the evaluation bar
 * @property {string} words the score in words
 * @property {boolean} [plain] comes from the plain search, while native code is compiled
 */

export {};
