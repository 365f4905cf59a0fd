"""One guest's analysis: positions looked at depth by depth, games reviewed, better moves tried.

A guest has one engine at a time here: a new question ends the one before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter
from starlette.websockets import WebSocket

from plyground.agents.agent import OnDepth
from plyground.core.limits import Limit
from plyground.games.position import Position
from plyground.games.score import Analysis
from plyground.records.variation_tree import Node
from plyground.review.game_review import Review, Step
from plyground.review.judgement import chance_of, grade_of
from plyground.web.api.catalogue import PositionRequest
from plyground.web.api.studies import study_view
from plyground.web.findings import analysis_view
from plyground.web.http_errors import Busy, Conflict, Forbidden
from plyground.web.seats import is_token
from plyground.web.services import House
from plyground.web.socket_loop import Conversation
from plyground.web.study_service import Study
from plyground.web.worker_pool import Job

Work = Callable[[], Awaitable[None]]

AGAIN = 1.0
"""Seconds after which a full pool is asked again."""
OFTEN = 0.1
"""Seconds between two words about one search."""
MOST_LINES = 10

Seconds = Annotated[float, Field(gt=0, le=3600, allow_inf_nan=False)]
Id = Annotated[str, Field(max_length=32)]
Key = Annotated[str, Field(max_length=100)]
NodeId = Annotated[int, Field(ge=0, le=10**9)]


class Question(BaseModel):
    model_config = ConfigDict(extra="forbid")

    ask: int | None = None
    """Comes back with every answer, so that late ones are known."""
    agent: Annotated[str, Field(max_length=200)] = "engine"


class AnalyseMessage(PositionRequest, Question):
    type: Literal["analyse"]
    lines: Annotated[int, Field(ge=1, le=MOST_LINES)] = 1
    seconds: Seconds | None = None
    depth: Annotated[int, Field(ge=1, le=100)] | None = None


class ReviewMessage(Question):
    """Look at the main line of a study."""

    type: Literal["review"]
    study: Id
    key: Key
    seconds: Annotated[float, Field(gt=0, le=10, allow_inf_nan=False)] = 0.4


class TryMessage(Question):
    """Is this move better than the mistake that led to a node?"""

    type: Literal["try"]
    study: Id
    node: NodeId
    move: Annotated[str, Field(max_length=200)]
    seconds: Annotated[float, Field(gt=0, le=10, allow_inf_nan=False)] = 1.0


class StopMessage(BaseModel):
    type: Literal["stop"]


class PingMessage(BaseModel):
    type: Literal["ping"]
    at: float | Annotated[str, Field(max_length=40)] | None = None


AnyMessage = AnalyseMessage | ReviewMessage | TryMessage | StopMessage | PingMessage
_READER: TypeAdapter[AnyMessage] = TypeAdapter(Annotated[AnyMessage, Field(discriminator="type")])


class Analysing(Conversation):
    """What one guest asks, one thing after another."""

    def __init__(self, socket: WebSocket, house: House, client: str) -> None:
        super().__init__(socket, house)
        self._client = client
        self._task: asyncio.Task[None] | None = None

    async def obey(self, text: str) -> None:
        message = _READER.validate_json(text)
        match message:
            case AnalyseMessage():
                await self._begin(partial(self._analyse, message))
            case ReviewMessage():
                await self._begin(partial(self._review, message))
            case TryMessage():
                await self._begin(partial(self._try_move, message))
            case StopMessage():
                await self._stop()
            case PingMessage():
                self._watcher.send({"type": "pong", "at": message.at})

    def end(self) -> None:
        if self._task is not None:
            self._task.cancel()

    async def _begin(self, work: Work) -> None:
        await self._stop()
        self._task = asyncio.create_task(self._told(work))

    async def _stop(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.wait((task,))

    async def _told(self, work: Work) -> None:
        """Do some work; what goes wrong is told."""
        with suppress(asyncio.CancelledError):
            await self.attempt(work)

    # One position.

    async def _analyse(self, message: AnalyseMessage) -> None:
        shelf = self._house.shelf
        position = await asyncio.to_thread(
            shelf.position, message.game, message.options, message.start, message.moves
        )
        if position.is_over:
            first = chance_of(0, position, None)
            self._answer(message, "done", lines=[], best=[], first=first, over=True)
            return
        longest = self._house.settings.longest_thought
        limit = Limit(time=min(message.seconds or longest, longest), depth=message.depth)
        newest: list[Analysis] = []
        job = await self._queued(message, position, limit, message.lines, newest.append)
        try:
            done = asyncio.wrap_future(job.future)
            told = 0
            while not done.done():
                await asyncio.wait((done,), timeout=OFTEN)
                if len(newest) > told and not done.done():
                    told = len(newest)
                    await self._tell(message, "depth", position, newest[-1])
            await self._tell(message, "done", position, await done)
        finally:
            job.cancel()

    async def _tell(
        self, message: AnalyseMessage, type: str, position: Position, found: Analysis
    ) -> None:
        view = await asyncio.to_thread(analysis_view, position, found)
        self._answer(message, type, **view, stopped=found.stopped_by)

    async def _queued(
        self,
        message: Question,
        position: Position,
        limit: Limit,
        lines: int = 1,
        on_depth: OnDepth | None = None,
    ) -> Job:
        """A place in the pool, once the game is compiled and there is one."""
        spec = await asyncio.to_thread(self._house.pool.allowed, message.agent, position.game)
        preparation = self._house.workshop.prepare(position.game, spec)
        while not preparation.is_ready:
            self._answer(message, "preparing", done=preparation.done, total=preparation.total)
            await asyncio.wait((asyncio.wrap_future(preparation.ready),), timeout=3 * OFTEN)
        await asyncio.to_thread(position.game.native)
        while True:
            try:
                return self._house.pool.think(self._client, position, spec, limit, lines, on_depth)
            except Busy as busy:
                self._answer(message, "waiting", why=str(busy))
                await asyncio.sleep(AGAIN)

    async def _find(self, message: Question, position: Position, limit: Limit) -> Analysis:
        """An agent's last word on a position."""
        job = await self._queued(message, position, limit)
        try:
            return await asyncio.wrap_future(job.future)
        finally:
            job.cancel()

    # A whole game.

    async def _review(self, message: ReviewMessage) -> None:
        study = await asyncio.to_thread(self._house.studies.get, message.study)
        if not is_token(message.key, study.key):
            raise Forbidden("study.problem.key")
        nodes = study.tree.root.main
        review = await asyncio.to_thread(Review, [node.position for node in nodes])
        finished = False
        try:
            for step in review.steps.values():
                self._tell_step(message, nodes, step)
            while (position := review.question) is not None:
                found = await self._find(message, position, Limit(time=message.seconds))
                step_done = await asyncio.to_thread(review.answer, found)
                if step_done is not None:
                    self._tell_step(message, nodes, step_done)
            finished = True
        finally:
            # What was found so far is kept, also when the guest has had enough.
            saving = asyncio.to_thread(self._keep, message, nodes, review, finished)
            view = await asyncio.shield(asyncio.ensure_future(saving))
        self._answer(message, "reviewed", study=view)

    def _tell_step(self, message: ReviewMessage, nodes: list[Node], step: Step) -> None:
        judged = step.judgement
        self._answer(
            message,
            "step",
            done=len(nodes) - step.ply,
            total=len(nodes),
            node=nodes[step.ply].id,
            chance=step.chance,
            judged=nodes[step.ply + 1].id if judged else None,
            judgement=judged.as_json() if judged and judged.grade else None,
        )

    def _keep(
        self, message: ReviewMessage, nodes: list[Node], review: Review, finished: bool
    ) -> dict[str, Any]:
        def edit(study: Study) -> dict[str, Any]:
            for step in review.steps.values():
                nodes[step.ply].analysis = step.analysis
                if step.judgement is not None and study.tree.has(nodes[step.ply + 1]):
                    study.judgements[nodes[step.ply + 1].id] = step.judgement
            if finished:
                study.accuracy = review.accuracy
            return study_view(study)

        return self._house.studies.change(message.study, message.key, edit)

    # A move that might be better.

    async def _try_move(self, message: TryMessage) -> None:
        study = await asyncio.to_thread(self._house.studies.get, message.study)
        node = study.tree.node(message.node)
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
                found = await self._find(message, after, Limit(time=message.seconds))
            chance = chance_of(judgement.side, after, found)
            good = grade_of(judgement.before - chance) is None
        self._answer(message, "tried", move=move, good=good, chance=chance, better=judgement.better)

    def _answer(self, message: Question, type: str, **values: Any) -> None:
        self._watcher.send({"type": type, "ask": message.ask, **values})
