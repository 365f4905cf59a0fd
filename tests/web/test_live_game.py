"""A game over its socket: players, agents, spectators, and what each of them may do."""

from __future__ import annotations

import pytest

from plyground.games.registry import load_game


def moves_of(state):
    return [made["move"] for made in state["moves"]]


def test_two_people_play_to_the_end(server):
    begun = server.begin(second="open")
    with server.watch(begun, begun["tokens"][0]) as first:
        assert first.last["type"] == "state"
        assert first.last["seats"] == [0]
        assert [player["joined"] for player in first.last["players"]] == [True, False]
        with server.watch(begun, begun["invite"]) as second:
            assert second.last["seats"] == [1]
            for player, move in ((first, "a1"), (second, "b1"), (first, "a2"), (second, "b2")):
                player.sync()
                player.move(move)
            first.sync()
            assert first.last["type"] == "update"
            assert "board" not in first.last
            assert first.last["players"][1]["connected"]
            first.move("a3")
            second.sync()
            assert moves_of(second.last) == ["a1", "b1", "a2", "b2", "a3"]
            assert [made["side"] for made in second.last["moves"]] == [0, 1, 0, 1, 0]
            assert second.last["result"]["winner"] == 0
            assert second.last["result"]["words"] == "The first player wins (a complete line)"
            assert second.last["version"] == first.last["version"]
        assert not first.sync()["players"][1]["connected"]


def test_one_person_moves_for_both_sides(server):
    begun = server.begin()
    with server.watch(begun, *begun["tokens"]) as both:
        assert both.last["seats"] == [0, 1]
        both.move("b2")
        both.move("a1")
        assert moves_of(both.last) == ["b2", "a1"]


@pytest.mark.parametrize("spec", ["random:seed=1", "engine:level=1", "minimax", "baseline"])
def test_an_agent_answers(server, spec):
    begun = server.begin(second=spec)
    assert begun["tokens"][1] is None
    with server.watch(begun, begun["tokens"][0]) as human:
        human.move("b2")
        state = human.until(lambda state: len(state["moves"]) == 2)
        assert state["moves"][1]["side"] == 1
        assert state["thinking"] is None
        assert state["players"][1]["connected"]


@pytest.mark.parametrize(
    ("language", "why"), [("en", "stops an open four"), ("ko", "열린 사를 막음")]
)
def test_the_rule_that_chose_a_move_is_sent(server, language, why):
    begun = server.begin(
        "gomoku", second="baseline", options={"size": 9}, start="c5 d5 / a1 a9 / 0"
    )
    with server.watch(begun, begun["tokens"][0], lang=language) as human:
        human.move("e5")
        state = human.until(lambda state: len(state["moves"]) == 2)
        assert "why" not in state["moves"][0]
        assert (state["moves"][1]["move"], state["moves"][1]["why"]) == ("f5", why)


def test_an_agent_with_the_first_seat_moves_first(server):
    begun = server.begin(first="random")
    with server.watch(begun, begun["tokens"][1]) as human:
        human.until(lambda state: len(state["moves"]) == 1)


def test_agents_play_each_other_while_somebody_watches(server):
    begun = server.begin(first="random", second="random")
    assert server.get(f"/api/games/{begun['id']}").json()["moves"] == []
    with server.watch(begun) as spectator:
        ended = spectator.until(lambda state: state["result"])
        assert ended["position"]["over"]


def test_seats_can_be_assigned_at_random(server):
    sides = set()
    for _ in range(30):
        begun = server.begin(second="random", random=True)
        sides.add(begun["tokens"].index(None))
    assert sides == {0, 1}


def test_a_game_starts_from_a_position(server):
    begun = server.begin(start="a1 b2 / c3 / 1", moves=["A3 b1"])
    with server.watch(begun, *begun["tokens"]) as both:
        assert moves_of(both.last) == ["a3", "b1"]
        assert both.last["position"]["ply"] == 2
        both.move("b3")
        both.do("undo")
        assert both.refused is None
        both.do("undo")
        assert both.refused == "There is no move to take back."


