"""The index of positions: filled when games end, counted by result."""

from __future__ import annotations

import json
from functools import partial

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import inspect, select, text

from plyground.store import game_store, position_store
from plyground.store.connections import make_engine
from plyground.store.database import Database
from plyground.store.game_store import SavedGame
from plyground.store.position_store import IndexedMove, MoveCount
from plyground.store.schema import position_moves

WON = {"result": {"winner": 0, "margin": None, "reason": None}}


@pytest.fixture
def change(database):
    return lambda function, **given: database.write(partial(function, **given)).result()


@pytest.fixture
def unindexed(database):
    return lambda: database.read(partial(position_store.list_unindexed_games, limit=10))


@pytest.fixture
def count(database):
    return lambda position: sorted(
        database.read(partial(position_store.count_moves, position=position)),
        key=lambda move: (move.following, move.result),
    )


def finish(change, id):
    change(game_store.add_game, game=SavedGame(id, "chess", {}))
    change(game_store.set_state, id=id, version=0, state=WON)


def test_a_game_is_to_be_indexed_when_it_is_finished(change, unindexed):
    change(game_store.add_game, game=SavedGame("abc", "chess", {}))
    change(game_store.set_state, id="abc", version=0, state={"result": None})
    assert unindexed() == []
    change(game_store.set_state, id="abc", version=1, state=WON)
    assert unindexed() == ["abc"]
    change(position_store.index_game, id="abc", version=2, moves=[])
    assert unindexed() == []


def test_moves_are_counted_by_result(change, count):
    far = -(2**63)
    for id, following, result in (("a", 5, 1), ("b", 5, 1), ("c", 5, -1), ("d", far, 0)):
        finish(change, id)
        moves = [IndexedMove(1, following, result), IndexedMove(following, 9, -result)]
        change(position_store.index_game, id=id, version=1, moves=moves)
    assert count(1) == [MoveCount(far, 0, 1), MoveCount(5, -1, 1), MoveCount(5, 1, 2)]
    assert count(far) == [MoveCount(9, 0, 1)]
    assert count(2) == []


def test_a_game_counts_once_however_often_it_is_indexed(change, count, unindexed):
    finish(change, "abc")
    for _ in range(2):
        moves = [IndexedMove(1, 2, 1), IndexedMove(1, 2, 1)]
        change(position_store.index_game, id="abc", version=1, moves=moves)
    assert count(1) == [MoveCount(2, 1, 1)]


def test_a_game_that_has_changed_meanwhile_is_not_indexed(change, count, unindexed):
    finish(change, "abc")
    change(position_store.index_game, id="abc", version=0, moves=[IndexedMove(1, 2, 1)])
    change(position_store.index_game, id="gone", version=0, moves=[IndexedMove(1, 2, 1)])
    assert count(1) == []
    assert unindexed() == ["abc"]


def test_a_deleted_game_is_not_counted(change, count, database):
    finish(change, "abc")
    change(position_store.index_game, id="abc", version=1, moves=[IndexedMove(1, 2, 1)])
    change(game_store.delete_game, id="abc")
    assert count(1) == []
    assert database.read(lambda c: c.execute(select(position_moves)).all()) == []


def test_games_of_an_older_version_are_indexed_later(url):
    """The migration marks those that are finished."""
    engine = make_engine(url)
    config = Config()
    config.set_main_option("script_location", "plyground.store:migrations")
    with engine.begin() as connection:
        assert not inspect(connection).get_table_names()
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        for id, state in (("over", WON), ("open", {"result": None}), ("new", {})):
            connection.execute(
                text(
                    "INSERT INTO games (id, game, setup, state, plies, created, updated)"
                    " VALUES (:id, 'chess', '{}', :state, 0, 0, 0)"
                ),
                {"id": id, "state": json.dumps(state)},
            )
    engine.dispose()
    database = Database(url)
    found = database.read(partial(position_store.list_unindexed_games, limit=10))
    database.close()
    assert found == ["over"]
