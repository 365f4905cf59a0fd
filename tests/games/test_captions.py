"""What a game says of itself where the catalogue does not know it."""

from __future__ import annotations

from typing import ClassVar

from plyground.games.captions import describe_game
from plyground.games.registry import load_game
from plyground.locale import override_language


def test_a_description_goes_by_language_and_before_the_docstring():
    class Silent(type(load_game("tictactoe"))):
        """The first line.

        Not the second.
        """

        name = "silent"

    class Described(Silent):
        descriptions: ClassVar = {"en": "In English.", "ko": "우리말로."}

    class English(Silent):
        descriptions: ClassVar = {"en": "In English."}

    for language, words in (("en", "In English."), ("ko", "우리말로.")):
        with override_language(language):
            assert describe_game(Described()) == words
            assert describe_game(English()) == "In English."
            assert describe_game(Silent()) == "The first line."
            assert describe_game(load_game("tictactoe")) not in ("", words)
