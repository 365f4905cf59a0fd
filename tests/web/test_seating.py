"""Who sits at a game: invitations that are used once, names, and engines that take over."""

from __future__ import annotations

import pytest

GUEST = "a token of the guest's own"
STRONG = {"kind": "agent", "spec": "engine:level=9"}


def listed(server):
    return [game["id"] for game in server.get("/api/games").json()["games"]]


# Invitations.


def test_an_invitation_is_used_once(server):
    begun = server.begin(second="open")
    with server.watch(begun, begun["invite"], claim=GUEST, name="Ada") as guest:
        assert guest.last["seats"] == [1]
        assert guest.last["players"][1]["name"] == "Ada"
        with server.watch(begun, begun["invite"], claim="another token of another") as third:
            assert third.last["seats"] == []
            for action in ("resign", "undo", "rematch"):
                third.do(action)
                assert "watching" in third.refused, action
            assert third.last["result"] is None
    with server.watch(begun, GUEST) as again:
        assert again.last["seats"] == [1]


def test_the_same_guest_may_repeat_the_invitation(server):
    """The answer to the first hello may be lost."""
    begun = server.begin(second="open")
    for _ in range(2):
        with server.watch(begun, begun["invite"], claim=GUEST) as guest:
            assert guest.last["seats"] == [1]


def test_who_gives_no_token_of_their_own_keeps_the_seat_while_connected(server):
    begun = server.begin(second="open")
    with (
        server.watch(begun, begun["invite"]) as guest,
        server.watch(begun, begun["tokens"][0]) as host,
    ):
        host.move("b2")
        guest.sync()
        guest.move("a1")
        assert guest.refused is None
    with server.watch(begun, begun["invite"]) as later:
        assert later.last["seats"] == []


def test_an_invitation_is_used_once_also_after_a_restart(serve):
    with serve() as server:
        begun = server.begin(second="open")
        with server.watch(begun, begun["invite"], claim=GUEST):
            pass
    with serve() as server:
        with server.watch(begun, begun["invite"]) as third:
            assert third.last["seats"] == []
        with server.watch(begun, GUEST) as guest:
            assert guest.last["seats"] == [1]


def test_a_claim_takes_no_seat_without_an_invitation(server):
    begun = server.begin(second="open")
    with server.watch(begun, claim=GUEST) as stranger:
        assert stranger.last["seats"] == []
        assert not stranger.last["players"][1]["joined"]
    with server.watch(begun, GUEST) as stranger:
        assert stranger.last["seats"] == []


def test_games_by_invitation_are_not_listed_unless_wished(server):
    shown = server.begin(second="random")
    hidden = server.begin(second="open")
    wished = server.begin(second="open", listed=True)
    private = server.begin(listed=False)
    assert set(listed(server)) == {shown["id"], wished["id"]}
    assert server.get(f"/api/games/{private['id']}").status_code == 200
    with server.watch(hidden, hidden["invite"]):
        assert hidden["id"] not in listed(server)


# Names.


def test_a_player_can_change_their_name(serve):
    with serve() as server:
        begun = server.begin(second="open")
        with server.watch(begun, begun["tokens"][0]) as host, server.watch(begun) as spectator:
            host.do("name", name=" Grace\n Hopper ")
            assert spectator.sync()["players"][0]["name"] == "Grace Hopper"
            spectator.do("name", name="Nobody")
            assert "watching" in spectator.refused
            host.do("name", name="x" * 41)
            assert host.refused
    with serve() as server:
        assert (
            server.get(f"/api/games/{begun['id']}").json()["players"][0]["name"] == "Grace Hopper"
        )
        record = server.get(f"/api/games/{begun['id']}/record").json()
        assert record["players"][0] == "Grace Hopper"


# Engines that take over.


def test_another_engine_takes_over_the_engines_seat(serve):
    with serve() as server:
        begun = server.begin(second="random")
        with server.watch(begun, begun["tokens"][0]) as human, server.watch(begun) as spectator:
            spectator.do("seat", side=1, player=STRONG)
            assert "watching" in spectator.refused
            human.do("seat", side=1, player=STRONG)
            assert human.refused is None
            assert spectator.sync()["players"][1]["spec"] == "engine:level=9"
            human.move("b2")
            human.until(lambda state: len(state["moves"]) == 2)
            human.do("seat", side=1, player={"kind": "human"})
            assert "engine sits there" in human.refused
            human.do("seat", side=1, player={"kind": "agent", "spec": "x.py:Evil"})
            assert human.refused
            human.do("seat", side=1, player={"kind": "open"})
            assert human.refused
    with serve() as server:
        assert (
            server.get(f"/api/games/{begun['id']}").json()["players"][1]["spec"] == STRONG["spec"]
        )


