"""A move in the browser passes the scripts that docs/explanation/architecture.md draws."""

from __future__ import annotations


def test_a_move_takes_its_path_through_the_page(architecture, player, site):
    player.begin(site, "tictactoe", opponent="here")
    player.click(["b2"])
    player.wait_for_moves(1)
    profiler = player.page.context.new_cdp_session(player.page)
    profiler.send("Profiler.enable")
    profiler.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})
    player.click(["a1"])
    player.wait_for_moves(2)
    run = {
        (script["url"].partition("/static/")[2], function["functionName"])
        for script in profiler.send("Profiler.takePreciseCoverage")["result"]
        for function in script["functions"]
        if any(part["count"] for part in function["ranges"])
    }
    for step in architecture.MOVE.steps:
        if step.file.endswith(".js"):
            assert (step.file.removeprefix("web/static/"), step.function) in run, step
