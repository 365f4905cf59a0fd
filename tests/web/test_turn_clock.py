"""Clocks on the server: they run, run out without a message, and are restored by undo."""

from __future__ import annotations

import time

import pytest


def test_without_control_there_are_no_clocks(server):
    begun = server.begin()
    with server.watch(begun, *begun["tokens"]) as both:
        assert both.last["clocks"] is None
        assert both.last["control"] is None


def test_a_player_out_of_time_loses_without_a_message(server):
    begun = server.begin(control={"per_move": 1.5})
    with server.watch(begun, *begun["tokens"]) as both:
        both.move("b2")
        assert both.last["clocks"]["running"] == 1
        message = both.receive()
        assert message["result"] == {
            "winner": 0,
            "margin": None,
            "reason": "reason.time",
            "words": "The first player wins (on time)",
        }
        assert message["clocks"] == {
            "left": [1.5, 0],
            "running": None,
            "at": message["clocks"]["at"],
        }


def test_time_runs_out_although_nobody_is_connected(server):
    begun = server.begin(control={"per_move": 0.2})
    with server.watch(begun, *begun["tokens"]):
        pass
    until = time.monotonic() + 30
    while server.get(f"/api/games/{begun['id']}").json()["result"] is None:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_clock_waits_until_all_have_joined(server):
    begun = server.begin(second="open", control={"clock": {"left": 100, "increment": 1}})
    with server.watch(begun, begun["tokens"][0]) as first:
        assert first.last["clocks"]["running"] is None
        assert first.last["clocks"]["left"] == [100, 100]
        with server.watch(begun, begun["invite"]) as second:
            assert second.last["clocks"]["running"] == 0
            assert first.sync()["clocks"]["running"] == 0


def test_a_move_takes_its_time_and_gains_the_increment(server):
    begun = server.begin(control={"clock": {"left": 100, "increment": 2}})
    with server.watch(begun, *begun["tokens"]) as both:
        time.sleep(0.05)
        both.move("b2")
        [made] = both.last["moves"]
        assert made["seconds"] >= 0.05
        left = both.last["clocks"]["left"]
        assert left[0] == round(100 - made["seconds"] + 2, 3)
        assert both.last["clocks"]["running"] == 1
        assert left[1] <= 100


def test_undo_restores_the_clocks(server):
    begun = server.begin(second="random:seed=1", control={"clock": {"left": 100, "increment": 0}})
    with server.watch(begun, begun["tokens"][0]) as human:
        time.sleep(0.05)
        human.move("b2")
        state = human.until(
            lambda state: len(state["moves"]) == 2 and state["clocks"]["running"] == 0
        )
        assert state["clocks"]["left"][0] <= 99.95
        live_game = server.services.lobby._live_games[begun["id"]]
        human.do("undo")
        assert live_game.session.clocks.left == (100, 100)
        assert human.last["clocks"]["running"] == 0


def test_an_agents_clock_runs_while_it_thinks(server):
    control = {"clock": {"left": 100, "increment": 0}}
    begun = server.begin(second="engine:time=0.2", control=control)
    with server.watch(begun, begun["tokens"][0]) as human:
        human.move("a1")
        human.until(lambda state: len(state["moves"]) == 2)
        seconds = human.last["moves"][1]["seconds"]
        assert human.last["clocks"]["left"][1] == round(100 - seconds, 3)
        running = [state["clocks"]["running"] for state in human.states]
        assert 1 in running


def test_an_agent_keeps_within_its_clock(server):
    begun = server.begin("kamisado", second="engine", control={"per_move": 0.3})
    with server.watch(begun, begun["tokens"][0]) as human:
        human.move("d1-d5")
        state = human.until(lambda state: len(state["moves"]) == 2)
        assert state["result"] is None
        assert state["moves"][1]["seconds"] <= 0.3


def test_downtime_is_charged_to_nobody(serve):
    with serve() as server:
        begun = server.begin(control={"clock": {"left": 50, "increment": 0}})
        with server.watch(begun, *begun["tokens"]) as both:
            both.move("b2")
            before = both.last["clocks"]["left"]
            time.sleep(0.5)
    with serve() as server:
        idle = server.get(f"/api/games/{begun['id']}").json()["clocks"]
        assert idle["running"] is None
        assert idle["left"] == [before[0], 50]
        with server.watch(begun, begun["tokens"][1]) as second:
            assert second.last["clocks"]["running"] == 1
            assert second.last["clocks"]["left"][1] > 40


def test_clocks_stay_as_they_were_when_the_game_ended(serve):
    """Also after a restart: neither the loser's time nor that of the last turn comes back."""
    begun = {}
    with serve() as server:
        control = {"clock": {"left": 0.3, "increment": 0}}
        begun["time"] = server.begin(control=control)
        with server.watch(begun["time"], *begun["time"]["tokens"]) as both:
            ended = both.until(lambda state: state["result"])
            assert ended["clocks"]["left"] == [0, 0.3]
        begun["resigned"] = server.begin(control={"per_move": 100})
        with server.watch(begun["resigned"], *begun["resigned"]["tokens"]) as both:
            time.sleep(0.05)
            left = both.do("resign")["clocks"]["left"]
            assert left[0] <= 99.95
            assert left[1] == 100
            assert both.sync()["clocks"]["left"] == left
    with serve() as server:
        clocks = {
            why: server.get(f"/api/games/{begun[why]['id']}").json()["clocks"]["left"]
            for why in begun
        }
    assert clocks["time"] == [0, 0.3]
    assert clocks["resigned"][0] == pytest.approx(left[0], abs=0.01)


def test_undo_after_a_loss_on_time_brings_the_time_back(server):
    begun = server.begin(control={"clock": {"left": 0.4, "increment": 0}})
    with server.watch(begun, *begun["tokens"]) as both:
        both.move("b2")
        both.until(lambda state: state["result"])
        assert both.do("undo")["clocks"]["left"][1] == 0.4