def test_a_spectator_sees_everything_and_can_do_nothing(server):
    begun = server.begin()
    with server.watch(begun, *begun["tokens"]) as both, server.watch(begun) as spectator:
        assert spectator.last["seats"] == []
        spectator.move("b2")
        assert "watching" in spectator.refused
        for action in ("undo", "resign", "rematch"):
            spectator.do(action)
            assert "watching" in spectator.refused, action
        spectator.do("draw", answer="offer")
        assert "watching" in spectator.refused
        both.move("b2")
        assert moves_of(spectator.sync()) == ["b2"]


def test_a_wrong_token_gives_no_seat(server):
    begun, other = server.begin(), server.begin()
    guesses = [other["tokens"][0], begun["tokens"][0][:-1], "", "x" * 100]
    with server.watch(begun, *guesses) as stranger:
        assert stranger.last["seats"] == []


def test_only_the_side_to_move_moves(server):
    begun = server.begin(second="open")
    with server.watch(begun, begun["invite"]) as second:
        second.move("b2")
        assert second.refused == "It is not your turn."
        assert second.last["moves"] == []


def test_a_move_for_another_position_is_refused(server):
    begun = server.begin()
    with server.watch(begun, *begun["tokens"]) as both:
        both.move("b2")
        both.move("a1", ply=0)
        assert "moved on" in both.refused
        both.move("b2")
        assert "no legal move" in both.refused
        assert moves_of(both.last) == ["b2"]


def test_a_move_that_is_sent_twice_counts_once(server):
    """Who reconnects cannot know whether the last move has arrived, and sends it again."""
    begun = server.begin(second="open")
    with server.watch(begun, begun["tokens"][0]) as first:
        first.move("b2")
        first.move("b2", ply=0)
        assert first.refused is None
        assert moves_of(first.last) == ["b2"]
        first.move("a1", ply=0)
        assert "moved on" in first.refused
        with server.watch(begun, begun["invite"]) as second:
            second.move("b2", ply=0)
            assert "moved on" in second.refused


def test_undo_against_an_agent_takes_two_plies_back_at_once(server):
    begun = server.begin(second="random:seed=1")
    with server.watch(begun, begun["tokens"][0]) as human:
        human.do("undo")
        assert human.refused == "There is no move to take back."
        human.move("b2")
        human.until(lambda state: len(state["moves"]) == 2)
        human.do("undo")
        assert human.last["moves"] == []
        assert human.last["position"]["side"] == 0
        assert len(human.last["position"]["paths"]) == 9


def test_undo_while_the_agent_thinks_takes_one_ply_back(server):
    begun = server.begin("gomoku", second="engine:time=20")
    with server.watch(begun, begun["tokens"][0]) as human:
        human.move("h8")
        human.until(lambda _: server.services.pool.running)
        human.do("undo")
        assert human.last["moves"] == []
        assert human.last["thinking"] is None
        human.until(lambda _: not server.services.pool.running)


def test_undo_between_people_is_an_offer(server):
    begun = server.begin(second="open")
    with (
        server.watch(begun, begun["tokens"][0]) as first,
        server.watch(begun, begun["invite"]) as second,
    ):
        first.move("b2")
        second.sync()
        second.move("a1")
        first.do("undo")
        assert first.last["offers"]["undo"] == 0
        second.do("undo", answer="decline")
        assert second.last["offers"]["undo"] is None
        second.do("undo", answer="accept")
        assert "no such offer" in second.refused
        first.do("undo")
        second.do("undo", answer="accept")
        assert second.last["moves"] == []
        assert second.last["position"]["side"] == 0


def test_undo_can_be_off(server):
    begun = server.begin(undo=False)
    with server.watch(begun, *begun["tokens"]) as both:
        assert both.last["settings"] == {"undo": False}
        both.move("b2")
        both.do("undo")
        assert both.refused == "Moves cannot be taken back in this game."
        assert moves_of(both.last) == ["b2"]


def test_who_resigns_loses(server):
    begun = server.begin(second="random")
    with server.watch(begun, begun["tokens"][0]) as human:
        human.do("resign")
        assert human.last["result"]["winner"] == 1
        assert human.last["result"]["reason"] == "reason.resigned"
        human.move("b2")
        assert "over" in human.refused
        human.do("resign")
        assert human.refused == "The game is over already."


