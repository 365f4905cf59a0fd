"""What clients store is limited: by client and day, in total, and by the size of a study."""

from __future__ import annotations

import time

import pytest
from sqlalchemy import select, update

from plyground.store.schema import creations, games, studies

GAME = {"game": "tictactoe", "players": [{"kind": "human"}] * 2}
STUDY = {"game": "tictactoe"}


@pytest.fixture
def database_url(each_database):
    return each_database


def make(server, kind):
    return server.post(f"/api/{kind}", GAME if kind == "games" else STUDY)


def write(server, statement):
    server.services.store.write(lambda connection: connection.execute(statement)).result()


def read_metrics(server):
    lines = server.get("/metrics").text.splitlines()
    return dict(line.rsplit(" ", 1) for line in lines if not line.startswith("#"))


@pytest.mark.parametrize("kind", ["games", "studies"])
def test_a_client_creates_so_many_in_a_day(serve, kind):
    quota = {f"daily_{kind}": 3}
    with serve(**quota) as server:
        assert [make(server, kind).status_code for _ in range(2)] == [201] * 2
    # A restart of the server forgets nothing.
    with serve(**quota) as server:
        assert [make(server, kind).status_code for _ in range(3)] == [201, 429, 429]
        refused = make(server, kind)
        assert "At most 3" in refused.json()["problem"]
        assert 0 < int(refused.headers["Retry-After"]) <= 86_401
        other = "studies" if kind == "games" else "games"
        assert make(server, other).status_code == 201
        # Yesterday does not count, and is forgotten.
        write(server, update(creations).values(day=creations.c.day - 1))
        assert make(server, kind).status_code == 201
        server.services.storage.sweep()
        days = select(creations.c.day)
        assert server.services.store.read(lambda c: len(c.execute(days).all())) == 1


def end(server, begun):
    with server.watch(begun, *begun["tokens"]) as both:
        both.do("resign")
        return both.last


def test_rematches_count_as_well(serve):
    with serve(daily_games=3) as server:
        begun = server.begin()
        end(server, begun)
        tokens = {"tokens": begun["tokens"]}
        answer = server.post(f"/api/games/{begun['id']}/rematch", tokens)
        assert answer.status_code == 201
        # Whoever joins a rematch creates none.
        again = server.post(f"/api/games/{begun['id']}/rematch", tokens)
        assert again.json() == answer.json()
        second = answer.json()
        with server.watch(second, *second["tokens"]) as both:
            both.do("resign")
            third = both.do("rematch")["rematch"]
        last = {"id": third, "tokens": begun["tokens"]}
        with server.watch(last, *last["tokens"]) as both:
            both.do("resign")
            both.do("rematch")
            assert "At most 3 games a day" in both.refused
        refused = server.post(f"/api/games/{third}/rematch", tokens)
        assert refused.status_code == 429
        server.services.storage.sweep()
        assert read_metrics(server)["plyground_stored_games"] == "3"


def test_rematches_are_slowed_down_like_games(serve):
    with serve(creation_rate=1e-6, creation_burst=1) as server:
        begun = server.begin()
        end(server, begun)
        refused = server.post(f"/api/games/{begun['id']}/rematch", {"tokens": begun["tokens"]})
        assert refused.status_code == 429


@pytest.mark.parametrize("kind", ["games", "studies"])
def test_a_full_server_deletes_what_nobody_has_visited(serve, kind):
    table = {"games": games, "studies": studies}[kind]
    with serve(**{f"stored_{kind}": 3}) as server:
        while not server.services.storage.usage.bytes:
            time.sleep(0.01)
        made = [make(server, kind).json()["id"] for _ in range(3)]
        assert make(server, kind).status_code == 507
        server.services.storage.sweep()
        # All of it is new: nothing may go.
        refused = make(server, kind)
        assert refused.status_code == 507
        assert "no room" in refused.json()["problem"]
        long_ago = time.time() - 31 * 86_400
        for age, id in enumerate(made[:2]):
            old = {"visited": long_ago - age, "updated": long_ago, "plies": 1}
            if kind == "studies":
                del old["plies"]
            write(server, update(table).where(table.c.id == id).values(**old))
        server.services.storage.sweep()
        assert make(server, kind).status_code == 201
    with serve() as server:
        statuses = [server.get(f"/api/{kind}/{id}/picture").status_code for id in made]
        assert statuses == [200, 404, 200]


def test_what_is_visited_stays(serve):
    with serve(stored_games=2) as server:
        begun = [server.begin() for _ in range(2)]
        write(server, update(games).values(visited=1.0, updated=1.0, plies=1))
        with server.watch(begun[0], *begun[0]["tokens"]):
            server.services.storage.sweep()
        found = [server.get(f"/api/games/{game['id']}/picture").status_code for game in begun]
        assert found == [200, 404]


def test_a_study_has_room_for_much_and_not_for_everything(serve):
    with serve(study_limit=300_000) as server:
        made = make(server, "studies").json()
        where = f"/api/studies/{made['id']}"
        node, statuses = 0, []
        for move in ("a1", "b1", "c1", "a2", "b2", "c2", "a3"):
            change = {"key": made["key"], "node": node}
            answer = server.post(f"{where}/play", change | {"move": move})
            node = answer.json()["node"]["id"]
            comment = change | {"node": node, "text": "😀" * 10_000}
            statuses.append(server.post(f"{where}/comment", comment).status_code)
            if answer.json()["node"]["over"]:
                break
        assert statuses == [200] * 7
        too_much = {"key": made["key"], "node": 0, "text": "😀" * 10_000}
        refused = server.post(f"{where}/comment", too_much)
        assert refused.status_code == 413
        assert "too large" in refused.json()["problem"]
        # It is as it was before.
        nodes = server.get(where).json()["nodes"]
        assert [len(node["comment"]) for node in nodes] == [0] + [10_000] * 7
        again = server.post(f"{where}/comment", too_much | {"text": "short"})
        assert again.status_code == 200
        copy = server.post(f"{where}/copy", {})
        assert copy.status_code == 201


def test_metrics_say_how_much_is_stored(server):
    server.begin()
    make(server, "studies")
    server.services.storage.sweep()
    metrics = read_metrics(server)
    assert metrics["plyground_stored_games"] == "1"
    assert metrics["plyground_stored_studies"] == "1"
    assert float(metrics["plyground_database_bytes"]) > 10_000
