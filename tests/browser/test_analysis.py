"""The analysis page: engine, move tree, graph, lessons, position editor, import, export, links."""

from __future__ import annotations

import json
import re

import pytest

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
LOST = "b2 b1 a1 c3 a3 c1 a2"
"""The second player answers the centre with an edge, which loses."""
SGF = "(;GM[4]SZ[15]RU[renju]PB[Ada]PW[Bob];B[hh];W[ig](;B[ii]C[sharp])(;B[gg]))"


def look_at(page, site, rest):
    page.goto(f"{site}/analysis/{rest}")
    page.locator("#study").wait_for()
    page.wait_for_function("() => document.querySelector('#board').position")
    return page


def address(game, moves="", **more):
    query = {**({"moves": moves} if moves else {}), **more}
    return f"{game}?" + "&".join(f"{key}={value.replace(' ', '+')}" for key, value in query.items())


TREE = """() => {
  const told = (line) => [...line.children].map((part) =>
    part.matches("button") ? part.childNodes[part.children[0]?.matches(".ply") ? 1 : 0].data
    : part.matches("ul") ? [...part.children].map((each) => `(${told(each)})`).join(" ")
    : "").filter(Boolean).join(" ");
  return told(document.querySelector("#tree .line"));
}"""


def wait_for_tree(page, moves):
    """Until these are the moves in the tree, variations in brackets."""
    page.wait_for_function(f"moves => ({TREE})() === moves", arg=moves)


def ply_of(page):
    return page.evaluate("() => document.querySelector('#board').position.ply")


def wait_for_ply(page, ply):
    page.wait_for_function("ply => document.querySelector('#board').position?.ply === ply", arg=ply)


def play(page, move):
    page.locator("#move-input").fill(move)
    page.locator("#move-input").press("Enter")


def wait_for_line(page):
    page.locator("#engine .lines:not(.stale) li").first.wait_for()


def wait_for_answers(page, count):
    shown = "document.querySelectorAll('#board .arrow.best').length"
    page.wait_for_function(f"count => {shown} === count", arg=count)


