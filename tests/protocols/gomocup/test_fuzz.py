"""Every line gets one answer, and the engine plays on."""

from __future__ import annotations

import re
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

COMMANDS = (
    "START", "RECTSTART", "RESTART", "BEGIN", "TURN", "BOARD", "DONE", "INFO", "TAKEBACK", "PLAY",
    "SWAP2BOARD", "ABOUT", "YXBOARD", "YXSTOP", "YXSHOWFORBID", "YXHASHCLEAR",
)  # fmt: skip
ANSWER = re.compile(r"(OK|ERROR .+|UNKNOWN .+|name=.+|FORBID .*|SWAP|\d+,\d+( \d+,\d+)*)")

words = st.sampled_from(COMMANDS) | st.text(max_size=8)
rests = st.text(max_size=12) | st.from_regex(r"-?\d{1,3},-?\d{1,3}(,\d)?", fullmatch=True)
lines = st.tuples(words, rests).map(" ".join)


@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.lists(lines.filter(lambda line: line.split()[:1] != ["END"]), max_size=6))
def test_every_answer_follows_the_protocol(manager, lines):
    manager("INFO timeout_turn 0")
    for line in lines:
        if line.strip().upper().startswith("END"):
            continue
        for answer in manager(line):
            assert ANSWER.fullmatch(answer), (line, answer)
        # Whatever limits and rules were set, no game of a test may take long.
        manager("INFO timeout_turn 0", "INFO rule 0", "INFO thread_num 1", "INFO hash_size 1024")
    assert manager("START 15") == ["OK"]
    assert re.fullmatch(r"\d+,\d+", manager.ask("BEGIN"))


def nonsense(chance):
    """Malformed, or out of order before any board."""
    letters = "abcxyzABC0123456789,.;:-_ \t\"'\\/%{}é가\x00\x7f"
    kinds = (
        lambda: "".join(chance.choice(letters) for _ in range(chance.randrange(1, 30))),
        lambda: f"TURN {chance.randrange(-99, 99)},{chance.randrange(-99, 99)}",
        lambda: f"START {chance.choice(('', 'x', -1, 0, 4, 23, 10**40, '15 15', '15,'))}",
        lambda: f"RECTSTART {chance.randrange(5, 15)},{chance.randrange(15, 22)}",
        lambda: f"INFO {chance.choice(('', 'rule', 'rule x', 'timeout_turn 1.5', 'time_left -'))}",
        lambda: chance.choice([word for word in COMMANDS if word not in ("ABOUT", "INFO")]),
        lambda: f"{chance.choice(COMMANDS[3:7])} {chance.choice(letters)}",
        lambda: f"{chance.randrange(20)},{chance.randrange(20)},{chance.randrange(4)}",
        lambda: "A" * chance.randrange(1, 3000),
    )
    return chance.choice(kinds)()


def test_ten_thousand_malformed_lines_get_one_error_each(new_manager):
    chance = Random(7)
    for _ in range(10_000):
        line = nonsense(chance)
        if line.split() and not line.upper().startswith(("END", "ABOUT")):
            answer = new_manager.ask(line)
            assert answer.startswith(("ERROR ", "UNKNOWN ")), (line, answer)
            assert "\n" not in answer
    assert new_manager("INFO timeout_turn 100", "START 15") == ["OK"]
    assert re.fullmatch(r"\d+,\d+", new_manager.ask("BEGIN"))
