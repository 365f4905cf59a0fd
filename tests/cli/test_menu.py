"""The menu: choosing by number and by name, and asking again."""

from __future__ import annotations

import pytest
import typer

from plyground.agents.level_ratings import find_level_ratings
from plyground.cli import menu
from plyground.games.registry import game_names, load_game


@pytest.fixture
def typing(monkeypatch):
    monkeypatch.setattr("plyground.locale._process_language", ["en"])

    def type_lines(*lines):
        left = iter(lines)

        def read_line(prompt):
            try:
                return next(left)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr(menu, "read_line", read_line)

    return type_lines


def test_empty_input_takes_the_defaults(typing):
    typing("", "", "", "", "")
    session = menu.choose_session(None, None)
    assert session.position.game.name == game_names()[0]
    assert session.players == ("human", "engine:level=5")


def test_games_and_options_are_chosen_by_name(typing):
    typing("trian", "points=0,0 4,0 2,3 extra_move=yes", "random:seed=3", "2")
    session = menu.choose_session(None, None)
    assert session.position.game.settings["points"] == "0,0 4,0 2,3"
    assert session.position.game.settings["extra_move"] is True
    assert session.players == ("random:seed=3", "human")


def test_invalid_input_is_asked_for_again(typing, capsys):
    typing("99", "t", "tictactoe", "width=0", "width", "width=4", "nobody", "human")
    session = menu.choose_session(None, None)
    assert session.position.game.settings["width"] == 4
    assert session.players == ("human", "human")
    error = capsys.readouterr().err.splitlines()
    assert len(error) == 5
    assert "type a number from 1 to" in error[0]


def test_players_given_as_options_are_not_asked_for(typing):
    typing("tictactoe", "")
    assert menu.choose_session("random", None).players == ("random", "random")


def test_leaving_the_menu_leaves_quietly(typing):
    typing("tictactoe")
    with pytest.raises(typer.Exit) as left:
        menu.choose_session(None, None)
    assert left.value.exit_code == 0


def test_levels_are_listed_with_their_ratings(typing, capsys):
    typing("kamisado", "", "engine", "3", "1")
    assert menu.choose_session(None, None).players == ("human", "engine:level=3")
    elo = find_level_ratings(load_game("kamisado")).about(3)
    assert f"level 3, about {elo} here" in capsys.readouterr().out
    typing("kamisado", "points=3", "engine", "3", "1")
    menu.choose_session(None, None)
    assert "about" not in capsys.readouterr().out.partition("engine")[2]
