"""A program that plays the first legal move, with one of many behaviours, good and bad.

Arguments: the behaviour, and a file to which it appends the lines that it receives.
"""

import os
import subprocess
import sys
import time
from contextlib import suppress

BEHAVIOUR, LOG = sys.argv[1], sys.argv[2]
NAP_SECONDS = 60
legal = []


def record(text):
    # In a sandbox nothing can be written.
    with suppress(OSError), open(LOG, "a", encoding="utf-8") as log:
        log.write(text)


def send(line, end="\n"):
    sys.stdout.buffer.write(f"{line}{end}".encode())
    sys.stdout.flush()


def take_memory():
    taken = [b"x" * (10 << 20) for _ in range(150)]
    time.sleep(NAP_SECONDS if taken else 0)


def flood(stream, text):
    while True:
        stream.write(text)


def fork():
    for _ in range(120):
        if os.fork() == 0:
            time.sleep(NAP_SECONDS)
            os._exit(0)
    time.sleep(NAP_SECONDS)


def close_pipes():
    os.close(1)
    time.sleep(NAP_SECONDS)


FAULTS = {
    "exits": lambda: sys.exit(3),
    "cries": lambda: sys.exit("out of \x1b[2Jideas"),
    "kills": lambda: os.kill(os.getpid(), 11),
    "silent": lambda: time.sleep(NAP_SECONDS),
    "garbage": lambda: send("I think I shall play \x1b[2J at the top"),
    "binary": lambda: os.write(1, bytes(range(256)) + b"\n"),
    "empty": lambda: send("move"),
    "illegal": lambda: send("move z99"),
    "gives_up": lambda: send("error I have no idea"),
    "endless": lambda: flood(sys.stdout, "1" * 65536),
    "floods_info": lambda: flood(sys.stdout, "info still thinking\n" * 1000),
    "closes": close_pipes,
    "takes_memory": take_memory,
    "forks": fork,
}


def play():
    if BEHAVIOUR in FAULTS:
        return FAULTS[BEHAVIOUR]()
    if BEHAVIOUR == "late":
        time.sleep(1.3)
    if BEHAVIOUR == "chatty":
        send("thinking aloud")
        send("info 가운데")
        send("info 모서리 {text}")
    if BEHAVIOUR == "floods_errors":
        for _ in range(100):
            sys.stderr.write("x" * 65536)
    return send(f"move {legal[0]}", end="\r\n" if BEHAVIOUR == "crlf" else "\n")


if BEHAVIOUR == "exits_at_once":
    sys.exit(4)
if BEHAVIOUR == "parent":
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    record(f"{child.pid}\n")
for line in iter(sys.stdin.readline, ""):
    record(line)
    word, _, rest = line.rstrip("\n").partition(" ")
    if word == "legal":
        legal = rest.split()
    elif word == "prepare":
        if BEHAVIOUR == "refuses":
            send("error I play chess only")
        elif BEHAVIOUR == "hangs":
            time.sleep(NAP_SECONDS)
        else:
            send("ready")
    elif word == "go":
        play()
    elif word == "quit" and BEHAVIOUR != "stubborn":
        break
if BEHAVIOUR == "stubborn":
    time.sleep(NAP_SECONDS)
