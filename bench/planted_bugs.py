"""Gives every planted bug of the tests to every command: each must end with one sentence and 1.

    python bench/planted_bugs.py
    python bench/planted_bugs.py --bug "moves writes far"

The commands are solve, play and match, each in a process of its own, and one server that is given
all of these games at once, with one that is sound: it must stay up, answer for the broken ones with
a sentence, and play the sound one. The exit code is 1 if anything ended otherwise.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from fuzz_games import load_planted_bugs

SECONDS = 240
COMMANDS = {
    "solve": ["--time", "2"],
    "play": ["--first", "engine:time=0.1", "--second", "random:seed=1"],
    "match": ["engine", "random", "--games", "2", "--time", "0.05"],
}
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name != "PLYGROUND_NO_CHECK"},
    "PLYGROUND_LANG": "en",
}


def run_command(command: str, file: Path) -> str:
    """What is wrong with how a command ended; empty if it was one sentence and exit code 1."""
    arguments = [sys.executable, "-m", "plyground", command, str(file), *COMMANDS[command]]
    try:
        done = subprocess.run(
            arguments, capture_output=True, text=True, timeout=SECONDS, env=ENVIRONMENT
        )
    except subprocess.TimeoutExpired:
        return f"no end within {SECONDS} s"
    said = [
        line
        for line in done.stderr.splitlines()
        if not line.startswith(("plyground: checking", "preparing"))
    ]
    if done.returncode != 1:
        return f"exit {done.returncode}: {done.stderr[-300:]}"
    if len(said) != 1 or "Traceback" in done.stderr:
        return f"not one sentence: {done.stderr[-300:]}"
    return ""


def run_server(files: list[Path], sound: str) -> str:
    """What is wrong with a server that is given broken games and a sound one; empty if nothing."""
    with tempfile.TemporaryDirectory() as folder, subprocess.Popen(
        [
            sys.executable, "-m", "plyground", "serve", *map(str, files), "--no-open",
            "--port", "0", "--database", f"sqlite:///{folder}/games.db",
        ],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=ENVIRONMENT,
    ) as server:  # fmt: skip
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+?/", server.stdout.readline())
            if found is None:
                return f"the server does not say where it is: exit {server.wait()}"
            return check_server(found[0], len(files), sound)
        finally:
            server.terminate()


def check_server(url: str, games: int, sound: str) -> str:
    catalogue = ask(url, "api/catalogue")
    listed = [game["name"] for game in catalogue["games"]]
    if sound not in listed:
        return "the sound game is not in the catalogue"
    for game in catalogue["broken"]:
        if "problem" not in ask(url, "api/positions", {"game": game["name"]}):
            return f"{game['name']} is broken, and answers"
    players = [{"kind": "human"}, {"kind": "agent", "spec": "engine:time=0.1"}]
    for name in listed:
        ask(url, "api/games", {"game": name, "players": players[::-1]})
    until = monotonic() + 30
    while monotonic() < until:
        if ask(url, "healthz")["status"] != "ok":
            return "the server is not well"
        sleep(1)
    kept = len(catalogue["broken"]) + sum(name.startswith("row") for name in listed)
    return "" if kept == games else f"{games - kept} games are neither broken nor listed"


def ask(url: str, path: str, body: object = None) -> dict[str, Any]:
    """The JSON that a server answers with, be it a problem."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=600) as answer:
            found: dict[str, Any] = json.load(answer)
    except urllib.error.HTTPError as error:
        found = json.load(error)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--bug", action="append", help="only this one; may be given again")
    given = parser.parse_args()
    planted = load_planted_bugs()
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as temporary:
        files = []
        for number, bug in enumerate([None, *(given.bug or planted.BUGS)]):
            # Each has a name of its own, so that one server can have them all.
            source = planted.plant(bug).replace('name = "row"', f'name = "row{number}"')
            files.append(Path(temporary) / f"row{number}.py")
            files[-1].write_text(source, encoding="utf-8")
        tasks = [(command, file) for file in files[1:] for command in COMMANDS]
        bugs = list(given.bug or planted.BUGS)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for (command, file), wrong in zip(
                tasks, pool.map(lambda task: run_command(*task), tasks), strict=True
            ):
                counts["wrong" if wrong else "one sentence, exit 1"] += 1
                if wrong:
                    print(f"{command}, {bugs[files.index(file) - 1]}: {wrong}", flush=True)
        wrong = run_server(files, "row0")
        print(f"serve, all at once: {wrong or 'up, the sound game plays'}")
    print(", ".join(f"{count} {kind}" for kind, count in counts.most_common()))
    return int(bool(counts["wrong"] or wrong))


if __name__ == "__main__":
    sys.exit(main())
