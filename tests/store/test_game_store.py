"""Games in the database, move by move."""

from __future__ import annotations

from functools import partial

import pytest

from plyground.store import game_store
from plyground.store.errors import ConcurrentChange
from plyground.store.game_store import SavedGame, SavedMove
from plyground.store.study_store import SavedStudy, add_study, find_study, update_study


@pytest.fixture
def change(database):
    return lambda function, **given: database.write(partial(function, **given)).result()


@pytest.fixture
def find(database):
    return lambda id: database.read(partial(game_store.find_game, id=id))


def test_a_game_round_trips(change, find):
    game = SavedGame("abc", "chess", {"options": {"size": 3}}, {"joined": [True, False]})
    change(game_store.add_game, game=game)
    assert find("abc") == game
    assert find("abd") is None


def test_moves_are_returned_in_order(change, find):
    change(game_store.add_game, game=SavedGame("abc", "chess", {}))
    made = [SavedMove(f"m{number}", number / 7) for number in range(12)]
    for ply, move in enumerate(made):
        change(game_store.add_move, id="abc", version=ply, ply=ply, move=move, state={"ply": ply})
    assert find("abc").moves == tuple(made)
    assert find("abc").state == {"ply": 11}
    assert find("abc").version == 12


def play(change, id, *moves, version=0):
    for ply, move in enumerate(moves, version):
        saved = SavedMove(move, 0.0)
        change(game_store.add_move, id=id, version=ply, ply=ply, move=saved, state={"moves": ply})


@pytest.mark.parametrize(
    ("function", "given"),
    [
        (game_store.add_move, {"ply": 1, "move": SavedMove("z", 1.0)}),
        (game_store.truncate_moves, {"plies": 0}),
        (game_store.set_state, {}),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
@pytest.mark.parametrize("version", [0, 2])
def test_who_does_not_know_the_last_change_changes_nothing(change, find, function, given, version):
    change(game_store.add_game, game=SavedGame("abc", "chess", {}))
    play(change, "abc", "x")
    before = find("abc")
    with pytest.raises(ConcurrentChange, match="changed elsewhere"):
        change(function, id="abc", version=version, state={"lost": True}, **given)
    assert find("abc") == before
    play(change, "abc", "y", version=1)
    assert [move.move for move in find("abc").moves] == ["x", "y"]


def test_moves_are_truncated(change, find):
    change(game_store.add_game, game=SavedGame("abc", "chess", {}))
    play(change, "abc", "0", "1", "2", "3", "4")
    change(game_store.truncate_moves, id="abc", version=5, plies=2, state={"result": None})
    assert [move.move for move in find("abc").moves] == ["0", "1"]
    move = SavedMove("other", 0.0)
    change(game_store.add_move, id="abc", version=6, ply=2, move=move, state={})
    assert [move.move for move in find("abc").moves] == ["0", "1", "other"]


def test_the_latest_games_come_first(change, database):
    for id in ("old", "middle", "new"):
        change(game_store.add_game, game=SavedGame(id, "chess", {}))
    play(change, "old", "x")
    recent = database.read(partial(game_store.list_recent_games, limit=2))
    assert [(game.id, game.plies) for game in recent] == [("old", 1), ("new", 0)]


def test_unlisted_games_are_not_shown(change, database):
    for id, setup in (("a", {"listed": True}), ("b", {"listed": False}), ("c", {})):
        change(game_store.add_game, game=SavedGame(id, "chess", setup))
        assert database.read(partial(game_store.has_game, id=id))
    assert not database.read(partial(game_store.has_game, id="d"))
    listed = database.read(partial(game_store.list_recent_games, limit=10))
    assert {game.id for game in listed} == {"a", "c"}


def test_only_old_games_without_moves_are_deleted(change, find):
    for id in ("played", "unplayed"):
        change(game_store.add_game, game=SavedGame(id, "chess", {}))
    play(change, "played", "x")
    assert change(game_store.delete_unplayed, before=0.0) == 0
    assert change(game_store.delete_unplayed, before=1e12) == 1
    assert find("unplayed") is None
    assert find("played").moves == (SavedMove("x", 0.0),)


def test_a_study_is_stored_and_updated(change, database):
    study = SavedStudy("s1", "hash", {"title": "first"})
    change(add_study, study=study)
    assert database.read(partial(find_study, id="s1")) == study
    change(update_study, id="s1", version=0, document={"title": "second"})
    second = SavedStudy("s1", "hash", {"title": "second"}, 1)
    assert database.read(partial(find_study, id="s1")) == second
    for id, version in (("s1", 0), ("s1", 2), ("s2", 0)):
        with pytest.raises(ConcurrentChange):
            change(update_study, id=id, version=version, document={})
    assert database.read(partial(find_study, id="s1")) == second
    assert database.read(partial(find_study, id="s2")) is None
