"""The objects that every request shares, and the FastAPI dependencies that provide them."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from plyground.store.database import Database, make_default_url
from plyground.web.agent_policy import AgentPolicy
from plyground.web.arena_service import ArenaService
from plyground.web.client_address import identify_client
from plyground.web.compile_queue import CompileQueue
from plyground.web.experiment_service import ExperimentService
from plyground.web.fair_threads import FairThreads
from plyground.web.game_cache import GameCache
from plyground.web.health_check import HealthCheck
from plyground.web.heavy_process import HeavyProcess
from plyground.web.lab_service import LabService
from plyground.web.library import Library
from plyground.web.live.live_game import GameServices
from plyground.web.lobby import Lobby
from plyground.web.metrics import Metrics
from plyground.web.open_connections import OpenConnections
from plyground.web.opening_explorer import OpeningExplorer
from plyground.web.rate_limits import ConcurrencyLimit, RateLimits
from plyground.web.settings import Settings
from plyground.web.storage import Storage
from plyground.web.study_service import StudyService
from plyground.web.worker_pool import WorkerPool


class Services:
    """One of each service, created when the application starts."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.rate_limits = RateLimits(settings)
        self.socket_limit = ConcurrencyLimit(settings.client_sockets, settings.all_sockets)
        """Counts open sockets."""
        self.request_limit = ConcurrencyLimit(settings.client_requests, settings.all_requests)
        """Counts API requests in progress."""
        self.connections = OpenConnections(settings, self.metrics)
        self.heavy_threads = FairThreads()
        self.game_cache = GameCache()
        self.heavy_process = HeavyProcess(self.game_cache, settings.heavy_process)
        self.catalogues: dict[tuple[str, int], str] = {}
        """The catalogue as JSON, by language and by the number of games that are broken."""
        self.agent_policy = AgentPolicy(settings)
        database = settings.database or make_default_url()
        self.store = Database(database, is_server=True)
        self.storage = Storage(settings, self.store, self.rate_limits)
        self.health_check = HealthCheck(self.store)
        self.compile_queue = CompileQueue(self.agent_policy)
        self.pool = WorkerPool(settings, self.agent_policy)
        self.lobby = Lobby(
            settings,
            self.game_cache,
            GameServices(
                self.store, self.agent_policy, self.compile_queue, self.pool, self.metrics
            ),
            self.heavy_threads,
        )
        self.studies = StudyService(self.store, self.game_cache, settings.study_limit)
        self.library = Library(self.store, self.game_cache, self.lobby, self.studies)
        self.explorer = OpeningExplorer(self.store, self.game_cache)
        self.arena = ArenaService(database, self.store, self.game_cache, self.agent_policy)
        self.lab = LabService()
        self.experiments = ExperimentService()

    @property
    def is_busy(self) -> bool:
        """Is a thread compiling or searching that cannot be interrupted?"""
        return self.compile_queue.is_busy or self.pool.running > 0

    def close(self) -> None:
        """Stop the threads and flush the store. Close the lobby first, in the event loop."""
        self.heavy_threads.close()
        self.heavy_process.close()
        self.explorer.close()
        self.lab.close()
        self.experiments.close()
        self.arena.close()
        self.pool.close()
        self.compile_queue.close()
        self.store.close()


def get_services(connection: HTTPConnection) -> Services:
    services: Services = connection.app.state.services
    return services


ServicesDep = Annotated[Services, Depends(get_services)]


def get_client_address(connection: HTTPConnection) -> str:
    """The key by which limits are counted."""
    return identify_client(connection.client.host if connection.client else None)


ClientAddress = Annotated[str, Depends(get_client_address)]
