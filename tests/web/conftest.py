"""A server in a thread of this process, and clients of its sockets."""

from __future__ import annotations

import json
import re
import socket as sockets
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import httpx
import pytest
from websockets.sync.client import connect

from plyground.web.app import create_app
from plyground.web.server import bind_socket, make_server
from plyground.web.settings import Settings

TIMEOUT = 300.0


class Player:
    """One socket. `last` is the newest state it has received."""

    def __init__(self, socket):
        self.socket = socket
        self.last = None
        self.states = []
        """All states and updates, oldest first."""
        self.refused = None

    def send(self, **message):
        self.socket.send(json.dumps(message))

    def receive(self):
        return json.loads(self.socket.recv(timeout=TIMEOUT))

    def hello(self, *tokens, **more):
        return self.do("hello", tokens=[token for token in tokens if token], **more)

    def sync(self):
        """The newest state, once everything sent so far is handled."""
        self.send(type="ping", at=1)
        self.refused = None
        while (message := self.receive())["type"] != "pong":
            if message["type"] == "refused":
                self.refused = message["why"]
            else:
                self.last = message
                self.states.append(message)
        return self.last

    def do(self, type, **more):
        self.send(type=type, **more)
        return self.sync()

    def move(self, text, ply=None):
        return self.do("move", move=text, ply=self.last["position"]["ply"] if ply is None else ply)

    def until(self, condition):
        """The state in which something has become true."""
        until = time.monotonic() + TIMEOUT
        while not condition(self.last):
            assert time.monotonic() < until, self.last
            time.sleep(0.02)
            self.sync()
        return self.last


class AnalysisClient:
    """One socket of the analysis page, with everything that it has received."""

    def __init__(self, socket):
        self.socket = socket
        self.received = []

    def send(self, **message):
        self.socket.send(json.dumps(message))

    def receive(self):
        message = json.loads(self.socket.recv(timeout=TIMEOUT))
        self.received.append(message)
        return message

    def until(self, *types):
        """The next message of one of these types; what comes before it stays in `received`."""
        while (message := self.receive())["type"] not in types:
            pass
        return message

    def refusal(self, **message):
        self.send(**message)
        return self.until("refused")["why"]


class Server:
    """A running application, and clients of it."""

    def __init__(self, app, port):
        self.services = app.state.services
        self.address = f"127.0.0.1:{port}"
        self.client = httpx.Client(base_url=f"http://{self.address}", timeout=TIMEOUT)

    def begin(self, game="tictactoe", first="human", second="human", **more):
        """Create a game; a player is a kind of seat or the spec of an agent."""
        seats = [
            {"kind": player} if player in ("human", "open") else {"kind": "agent", "spec": player}
            for player in (first, second)
        ]
        answer = self.post("/api/games", {"game": game, "players": seats, **more})
        assert answer.status_code == 201, answer.text
        return answer.json()

    @contextmanager
    def socket(self, begun, **more):
        address = f"ws://{self.address}/api/games/{begun['id']}/socket"
        with connect(address, close_timeout=1, **more) as socket:
            yield Player(socket)

    @contextmanager
    def watch(self, begun, *tokens, **more):
        with self.socket(begun) as player:
            player.hello(*tokens, **more)
            yield player

    @contextmanager
    def analyse(self, **more):
        address = f"ws://{self.address}/api/analysis/socket"
        with connect(address, close_timeout=1, **more) as socket:
            yield AnalysisClient(socket)

    def get(self, address, **more):
        return self.client.get(address, **more)

    def post(self, address, body, **more):
        return self.client.post(address, json=body, **more)


@pytest.fixture
def database_url(tmp_path):
    """The database of the servers of a test; tests of restarts replace it by both kinds."""
    return f"sqlite:///{tmp_path / 'test.db'}"


@pytest.fixture
def serve(database_url):
    """Start servers on one database: leaving one and starting the next is a restart."""

    @contextmanager
    def start(send_buffer=None, **given):
        generous = {
            "workers": 1,
            "message_rate": 1e6,
            "message_burst": 1e6,
            "client_message_rate": 1e6,
            # Heavy requests run here, where tests can hold them; test_heavy_process has the rest.
            "heavy_process": False,
        }
        settings = Settings(**{"database": database_url, **generous, **given})
        app = create_app(settings)
        server = make_server(app, settings)
        with bind_socket("127.0.0.1", 0) as listener:
            if send_buffer is not None:
                listener.setsockopt(sockets.SOL_SOCKET, sockets.SO_SNDBUF, send_buffer)
            thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
            thread.start()
            running = Server(app, listener.getsockname()[1])
            try:
                yield running
            finally:
                running.client.close()
                server.should_exit = True
                thread.join(TIMEOUT)
                # A thread that still compiles would crash the interpreter's shutdown.
                running.services.compile_queue.join(2 * TIMEOUT)

    return start


class Process:
    """A server to be asked, and to be ended."""

    def __init__(self, running, client):
        self.running = running
        self.client = client

    def begin(self, **more):
        body = {"game": "gomoku", "players": [{"kind": "human"}] * 2, **more}
        return self.client.post("/api/games", json=body).json()

    def state(self, id):
        return self.client.get(f"/api/games/{id}").json()

    def socket(self, begun):
        host = self.client.base_url.netloc.decode()
        return connect(f"ws://{host}/api/games/{begun['id']}/socket", close_timeout=1)

    @contextmanager
    def watch(self, begun, *tokens):
        with self.socket(begun) as socket:
            player = Player(socket)
            player.hello(*tokens)
            yield player

    def stop(self, how):
        self.running.send_signal(how)
        return self.running.wait(TIMEOUT), self.running.stdout.read()


@pytest.fixture
def serve_process(start_process):
    """`plyground serve` as a process of its own."""

    @contextmanager
    def serve(database):
        line = "serve --port 0 --no-open --lang en --database"
        running = start_process(
            [sys.executable, "-m", "plyground", *line.split(), database],
            stdout=subprocess.PIPE,
            text=True,
        )
        address = re.search(r"http://[\d.:]+", running.stdout.readline())[0]
        with httpx.Client(base_url=address, timeout=TIMEOUT) as client:
            yield Process(running, client)

    return serve


@pytest.fixture
def server(serve):
    with serve() as running:
        yield running


@pytest.fixture
def held_compilation(held_compilation, server, monkeypatch):
    """The compilation of everything on this server, held back until it is released."""
    monkeypatch.setattr(server.services.compile_queue, "submit", held_compilation.submit)
    return held_compilation
