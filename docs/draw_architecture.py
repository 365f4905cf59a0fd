"""Draws the pictures of docs/explanation/architecture.md: `python docs/draw_architecture.py`.

A path is the files through which a move, a position or a game is handed on, in this order, each
with the function that takes it. Tests run every path and compare: tests/packages, tests/web and
tests/browser, each in test_architecture.py.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from pathlib import Path

PICTURES = Path(__file__).parent / "pictures"
JS = "web/static/js"

WIDTH, ROW, TOP = 860, 46, 34
LANES = {
    "browser": ("#dbeafe", "browser", "브라우저"),
    "terminal": ("#dbeafe", "command line", "명령줄"),
    "server": ("#dcfce7", "server", "서버"),
    "arena": ("#dcfce7", "arena", "아레나"),
    "play": ("#fef3c7", "the game itself", "대국"),
    "store": ("#fae8ff", "store", "저장소"),
    "agent": ("#ffe4e6", "agent", "에이전트"),
    "core": ("#e7e5e4", "core, in native code", "코어 (네이티브 코드)"),
}


@dataclass(frozen=True)
class Step:
    """A file on a path, and its one job."""

    lane: str
    file: str
    """Below src/plyground; NAME stands for the folder of the game."""
    function: str
    job: str
    job_ko: str
    is_native: bool = False
    """May run as native code, which no Python profiler sees."""


@dataclass(frozen=True)
class CodePath:
    title: str
    title_ko: str
    steps: tuple[Step, ...]
    asked: tuple[str, ...] = ()
    """The other files that run on the way: they answer questions, and nothing is handed on to
    them. Only where a test checks that the list is complete."""


MOVE = CodePath(
    "A move through the web: from the click to the stone",
    "웹에서 두는 한 수: 클릭에서 돌까지",
    (
        Step(
            "browser", f"{JS}/board/move_input.js", "pickSpot",
            "finds the spot that was pressed, and the move that the spots make",
            "눌린 자리와, 그 자리들이 이루는 수를 찾는다",
        ),
        Step(
            "browser", f"{JS}/board.js", "#pick",
            "is the board on the page: emits the move, asks for a drawing",
            "페이지의 판: 수를 알리고 그리기를 맡긴다",
        ),
        Step(
            "browser", f"{JS}/game.js", "play",
            "is the page: sends the move, shows each state",
            "게임 페이지: 수를 보내고 상태를 보여 준다",
        ),
        Step(
            "browser", f"{JS}/reconnecting_socket.js", "send",
            "carries messages, and reconnects", "메시지를 나르고, 끊기면 다시 잇는다",
        ),
        Step(
            "server", "web/socket_loop.py", "SocketLoop._receive",
            "reads messages within limits, queues replies",
            "한도 안에서 메시지를 읽고 답을 줄 세운다",
        ),
        Step(
            "server", "web/game_socket.py", "GameSocket._dispatch",
            "knows what each message does", "메시지마다 할 일을 안다",
        ),
        Step(
            "server", "web/live/live_game.py", "LiveGame.move",
            "checks who may; one action at a time: play, save, notify",
            "둘 수 있는지 보고, 한 번에 하나씩 두고 저장하고 알린다",
        ),
        Step(
            "play", "play/session.py", "Session.play",
            "is the course of the game: log, clocks, offers, result, events",
            "대국의 진행: 기보, 시계, 제안, 결과, 이벤트",
        ),
        Step(
            "play", "games/position.py", "Position.play",
            "finds the legal move, makes the position after it",
            "합법한 수를 찾아 다음 국면을 만든다",
        ),
        Step(
            "play", "games/NAME/rules.py", "play",
            "is the rules of the game", "게임의 규칙", is_native=True,
        ),
        Step(
            "store", "store/database.py", "Database.write",
            "commits changes in order, in a thread of its own",
            "변경을 순서대로 커밋한다 (전용 스레드)",
        ),
        Step(
            "store", "store/game_store.py", "add_move",
            "writes the move and the state after it", "수와 그 뒤의 상태를 쓴다",
        ),
        Step(
            "server", "web/live/broadcast.py", "Broadcast.send_updates",
            "makes one message for each language, for all clients",
            "언어마다 메시지 하나를 만들어 모두에게 보낸다",
        ),
        Step(
            "server", "web/views.py", "make_position_view",
            "turns the position into JSON", "국면을 JSON으로 바꾼다",
        ),
        Step(
            "browser", f"{JS}/board/renderer.js", "showPosition",
            "draws the stone, on the way back through 5, 4, 3 and 2",
            "5, 4, 3, 2를 거쳐 되돌아와 돌을 그린다",
        ),
    ),
    asked=(
        "core/game_calls.py", "core/jit.py", "games/captions.py", "games/drawing/palette.py",
        "games/game.py", "games/grid.py", "games/tictactoe/__init__.py", "locale/__init__.py",
        "locale/grammar.py", "play/clock.py", "store/connections.py", "web/client_address.py",
        "web/game_cache.py", "web/guarded_protocols.py", "web/http_errors.py",
        "web/live/seating.py", "web/live/turn_clock.py", "web/live/warm_up.py", "web/metrics.py",
        "web/rate_limits.py", "web/seats.py",
    ),
)  # fmt: skip

ANALYSE = CodePath(
    "plyground analyse: from the command line to the table of lines",
    "plyground analyse: 명령줄에서 수순 표까지",
    (
        Step(
            "terminal", "cli/command_group.py", "Group.main",
            "language, help and errors of all commands", "모든 명령의 언어, 도움말, 오류",
        ),
        Step(
            "terminal", "cli/analyse.py", "analyse",
            "is the command: options, live table, JSON", "명령: 옵션, 실시간 표, JSON",
        ),
        Step(
            "terminal", "cli/arguments.py", "read_game",
            "reads the game, the settings and the position", "게임과 설정, 국면을 읽는다",
        ),
        Step(
            "play", "games/registry.py", "find_game_class",
            "finds the game by its name", "이름으로 게임을 찾는다",
        ),
        Step(
            "agent", "agents/specs.py", "agent",
            "finds the agent by its spec", "명세로 에이전트를 찾는다",
        ),
        Step(
            "terminal", "cli/progress.py", "prepare_agents",
            "compiles what it needs, and shows the progress",
            "필요한 것을 컴파일하고 진행을 보여 준다",
        ),
        Step(
            "agent", "agents/engine.py", "Engine.think",
            "chooses the search that suits the game", "게임에 맞는 탐색을 고른다",
        ),
        Step(
            "core", "core/iterative_deepening.py", "AlphaBeta.run",
            "depth by depth, with aspiration windows, lines and threads",
            "깊이를 하나씩 늘린다: aspiration window, 여러 수순, 스레드",
        ),
        Step(
            "core", "core/root_search.py", "search_root",
            "the root: a row for every move", "루트: 수마다 한 줄", is_native=True,
        ),
        Step(
            "core", "core/alphabeta.py", "search",
            "principal variation search, narrated step by step",
            "주 변화 탐색(PVS), 단계마다 설명이 있다", is_native=True,
        ),
        Step(
            "play", "games/NAME/rules.py", "play",
            "is the rules of the game", "게임의 규칙", is_native=True,
        ),
        Step(
            "agent", "agents/alphabeta_agent.py", "to_analysis",
            "turns what was found into lines and scores", "찾은 것을 수순과 점수로 바꾼다",
        ),
        Step(
            "play", "games/score.py", "Analysis.as_json",
            "scores, lines and analyses as values", "점수, 수순, 분석이라는 값",
        ),
        Step(
            "terminal", "cli/output.py", "print_json",
            "text, boards and JSON to standard output", "글, 판, JSON을 표준 출력으로",
        ),
    ),
)  # fmt: skip

MATCH = CodePath(
    "plyground match: from the command line to the rating",
    "plyground match: 명령줄에서 Elo까지",
    (
        Step(
            "terminal", "cli/command_group.py", "Group.main",
            "language, help and errors of all commands", "모든 명령의 언어, 도움말, 오류",
        ),
        Step(
            "terminal", "cli/match.py", "match",
            "is the command: options, report, JSON", "명령: 옵션, 보고, JSON",
        ),
        Step(
            "agent", "agents/specs.py", "agent",
            "finds both agents by their specs", "명세로 두 에이전트를 찾는다",
        ),
        Step(
            "arena", "arena/openings.py", "generate_openings",
            "openings that differ and are undecided", "서로 다르고 승부가 나지 않은 오프닝",
        ),
        Step(
            "arena", "arena/event.py", "play_event",
            "claims pairs in the store, gives them to workers, stores them",
            "두 판씩 저장소에서 맡아 워커에게 주고 저장한다",
        ),
        Step(
            "arena", "arena/pairs.py", "play_pair",
            "in a worker: two games with colours swapped", "워커에서: 색을 바꾼 두 판",
        ),
        Step(
            "arena", "arena/referee.py", "Referee.play",
            "one game: asks for moves, measures the time, trusts nobody",
            "한 판: 수를 묻고 시간을 재며 아무도 믿지 않는다",
        ),
        Step(
            "agent", "agents/engine.py", "Engine.choose",
            "chooses a move within its limit", "제한 안에서 수를 고른다",
        ),
        Step(
            "core", "core/iterative_deepening.py", "AlphaBeta.run",
            "the search, as in analyse", "탐색 (analyse와 같다)",
        ),
        Step(
            "agent", "agents/answers.py", "read_answer",
            "reads what an agent returned: is it a move?", "에이전트의 답을 읽는다: 수인가?",
        ),
        Step(
            "play", "play/session.py", "Session.play",
            "is the course of the game, as on the web", "대국의 진행 (웹과 같다)",
        ),
        Step(
            "play", "games/position.py", "Position.play",
            "finds the legal move, makes the position after it",
            "합법한 수를 찾아 다음 국면을 만든다",
        ),
        Step(
            "play", "games/NAME/rules.py", "play",
            "is the rules of the game", "게임의 규칙", is_native=True,
        ),
        Step(
            "arena", "arena/rating.py", "rate",
            "Elo difference, error and likelihood of superiority",
            "Elo 차이와 오차, 우세할 확률",
        ),
    ),
)  # fmt: skip

PATHS = {"move": MOVE, "analyse": ANALYSE, "match": MATCH}


def find_missing_step(name: str, game: str, calls: Iterable[tuple[str, str]]) -> Step | None:
    """The first Python step of a path that does not follow the one before it in these calls of
    functions (file and name). Native steps are not looked for."""
    remaining = list(calls)
    for step in PATHS[name].steps:
        if step.is_native or not step.file.endswith(".py"):
            continue
        call = (step.file.replace("NAME", game), step.function)
        if call not in remaining:
            return step
        del remaining[: remaining.index(call)]
    return None


def draw(path: CodePath, is_korean: bool) -> str:
    """A path as SVG: one row for each file, in the colour of its lane."""
    rows = [_draw_step(number, step, is_korean) for number, step in enumerate(path.steps, start=1)]
    y = TOP + ROW * len(rows)
    title = path.title_ko if is_korean else path.title
    style = (
        "text{font:13px system-ui,'Noto Sans KR',sans-serif;fill:#1c1917}"
        ".title{font-size:16px;font-weight:600}.file{font:12.5px ui-monospace,monospace}"
        ".function{font:12px ui-monospace,monospace;fill:#57534e}"
        ".lane,.number{font-size:11px;fill:#57534e}.number{text-anchor:middle}"
    )
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 8}" role="img" '
            f'aria-label="{escape(title)}">',
            f"<style>{style}</style>",
            f'<rect width="{WIDTH}" height="{y + 8}" fill="#fff"/>',
            f'<text x="14" y="21" class="title">{escape(title)}</text>',
            *rows,
            "</svg>\n",
        ]
    )


def _draw_step(number: int, step: Step, is_korean: bool) -> str:
    y = TOP + ROW * (number - 1)
    colour, *names = LANES[step.lane]
    job = step.job_ko if is_korean else step.job
    arrow = f'<path d="M26 {y - 2}v8" stroke="#a8a29e" fill="none"/>' if number > 1 else ""
    return (
        f'{arrow}<rect x="12" y="{y + 6}" width="{WIDTH - 24}" height="{ROW - 8}" rx="6" '
        f'fill="{colour}"/>'
        f'<text x="26" y="{y + 30}" class="number">{number}</text>'
        f'<text x="46" y="{y + 22}" class="file">{escape(step.file)}</text>'
        f'<text x="46" y="{y + 37}" class="function">{escape(step.function)}</text>'
        f'<text x="330" y="{y + 30}">{escape(job)}</text>'
        f'<text x="{WIDTH - 22}" y="{y + 37}" class="lane" text-anchor="end">'
        f"{escape(names[is_korean])}</text>"
    )


def main() -> None:
    for name, path in PATHS.items():
        for ending, is_korean in ((".svg", False), (".ko.svg", True)):
            (PICTURES / f"path-{name}{ending}").write_text(draw(path, is_korean), encoding="utf-8")


if __name__ == "__main__":
    main()
