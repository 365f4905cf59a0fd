"""An engine as strangers write them: plays the first empty point, in as many ways as there are.

Arguments: how it behaves, and a file to which it writes what it was told.
"""

import sys
import time

HOW, HEARD = sys.argv[1], sys.argv[2]
size = 0
stones = set()


def say(line):
    print(
        line.lower() if HOW == "lower" else line, end="\r\n" if HOW == "crlf" else "\n", flush=True
    )


def move():
    points = ((x, y) for y in range(size) for x in range(size) if (x, y) not in stones)
    x, y = next(points)
    if HOW == "occupied" and stones:
        x, y = min(stones)
    if HOW == "outside":
        x, y = 99, 99
    if HOW == "garbage":
        return say("I think I shall play at the top")
    if HOW == "error":
        return say("ERROR no idea")
    if HOW == "crash":
        sys.exit(3)
    if HOW == "silent":
        return None
    if HOW == "late":
        time.sleep(0.6)
    if HOW == "chatty":
        say("MESSAGE depth 3, 1,1")
        say("DEBUG 2,2")
    stones.add((x, y))
    return say(f"{'SUGGEST ' if HOW == 'suggest' else ''}{x},{y}")


def put(text):
    stones.add(tuple(int(part) for part in text.split(",")[:2]))


def open_game(count):
    answers = {0: "7,7 8,8 9,9", 3: "SWAP" if HOW == "swap" else "6,6", 5: "SWAP"}
    if HOW == "more" and count == 3:
        return say("6,6 5,5")
    return say(answers[count])


lines = iter(sys.stdin.readline, "")
if HOW == "banner":
    say("Strange engine 1.0 (c) somebody")
for line in lines:
    with open(HEARD, "a") as heard:
        heard.write(line)
    command, _, rest = line.strip().partition(" ")
    if command == "START":
        if HOW == "slow":
            time.sleep(0.5)
        if HOW == "refuses":
            say("ERROR only 99")
            continue
        size = int(rest)
        stones.clear()
        say("OK")
    elif command == "INFO":
        if not size:
            sys.exit(4)
    elif command == "RESTART":
        stones.clear()
        say("UNKNOWN" if HOW == "restartless" else "OK")
    elif command == "ABOUT":
        if HOW != "mute":
            say('name="Strange"')
    elif command == "BEGIN":
        move()
    elif command == "TURN":
        put(rest)
        move()
    elif command == "PLAY":
        say(rest)
    elif command in ("BOARD", "SWAP2BOARD"):
        stones.clear()
        for stone in lines:
            with open(HEARD, "a") as heard:
                heard.write(stone)
            if stone.strip() == "DONE":
                break
            put(stone)
        move() if command == "BOARD" else open_game(len(stones))
    elif command == "END" and HOW != "stubborn":
        break
if HOW == "stubborn":
    time.sleep(60)
