"""Starting and stopping the server: find a port, print the URL, open a browser, exit cleanly."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from contextlib import suppress

import uvicorn
from fastapi import FastAPI

from plyground.locale import Failure, say
from plyground.web.app import create_app
from plyground.web.guarded_protocols import make_protocols
from plyground.web.log_flood import set_up_logging
from plyground.web.settings import Settings

PORT_ATTEMPTS = 20
"""Ports that are tried after the default one if it is taken."""
SHUTDOWN_SECONDS = 3
"""How long open requests may take when the server stops."""
SWITCH_SECONDS = 0.0005
"""After every call of the system, the event loop waits so long for a thread that runs Python (a lab
search, a long game); Python's default is ten times as much."""
BACKLOG = 1024
"""Connections that wait to be accepted."""
ACCEPTED_AT_ONCE = 64
OTHER_FILES = 4 * ACCEPTED_AT_ONCE + 256
"""Files beside counted connections: those accepted but not counted yet, the database, engines."""


def run(settings: Settings, open_page: bool, any_port: bool = False) -> None:
    """Serve until interrupted; with `any_port`, at another port if this one is taken."""
    set_up_logging()
    sys.setswitchinterval(SWITCH_SECONDS)
    settings = fit_file_limit(settings)
    listener = _listen(settings, any_port)
    address = _format_url(settings.host, listener.getsockname()[1])
    app = create_app(settings)
    print(say("server.address", address=address), flush=True)
    print(say("server.owner", address=f"{address}arena#{settings.owner_key}"), flush=True)
    if open_page and _has_browser():
        threading.Timer(0.5, _open_page, (address,)).start()
    with suppress(KeyboardInterrupt):
        make_server(app, settings).run([listener])
    print(say("server.stopped"), flush=True)
    if app.state.services.is_busy:
        # A thread that is still compiling or searching crashes if the interpreter shuts down.
        os._exit(0)


def make_server(app: FastAPI, settings: Settings) -> uvicorn.Server:
    """The HTTP and WebSocket server of the application."""
    http, websocket = make_protocols(app.state.services.connections)
    return _Server(
        uvicorn.Config(
            app,
            http=http,
            ws=websocket,
            backlog=ACCEPTED_AT_ONCE,
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=settings.behind_proxy,
            forwarded_allow_ips=[str(network) for network in settings.proxies],
            ws_max_size=settings.message_limit,
            # Messages are small: compressing them costs more than sending them.
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        )
    )


class _Server(uvicorn.Server):
    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start; then let more connections wait than asyncio is to accept at once."""
        await super().startup(sockets)
        for listener in sockets or []:
            listener.listen(BACKLOG)


def fit_file_limit(settings: Settings) -> Settings:
    """Raise this process's limit of open files; if it stays too low, allow fewer connections.

    A server without files left for new connections would be deaf.
    """
    try:
        import resource
    except ImportError:
        # Windows has no such limit.
        return settings
    wanted = settings.all_connections + OTHER_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return settings
    fewer = max(1, soft - OTHER_FILES)
    print(say("server.files", limit=soft, wanted=wanted, connections=fewer), file=sys.stderr)
    return settings.model_copy(update={"all_connections": fewer})


def _listen(settings: Settings, any_port: bool) -> socket.socket:
    last = settings.port + (PORT_ATTEMPTS if any_port else 0)
    for port in range(settings.port, last + 1):
        try:
            return bind_socket(settings.host, port)
        except OSError as error:
            if port == last:
                raise Failure(
                    "server.problem.port", host=settings.host, port=port, why=error.strerror
                ) from error
    raise AssertionError


def bind_socket(host: str, port: int) -> socket.socket:
    """Open a listening socket."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With an explicit protocol, asyncio sets TCP_NODELAY: small packets are sent at once.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except OSError:
        listener.close()
        raise
    return listener


def _format_url(host: str, port: int) -> str:
    name = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def _has_browser() -> bool:
    """Is there a graphical browser? A text browser would take over the terminal."""
    is_windowed = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    try:
        return is_windowed and webbrowser.get() is not None
    except webbrowser.Error:
        return False


def _open_page(address: str) -> None:
    with suppress(webbrowser.Error):
        webbrowser.open(address)
