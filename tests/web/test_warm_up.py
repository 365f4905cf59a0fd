"""While native code is compiled, the plain search answers; then the native one takes over."""

from __future__ import annotations

import pytest

from plyground.agents.levels import LEVELS
from plyground.agents.python_search import SECONDS
from plyground.games.registry import find_game_class, game_names
from plyground.games.tictactoe import TicTacToe
from plyground.web import game_cache
from plyground.web.api import catalogue
from plyground.web.settings import Settings


@pytest.fixture
def players(server, monkeypatch):
    """The kinds of agents that were made on this server, in order."""
    policy, made = server.services.agent_policy, []

    def record(name):
        make = getattr(policy, name)

        def recorded(spec):
            found = make(spec)
            made.append(type(found).__name__)
            return found

        monkeypatch.setattr(policy, name, recorded)

    record("make_agent")
    record("make_stand_in")
    return made


def wait_for_reply(player, plies):
    return player.until(lambda state: len(state["moves"]) == plies)


def test_plain_python_replies_until_native_code_is_ready(server, held_compilation, players):
    begun = server.begin(second="engine:level=3")
    with server.watch(begun, begun["tokens"][0]) as human:
        assert human.last["warming_up"] == 40
        human.move("b2")
        wait_for_reply(human, 2)
        assert players == ["PythonSearch"]
        assert human.last["warming_up"] == 40
        assert not server.services.game_cache.get_game("tictactoe").is_native
        held_compilation.release()
        human.until(lambda state: state["warming_up"] is None)
        human.move(next(iter(human.last["position"]["paths"])))
        wait_for_reply(human, 4)
        assert players == ["PythonSearch", "Engine"]


def test_the_reply_sees_what_wins(server, held_compilation):
    begun = server.begin(second="engine", moves=["a1", "b2", "c3", "b1"])
    with server.watch(begun, begun["tokens"][0]) as human:
        human.move("a2")
        wait_for_reply(human, 6)
        assert human.last["moves"][-1]["move"] == "b3"
        assert human.last["result"]["winner"] == 1


def test_agents_that_need_no_native_code_play_themselves(server, held_compilation, players):
    begun = server.begin(second="random")
    with server.watch(begun, begun["tokens"][0]) as human:
        human.move("b2")
        wait_for_reply(human, 2)
        assert players == ["RandomAgent"]
        assert human.last["warming_up"] is None


def test_nearly_ready_native_code_is_waited_for_and_not_shown(server, held_compilation, players):
    held_compilation.remaining_seconds = 0.0
    begun = server.begin(second="engine")
    with server.watch(begun, begun["tokens"][0]) as human:
        assert human.last["warming_up"] is None
        held_compilation.release()
        human.move("b2")
        wait_for_reply(human, 2)
        assert players == ["Engine"]


def test_a_stand_in_keeps_the_level_the_depth_and_the_time(server):
    make = server.services.agent_policy.make_stand_in
    assert make("engine:level=2").level == LEVELS[2]
    assert make("alphabeta:depth=3").depth == 3
    assert make("engine:time=0.25").time == 0.25
    assert make("engine:time=20").time == SECONDS


def test_an_agent_of_the_owner_is_replaced_only_if_it_is_a_search_of_ours(serve):
    engines = {"Strong": "engine:threads=2", "Other": "gomocup:/usr/bin/other --fast, --deep"}
    with serve(**Settings(engines=engines).model_dump(include={"engines"})) as server:
        policy = server.services.agent_policy
        assert policy.is_native("Strong")
        assert not policy.is_native("Other")


def test_analysis_streams_from_the_plain_search_and_then_from_the_native_one(
    server, held_compilation, players
):
    with server.analyse() as client:
        client.send(type="analyse", ask=5, game="kamisado", lines=2, seconds=20)
        assert client.until("preparing")["seconds"] == 40
        first = client.until("depth")
        assert first["plain"] is True
        assert len(first["lines"]) == 2
        assert players == ["PythonSearch"]
        held_compilation.release()
        while (found := client.until("depth", "done"))["plain"]:
            assert found["type"] == "depth"
        assert players == ["PythonSearch", "Engine"]
        assert {message["ask"] for message in client.received} == {5}


def test_an_analysis_that_plain_python_has_finished_waits_for_the_native_one(
    server, held_compilation
):
    with server.analyse() as client:
        moves = ["a1", "b2", "c3", "b1"]
        client.send(type="analyse", game="tictactoe", moves=moves, seconds=20)
        assert client.until("depth")["plain"] is True
        held_compilation.release()
        done = client.until("done")
        assert done["plain"] is False
        assert done["lines"][0]["moves"][0] == "b3"


def test_a_review_waits_for_native_code(server, held_compilation, players):
    study = server.post("/api/studies", {"game": "tictactoe", "moves": ["b2", "b1", "a1"]}).json()
    with server.analyse() as client:
        client.send(type="review", study=study["id"], key=study["key"])
        assert client.until("preparing")["seconds"] == 40
        assert players == []
        held_compilation.release()
        assert client.until("reviewed")["study"]["nodes"]
        assert players == ["Engine"]


def test_choosing_a_game_compiles_the_engine_for_it(server, held_compilation):
    answer = server.post("/api/warmup", {"game": "gomoku", "options": {"rule": "renju"}})
    assert (answer.status_code, answer.json()) == (202, {"seconds": 40})
    assert held_compilation.submitted == [("gomoku", "engine")]
    held_compilation.release()
    assert server.post("/api/warmup", {"game": "gomoku"}).json() == {"seconds": None}
    assert server.post("/api/warmup", {"game": "chess"}).status_code == 400


def test_agents_of_one_kind_share_a_compilation_and_rules_become_native(server):
    queue, games = server.services.compile_queue, server.services.game_cache
    game, larger = games.get_game("tictactoe"), games.get_game("tictactoe", {"width": 4})
    request = queue.submit(game, "engine:level=1")
    assert queue.submit(larger, "engine:level=9") is request
    assert queue.submit(game, "mcts") is not request
    request.ready.result()
    for each in (game, larger):
        queue.submit(each, "engine")
        assert each.is_native


def test_a_game_that_cannot_be_loaded_fails_alone(server, monkeypatch, caplog):
    class Broken(TicTacToe):
        name = "broken"

        def build(self):
            return 1 / 0

    def fail(name):
        if name == "missing":
            raise ImportError("no module named other")
        return Broken if name == "broken" else find_game_class(name)

    monkeypatch.setattr(game_cache, "find_game_class", fail)
    monkeypatch.setattr(catalogue, "game_names", lambda: ["broken", "missing", *game_names()])
    for _ in range(2):
        found = server.get("/api/catalogue").json()
        assert [game["name"] for game in found["games"]] == game_names()
        assert found["broken"] == [
            {"name": "broken", "problem": "The game broken cannot be loaded: "
             "ZeroDivisionError: division by zero"},
            {"name": "missing", "problem": "The game missing cannot be loaded: "
             "ImportError: no module named other"},
        ]  # fmt: skip
    for name in ("broken", "missing"):
        answer = server.post("/api/positions", {"game": name})
        assert (answer.status_code, name in answer.json()["problem"]) == (400, True)
    assert len(caplog.records) == 2


def test_the_server_responds_while_plain_python_thinks(server, held_compilation):
    with server.analyse() as client:
        client.send(type="analyse", game="gomoku", seconds=20)
        client.until("depth")
        assert server.get("/healthz").json()["status"] == "ok"
        client.send(type="ping", at=1)
        client.until("pong")
