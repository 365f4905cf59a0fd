"""Starting and stopping the server: find a port, tell the address, open a page, end quietly."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from contextlib import suppress

import uvicorn
from fastapi import FastAPI

from plyground.locale import say
from plyground.records.failure import Failure
from plyground.web.app import create_app
from plyground.web.settings import Settings

PORT_ATTEMPTS = 20
"""Ports after the usual one that are tried if it is taken."""
SHUTDOWN_SECONDS = 3
"""How long open requests may take when the server is told to stop."""


def run(settings: Settings, open_page: bool, any_port: bool = False) -> None:
    """Serve until told to stop; with `any_port` at another port if this one is taken."""
    listener = _listen(settings, any_port)
    address = _format_url(settings.host, listener.getsockname()[1])
    app = create_app(settings)
    print(say("server.address", address=address), flush=True)
    if open_page and _has_browser():
        threading.Timer(0.5, _open_page, (address,)).start()
    with suppress(KeyboardInterrupt):
        make_server(app, settings).run([listener])
    print(say("server.stopped"), flush=True)
    if app.state.services.is_busy:
        # Threads that still compile or search must not be torn down under their feet.
        os._exit(0)


def make_server(app: FastAPI, settings: Settings) -> uvicorn.Server:
    """What speaks HTTP and WebSocket for the application."""
    return uvicorn.Server(
        uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=settings.behind_proxy,
            ws_max_size=settings.message_limit,
            # States are small, and packing each of them costs more than sending it.
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
        )
    )


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
    """A socket that listens there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # With the protocol named, asyncio sends small packets at once instead of collecting them.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(2048)
    except OSError:
        listener.close()
        raise
    return listener


def _format_url(host: str, port: int) -> str:
    name = "127.0.0.1" if host in ("0.0.0.0", "::", "") else host
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"


def _has_browser() -> bool:
    """Is there a browser with a window? One of text would take the terminal over."""
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
