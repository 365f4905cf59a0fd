"""Settings of the server, from the command line or `PLYGROUND_...` environment variables."""

from __future__ import annotations

import os
import secrets
from ipaddress import IPv4Network, IPv6Network

from pydantic import Field, IPvAnyNetwork
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """The defaults of the limits suit a small machine and well-behaved clients."""

    model_config = SettingsConfigDict(env_prefix="PLYGROUND_", frozen=True, extra="forbid")

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    """URL of the database; empty: an SQLite file in the user's data folder."""
    engines: dict[str, str] = Field(default_factory=dict)
    """Specs of the owner's agents by the names that clients see. They are trusted."""
    allow_hosts: tuple[str, ...] = ()
    """Host names by which the server may be addressed, besides its own."""
    owner_key: str = Field(default_factory=lambda: secrets.token_urlsafe(16), repr=False)
    """Who knows it may start tournaments; the server prints a link with it."""
    behind_proxy: bool = False
    """Does a proxy forward the client's address?"""
    proxies: tuple[IPvAnyNetwork, ...] = (IPv4Network("127.0.0.0/8"), IPv6Network("::1"))
    """Where the proxy may be: on this machine, unless the server is in a container."""

    heavy_process: bool = True
    """Do long games and lab searches have a process of their own? Without it the server needs less
    memory, but they slow down the answers to everybody."""
    workers: int = Field(default_factory=lambda: os.cpu_count() or 1, ge=1)
    """Threads that run engines."""
    queue_limit: int = 500
    """Engine jobs that wait or run, of all clients."""
    client_moves: int = 100
    """Engine moves that wait or run, in all games of one client."""
    client_jobs: int = 4
    """Analyses that wait or run, of one client."""
    longest_thought: float = 30.0
    """Maximum seconds of one engine job."""
    longest_analysis: float = 12 * 3600.0
    """Maximum seconds of an analysis without end, which gives way to all other jobs."""
    longest_proof: float = 600.0
    """Maximum seconds for solving a position that is analysed."""
    engine_hash: int = 16
    """MiB of an engine's hash table unless its spec sets it."""
    most_hash: int = 64
    most_threads: int = Field(default_factory=lambda: max(1, (os.cpu_count() or 1) // 2), ge=1)
    """The most that a client may choose: MiB of a hash table, and threads of one search."""

    client_connections: int = 256
    all_connections: int = 5_000
    """Open connections, of one client and in total; a class may share one address."""
    header_seconds: float = 10.0
    body_seconds: float = 20.0
    """Seconds that the header of a request may take to arrive, and its body."""
    stall_seconds: float = 20.0
    """Seconds for which a client may read nothing of what was sent."""
    body_limit: int = 256 * 1024
    """Maximum bytes of a request body."""
    message_limit: int = 16 * 1024
    """Maximum bytes of a message on a socket."""
    request_rate: float = 50.0
    request_burst: float = 300.0
    """Requests per second of one client, on average and in a burst."""
    client_requests: int = 16
    all_requests: int = 200
    """API requests in progress, of one client and in total. Above a total, as with sockets and
    engine jobs, every client still has an equal share of it."""
    creation_rate: float = 1.0
    creation_burst: float = 100.0
    """Games and studies created per second by one client, on average and in a burst."""
    daily_games: int = 2_000
    daily_studies: int = 500
    """Games and studies created by one client in a day."""
    stored_games: int = 200_000
    stored_studies: int = 20_000
    """Games and studies in the database; beyond that, the longest unvisited are deleted."""
    keep_days: int = 30
    """Days for which nothing is deleted that was visited or changed; if all is newer, no more is
    created."""
    study_limit: int = 2**20
    """Maximum bytes of a study."""
    message_rate: float = 20.0
    message_burst: float = 60.0
    """Messages per second on one socket, on average and in a burst."""
    client_message_rate: float = 200.0
    client_message_burst: float = 1_000.0
    """Messages per second on all sockets of one client; the rest waits."""
    client_sockets: int = 100
    all_sockets: int = 4_000
    live_games: int = 5_000
    idle_seconds: float = 60.0
    """Seconds after which an idle game is dropped from memory."""
