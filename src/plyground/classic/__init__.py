"""The searches of the textbook in plain Python, short enough to read in class.

They work on every `Position`, and on any class with the five methods of the textbook: to_move,
actions, result, is_terminal and utility.
"""

from plyground.classic.alphabeta import alphabeta
from plyground.classic.deepening import deepening
from plyground.classic.minimax import minimax
from plyground.classic.negamax import negamax
from plyground.classic.search_events import Cut, Enter, Event, Leaf, Observer, Value, Window
from plyground.classic.table import Table
from plyground.classic.textbook import Stopped, TextbookPosition, TextbookResult

__all__ = [
    "Cut",
    "Enter",
    "Event",
    "Leaf",
    "Observer",
    "Stopped",
    "Table",
    "TextbookPosition",
    "TextbookResult",
    "Value",
    "Window",
    "alphabeta",
    "deepening",
    "minimax",
    "negamax",
]
