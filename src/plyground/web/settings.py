"""What the owner of a server decides; from the command line, or from `PLYGROUND_...` variables."""

from __future__ import annotations

import os

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Limits are for a small machine and friendly guests; all can be set."""

    model_config = SettingsConfigDict(env_prefix="PLYGROUND_", frozen=True, extra="forbid")

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    """Where games are kept; empty: a file in the user's data folder."""
    engines: dict[str, str] = Field(default_factory=dict)
    """Agents of the owner's by the names that guests see; their specs are trusted."""
    allow_hosts: tuple[str, ...] = ()
    """Names under which the server may be asked, besides its own."""
    behind_proxy: bool = False
    """Is the guest's address told by a proxy on this machine?"""

    workers: int = Field(default_factory=lambda: os.cpu_count() or 1, ge=1)
    """Engines that think at the same time."""
    queue_limit: int = 500
    """Engine jobs that wait or run, of all guests together."""
    client_moves: int = 100
    """Moves of engines that wait or are thought about, in all games of one guest."""
    client_jobs: int = 4
    """Analyses that wait or run, of one guest."""
    longest_thought: float = 30.0
    """Seconds that one engine job takes at most."""
    engine_hash: int = 16
    """MiB of an engine's table if its spec does not say."""
    most_hash: int = 64
    most_threads: int = 1

    body_limit: int = 256 * 1024
    """Bytes of a request."""
    message_limit: int = 16 * 1024
    """Bytes of a message over a socket."""
    request_rate: float = 50.0
    request_burst: float = 300.0
    """Requests a second of one guest, on average and at once."""
    client_requests: int = 16
    all_requests: int = 200
    """Requests that are being answered at the same time."""
    creation_rate: float = 1.0
    creation_burst: float = 100.0
    """Games begun a second by one guest, on average and at once."""
    message_rate: float = 20.0
    message_burst: float = 60.0
    """Messages a second over one socket, on average and at once."""
    client_sockets: int = 100
    all_sockets: int = 4_000
    live_games: int = 5_000
    idle_seconds: float = 60.0
    """After so long a game that nobody watches is kept on disk only."""
