"""Runs command lines inside the test process."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

import plyground.locale
from plyground.cli.main import build_app


class Line:
    """Runs a command line, and returns its output and exit code."""

    def __init__(self):
        self._runner = CliRunner()
        self._app = build_app()

    def __call__(self, *line, stdin="", **environment):
        plyground.locale._process_language.clear()
        environment = {"PLYGROUND_LANG": "en", "NO_COLOR": "1", "COLUMNS": "100", **environment}
        return self._runner.invoke(
            self._app, list(line), input=stdin, env=environment, catch_exceptions=False
        )

    def json(self, *line):
        done = self(*line, "--json")
        assert done.exit_code == 0, done.stderr
        return json.loads(done.stdout)

    def refused(self, *line, code=2, **more):
        """The single line of the error message of a refused command line."""
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
