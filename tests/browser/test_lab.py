"""The lab page: the tree is the search, step by step, and quizzes are checked against it."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest

from plyground.classic import Cut, Enter, Leaf, alphabeta, deepening
from plyground.games.registry import load_game

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
LATE = "b2 a1 c1 a3 a2"

COUNT = """() => {
  const nodes = [...document.querySelectorAll("#tree .node")];
  const state = (node) => node.dataset.state;
  const looked = nodes.filter((node) => ["open", "closed"].includes(state(node)));
  const folded = nodes.map((node) => Number(node.dataset.folded ?? 0));
  return {
    shown: looked.length,
    folded: folded.reduce((sum, count) => sum + count, 0),
    leaves: nodes.filter((node) => node.dataset.leaf).length,
    cuts: nodes.filter((node) => node.dataset.cut !== undefined).length,
    current: nodes.filter((node) => node.getAttribute("aria-current") === "step").length,
    principal: nodes.filter((node) => node.classList.contains("principal")).length,
    told: document.querySelector("#counts").textContent,
  };
}"""


TYPED = """text => document.querySelector('[aria-label="B: beta"]')?.value === text"""


def axe_violations(page):
    """What axe finds that is serious or critical."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [
        (problem["id"], [node["target"] for node in problem["nodes"]][:4])
        for problem in found
        if problem["impact"] in ("serious", "critical")
    ]


def go(page, site, steps=None, **asked):
    """Open the lab, and wait until it shows a step, or any step."""
    page.goto(f"{site}/lab?{urlencode(asked)}")
    wait_for_step(page, steps or r"\d+")


def wait_for_step(page, step):
    pattern = rf"^{step} / "
    page.locator(".playback-count").filter(has_text=re.compile(pattern)).wait_for()


def events_of(search, moves, depth):
    position = load_game("tictactoe").start().play_all(moves)
    events = []
    found = search(position, depth, observer=events.append)
    return events, found


def seen(events, kind):
    return sum(isinstance(event, kind) for event in events)


def numbers(text):
    return [int(number.replace(",", "")) for number in re.findall(r"[\d,]+", text)]


def test_the_picture_counts_what_the_search_did_at_every_step(page, site):
    events, found = events_of(alphabeta, LATE, 3)
    go(page, site, game="tictactoe", moves=LATE, depth=3, limit=128, step=1)
    for step in range(1, len(events) + 1):
        wait_for_step(page, step)
        counted, so_far = page.evaluate(COUNT), events[:step]
        assert counted["shown"] == seen(so_far, Enter), step
        assert counted["folded"] == 0
        assert counted["leaves"] == seen(so_far, Leaf), step
        assert counted["cuts"] == seen(so_far, Cut), step
        assert counted["current"] == 1
        assert numbers(counted["told"]) == [seen(so_far, kind) for kind in (Enter, Leaf, Cut)]
        page.keyboard.press("ArrowRight")
    assert page.evaluate(COUNT)["principal"] == len(found.line) + 1
    assert f"value {found.value:g} for Max" in page.locator("#caption-node").inner_text()


