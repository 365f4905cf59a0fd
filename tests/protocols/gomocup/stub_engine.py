"""An external engine that plays the first empty point, with one of many behaviours.

Arguments: the behaviour, and a file to which it appends the lines that it receives.
"""

import subprocess
import sys
import time
from contextlib import suppress

BEHAVIOUR, LOG = sys.argv[1], sys.argv[2]
size = 0
stones = set()


def record(text):
    # In a sandbox nothing can be written.
    with suppress(OSError), open(LOG, "a") as log:
        log.write(text)


def send(line):
    print(
        line.lower() if BEHAVIOUR == "lower" else line,
        end="\r\n" if BEHAVIOUR == "crlf" else "\n",
        flush=True,
    )


def play():
    points = ((x, y) for y in range(size) for x in range(size) if (x, y) not in stones)
    x, y = next(points)
    if BEHAVIOUR == "occupied" and stones:
        x, y = min(stones)
    if BEHAVIOUR == "outside":
        x, y = 99, 99
    if BEHAVIOUR == "garbage":
        return send("I think I shall play at the top")
    if BEHAVIOUR == "error":
        return send("ERROR no idea")
    if BEHAVIOUR in ("crash", "orphan"):
        sys.exit(3)
    if BEHAVIOUR == "silent":
        return None
    if BEHAVIOUR == "endless":
        while True:
            sys.stdout.write("1" * 65536)
    if BEHAVIOUR == "flood":
        while True:
            sys.stdout.write("MESSAGE I am still thinking\n" * 1000)
    if BEHAVIOUR == "late":
        time.sleep(0.6)
    if BEHAVIOUR == "chatty":
        send("MESSAGE depth 3, 1,1")
        send("DEBUG 2,2")
    stones.add((x, y))
    return send(f"{'SUGGEST ' if BEHAVIOUR == 'suggest' else ''}{x},{y}")


def place(text):
    stones.add(tuple(int(part) for part in text.split(",")[:2]))


def answer_swap2(count):
    answers = {0: "7,7 8,8 9,9", 3: "SWAP" if BEHAVIOUR == "swap" else "6,6", 5: "SWAP"}
    if BEHAVIOUR == "more" and count == 3:
        return send("6,6 5,5")
    return send(answers[count])


lines = iter(sys.stdin.readline, "")
if BEHAVIOUR in ("parent", "orphan"):
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    record(f"{child.pid}\n")
if BEHAVIOUR == "banner":
    send("Stub engine 1.0 (c) Plyground")
for line in lines:
    record(line)
    command, _, rest = line.strip().partition(" ")
    if command == "START":
        if BEHAVIOUR == "slow":
            time.sleep(0.5)
        if BEHAVIOUR == "refuses":
            send("ERROR only 99")
            continue
        size = int(rest)
        stones.clear()
        send("OK")
    elif command == "INFO":
        if not size:
            sys.exit(4)
    elif command == "RESTART":
        stones.clear()
        send("UNKNOWN" if BEHAVIOUR == "restartless" else "OK")
    elif command == "ABOUT":
        if BEHAVIOUR != "mute":
            send('name="Stub"')
    elif command == "BEGIN":
        play()
    elif command == "TURN":
        place(rest)
        play()
    elif command == "PLAY":
        send(rest)
    elif command in ("BOARD", "SWAP2BOARD"):
        stones.clear()
        for stone in lines:
            record(stone)
            if stone.strip() == "DONE":
                break
            place(stone)
        play() if command == "BOARD" else answer_swap2(len(stones))
    elif command == "END" and BEHAVIOUR != "stubborn":
        break
if BEHAVIOUR == "stubborn":
    time.sleep(60)
