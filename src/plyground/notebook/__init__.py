"""Live boards and search trees in notebooks.

from plyground.notebook import explore, play, show_tree

play("gomoku", "engine:level=3")
"""

from __future__ import annotations

from plyground.locale import Problem

try:
    import anywidget  # noqa: F401
except ImportError:
    raise Problem("notebook.problem.extra") from None

from plyground.notebook.explore_widget import ExploreWidget, explore
from plyground.notebook.play_widget import PlayWidget, play
from plyground.notebook.tree_widget import TreeWidget, show_tree

__all__ = ["ExploreWidget", "PlayWidget", "TreeWidget", "explore", "play", "show_tree"]
