"""The socket of the analysis page: analyse positions, review games, check better moves.

A socket runs one search at a time: a new request ends the one before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from math import inf
from time import monotonic
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from starlette.websockets import WebSocket

from plyground.core.compile_pool import CompileRequest
from plyground.core.limits import Limit
from plyground.games.captions import abbreviate_score, describe_score, label_bar
from plyground.games.position import Position
from plyground.games.score import Analysis
from plyground.records.variation_tree import GameNode
from plyground.review.game_review import (
    REVIEW_AGENT,
    Review,
    ReviewStep,
    make_review_limit,
    settle_score,
)
from plyground.review.judgement import is_good_enough, score_move, side_winning_chance
from plyground.web.api.catalogue import PositionRequest
from plyground.web.api.studies import make_study_view
from plyground.web.compile_queue import (
    count_seconds,
    wait_for_compiler,
    wait_if_near,
)
from plyground.web.http_errors import Conflict, Forbidden, TooManyRequests
from plyground.web.position_analysis import UPDATE_SECONDS, PositionAnalysis
from plyground.web.seats import verify_token
from plyground.web.services import Services
from plyground.web.socket_loop import PingMessage, SocketLoop
from plyground.web.study_service import Study
from plyground.web.views import make_analysis_view
from plyground.web.worker_pool import Job, SearchTask

Work = Callable[[], Awaitable[None]]

RETRY_SECONDS = 1.0
"""Seconds to wait before trying a full pool again."""
PREPARING_SECONDS = 3.0
"""Seconds between two messages about the compiler; in between, clients count down."""
MAX_LINES = 10
MAX_RATED = 20
"""Moves that are rated in one request."""

Seconds = Annotated[float, Field(gt=0, le=3600, allow_inf_nan=False)]
AgentSpec = Annotated[str, Field(max_length=200)]
Id = Annotated[str, Field(max_length=32)]
Key = Annotated[str, Field(max_length=100)]
NodeId = Annotated[int, Field(ge=0, le=10**9)]


class AnalysisRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    ask: int | None = None
    """Returned with every response, so that the page can drop late ones."""
    agent: AgentSpec = "engine"


class AnalyseMessage(PositionRequest, AnalysisRequest):
    type: Literal["analyse"]
    lines: Annotated[int, Field(ge=1, le=MAX_LINES)] = 1
    seconds: Seconds | None = None
    endless: bool = False
    """Until stopped, instead of for some seconds?"""
    proof: bool = False
    """Is the solver to run beside the search?"""
    depth: Annotated[int, Field(ge=1, le=100)] | None = None


class ReviewMessage(AnalysisRequest):
    """Review the main line of a study."""

    agent: AgentSpec = REVIEW_AGENT
    type: Literal["review"]
    study: Id
    key: Key


class TryMessage(AnalysisRequest):
    """Is this move better than the mistake that led to a node?"""

    agent: AgentSpec = REVIEW_AGENT
    type: Literal["try"]
    study: Id
    node: NodeId
    move: Annotated[str, Field(max_length=200)]


class RateMessage(PositionRequest, AnalysisRequest):
    """What does the engine think of each of these moves?"""

    agent: AgentSpec = REVIEW_AGENT
    type: Literal["rate"]
    rated: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=MAX_RATED)]


class StopMessage(BaseModel):
    type: Literal["stop"]


AnyMessage = AnalyseMessage | ReviewMessage | TryMessage | RateMessage | StopMessage | PingMessage
_READER: TypeAdapter[AnyMessage] = TypeAdapter(Annotated[AnyMessage, Field(discriminator="type")])


class AnalysisSocket(SocketLoop):
    """Serves the requests of one analysis page, one after another."""

    def __init__(self, socket: WebSocket, services: Services, client_address: str) -> None:
        super().__init__(socket, services.settings, services.metrics, services.rate_limits)
        self._services = services
        self._client_address = client_address
        self._task: asyncio.Task[None] | None = None

    async def handle(self, text: str) -> None:
        message = _READER.validate_json(text)
        match message:
            case AnalyseMessage():
                await self._start(partial(self._analyse, message))
            case ReviewMessage():
                await self._start(partial(self._review, message))
            case TryMessage():
                await self._start(partial(self._try_move, message))
            case RateMessage():
                await self._start(partial(self._rate_moves, message))
            case StopMessage():
                await self._stop()
            case PingMessage():
                self._client.send({"type": "pong", "at": message.at})

    def clean_up(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _start(self, work: Work) -> None:
        await self._stop()
        self._task = asyncio.create_task(self._run_reported(work))

    async def _stop(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.wait((task,))

    async def _run_reported(self, work: Work) -> None:
        """Do some work; send the client what goes wrong."""
        with suppress(asyncio.CancelledError):
            await self.attempt(work)

    # Analysis of a position.

    async def _analyse(self, message: AnalyseMessage) -> None:
        get_position = self._services.game_cache.get_position
        position = await self._services.heavy_threads.run(
            lambda: get_position(message.game, message.options, message.start, message.moves)
        )
        if position.is_over:
            first = side_winning_chance(0, position, None)
            self._send(message, "done", lines=[], best=[], first=first, over=True)
            return
        settings = self._services.settings
        longest = settings.longest_analysis if message.endless else settings.longest_thought
        seconds = None if message.endless else message.seconds
        limit = Limit(time=min(seconds or longest, longest), depth=message.depth)
        task = SearchTask(position, await self._check_spec(message, position), limit, message.lines)
        compilation = await self._submit_compilation(task.spec, position)
        if compilation is not None:
            # The plain search gives a first impression; then the native one starts afresh.
            await self._stream_plain_search(message, task, compilation)
            await self._wait_for_compiler(message, compilation)
        analysis = PositionAnalysis(task, message.endless, partial(self._submit_compiled, message))

        async def send(type: str, found: Analysis) -> None:
            await self._send_analysis(message, type, position, found, analysis.depths)

        proof = self._make_proof_task(task) if message.proof else None
        await analysis.run(partial(send, "depth"), proof)
        await send("done", analysis.found)

    def _make_proof_task(self, task: SearchTask) -> SearchTask:
        """The same position for the solver, for as long."""
        longest = min(task.limit.time or inf, self._services.settings.longest_proof)
        return replace(
            task,
            spec=self._services.agent_policy.make_solver_spec(task.spec),
            limit=Limit(time=longest),
            is_optional=True,
        )

    async def _stream_plain_search(
        self, message: AnalyseMessage, task: SearchTask, until: CompileRequest
    ) -> None:
        """Send every depth of the plain search until native code is ready."""
        newest: list[Analysis] = []
        job = await self._submit(message, replace(task, on_depth=newest.append, stand_in=True))
        try:
            done = asyncio.wrap_future(job.future)
            sent, reported_at = 0, -PREPARING_SECONDS
            while not done.done() and not until.is_ready:
                if monotonic() - reported_at >= PREPARING_SECONDS:
                    reported_at = monotonic()
                    self._send_preparing(message, until)
                await asyncio.wait((done,), timeout=UPDATE_SECONDS)
                if len(newest) > sent:
                    sent = len(newest)
                    await self._send_analysis(
                        message, "depth", task.position, newest[-1], newest, plain=True
                    )
        finally:
            job.cancel()

    async def _send_analysis(
        self,
        message: AnalyseMessage,
        type: str,
        position: Position,
        found: Analysis,
        depths: Iterable[Analysis],
        plain: bool = False,
    ) -> None:
        """Send an analysis, whose last depths are given."""
        view = await asyncio.to_thread(make_analysis_view, position, found)
        settled = side_winning_chance(0, position, settle_score(found, list(depths)))
        self._send(message, type, **view, settled=settled, stopped=found.stopped_by, plain=plain)

    async def _check_spec(self, message: AnalysisRequest, position: Position) -> str:
        return await asyncio.to_thread(self._services.pool.check_spec, message.agent, position.game)

    async def _submit_compilation(self, spec: str, position: Position) -> CompileRequest | None:
        """Compile what a search needs; None if there is nothing to wait for."""
        compilation = self._services.compile_queue.submit(position.game, spec)
        if not self._services.agent_policy.is_native(spec) or await wait_if_near(compilation):
            return None
        return compilation

    async def _wait_for_compiler(
        self, message: AnalysisRequest, compilation: CompileRequest
    ) -> None:
        """Wait for native code, and tell the client how long it will take."""
        while not compilation.is_ready:
            self._send_preparing(message, compilation)
            await wait_for_compiler(compilation, PREPARING_SECONDS)

    def _send_preparing(self, message: AnalysisRequest, compilation: CompileRequest) -> None:
        self._send(message, "preparing", seconds=count_seconds(compilation))

    async def _submit(self, message: AnalysisRequest, task: SearchTask) -> Job:
        """Queue a search in the pool, as soon as the pool accepts it."""
        while True:
            try:
                return self._services.pool.submit_analysis(self._client_address, task)
            except TooManyRequests as busy:
                if not task.is_optional:
                    self._send(message, "waiting", why=str(busy))
                await asyncio.sleep(RETRY_SECONDS)

    async def _submit_compiled(self, message: AnalysisRequest, task: SearchTask) -> Job:
        """The same, after everything it needs is compiled: workers have better things to do."""
        compilation = self._services.compile_queue.submit(task.position.game, task.spec)
        await wait_for_compiler(compilation)
        return await self._submit(message, task)

    async def _search(self, message: AnalysisRequest, position: Position) -> Analysis:
        """The analysis of a position in a review, the same in every run."""
        spec = await self._check_spec(message, position)
        compilation = await self._submit_compilation(spec, position)
        if compilation is not None:
            await self._wait_for_compiler(message, compilation)
        depths: list[Analysis] = []
        limit = make_review_limit(position.game)
        task = SearchTask(position, spec, limit, on_depth=depths.append, fresh=True)
        job = await self._submit(message, task)
        try:
            return settle_score(await asyncio.wrap_future(job.future), depths)
        finally:
            job.cancel()

    # Review of a game.

    async def _review(self, message: ReviewMessage) -> None:
        study = await self._services.heavy_threads.run(
            lambda: self._services.studies.get(message.study)
        )
        if not verify_token(message.key, study.key):
            raise Forbidden("study.problem.key")
        nodes = study.tree.root.main_line
        review = await asyncio.to_thread(Review, [node.position for node in nodes])
        finished = False
        try:
            for step in review.steps.values():
                self._send_step(message, nodes, step)
            while (position := review.next_position) is not None:
                found = await self._search(message, position)
                step_done = await asyncio.to_thread(review.add_analysis, found)
                if step_done is not None:
                    self._send_step(message, nodes, step_done)
            finished = True
        finally:
            # What was found so far is saved even if the client stops the review.
            saving = asyncio.to_thread(self._save_review, message, nodes, review, finished)
            view = await asyncio.shield(asyncio.ensure_future(saving))
        self._send(message, "reviewed", study=view)

    def _send_step(self, message: ReviewMessage, nodes: list[GameNode], step: ReviewStep) -> None:
        judgement = step.judgement
        score = step.analysis.score if step.analysis else None
        self._send(
            message,
            "step",
            done=len(nodes) - step.ply,
            total=len(nodes),
            node=nodes[step.ply].id,
            chance=step.chance,
            label=label_bar(step.chance, score),
            words=describe_score(score) if score else "",
            judged=nodes[step.ply + 1].id if judgement else None,
            judgement=judgement.as_json() if judgement and judgement.grade else None,
        )

    def _save_review(
        self, message: ReviewMessage, nodes: list[GameNode], review: Review, finished: bool
    ) -> dict[str, Any]:
        def edit(study: Study) -> dict[str, Any]:
            for step in review.steps.values():
                nodes[step.ply].analysis = step.analysis
                if step.judgement is not None and study.tree.has_node(nodes[step.ply + 1]):
                    study.judgements[nodes[step.ply + 1].id] = step.judgement
            if finished:
                study.accuracy = review.accuracy
            return make_study_view(study)

        return self._services.studies.change(message.study, message.key, edit)

    # Checking a better move.

    async def _try_move(self, message: TryMessage) -> None:
        study = await self._services.heavy_threads.run(
            lambda: self._services.studies.get(message.study)
        )
        node = study.tree.find_node(message.node)
        judgement = study.judgements.get(node.id)
        if judgement is None or node.parent is None:
            raise Conflict("study.problem.judgement")
        before = node.parent.position
        after = await asyncio.to_thread(before.play, message.move)
        move = after.line[-1]
        chance = None
        good = move in judgement.better
        if not good and move != judgement.move:
            found = None
            if not after.is_over:
                found = await self._search(message, after)
            chance = side_winning_chance(judgement.side, after, found)
            good = is_good_enough(judgement, before, after, found)
        self._send(message, "tried", move=move, good=good, chance=chance, better=judgement.better)

    # The engine's opinion of single moves.

    async def _rate_moves(self, message: RateMessage) -> None:
        """Search the position after each move, as a review does."""
        before = await asyncio.to_thread(
            self._services.game_cache.get_position,
            message.game,
            message.options,
            message.start,
            message.moves,
        )
        for move in message.rated:
            after = await asyncio.to_thread(before.play, move)
            found = None if after.is_over else await self._search(message, after)
            score = score_move(before, after, found)
            if score is not None:
                sign, words = abbreviate_score(score), describe_score(score)
                self._send(message, "rated", move=move, sign=sign, words=words)
        self._send(message, "done", lines=[])

    def _send(self, message: AnalysisRequest, type: str, **values: Any) -> None:
        self._client.send({"type": type, "ask": message.ask, **values})
