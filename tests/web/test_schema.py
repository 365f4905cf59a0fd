"""The OpenAPI schema is true, and no request that follows it makes the server fail."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import booleans
from schemathesis import openapi
from schemathesis.checks import not_a_server_error

THOROUGHLY = settings(
    max_examples=25,
    deadline=None,
    database=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)


def test_no_request_makes_the_server_fail(serve):
    generous = {"request_rate": 1e6, "creation_rate": 1e6, "longest_thought": 0.1}
    with serve(**generous) as server:
        schema = openapi.from_url(f"http://{server.address}/api/openapi.json")
        operations = [found.ok() for found in schema.get_all_operations()]
        assert len(operations) >= 8
        begun = server.begin()
        for operation in operations:

            @THOROUGHLY
            @given(case=operation.as_strategy(), is_likely=booleans())
            def ask(case, is_likely):
                if is_likely:
                    make_likely(case, begun)
                case.validate_response(case.call(timeout=300), checks=[not_a_server_error])

            ask()
        assert server.services.metrics.errors == 0


def make_likely(case, begun):
    """Let a request be about something that exists, so that it gets further."""
    if "id" in (case.path_parameters or {}):
        case.path_parameters["id"] = begun["id"]
    if isinstance(case.body, dict):
        if "game" in case.body:
            case.body["game"] = "tictactoe"
        if "tokens" in case.body:
            case.body["tokens"] = begun["tokens"]
        for name in ("options", "start", "moves"):
            case.body.pop(name, None)


def test_every_path_is_described(server):
    paths = server.get("/api/openapi.json").json()["paths"]
    assert {"/api/catalogue", "/api/words", "/api/positions", "/api/games"} <= set(paths)
    assert not any(path.startswith(("/healthz", "/metrics", "/game/")) for path in paths)