def test_what_is_folded_is_counted_and_opens_on_demand(page, site):
    events, _ = events_of(alphabeta, "", 3)
    go(page, site, game="tictactoe", depth=3, limit=16)
    for step in (len(events), len(events) // 2, 40):
        page.locator(".playback-slider input").fill(str(step))
        wait_for_step(page, f"{step:,}")
        # Where the search is at work, the tree opens itself.
        page.wait_for_function("() => !document.querySelector('#tree .folded.current')")
        counted = page.evaluate(COUNT)
        assert counted["shown"] + counted["folded"] == seen(events[:step], Enter)
        assert counted["current"] == 1
    before = page.evaluate(COUNT)["shown"]
    page.get_by_role("treeitem", name=re.compile(r"^\d+ folded")).first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => ({COUNT})().shown > {before}")
    page.wait_for_url("**open=*")


def test_every_round_of_deepening_is_shown(page, site):
    events, found = events_of(deepening, LATE, 3)
    go(page, site, game="tictactoe", moves=LATE, depth=3, algorithm="deepening", limit=128)
    depths, nodes = [], 0
    page.keyboard.press("Home")
    wait_for_step(page, 1)
    ends = [at for at, event in enumerate(events, 1) if getattr(event, "action", 0) is None]
    for last in [*(first - 1 for first in ends[1:]), len(events)]:
        page.locator(".playback-slider input").fill(str(last))
        wait_for_step(page, last)
        page.wait_for_function(
            "depth => document.querySelector('#counts').textContent"
            ".startsWith(`Search ${depth} of 3`)",
            arg=len(depths) + 1,
        )
        told = numbers(page.evaluate(COUNT)["told"])
        depths.append(told[2])
        nodes += told[3]
    assert depths == [1, 2, 3]
    assert nodes == found.nodes


def test_playback_starts_only_on_request(page, site):
    page.clock.install(time=0)
    go(page, site, steps=27)
    page.clock.pause_at(3600)
    page.clock.run_for(60_000)
    assert page.locator(".playback-count").inner_text() == "27 / 27"
    page.get_by_label("Events a second").select_option("16")
    page.keyboard.press("Space")
    page.get_by_role("button", name="Pause").wait_for()
    page.clock.run_for(500)
    wait_for_step(page, 9)
    page.keyboard.press("Space")
    page.get_by_role("button", name="Play", exact=True).wait_for()
    page.clock.run_for(60_000)
    assert page.locator(".playback-count").inner_text() == "9 / 27"


def test_a_cut_is_explained_in_words_and_in_the_code(page, site):
    go(page, site, steps=27)
    page.keyboard.press("Home")
    page.keyboard.press("x")
    wait_for_step(page, 15)
    assert page.locator("#caption-step").inner_text().startswith("Step 4: cut")
    assert "Max already has 3, Min can get 2 here" in page.locator("#caption-node").inner_text()
    marked = page.locator("#code .marked")
    assert "# Step 4: cut if the other side" in marked.first.inner_text()
    assert page.locator('#tree [data-state="pruned"]').count() == 2
    spoken = page.locator("#announcer").inner_text()
    assert "Step 4: cut" in spoken
    assert "Min can get 2 here" in spoken
    page.keyboard.press("X")
    wait_for_step(page, 15)


def test_the_url_holds_all_settings(page, site, open_page):
    go(page, site, steps=27)
    page.get_by_text("Negamax", exact=True).click()
    page.locator("textarea").fill("((3 5) (6 9)) ((1 2) (0 -1))")
    page.get_by_label("Moves are tried").select_option("reversed")
    page.get_by_label("Remember positions in a table").check()
    page.wait_for_url("**table=1*")
    page.locator("#tree").get_by_role("treeitem", name=re.compile("^A")).wait_for()
    page.keyboard.press("Escape")
    page.locator(".playback-slider input").fill("9")
    wait_for_step(page, 9)
    page.wait_for_url("**step=9*")
    other = open_page()
    other.goto(page.url)
    wait_for_step(other, 9)
    assert other.evaluate(COUNT) == page.evaluate(COUNT)
    assert other.locator("#caption").inner_text() == page.locator("#caption").inner_text()


def test_a_textbook_tree_is_typed_and_errors_are_shown(open_page, site):
    page = open_page(allow_errors=True)
    go(page, site, steps=27)
    page.locator("textarea").fill("(3 12 8) (2 4")
    told = page.get_by_role("alert").filter(has_text="place 10 of the tree is never closed")
    told.wait_for()
    page.locator("textarea").fill("(5 6) (7 4)")
    page.locator("#problem").wait_for(state="hidden")
    page.locator("#caption-node").filter(has_text="value 5 for Max").wait_for()


def test_a_position_is_chosen_on_the_board(player, site):
    page = player.page
    go(page, site, game="tictactoe", moves="b2 a1 c1 a3", depth=1)
    for spot in ("a2", "c2"):
        page.wait_for_function("() => document.querySelector('#root-board').interactive")
        page.mouse.click(*player.place(spot, "#root-board"))
        page.wait_for_url(f"**{spot}*")
    assert page.get_by_label("Moves", exact=True).input_value() == "b2 a1 c1 a3 a2 c2"
    events, _ = events_of(alphabeta, "b2 a1 c1 a3 a2 c2", 1)
    wait_for_step(page, len(events))
    node = page.get_by_role("treeitem", name=re.compile("^b3 Min"))
    node.focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Search from here").click()
    page.wait_for_url("**b3*")


@pytest.mark.parametrize("game", ["gomoku", "kamisado", "triangles"])
def test_every_game_has_its_tree(page, site, game):
    go(page, site, game=game, depth=1)
    moves = len(load_game(game).start().moves)
    counted = page.evaluate(COUNT)
    assert counted["shown"] + counted["folded"] == moves + 1


def test_a_quiz_is_filled_in_and_checked(page, site):
    page.goto(f"{site}/lab?mode=quiz")

    def fill(node, **fields):
        for field, text in fields.items():
            page.get_by_label(f"{node}: {field}", exact=True).fill(text)

    page.get_by_label("A: value", exact=True).wait_for()
    fill("A", value="3", alpha="-inf", beta="∞")
    fill("B", value="3", alpha="-inf", beta="4")
    page.get_by_label("Cross out c2").click()
    page.get_by_role("button", name="Check").click()
    page.get_by_text("Right: 6. Wrong: 1. Still open: 7.").wait_for()
    wrong = page.locator('[data-mark="wrong"]')
    assert wrong.count() == 1
    assert wrong.get_attribute("title") == "wrong"
    assert wrong.locator("input").get_attribute("aria-invalid") == "true"
    page.reload()
    page.wait_for_function(TYPED, arg="4")
    fill("B", beta="inf")
    fill("C", value="2", alpha="3", beta="inf")
    fill("D", value="2", alpha="3", beta="inf")
    page.get_by_label("Cross out c3").click()
    page.get_by_role("button", name="Check").click()
    page.get_by_text("All 14 answers are right.").wait_for()
    assert page.locator('[data-mark="right"]').count() == 14
    page.get_by_role("button", name="Start again").click()
    page.wait_for_function(TYPED, arg="")
    page.get_by_role("button", name="Show the answers").click()
    page.get_by_text("These are the answers.").wait_for()
    assert page.get_by_label("C: alpha", exact=True).input_value() == "3"
    assert page.get_by_label("Cross out c3").get_attribute("aria-pressed") == "true"


def test_algorithms_are_compared(page, site):
    position = load_game("tictactoe").start().play_all("b2 a1")
    counted = []
    alphabeta(position, 4, observer=counted.append)
    page.goto(f"{site}/lab?{urlencode({'game': 'tictactoe', 'moves': 'b2 a1', 'depth': 4})}")
    page.get_by_text("Compare", exact=True).click()
    page.get_by_text("All of them find the value 0 for Max.").wait_for()
    rows = page.locator("#comparison tbody tr")
    assert rows.count() == 8
    row = rows.filter(has=page.get_by_role("rowheader", name="Alpha-beta", exact=True))
    assert row.locator("td").first.inner_text() == f"{seen(counted, Enter):,}"


def test_pictures_are_downloaded(page, site):
    go(page, site, steps=27)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the picture").click()
    assert download.value.suggested_filename == "plyground-tree.svg"
    text = download.value.path().read_text(encoding="utf-8")
    assert text.startswith("<svg")
    assert "Max already has 3" in text


def test_the_tree_is_navigated_by_keyboard(page, site):
    go(page, site, steps=27)
    page.get_by_role("treeitem", name=re.compile("^A Max")).focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    label = page.evaluate("() => document.activeElement.getAttribute('aria-label')")
    assert label.startswith("c2")
    assert page.locator(".playback-count").inner_text() == "27 / 27"
    page.keyboard.press("Enter")
    assert "cut off, never looked at" in page.locator("#node").inner_text()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    wait_for_step(page, 26)
    page.keyboard.press("?")
    page.get_by_role("dialog").get_by_text("In the tree").wait_for()


def test_the_lab_is_in_korean(open_page, site):
    page = open_page(locale="ko-KR")
    go(page, site, steps=15, step=15)
    assert page.locator("#caption-step").inner_text().startswith("4단계: 가지치기")
    assert "노드 7개" in page.locator("#counts").inner_text()
    page.get_by_text("퀴즈", exact=True).click()
    page.get_by_role("button", name="채점").wait_for()


def test_touch_pans_and_zooms_the_tree(open_page, site):
    page = open_page(**PHONE)
    go(page, site, steps=27)
    world = "() => document.querySelector('#tree .viewport-content').style.transform"
    before = page.evaluate(world)
    page.get_by_role("button", name="Zoom in").tap()
    zoomed = page.evaluate(world)
    assert zoomed != before
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="One step back").tap()
    wait_for_step(page, 26)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("mode", ["steps", "quiz", "compare"])