def test_an_engine_takes_over_for_a_person_who_wants_it(server):
    begun = server.begin(second="open")
    with (
        server.watch(begun, begun["tokens"][0]) as host,
        server.watch(begun, begun["invite"], claim=GUEST) as guest,
    ):
        guest.do("seat", side=0, player=STRONG)
        assert "watching" in guest.refused, "nobody gives away the seat of another person"
        host.do("seat", side=0, player=STRONG)
        guest.until(lambda state: len(state["moves"]) == 1)
        assert guest.last["players"][0]["kind"] == "agent"
        host.sync()
        assert (host.last["seats"], host.last["held"]) == ([], [0])
        host.move("a1", ply=1)
        assert host.refused
        host.do("undo")
        assert guest.sync()["offers"]["undo"] == 0, "the other person is asked"
        guest.do("undo", answer="decline")
        host.do("seat", side=0, player={"kind": "human", "name": "Ada"})
        assert host.last["seats"] == [0]
        assert host.last["players"][0]["name"] == "Ada"
        guest.move(next(iter(guest.last["position"]["paths"])))
        host.sync()
        host.move(next(iter(host.last["position"]["paths"])))
        assert host.refused is None


def test_the_time_of_an_unfinished_turn_is_charged(server):
    begun = server.begin(second="open", control={"clock": {"left": 100, "increment": 0}})
    with (
        server.watch(begun, begun["tokens"][0]) as host,
        server.watch(begun, begun["invite"]),
    ):
        before = host.sync()["clocks"]["left"][0]
        host.do("seat", side=0, player={"kind": "human"})
        assert host.last["clocks"]["left"][0] <= before
        assert host.last["clocks"]["running"] == 0


# Engine against engine.


def test_a_game_between_engines_is_paused_and_goes_on(serve):
    with serve() as server:
        begun = server.begin(first="random", second="random", options={"width": 5, "height": 5})
        with server.watch(begun) as spectator:
            spectator.do("pace", delay=0, paused=True)
            assert "watching" in spectator.refused
        with server.watch(begun, *begun["tokens"]) as owner:
            assert (owner.last["seats"], owner.last["held"]) == ([], [0, 1])
            owner.do("pace", delay=0, paused=True)
            assert owner.last["pace"] == {"delay": 0, "paused": True}
            assert owner.last["thinking"] is None
            count = len(owner.last["moves"])
    with serve() as server, server.watch(begun, *begun["tokens"]) as owner:
        assert owner.last["pace"]["paused"]
        assert len(owner.last["moves"]) == count
        if owner.last["result"] is None:
            owner.do("pace", delay=0, paused=False)
        owner.until(lambda state: state["result"])


def test_a_game_between_engines_waits_before_each_move(server):
    begun = server.begin(first="random", second="random", delay=60)
    with server.watch(begun, *begun["tokens"]) as owner:
        assert owner.last["pace"]["delay"] == 60
        assert owner.sync()["moves"] == []
        owner.do("pace", delay=0, paused=False)
        owner.until(lambda state: state["result"])


def test_who_watches_engines_takes_a_seat(server):
    begun = server.begin(first="random", second="random", delay=60)
    with server.watch(begun, *begun["tokens"]) as owner:
        owner.do("seat", side=0, player={"kind": "human"})
        assert owner.last["seats"] == [0]
        owner.move("b2")
        owner.until(lambda state: len(state["moves"]) == 2)
        owner.do("pace", delay=1, paused=True)
        assert "between engines" in owner.refused


@pytest.mark.parametrize("delay", [-1, 61, "soon", None])
def test_a_wrong_delay_is_refused(server, delay):
    seats = [{"kind": "agent", "spec": "random"}] * 2
    answer = server.post("/api/games", {"game": "tictactoe", "players": seats, "delay": delay})
    assert answer.status_code == 422
