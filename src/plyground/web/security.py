"""Middleware in front of every endpoint: hosts, origins, sizes, rates, and security headers."""

from __future__ import annotations

import ipaddress
import logging
import socket
from collections import deque
from collections.abc import AsyncIterator, MutableMapping
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from plyground.locale import LANGUAGES, Problem, override_language, say
from plyground.store.errors import Unavailable
from plyground.web import pages
from plyground.web.client_address import acting_for
from plyground.web.http_errors import (
    ContentTooLarge,
    Forbidden,
    HeaderTooLarge,
    Interrupted,
    TooManyRequests,
    check_storable,
    to_status,
)
from plyground.web.services import Services, get_client_address
from plyground.web.settings import Settings

log = logging.getLogger(__name__)

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
WILDCARDS = ("0.0.0.0", "::", "")
HEADER_LIMIT = 16 * 1024
"""Maximum bytes of an address and the header fields."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")

MAX_PROBLEM = 2_000
"""Characters of a sentence about a problem: it may repeat what was sent."""
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; font-src 'self'; manifest-src 'self'; media-src 'self'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class SecurityMiddleware:
    """ASGI middleware. What it refuses never reaches an endpoint."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app = app
        self._services = services
        self._hosts = find_allowed_hosts(services.settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if _measure_header(scope) > HEADER_LIMIT:
            # Before anything of it is parsed.
            await _refuse(HeaderTooLarge("server.problem.header"), scope, receive, send)
            return
        connection = HTTPConnection(scope)
        client_address = get_client_address(connection)
        with override_language(negotiate_language(connection)), acting_for(client_address):
            try:
                self._check(scope, connection)
                async with self._admit(scope, client_address):
                    if scope["type"] == "websocket":
                        await self._app(scope, receive, send)
                    else:
                        receive = await self._receive_body(scope, receive)
                        await self._respond(scope, receive, send)
            except Problem as problem:
                self._services.metrics.refused += 1
                await _refuse(problem, scope, receive, send)

    @asynccontextmanager
    async def _admit(self, scope: Scope, client_address: str) -> AsyncIterator[None]:
        """Count an API request in progress, unless this client has too many."""
        if scope["type"] == "websocket" or not scope["path"].startswith("/api"):
            yield
            return
        if not self._services.request_limit.acquire(client_address):
            raise TooManyRequests("server.problem.often")
        try:
            yield
        finally:
            self._services.request_limit.release(client_address)

    async def _receive_body(self, scope: Scope, receive: Receive) -> Receive:
        """Receive the body, and return a function that gives it to the application."""
        if scope["method"] in SAFE_METHODS:
            return receive
        body = bytearray()
        message: Message = {"more_body": True}
        while message.get("more_body"):
            message = await receive()
            body += message.get("body", b"")
            if len(body) > self._services.settings.body_limit:
                raise self._too_large()
        check_storable(bytes(body))
        messages: deque[Message] = deque([dict(message) | {"body": bytes(body)}])

        async def receive_again() -> Message:
            return messages.popleft() if messages else await receive()

        return receive_again

    def _too_large(self) -> ContentTooLarge:
        return ContentTooLarge("server.problem.large", most=self._services.settings.body_limit)

    def _check(self, scope: Scope, connection: HTTPConnection) -> None:
        host = connection.headers.get("host", "")
        if not self._is_our_host(host):
            raise Forbidden("server.problem.host", host=host[:100])
        if "\0" in scope["path"] or b"%00" in scope["query_string"]:
            raise Problem("server.problem.nul")
        if scope["type"] == "websocket" or scope["method"] not in SAFE_METHODS:
            _check_origin(connection.headers, host)
        if scope["type"] == "http":
            self._services.metrics.requests += 1
            length = connection.headers.get("content-length", "0")
            if not length.isdecimal() or int(length) > self._services.settings.body_limit:
                raise self._too_large()
        if not scope["path"].startswith("/static/"):
            wait = self._services.rate_limits.take("request", get_client_address(connection))
            if wait:
                raise TooManyRequests("server.problem.often", retry_after=wait)

    def _is_our_host(self, host: str) -> bool:
        name = parse_host(host)
        if name in self._hosts:
            return True
        # An IP address cannot be a foreign name that was rebound to this server.
        return self._services.settings.host in WILDCARDS and _is_ip_address(name)

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> None:
        has_started = False

        async def send_with_headers(message: MutableMapping[str, Any]) -> None:
            nonlocal has_started
            if message["type"] == "http.response.start":
                has_started = True
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/api"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            await self._app(scope, receive, send_with_headers)
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"])
            self._services.metrics.errors += 1
            if has_started:
                raise
            response = JSONResponse({"problem": say("server.problem.defect")}, 500)
            await response(scope, receive, send_with_headers)


def _measure_header(scope: Scope) -> int:
    fields = sum(len(name) + len(value) for name, value in scope["headers"])
    return len(scope["path"]) + len(scope["query_string"]) + fields


def find_allowed_hosts(settings: Settings) -> set[str]:
    """The host names by which this server may be addressed."""
    hosts = {*LOOPBACK, *(name.lower() for name in settings.allow_hosts)}
    if settings.host in WILDCARDS:
        hosts.add(socket.gethostname().lower())
    else:
        hosts.add(settings.host.lower())
    return hosts


def parse_host(host: str) -> str:
    """A `Host` header without its port."""
    try:
        return (urlsplit(f"//{host}").hostname or "").lower()
    except ValueError:
        return ""


def _is_ip_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _check_origin(headers: Headers, host: str) -> None:
    """Only our own pages, and programs that are not browsers, may change anything."""
    origin = headers.get("origin")
    if origin is not None:
        try:
            parts = urlsplit(origin)
            is_ours = parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()
        except ValueError:
            is_ours = False
        if not is_ours:
            raise Forbidden("server.problem.origin", origin=origin[:100])
    elif headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
        raise Forbidden("server.problem.origin", origin=headers["sec-fetch-site"][:100])


def negotiate_language(connection: HTTPConnection) -> str:
    """The client's language: from the query, the cookie, or what the browser prefers."""
    for chosen in (connection.query_params.get("lang"), connection.cookies.get("lang")):
        if chosen in LANGUAGES:
            return str(chosen)
    best, language = 0.0, LANGUAGES[0]
    for part in connection.headers.get("accept-language", "").split(","):
        name, _, rest = part.strip().partition(";")
        try:
            weight = float(rest.strip().removeprefix("q=") or 1)
        except ValueError:
            weight = 0.0
        short = name.lower().partition("-")[0]
        if short in LANGUAGES and weight > best:
            best, language = weight, short
    return language


async def _refuse(problem: Problem, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008})
        return
    await to_response(problem, Request(scope))(scope, receive, send)


def to_response(problem: Problem, request: Request) -> Response:
    """A problem as an HTTP response: a page in words, or JSON for programs."""
    sentence, status = str(problem)[:MAX_PROBLEM], to_status(problem)
    response: Response = (
        pages.serve_problem(request, sentence, status)
        if pages.is_page(request)
        else JSONResponse({"problem": sentence}, status)
    )
    response.headers.update(HEADERS)
    if isinstance(problem, TooManyRequests | Unavailable | Interrupted):
        response.headers["Retry-After"] = str(max(1, round(problem.retry_after + 0.5)))
    return response
