"""Games in the database, move by move."""

from __future__ import annotations

from functools import partial

import pytest
from sqlalchemy.exc import IntegrityError

from plyground.store import game_store
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
        change(game_store.add_move, id="abc", ply=ply, move=move, state={"ply": ply})
    assert find("abc").moves == tuple(made)
    assert find("abc").state == {"ply": 11}


def test_a_ply_is_played_once(change, find):
    change(game_store.add_game, game=SavedGame("abc", "chess", {}))
    change(game_store.add_move, id="abc", ply=0, move=SavedMove("x", 1.0), state={})
    with pytest.raises(IntegrityError):
        change(game_store.add_move, id="abc", ply=0, move=SavedMove("y", 1.0), state={})
    assert [move.move for move in find("abc").moves] == ["x"]


def test_moves_are_truncated(change, find):
    change(game_store.add_game, game=SavedGame("abc", "chess", {}))
    for ply in range(5):
        change(game_store.add_move, id="abc", ply=ply, move=SavedMove(str(ply), 0.0), state={})
    change(game_store.truncate_moves, id="abc", plies=2, state={"result": None})
    assert [move.move for move in find("abc").moves] == ["0", "1"]
    change(game_store.add_move, id="abc", ply=2, move=SavedMove("other", 0.0), state={})
    assert [move.move for move in find("abc").moves] == ["0", "1", "other"]


def test_the_latest_games_come_first(change, database):
    for id in ("old", "middle", "new"):
        change(game_store.add_game, game=SavedGame(id, "chess", {}))
    change(game_store.add_move, id="old", ply=0, move=SavedMove("x", 0.0), state={"result": 1})
    recent = database.read(partial(game_store.list_recent_games, limit=2))
    assert [(game.id, game.plies) for game in recent] == [("old", 1), ("new", 0)]


def test_only_old_games_without_moves_are_deleted(change, find):
    for id in ("played", "unplayed"):
        change(game_store.add_game, game=SavedGame(id, "chess", {}))
    change(game_store.add_move, id="played", ply=0, move=SavedMove("x", 0.0), state={})
    assert change(game_store.delete_unplayed, before=0.0) == 0
    assert change(game_store.delete_unplayed, before=1e12) == 1
    assert find("unplayed") is None
    assert find("played").moves == (SavedMove("x", 0.0),)


def test_a_study_is_stored_and_updated(change, database):
    study = SavedStudy("s1", "hash", {"title": "first"})
    change(add_study, study=study)
    assert database.read(partial(find_study, id="s1")) == study
    assert change(update_study, id="s1", document={"title": "second"})
    assert database.read(partial(find_study, id="s1")).document == {"title": "second"}
    assert not change(update_study, id="s2", document={})
    assert database.read(partial(find_study, id="s2")) is None
