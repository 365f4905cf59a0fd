"""`plyground serve` as it is typed."""

from __future__ import annotations

import socket

import pytest

from plyground.cli import serve as module
from plyground.cli.serve import read_engines
from plyground.locale import Failure, Problem
from plyground.web import server
from plyground.web.settings import Settings


@pytest.fixture
def served(monkeypatch):
    """Remember how the server was started instead of starting it."""
    calls = []
    monkeypatch.setattr(server, "run", lambda settings, **more: calls.append((settings, more)))
    return calls


def test_options_become_settings(served):
    module.serve(
        host="0.0.0.0",
        port="8123",
        no_open=True,
        database="sqlite:///x.db",
        engine=["mine=random:seed=1", "strong=engine:time=5"],
        workers="3",
        allow_host=["games.example"],
    )
    [(settings, more)] = served
    assert (settings.host, settings.port, settings.workers) == ("0.0.0.0", 8123, 3)
    assert settings.engines == {"mine": "random:seed=1", "strong": "engine:time=5"}
    assert settings.allow_hosts == ("games.example",)
    assert settings.database == "sqlite:///x.db"
    assert more == {"open_page": False, "any_port": False}


def test_environment_variables_set_what_options_do_not(served, monkeypatch):
    monkeypatch.setenv("PLYGROUND_DATABASE", "sqlite:///y.db")
    monkeypatch.setenv("PLYGROUND_PORT", "9000")
    module.serve(port="9001")
    [(settings, _)] = served
    assert settings.database == "sqlite:///y.db"
    assert (settings.port, settings.host) == (9001, "127.0.0.1")


@pytest.mark.parametrize(("name", "value"), [("PORT", "high"), ("ENGINES", "mine")])
def test_a_wrong_variable_is_refused(served, monkeypatch, name, value):
    monkeypatch.setenv(f"PLYGROUND_{name}", value)
    with pytest.raises(Problem, match="variable"):
        module.serve()


@pytest.mark.parametrize("given", ["", "mine", "=random", "mine=", "mine=no_such_agent"])
def test_a_wrong_engine_is_refused(given):
    with pytest.raises(Problem):
        read_engines([given])


@pytest.mark.parametrize("given", [{"port": "x"}, {"port": "70000"}, {"workers": "0"}])
def test_a_wrong_number_is_refused(served, given):
    with pytest.raises(Problem, match="whole number"):
        module.serve(**given)
    assert served == []


def test_a_port_in_use_is_refused_or_skipped():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        settings = Settings(port=port)
        with pytest.raises(Failure, match="--port"):
            server._listen(settings, any_port=False)
        with server._listen(settings, any_port=True) as other:
            assert other.getsockname()[1] > port


def test_no_browser_is_opened_where_there_is_none(monkeypatch):
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not server._has_browser()
