"""Pairs are leased to one process at a time, and stored once."""

from __future__ import annotations

import subprocess
import sys

import pytest
from sqlalchemy import select, update

from plyground.arena.bradley_terry import Encounter
from plyground.arena.pairs import Pair, PlayedPair
from plyground.store import event_store
from plyground.store.event_store import EventStore, add_event, find_event, list_encounters
from plyground.store.schema import event_games, event_pairs

FIRST = Pair(1, "engine", "random", "a1 b2")


def make_game(number, a_side, winner):
    return {"number": number, "a_side": a_side, "outcome": {"winner": winner}}


PLAYED = PlayedPair(FIRST, [make_game(1, 0, 0), make_game(2, 1, None)])


@pytest.fixture
def event(database):
    setup = {"games": 2}
    return database.write(
        lambda connection: add_event(connection, "k" * 64, "match", "tictactoe", {}, setup)
    ).result()


@pytest.fixture
def open_store(database, event):
    """Opens the event as another process would."""
    stores = []

    def start():
        stores.append(EventStore(database, event).__enter__())
        return stores[-1]

    yield start
    for store in stores:
        store.__exit__(None, None, None)


def test_a_pair_is_leased_to_one_process(open_store):
    ours, theirs = open_store(), open_store()
    assert ours.claim(FIRST)
    assert not theirs.claim(FIRST)
    assert ours.claim(FIRST)


def test_a_pair_is_stored_once_and_by_its_owner(open_store):
    ours, theirs = open_store(), open_store()
    assert ours.claim(FIRST)
    assert not theirs.finish(PLAYED)
    assert ours.finish(PLAYED)
    assert not ours.finish(PLAYED)
    assert not theirs.claim(FIRST)
    assert theirs.list_played() == [PLAYED]
    assert theirs.find_played(1) == PLAYED
    assert theirs.find_played(2) is None


def test_a_lease_expires(open_store, database):
    ours, theirs = open_store(), open_store()
    assert ours.claim(FIRST)
    database.write(lambda to: to.execute(update(event_pairs).values(expires=1.0))).result()
    assert theirs.claim(FIRST)
    assert not ours.finish(PLAYED)
    assert theirs.finish(PLAYED)


def test_a_lease_is_renewed(open_store, database, monkeypatch):
    monkeypatch.setattr(event_store, "RENEWAL_SECONDS", 0.01)
    assert open_store().claim(FIRST)
    database.write(lambda to: to.execute(update(event_pairs).values(expires=1.0))).result()
    while database.read(lambda on: on.execute(select(event_pairs.c.expires)).scalar()) == 1.0:
        pass


def test_the_lease_of_a_dead_process_ends_at_once(open_store, database, monkeypatch):
    gone = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    with monkeypatch.context() as patch:
        patch.setattr(event_store.os, "getpid", lambda: gone.pid)
        ours = open_store()
    theirs = open_store()
    assert ours.claim(FIRST)
    assert not theirs.claim(FIRST)
    gone.communicate(b"\n")
    assert theirs.claim(FIRST)


def test_leases_are_given_up_at_the_end(open_store, database, event):
    with EventStore(database, event) as ours:
        assert ours.claim(FIRST)
    assert open_store().claim(FIRST)


def test_an_event_is_found_by_its_key(database, event):
    found = database.read(lambda connection: find_event(connection, "k" * 64))
    assert found == event
    assert database.read(lambda connection: find_event(connection, "other")) is None


def test_points_are_those_of_a(open_store, database, event):
    ours = open_store()
    assert ours.claim(FIRST)
    assert ours.finish(PLAYED)
    encounters = database.read(lambda connection: list_encounters(connection, event))
    assert encounters == [Encounter("engine", "random", 1.5, 2)]
    rows = database.read(lambda on: on.execute(select(event_games.c.number)).all())
    assert [number for (number,) in rows] == [1, 2]
