"""The image of a server: what its Dockerfile promises. The workflow `wheels` builds it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).parents[2]


def read_instructions() -> list[list[tuple[str, str]]]:
    """The stages of the Dockerfile, each a list of instructions with what follows them."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.M)
    lines = [line.strip() for line in text.replace("\\\n", " ").splitlines() if line.strip()]
    stages: list[list[tuple[str, str]]] = []
    for line in lines:
        word, _, rest = line.partition(" ")
        if word == "FROM":
            stages.append([])
        if stages:
            stages[-1].append((word, rest.strip()))
    return stages


BUILD, FINAL = read_instructions()


def find(word: str) -> list[str]:
    return [rest for name, rest in FINAL if name == word]


def read_environment() -> dict[str, str]:
    [given] = find("ENV")
    return dict(pair.split("=", 1) for pair in given.split())


def test_both_stages_have_the_same_python():
    """The environment that one makes is copied into the other."""
    assert BUILD[0][1].removesuffix(" AS build") == FINAL[0][1] == "python:${PYTHON}-slim"
    assert "/opt/plyground /opt/plyground" in find("COPY")[0]


def test_what_is_copied_is_there_and_not_ignored():
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    kept = [line[1:] for line in ignored if line.startswith("!")]
    assert ignored[1] == "*"
    for name, rest in BUILD:
        if name == "COPY":
            for source in rest.split()[:-1]:
                assert (ROOT / source).exists(), source
                assert any(fnmatch(source, pattern) for pattern in kept), source


def test_the_server_has_no_rights_and_a_volume():
    [user] = find("USER")
    assert re.fullmatch(r"[1-9][0-9]{3,}:[1-9][0-9]{3,}", user), "not root, and a number"
    names = [name for name, _ in FINAL]
    assert names.index("USER") > max(i for i, name in enumerate(names) if name in ("RUN", "COPY"))
    [volume] = find("VOLUME")
    environment = read_environment()
    assert environment["PLYGROUND_DATABASE"].startswith(f"sqlite:///{volume}/")
    assert environment["PLYGROUND_CACHE"].startswith(f"{volume}/")
    assert find("EXPOSE") == [environment["PLYGROUND_PORT"]]


def test_native_code_is_made_when_the_image_is_built():
    [line] = [rest for name, rest in BUILD if name == "RUN" and "build_native.py" in rest]
    assert "PLYGROUND_NATIVE=/source/build/native pip wheel" in line


@pytest.mark.skipif(sys.platform == "win32", reason="the image is one of Linux")
def test_the_command_starts_a_server_that_is_healthy(tmp_path, start_process):
    """The command and its health check as they stand, with a folder of the test for the volume."""
    [volume], [command], [health] = find("VOLUME"), find("CMD"), find("HEALTHCHECK")
    check = json.loads(health[health.index("[") :])
    environment = {
        name: value.replace(volume, str(tmp_path)) if name.startswith("PLYGROUND_") else value
        for name, value in read_environment().items()
    } | {"PLYGROUND_PORT": "0", "PATH": str(Path(sys.executable).parent)}
    # Native code is in the cache of the tests.
    del environment["PLYGROUND_CACHE"]
    program, *arguments = json.loads(command)
    assert program == "plyground"
    environment["PYTHONPATH"] = ":".join(sys.path)
    process = start_process(
        [sys.executable, "-m", "plyground", *arguments],
        env=environment,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    address = None
    while not address:
        line = process.stdout.readline()
        assert line, "the server has ended"
        address = re.search(r"http://127\.0\.0\.1:([0-9]+)/", line)
    with urlopen(f"{address[0]}healthz") as answer:
        assert json.load(answer)["status"] == "ok"
    assert (tmp_path / "plyground.db").exists()

    def check_health(port: str) -> int:
        words = [sys.executable, *check[1:]]
        return subprocess.run(words, env={"PLYGROUND_PORT": port}, capture_output=True).returncode

    assert check[0] == "python"
    assert check_health(address[1]) == 0
    process.kill()
    process.wait()
    assert check_health(address[1]) != 0