def test_a_draw_is_agreed_by_both(server):
    begun = server.begin(second="open")
    with (
        server.watch(begun, begun["tokens"][0]) as first,
        server.watch(begun, begun["invite"]) as second,
    ):
        second.do("draw", answer="accept")
        assert "no such offer" in second.refused
        first.do("draw", answer="offer")
        assert second.sync()["offers"]["draw"] == 0
        second.do("draw", answer="decline")
        assert second.last["offers"]["draw"] is None
        first.do("draw", answer="offer")
        second.do("draw", answer="accept")
        assert second.last["result"] == {
            "winner": None,
            "margin": None,
            "reason": "reason.agreed",
            "words": "Draw (by agreement)",
        }


def test_a_draw_offer_ends_with_the_others_move(server):
    begun = server.begin(second="open")
    with (
        server.watch(begun, begun["tokens"][0]) as first,
        server.watch(begun, begun["invite"]) as second,
    ):
        first.do("draw", answer="offer")
        first.move("b2")
        assert first.last["offers"]["draw"] == 0
        second.sync()
        second.move("a1")
        assert second.last["offers"]["draw"] is None


def test_an_agent_accepts_no_draw(server):
    begun = server.begin(second="random")
    with server.watch(begun, begun["tokens"][0]) as human:
        human.do("draw", answer="offer")
        assert human.refused == "The engine plays on."
        assert human.last["result"] is None


def test_a_rematch_swaps_sides_and_keeps_tokens(server):
    begun = server.begin(second="open", control={"per_move": 60})
    guest = "a token of the guest's own"
    with server.watch(begun, begun["invite"], claim=guest):
        pass
    with server.watch(begun, begun["tokens"][0]) as first:
        first.do("rematch")
        assert "not over" in first.refused
        first.do("resign")
        first.do("rematch")
        again = {"id": first.last["rematch"]}
        first.do("rematch")
        assert first.last["rematch"] == again["id"]
    with server.watch(again, begun["tokens"][0]) as second:
        assert second.last["seats"] == [1]
        assert second.last["control"]["per_move"] == 60
    with server.watch(again, guest) as first:
        assert first.last["seats"] == [0]
    answer = server.post(f"/api/games/{begun['id']}/rematch", {"tokens": [guest]})
    assert answer.json() == {"id": again["id"], "tokens": [guest, None]}
    stranger = server.post(f"/api/games/{begun['id']}/rematch", {"tokens": ["guess"]})
    assert stranger.status_code == 403


def test_reconnecting_sends_the_state(server):
    begun = server.begin(second="open")
    with server.watch(begun, begun["tokens"][0]) as first:
        seen = first.last["version"]
        with server.watch(begun, begun["invite"]) as second:
            first.move("b2")
            second.sync()
            second.move("a1")
        first.sync()
    with server.watch(begun, begun["tokens"][0], seen=seen) as again:
        assert again.last["type"] == "state"
        assert again.last["version"] > seen
        assert moves_of(again.last) == ["b2", "a1"]
        assert again.last["board"]["kind"] == "cells"


def test_every_client_reads_its_own_language(server):
    begun = server.begin()
    with (
        server.watch(begun, *begun["tokens"], lang="en") as english,
        server.watch(begun, lang="ko") as korean,
    ):
        english.move("b2")
        korean.sync()
        assert english.last["position"]["caption"].startswith("Second player to move.")
        assert korean.last["title"] == "틱택토"
        assert korean.last["position"]["caption"].startswith("후수")
        korean.move("a1")
        assert "관전" in korean.refused
        english.do("resign")
        assert korean.sync()["result"]["words"] == "선수 승 (기권)"


def test_versions_grow_by_one(server):
    begun = server.begin()
    with server.watch(begun, *begun["tokens"]) as both:
        for move in ("a1", "b2", "c3"):
            both.move(move)
        versions = [state["version"] for state in both.states]
        assert versions == list(range(versions[0], versions[0] + len(versions)))


def test_positions_are_those_of_the_rules(server):
    begun = server.begin("kamisado", second="random:seed=3")
    with server.watch(begun, begun["tokens"][0]) as human:
        human.move("d1-d5")
        state = human.until(lambda state: len(state["moves"]) == 2)
    position = load_game("kamisado").start().play_all(" ".join(moves_of(state)))
    assert state["position"]["text"] == position.text
    assert set(state["position"]["paths"]) == set(position.moves)
