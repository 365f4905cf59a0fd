"""A move through the server passes the files that docs/explanation/architecture.md draws."""

from __future__ import annotations

from plyground.web import app, lobby, open_connections


def test_a_move_takes_its_path_through_the_server(architecture, record_calls, serve, monkeypatch):
    # Nothing else happens on this server meanwhile.
    monkeypatch.setattr(app, "CORE_DELAY_SECONDS", 1e6)
    monkeypatch.setattr(lobby, "SWEEP_SECONDS", 1e6)
    monkeypatch.setattr(open_connections, "SWEEP_SECONDS", 1e6)
    with record_calls(is_recording=False) as calls, serve(idle_seconds=1e6) as server:
        begun = server.begin("tictactoe")
        with server.watch(begun, *begun["tokens"]) as both:
            both.move("b2")
            calls.is_recording = True
            both.send(type="move", move="a1", ply=1)
            assert both.receive()["position"]["ply"] == 2
            calls.is_recording = False
    assert architecture.find_missing_step("move", "tictactoe", calls) is None
    files = {step.file.replace("NAME", "tictactoe") for step in architecture.MOVE.steps}
    assert {file for file, _ in calls} - files <= set(architecture.MOVE.asked)
