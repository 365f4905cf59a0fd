"""What every request can reach: the store, the engines, the tables."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from plyground.store.database import Database, default_url
from plyground.web.agent_policy import Guests
from plyground.web.compile_queue import Workshop
from plyground.web.game_cache import Shelf
from plyground.web.lab_service import Laboratory
from plyground.web.lobby import Lobby
from plyground.web.metrics import Metrics
from plyground.web.rate_limits import Doors, Rates
from plyground.web.settings import Settings
from plyground.web.study_service import Studies
from plyground.web.worker_pool import Pool


class House:
    """One server's rooms, opened when it starts."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.metrics = Metrics()
        self.rates = Rates(settings)
        self.doors = Doors(settings.client_sockets, settings.all_sockets)
        """Open sockets."""
        self.desks = Doors(settings.client_requests, settings.all_requests)
        """Requests that are being answered."""
        self.shelf = Shelf()
        self.guests = Guests(settings)
        self.store = Database(settings.database or default_url())
        self.workshop = Workshop(self.guests)
        self.pool = Pool(settings, self.guests)
        self.lobby = Lobby(self)
        self.studies = Studies(self)
        self.laboratory = Laboratory()

    @property
    def is_busy(self) -> bool:
        """Does a thread compile or search that cannot be stopped?"""
        return self.workshop.is_busy or self.pool.running > 0

    def close(self) -> None:
        """Finish what must be kept, stop what can be stopped. The lobby is closed before."""
        self.laboratory.close()
        self.pool.close()
        self.workshop.close()
        self.store.close()


def _house(connection: HTTPConnection) -> House:
    house: House = connection.app.state.house
    return house


HouseOf = Annotated[House, Depends(_house)]


def client_of(connection: HTTPConnection) -> str:
    """By whom limits are counted: the guest's address."""
    return connection.client.host if connection.client else "nobody"


ClientOf = Annotated[str, Depends(client_of)]
