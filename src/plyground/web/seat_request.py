"""A player as clients ask for one: a person here, a person invited by link, or an agent."""

from __future__ import annotations

from typing import Annotated, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field

from plyground.games.game import Game
from plyground.web.agent_policy import AgentPolicy
from plyground.web.http_errors import NotFound
from plyground.web.seats import Seat, clean_name
from plyground.web.worker_pool import WorkerPool

Name = Annotated[str, Field(max_length=40)]


class SeatRequest(BaseModel):
    """Who plays a side: a person here, a person invited by link, or an agent."""

    model_config = ConfigDict(extra="forbid")

    kind: Literal["human", "open", "agent", "engine"]
    name: Name = ""
    spec: Annotated[str, Field(max_length=200)] = ""


class AgentServices(Protocol):
    """What checks the agents that clients ask for."""

    @property
    def agent_policy(self) -> AgentPolicy: ...
    @property
    def pool(self) -> WorkerPool: ...


def make_seat(services: AgentServices, game: Game, player: SeatRequest) -> Seat:
    """The seat of a player, without tokens. The first agent loads the compiler: call it in a
    thread."""
    if player.kind in ("human", "open"):
        return Seat(player.kind, clean_name(player.name))
    if player.kind == "engine" and player.name not in services.agent_policy.engines:
        raise NotFound("server.problem.engine", name=player.name)
    spec = player.name if player.kind == "engine" else services.pool.check_spec(player.spec, game)
    return Seat(player.kind, spec, spec)
