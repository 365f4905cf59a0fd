"""The command line, run inside the tests."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import plyground.locale
from plyground.cli.main import build_app


class Line:
    """Runs commands; what they print is in the result."""

    def __init__(self):
        self._runner = CliRunner()
        self._app = build_app()

    def __call__(self, *line, typed="", **environment):
        plyground.locale._process_language.clear()
        environment = {"PLYGROUND_LANG": "en", "NO_COLOR": "1", "COLUMNS": "100", **environment}
        return self._runner.invoke(
            self._app, list(line), input=typed, env=environment, catch_exceptions=False
        )

    def json(self, *line):
        done = self(*line, "--json")
        assert done.exit_code == 0, done.stderr
        return json.loads(done.stdout)

    def refused(self, *line, code=2, **more):
        """The one sentence with which a line is refused."""
        done = self(*line, **more)
        assert done.exit_code == code, done.output
        lines = done.stderr.splitlines()
        assert len(lines) == 1, done.stderr
        assert "Traceback" not in done.output
        assert "defect" not in done.stderr
        assert done.stdout == ""
        return lines[0]


@pytest.fixture(scope="session")
def line():
    return Line()


@pytest.fixture(autouse=True)
def _language(monkeypatch):
    monkeypatch.setattr("plyground.locale._process_language", [])