def test_axe_finds_nothing_serious(open_page, site, scheme, mode):
    page = open_page(color_scheme=scheme)
    page.goto(f"{site}/lab?{urlencode({'mode': mode, 'step': 15})}")
    page.locator(
        {"steps": "#tree .node", "quiz": "#quiz .node", "compare": "#comparison tbody tr"}[mode]
    ).first.wait_for()
    assert axe_violations(page) == []


def test_axe_finds_nothing_serious_in_the_tree_of_a_game_on_a_phone(open_page, site):
    page = open_page(**PHONE)
    go(page, site, game="tictactoe", moves=LATE, depth=3, step=40)
    page.locator("#settings > summary").click()
    assert axe_violations(page) == []


@pytest.mark.parametrize("game", ["tictactoe", "kamisado"])
def test_the_tree_of_a_game_can_be_read_without_a_change_of_settings(open_page, site, game):
    page = open_page(viewport={"width": 1920, "height": 1080}, reduced_motion="reduce")
    go(page, site, game=game)
    # At three quarters of their size, letters have eight pixels and more.
    page.wait_for_function(
        """() => {
            const tree = document.querySelector("#tree");
            const view = tree.getBoundingClientRect();
            const boxes = [...tree.querySelectorAll(".node")].map((n) => n.getBoundingClientRect());
            const isInside = ({ left, right }) => left >= view.left && right <= view.right;
            return tree.viewport.scale >= 0.75 && boxes.length > 5 && boxes.every(isInside);
        }"""
    )


def test_the_lab_offers_the_shortest_game_first(page, site):
    go(page, site)
    page.locator("#settings label:has(input[value=game])").click()
    page.locator("#settings select[name=game]").wait_for()
    assert page.locator("#settings select[name=game]").input_value() == "tictactoe"
