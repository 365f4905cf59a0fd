"""`plyground doctor`: what is there, what is missing and how to get it; and never a traceback."""

from __future__ import annotations

import json
import sqlite3

import pytest

from plyground.cli import installation_checks
from plyground.games.registry import game_names
from plyground.locale import load_catalogue
from plyground.store.database import Database
from plyground.store.schema import VERSION

REQUIREMENTS = [
    "numba>=0.61",
    'psycopg[binary]>=3.2; extra == "postgres"',
    "no_such_ray>=2; (python_version < '3.15' and os_name == 'nt') and extra == 'cluster'",
    'no_such_thing>=1; extra == "new"',
    'pytest; extra == "dev"',
]


@pytest.fixture
def run(line, monkeypatch, tmp_path):
    """Runs `doctor --json`: its exit code, and its findings by section and name."""
    monkeypatch.setattr(installation_checks, "requires", lambda name: REQUIREMENTS[:2])

    def doctor(**environment):
        done = line("doctor", "--json", **environment)
        assert done.stderr == ""
        document = json.loads(done.stdout)
        assert document["healthy"] == (done.exit_code == 0)
        findings = {(each["section"], each["name"]): each for each in document["findings"]}
        return done, findings

    return doctor


def test_everything_is_told(run):
    done, findings = run()
    assert done.exit_code == 0
    sections = [section for section, _ in findings]
    assert list(dict.fromkeys(sections)) == [
        "versions", "cache", "machine", "database", "terminal", "extras", "programs",
    ]  # fmt: skip
    for name in ("python", "plyground", "numba", "llvmlite", "numpy", "system", "compiler"):
        assert findings["versions", name]["state"] == "ok"
    for name in game_names():
        assert findings["cache", name]["state"] in ("ok", "note")
    assert findings["extras", "postgres"]["state"] == "ok"


@pytest.mark.parametrize("language", ["en", "ko"])
def test_a_table_is_printed(line, language):
    done = line("doctor", "--lang", language, COLUMNS="200")
    assert done.exit_code == 0
    words = load_catalogue(language)
    for key in ("section.versions", "section.cache", "name.memory", "state.ok"):
        assert words[f"cli.doctor.{key}"] in done.stdout
    assert "cli.doctor" not in done.stdout


# What is missing.


def test_a_missing_extra_is_named_with_the_command_that_installs_it(run, monkeypatch):
    monkeypatch.setattr(installation_checks, "requires", lambda name: REQUIREMENTS)
    done, findings = run()
    assert done.exit_code == 0
    cluster = findings["extras", "cluster"]
    assert (cluster["state"], cluster["fix"]) == ("missing", 'pip install "plyground[cluster]"')
    assert "no_such_ray" in cluster["value"]
    # One of which nothing is known but its name.
    assert findings["extras", "new"]["state"] == "missing"
    assert ("extras", "dev") not in findings


def test_a_missing_program_is_named_with_the_command_that_installs_it(run, monkeypatch):
    monkeypatch.setattr(installation_checks, "find_program", lambda places: None)
    monkeypatch.setattr(installation_checks.shutil, "which", lambda name: name == "dnf" or None)
    done, findings = run()
    assert done.exit_code == 0
    assert findings["programs", "bwrap"]["state"] == "missing"
    assert findings["programs", "bwrap"]["fix"] == "sudo dnf install bubblewrap"


def test_without_a_package_of_the_core_it_is_broken(run, monkeypatch):
    monkeypatch.setattr(installation_checks, "requires", lambda name: ["no_such_numba>=1"])
    done, findings = run()
    assert done.exit_code == 1
    assert findings["versions", "no_such_numba"]["state"] == "broken"
    assert findings["versions", "no_such_numba"]["fix"] == "pip install no_such_numba"


def test_a_compiler_that_fails_is_broken_and_the_rest_is_told(run, monkeypatch):
    import numba

    def fail(*arguments):
        raise OSError("LLVM\nis not there")

    monkeypatch.setattr(numba, "njit", fail)
    done, findings = run()
    assert done.exit_code == 1
    assert findings["versions", "compiler"]["state"] == "broken"
    assert findings["versions", "compiler"]["value"] == "OSError: LLVM is not there"
    assert ("database", "url") in findings


# The cache.


def test_an_unwritable_cache_is_a_problem_only(run, tmp_path):
    (tmp_path / "file").write_text("")
    done, findings = run(PLYGROUND_CACHE=str(tmp_path / "file" / "cache"))
    assert done.exit_code == 0
    assert findings["cache", "writable"]["state"] == "problem"
    assert findings["cache", "tictactoe"]["state"] == "note"


def test_an_empty_cache_is_left_empty(run, tmp_path):
    done, findings = run(PLYGROUND_CACHE=str(tmp_path / "cache"))
    assert done.exit_code == 0
    assert findings["cache", "tictactoe"]["fix"] == "plyground warmup tictactoe"
    assert list(tmp_path.iterdir()) == []


# The database.


@pytest.mark.parametrize(
    "url",
    [
        "me:secret@host",
        "sqlite://",
        "garbage://me:secret@host/games",
        "postgresql+nothing://me:secret@host/games",
        "postgresql://me:secret@127.0.0.1:1/games",
        "postgresql://me:secret@host:port/games",
        "sqlite:////dev/null/folder/games.db",
    ],
)
def test_a_broken_database_is_a_problem_only_and_no_password_is_shown(run, url):
    done, findings = run(PLYGROUND_DATABASE=url)
    assert done.exit_code == 0
    assert "problem" in {each["state"] for key, each in findings.items() if key[0] == "database"}
    assert "secret" not in done.stdout


def test_a_database_that_is_not_there_is_not_made(run, tmp_path):
    _, findings = run(PLYGROUND_DATABASE=f"sqlite:///{tmp_path}/new/games.db")
    assert findings["database", "tables"]["state"] == "ok"
    assert list(tmp_path.iterdir()) == []


def test_the_version_of_the_tables_is_told(run, each_database):
    Database(each_database).close()
    _, findings = run(PLYGROUND_DATABASE=each_database)
    assert findings["database", "tables"]["state"] == "ok"
    assert VERSION in findings["database", "tables"]["value"]


def test_an_older_database_is_not_migrated(run, first_version):
    for _ in range(2):
        _, findings = run(PLYGROUND_DATABASE=first_version)
        assert findings["database", "tables"]["state"] == "note"


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "newer"),
        ("ALTER TABLE event_pairs DROP COLUMN progress", "event_pairs.progress"),
    ],
)
def test_a_database_of_another_version_is_a_problem(run, tmp_path, statement, words):
    file = tmp_path / "games.db"
    Database(f"sqlite:///{file}").close()
    with sqlite3.connect(file) as connection:
        connection.execute(statement)
    connection.close()
    _, findings = run(PLYGROUND_DATABASE=f"sqlite:///{file}")
    assert findings["database", "tables"]["state"] == "problem"
    assert words in findings["database", "tables"]["value"]
