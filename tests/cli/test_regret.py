"""`plyground regret` on the command line."""

from __future__ import annotations

AGENT = """
class Blunderer:
    def choose(self, position, limit):
        if len(position.moves) == 2:
            raise RuntimeError("two moves")
        return position.moves[-1]
"""


def test_a_report_in_words_and_as_json(line, tmp_path):
    asked = ("regret", "tictactoe", "random:seed=1", "--positions", "30", "--seed", "2")
    html, svg = tmp_path / "page.html", tmp_path / "chart.svg"
    done = line(*asked, "--html", str(html), "--svg", str(svg), "--worst", "2")
    assert done.exit_code == 0, done.stderr
    assert "The regret of random:seed=1 in Tic-tac-toe" in done.stdout
    assert "by luck" in done.stdout
    assert html.read_text().count("<figure>") > 2
    assert svg.read_text().startswith("<svg")
    document = line.json(*asked)
    total = document["rows"][-1]
    assert document["positions"] == total["positions"] == 30
    given_away = sum(total["counts"][kind] for kind in ("draw", "loss"))
    assert len(document["cases"]) == given_away
    assert all(case["move"] not in case["right"] for case in document["cases"])


def test_a_report_in_korean(line):
    done = line("regret", "tictactoe", "random:seed=1", "--positions", "5", "--lang", "ko")
    assert "틱택토에서 random:seed=1이 잃는 것" in done.stdout


def test_an_agent_of_ones_own_is_measured_in_a_process_of_its_own(line, tmp_path):
    file = tmp_path / "blunderer.py"
    file.write_text(AGENT)
    document = line.json(
        "regret", "tictactoe", f"{file}:Blunderer", "--positions", "40", "--seed", "1"
    )
    counts = document["rows"][-1]["counts"]
    assert counts["failed"] > 0
    assert counts["loss"] > 0
    failed = [case for case in document["cases"] if case["kind"] == "failed"]
    assert "two moves" in failed[0]["failure"]


def test_wrong_requests_are_one_sentence(line):
    assert "--positions" in line.refused("regret", "tictactoe", "random", "--positions", "0")
    assert line.refused("regret", "tictactoe", "human")
    assert "randm" in line.refused("regret", "tictactoe", "randm")
    assert line.refused("regret", "tictactoe", "random", "--moves", "a1 b1 a2 b2 a3")
