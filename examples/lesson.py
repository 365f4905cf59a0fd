"""A lesson on alpha-beta: a sheet to fill in, and the answers, as one page to print or to hand out.

    python examples/lesson.py lesson.html lesson.svg

The tree is drawn from the search itself, so the answers are what the algorithm really does. A tree
of your own: numbers are leaves, parentheses are nodes. A position of any game works as well:
`trace(load_game("tictactoe").start().play_all("a1 a2 c1 b2 b3"), depth=4)`.
"""

import sys
from pathlib import Path

from plyground.lab.trace import trace
from plyground.lab.tree_notation import read_tree
from plyground.lab.tree_svg import draw_tree

TREE = "((3 12) (8 2)) ((4 6) (14 5))"

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Alpha-beta</title>
<style>body {{ font-family: system-ui, sans-serif; max-width: 60rem; margin: 2rem auto }}</style>
<h1>Alpha-beta</h1>
<p>Search the tree from left to right. Write the window (alpha, beta) and the value of each node,
and cross out what is never looked at.</p>
{sheet}
<details><summary>The answers</summary>
<p>The value of the root is {value:g}. Minimax looks at {all} leaves, alpha-beta at {seen}.</p>
{answers}
</details>
"""


def main():
    search = trace(read_tree(TREE), "alphabeta")
    sheet, answers = draw_tree(search.tree(quiz=True)), draw_tree(search.tree())
    counts = {
        "value": search.found.value,
        "seen": search.found.leaves,
        "all": trace(read_tree(TREE), "minimax").found.leaves,
    }
    print("value {value:g}: alpha-beta looks at {seen} of {all} leaves".format(**counts))
    if len(sys.argv) > 2:
        page, picture = map(Path, sys.argv[1:])
        text = PAGE.format(sheet=sheet, answers=answers, **counts)
        page.write_text(text, encoding="utf-8")
        picture.write_text(sheet + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