def axe_violations(page):
    """What axe finds that is serious or critical."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page).response["violations"]
    return [
        (problem["id"], [node["target"] for node in problem["nodes"]][:4])
        for problem in found
        if problem["impact"] in ("serious", "critical")
    ]


def reviewed(page):
    page.get_by_role("button", name="Analyse the game").click()
    page.get_by_role("button", name="Analyse again").wait_for()


def test_the_engine_shows_lines_and_its_move_is_played(page, site):
    look_at(page, site, address("tictactoe", "b2 b1"))
    wait_for_line(page)
    assert "#" in page.locator("#engine .line-score").first.inner_text()
    # A proven win: the bar is full, with the distance.
    page.wait_for_function(
        "() => document.querySelector('#bar').style.getPropertyValue('--first') === '100%'"
    )
    assert page.locator("#bar span").inner_text() == "#5"
    assert "100 %" in page.locator("#bar").get_attribute("aria-label")
    assert page.locator("#board .arrow").count() > 0
    best = page.locator("#engine .lines li button").first.inner_text()
    page.keyboard.press(" ")
    wait_for_ply(page, 3)
    wait_for_tree(page, f"b2 b1 {best}")


def test_the_engine_can_be_switched_off_and_stays_so(page, site):
    look_at(page, site, address("tictactoe", "b2 b1"))
    wait_for_line(page)
    page.keyboard.press("e")
    page.get_by_text("The engine is off.").wait_for()
    assert page.locator("#board .arrow").count() == 0
    page.reload()
    page.get_by_text("The engine is off.").wait_for()
    page.get_by_role("switch", name="Engine").click()
    wait_for_line(page)


def test_several_lines(page, site):
    look_at(page, site, address("gomoku", "h8"))
    page.get_by_label("Lines").select_option("5")
    page.locator("#engine .lines:not(.stale) li:nth-child(5)").wait_for()
    page.locator("#engine .lines li:nth-child(2) button").nth(1).click()
    wait_for_ply(page, 3)


def test_an_analysis_without_end_is_switched_on_and_stays_so(page, site):
    look_at(page, site, address("gomoku", "h8"))
    button = page.get_by_role("button", name="Endless")
    button.focus()
    page.keyboard.press("Enter")
    wait_for_line(page)
    page.reload()
    page.get_by_role("button", name="Endless", pressed=True).wait_for()
    wait_for_line(page)
    play(page, "i9")
    wait_for_ply(page, 2)
    wait_for_line(page)
    button.click()
    page.get_by_role("button", name="Endless", pressed=False).wait_for()


def test_a_solved_start_shows_its_proof_to_the_end(page, site):
    look_at(page, site, "kamisado")
    page.get_by_role("button", name="Endless").click()
    page.get_by_text("Solved: win in 17").wait_for()
    assert page.locator("#bar").inner_text().strip() == "#17"
    line = page.locator("#engine .lines li.proven").first
    assert line.locator(".line-score").inner_text() == "+#17 ✓"
    assert "win in 17" in line.text_content()
    assert line.locator("button").count() == 17
    line.locator("button").nth(16).click()
    wait_for_ply(page, 17)
    assert "wins" in page.locator("#status").inner_text()


def test_a_solved_margin_is_exact_and_marked(page, site):
    look_at(page, site, "triangles")
    page.get_by_text("Solved: loss by 1").wait_for()
    assert page.locator("#engine .line-score").first.inner_text() == "−1 ✓"


def test_threads_and_memory_are_chosen_within_what_the_owner_allows(serve, page):
    site = serve({"PLYGROUND_MOST_THREADS": "2", "PLYGROUND_MOST_HASH": "32"}).url
    look_at(page, site, address("gomoku", "h8"))
    page.get_by_text("Threads and memory").click()
    page.get_by_text("This server allows 2 threads and 32 MiB.").wait_for()
    page.get_by_label("Memory").select_option("32")
    page.get_by_label("Threads", exact=True).select_option("2")
    wait_for_line(page)
    stored = page.evaluate("() => localStorage.getItem('plyground.analysis.resources')")
    assert json.loads(stored) == {"hash": 32, "threads": 2}


def test_stepping_with_the_arrow_keys_changes_the_url(page, site):
    look_at(page, site, address("tictactoe", "b2 a1 c3"))
    assert ply_of(page) == 3
    page.keyboard.press("ArrowLeft")
    wait_for_ply(page, 2)
    assert page.url.endswith("#2")
    page.keyboard.press("ArrowUp")
    wait_for_ply(page, 0)
    page.keyboard.press("ArrowRight")
    wait_for_ply(page, 1)
    page.keyboard.press("ArrowDown")
    wait_for_ply(page, 3)
    page.keyboard.press("ArrowLeft")
    page.reload()
    wait_for_ply(page, 2)


def test_variations_are_added_promoted_commented_and_deleted(page, site):
    look_at(page, site, address("tictactoe", "b2 a1 c3"))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    wait_for_ply(page, 1)
    play(page, "C1")
    page.wait_for_url("**/analysis/study/*")
    wait_for_ply(page, 2)
    wait_for_tree(page, "b2 a1 (c1) c3")
    page.get_by_role("button", name="Promote variation").click()
    wait_for_tree(page, "b2 c1 (a1 c3)")
    page.get_by_label("Comment").fill("a <b>corner</b>\n구석")
    page.locator("#status").click()
    page.locator(".comment").wait_for()
    assert page.locator(".comment").inner_text() == "a <b>corner</b>\n구석"
    page.locator("#tree button", has_text="a1").click()
    wait_for_ply(page, 2)
    page.get_by_role("button", name="Delete from here").click()
    page.locator("dialog").get_by_role("button", name="Delete from here").click()
    page.locator("#tree button", has_text="a1").wait_for(state="detached")
    wait_for_tree(page, "b2 c1")
    page.reload()
    page.locator(".comment").wait_for()
    wait_for_tree(page, "b2 c1")


def test_a_move_is_played_by_mouse(player, site):
    page = look_at(player.page, site, "kamisado")
    player.click(["d1", "d5"])
    page.wait_for_url("**/analysis/study/*")
    wait_for_ply(page, 1)
    wait_for_tree(page, "d1-d5")


def test_others_read_a_study_and_edit_only_a_copy(page, open_page, site):
    look_at(page, site, address("tictactoe", "b2"))
    play(page, "a1")
    page.wait_for_url("**/analysis/study/*")
    wait_for_ply(page, 2)
    other = open_page()
    other.goto(page.url)
    other.get_by_text("Somebody else's study.").wait_for()
    wait_for_ply(other, 2)
    play(other, "c3")
    other.get_by_text("This is a copy of your own now.").wait_for()
    wait_for_ply(other, 3)
    assert other.url.split("#")[0] != page.url.split("#")[0]
    page.reload()
    wait_for_ply(page, 2)
    wait_for_tree(page, "b2 a1")


def test_a_game_is_analysed_in_one_click(page, site):
    look_at(page, site, address("tictactoe", LOST))
    reviewed(page)
    assert page.locator(".graph .curve").count() == 1
    assert page.locator(".badge-on text").all_text_contents() == ["??"]
    assert page.locator(".badge-on.blunder").count() == 1
    second = page.locator(".side-summary").nth(1)
    assert "Blunders: 1" in second.inner_text()
    assert "Accuracy: 100 %" in page.locator(".side-summary").first.inner_text()
    wrong = page.locator(".mistakes .mistake")
    assert wrong.count() == 1
    assert "better was" in wrong.inner_text()
    wrong.click()
    wait_for_ply(page, 2)
    assert page.locator("#tree [aria-current]").inner_text().endswith("??")
    graph = page.locator(".graph")
    graph.click(position={"x": graph.bounding_box()["width"] - 6, "y": 10})
    wait_for_ply(page, 7)
    # What was found is kept with the study.
    page.reload()
    page.locator(".mistakes .mistake").wait_for()


def test_what_a_mistake_missed_and_allowed_is_replayed(page, site):
    """The second player answers the centre with an edge: the first wins, whatever follows."""
    look_at(page, site, address("tictactoe", LOST))
    reviewed(page)
    evidence = page.locator(".mistakes .evidence button")
    assert evidence.all_inner_texts() == [
        "Show what was better\n✓ to the end",
        "Show what follows\n✓ to the end",
    ]
    # By the keyboard, and told to screen readers.
    evidence.last.focus()
    page.keyboard.press("Enter")
    page.get_by_text("What follows, to the end:").wait_for(state="attached")
    # The board shows the end of the game until the line begins.
    page.locator("#tree .variations [aria-current]").wait_for()
    page.wait_for_function("() => document.querySelector('#board').position?.over")
    assert "The first player wins" in page.locator("#status").inner_text()
    assert page.locator("#tree .variations").count() == 1
    # What was better begins before the mistake.
    evidence.first.click()
    page.locator("#tree .variations").nth(1).wait_for()
    wait_for_ply(page, 2)
    assert page.locator("#tree .variations").first.locator("[aria-current]").count() == 1


def test_the_graph_of_a_review_is_the_same_after_a_reload(page, site):
    """Also if the engine analyses without end meanwhile."""
    look_at(page, site, address("gomoku", "h8 i9 h7 h9 g9 i7"))
    page.get_by_role("button", name="Endless").click()
    wait_for_line(page)
    reviewed(page)
    curve = "() => document.querySelector('#review svg .curve')?.getAttribute('d')"
    first = page.evaluate(curve)
    page.reload()
    page.wait_for_function(f"first => ({curve})() === first", arg=first)


def test_the_lesson_is_one_click_from_the_end_of_a_game(page, site):
    look_at(page, site, address("tictactoe", LOST, learn="1"))
    page.get_by_text("Mistake 1 of 1").wait_for()
    wait_for_ply(page, 1)


def test_learning_from_mistakes(page, site):
    look_at(page, site, address("tictactoe", LOST))
    reviewed(page)
    page.locator("[data-learn='1']").click()
    page.get_by_text("Mistake 1 of 1").wait_for()
    wait_for_ply(page, 1)
    # Nothing tells the answer.
    assert page.locator("#board .arrow").count() == 0
    assert not page.locator("#engine").is_visible()
    assert not page.locator(".mistakes").is_visible()
    assert "??" not in page.locator("#tree").inner_text()
    play(page, "b1")
    page.locator("#lesson").get_by_text("b1 is what was played.").wait_for()
    play(page, "a2")
    page.locator("#lesson").get_by_text("a2 is not good enough.").wait_for()
    play(page, "c3")
    page.locator("#lesson").get_by_text("c3 is right.").wait_for()
    wait_for_answers(page, 4)
    page.get_by_role("button", name="Finish").click()
    page.locator("#lesson").get_by_text("Done: 1 of 1 found.").wait_for()
    page.get_by_role("button", name="Close").click()
    page.locator(".mistakes").wait_for()
    wait_for_tree(page, LOST)


def test_the_answer_is_shown_on_request(page, site):
    look_at(page, site, address("tictactoe", LOST))
    reviewed(page)
    page.locator("[data-learn='1']").click()
    page.get_by_role("button", name="Show me").click()
    page.locator("#lesson").get_by_text("Better was:").wait_for()
    wait_for_answers(page, 4)
    page.get_by_role("button", name="Leave").click()
    page.locator("#engine").wait_for()


def test_overlays_are_shown(page, site):
    look_at(
        page,
        site,
        address("gomoku", start="h9 h10 i8 j8 / a1 c1 e1 g1 / 0", **{"set.rule": "renju"}),
    )
    page.get_by_role("switch", name="Forbidden points").click()
    page.get_by_text("h8: a forbidden double-three").wait_for()
    assert page.locator("#board .overlay.bad .badge-text").text_content() == "33"


def test_zones_and_lines_are_drawn(page, site):
    look_at(page, site, address("triangles", "A-D", **{"set.set": "hexagon"}))
    page.get_by_role("switch", name="Regions, odd or even").click()
    page.get_by_text("A B C D, A D E F: segments left to draw here: 4, even").wait_for()
    assert page.locator("#board .zone").count() == 2
    assert page.locator("#board .overlay .badge-text").all_text_contents() == ["4", "4"]
    page.get_by_role("switch", name="Safe segments").click()
    # Beside the engine's arrows, which have heads.
    page.locator("#board .arrow.good:not(:has(.head))").first.wait_for()


def test_a_win_by_fours_is_numbered_on_the_board(page, site):
    look_at(page, site, address("gomoku", start="f8 g8 h8 / a1 c1 l1 / 0"))
    page.get_by_role("switch", name="Win by fours").click()
    page.get_by_text("e8, d8, i8: Black wins by fours in 2 moves").wait_for()
    assert page.locator("#board .overlay .badge-text").all_text_contents() == ["1", "2", "3"]


def test_a_position_is_set_up_by_hand_and_by_text(player, site):
    page = look_at(player.page, site, "gomoku")
    page.get_by_role("button", name="Set up a position").click()
    page.locator("dialog ply-board svg").wait_for()
    button = page.get_by_role("button", name="Look at it").bounding_box()
    assert button["y"] + button["height"] < page.viewport_size["height"]

    def press(spot):
        page.mouse.click(*player.place(spot, "dialog ply-board"))

    press("h8")
    text = page.get_by_label("The position as text")
    page.wait_for_function("() => document.querySelector('#setup-text').value === 'h8 / - / 0'")
    page.locator("dialog label:has(input[value=second])").click()
    press("i9")
    page.wait_for_function("() => document.querySelector('#setup-text').value === 'h8 / i9 / 0'")
    text.fill("h8 / h8 / 0")
    page.locator("dialog").get_by_text("h8 is named twice").wait_for()
    assert page.get_by_role("button", name="Look at it").is_disabled()
    text.fill("h8 / i9 / 1")
    page.get_by_role("button", name="Look at it").and_(page.locator(":enabled")).click()
    page.wait_for_url("**start=*")
    page.locator("#status", has_text="White to move").wait_for()
    assert page.evaluate("() => document.querySelector('#board').position.text") == "h8 / i9 / 1"


def test_the_stone_that_makes_a_position_impossible_stays_and_is_marked(player, site):
    page = look_at(player.page, site, address("gomoku", start="e8 f8 g8 h8 / a1 c1 / 0"))
    page.get_by_role("button", name="Set up a position").click()
    page.locator("dialog ply-board .piece").first.wait_for()
    page.mouse.click(*player.place("i8", "dialog ply-board"))
    page.locator("dialog").get_by_text("The side to move has a winning row").wait_for()
    page.locator('dialog .piece[data-spot="i8"]').wait_for()
    assert page.locator("dialog .overlay.bad .badge-text").all_text_contents() == ["!"] * 5
    assert page.get_by_role("button", name="Look at it").is_disabled()
    # Giving the move to the other side mends it.
    page.get_by_role("button", name="Other side to move").click()
    page.get_by_role("button", name="Look at it").and_(page.locator(":enabled")).wait_for()
    assert page.locator("dialog .overlay").count() == 0


def test_games_are_imported_and_exported(page, site):
    page.goto(f"{site}/analysis")
    page.get_by_role("button", name="Import a game").click()
    page.get_by_label("A game as text").fill(SGF)
    page.get_by_role("button", name="Import", exact=True).click()
    page.wait_for_url("**/analysis/study/*")
    page.locator("#tree button").first.wait_for()
    wait_for_tree(page, "h8 i9 i7 (g9)")
    assert page.locator(".comment").inner_text() == "sharp"
    page.get_by_text("Ada – Bob").wait_for()
    for name, begins in (("SGF", "(;FF[4]"), ("PSQ", "Piskvorky 15x15"), ("Text", "; game gomoku")):
        with page.expect_download() as loading:
            page.locator("[data-format]", has_text=name).click()
        assert loading.value.path().read_text().startswith(begins)
    with page.expect_download() as loading:
        page.locator("[data-format=json]").click()
    record = json.loads(loading.value.path().read_text())
    assert record["moves"] == ["h8", "i9", "i7"]


def test_nonsense_is_refused_in_a_sentence(open_page, site):
    page = open_page(allow_errors=True)
    page.goto(f"{site}/analysis")
    page.get_by_role("button", name="Import a game").click()
    page.get_by_label("A game as text").fill("(;GM[1];B[aa])")
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_text("This SGF is of another game").wait_for()
    page.goto(f"{site}/analysis/chess")
    page.get_by_text('There is no game "chess".').wait_for()
    page.locator("main a").wait_for()
    look_at(page, site, address("tictactoe", "b2"))
    play(page, "b2")
    page.locator(".message.problem").wait_for()
    assert ply_of(page) == 1


def test_a_finished_game_is_analysed_from_its_own_page(player, site):
    page = player.page
    player.begin(site, "tictactoe", opponent="here")
    for count, move in enumerate(LOST.split(), start=1):
        player.click([move])
        player.wait_for_moves(count)
    page.get_by_role("link", name="Analyse").click()
    page.wait_for_url("**/analysis/study/*")
    page.locator("#tree button").first.wait_for()
    wait_for_tree(page, LOST)
    study = page.url
    page.go_back()
    page.get_by_role("link", name="Analyse").click()
    page.wait_for_url(study)


def test_keys_are_listed(page, site):
    look_at(page, site, "tictactoe")
    page.keyboard.press("?")
    keys = page.locator("dialog.dialog")
    keys.get_by_text("One move back").wait_for()
    keys.get_by_text("Let the engine think").wait_for()


def test_korean(open_page, site):
    page = open_page(locale="ko-KR")
    look_at(page, site, address("tictactoe", LOST))
    page.get_by_role("button", name="대국 분석하기").click()
    page.get_by_role("button", name="다시 분석하기").wait_for()
    assert "블런더" in page.locator(".mistakes .mistake").inner_text()
    page.locator("[data-learn='1']").click()
    page.locator("#lesson").get_by_text("더 좋은 수를 찾아보세요").wait_for()
    untold = page.locator("body").inner_text()
    assert "web." not in untold


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", ["tictactoe", "gomoku", "kamisado", "triangles"])
def test_axe_finds_nothing_serious(open_page, site, game, scheme):
    page = open_page(color_scheme=scheme)
    look_at(page, site, game)
    wait_for_line(page)
    page.keyboard.press(" ")
    page.wait_for_url("**/analysis/study/*")
    wait_for_ply(page, 1)
    wait_for_line(page)
    assert axe_violations(page) == []


def test_axe_finds_nothing_serious_after_a_review_nor_in_a_dialog(open_page, site):
    page = look_at(open_page(), site, address("tictactoe", LOST))
    reviewed(page)
    assert axe_violations(page) == []
    page.get_by_role("button", name="Set up a position").click()
    page.locator("dialog ply-board svg").wait_for()
    assert axe_violations(page) == []
    page.keyboard.press("Escape")
    page.locator("[data-learn='1']").click()
    assert axe_violations(page) == []


def test_a_phone_shows_the_board_in_full_width(open_page, site):
    page = look_at(open_page(**PHONE), site, address("gomoku", "h8 i9"))
    wait_for_line(page)
    board = page.locator("#board").bounding_box()
    assert board["width"] >= 350
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 360
    assert page.locator("#engine").bounding_box()["y"] > board["y"] + board["height"]
    assert axe_violations(page) == []


PLACES = """() => ["#engine", "#move-panel", "#board", "#review"].map(
  (part) => JSON.stringify(document.querySelector(part).getBoundingClientRect()))"""


def test_the_layout_does_not_shift_while_the_engine_searches(page, site):
    look_at(page, site, address("kamisado", "d1-d5"))
    before = page.evaluate(PLACES)
    wait_for_line(page)
    assert page.evaluate(PLACES) == before
    page.keyboard.press("ArrowLeft")
    wait_for_ply(page, 0)
    assert page.evaluate(PLACES) == before


WATCH_LINES = """() => {
    window.seen = [];
    const rank = (sign) => {
        const distance = Number(/#(\\d+)/.exec(sign)?.[1]);
        if (distance) return sign.startsWith("+") ? 1000 - distance : distance - 1000;
        return sign.startsWith("=") ? 50 : parseFloat(sign);
    };
    const look = () => {
        const signs = [...document.querySelectorAll("#engine .lines:not(.stale) .line-score")];
        if (signs.length) window.seen.push(signs.map((sign) => rank(sign.textContent)));
    };
    new MutationObserver(look).observe(document.querySelector("#engine"), {
        childList: true, subtree: true,
    });
}"""


def test_lines_are_in_order_and_ring_bar_and_space_take_the_best(page, site):
    look_at(page, site, address("gomoku", "i9 j6 g10 i10"))
    page.evaluate(WATCH_LINES)
    # Without a limit of time, a slow machine is only slow.
    page.get_by_role("button", name="Endless").click()
    page.wait_for_function("() => window.seen.filter((lines) => lines.length === 3).length > 8")
    for lines in page.evaluate("() => window.seen"):
        assert lines == sorted(lines, reverse=True)
    shown = page.evaluate(
        """() => {
            const ring = document.querySelector("#board .arrow.best circle");
            const { x, y } = document.querySelector("#board").getScreenPlace(
                document.querySelector("#engine .lines button").textContent);
            const box = ring.getBoundingClientRect();
            return {
                best: document.querySelector("#engine .lines button").textContent,
                sign: document.querySelector("#engine .line-score").textContent,
                bar: document.querySelector("#bar span").textContent,
                far: Math.hypot(x - box.x - box.width / 2, y - box.y - box.height / 2),
            };
        }"""
    )
    assert shown["far"] < 2
    assert shown["bar"] == shown["sign"].lstrip("+").removesuffix(" ✓")
    page.keyboard.press("e")
    page.get_by_text("The engine is off.").wait_for()


@pytest.mark.parametrize("game", ["gomoku", "kamisado", "triangles", "tictactoe"])
def test_scores_have_one_unit(page, site, game):
    """Chances in percent, in games won by points with the margin, or a result."""
    look_at(page, site, address(game))
    wait_for_line(page)
    unit = re.compile(r"\d+%( [+−]?\d+(\.\d+)?)?|[+−]#\d+( ✓)?|=( ✓)?|[+−]?\d+(\.\d+)? ✓")
    for sign in page.locator("#engine .line-score").all_inner_texts():
        assert unit.fullmatch(sign), sign
        assert ("%" in sign and " " in sign) == ("%" in sign and game == "triangles")
    label = page.locator("#bar span").inner_text()
    assert re.fullmatch(r"\d+%|#\d+|\+\d+(\.\d+)?|=", label), label
