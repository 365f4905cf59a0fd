"""What every request can reach: the store, the engines, the tables."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from plyground.store.database import Database, default_url
from plyground.web.agent_policy import AgentPolicy
from plyground.web.compile_queue import CompileQueue
from plyground.web.game_cache import GameCache
from plyground.web.lab_service import LabService
from plyground.web.lobby import Lobby
from plyground.web.metrics import Metrics
from plyground.web.rate_limits import ConcurrencyLimit, RateLimits
from plyground.web.settings import Settings
from plyground.web.study_service import StudyService
from plyground.web.worker_pool import WorkerPool


class Services:
    """One server's rooms, opened when it starts."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.rate_limits = RateLimits(settings)
        self.socket_limit = ConcurrencyLimit(settings.client_sockets, settings.all_sockets)
        """Open sockets."""
        self.request_limit = ConcurrencyLimit(settings.client_requests, settings.all_requests)
        """Requests that are being answered."""
        self.game_cache = GameCache()
        self.agent_policy = AgentPolicy(settings)
        self.store = Database(settings.database or default_url())
        self.compile_queue = CompileQueue(self.agent_policy)
        self.pool = WorkerPool(settings, self.agent_policy)
        self.lobby = Lobby(self)
        self.studies = StudyService(self)
        self.lab = LabService()

    @property
    def is_busy(self) -> bool:
        """Does a thread compile or search that cannot be stopped?"""
        return self.compile_queue.is_busy or self.pool.running > 0

    def close(self) -> None:
        """Finish what must be kept, stop what can be stopped. The lobby is closed before."""
        self.lab.close()
        self.pool.close()
        self.compile_queue.close()
        self.store.close()


def get_services(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services


ServicesDep = Annotated[Services, Depends(get_services)]


def get_client_address(connection: HTTPConnection) -> str:
    """By whom limits are counted: the guest's address."""
    return connection.client.host if connection.client else "nobody"


ClientAddress = Annotated[str, Depends(get_client_address)]
