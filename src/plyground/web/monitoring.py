"""What is told to whoever watches over the server: its health, and its metrics."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from plyground import __version__
from plyground.web.services import ServicesDep

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def check_health(services: ServicesDep) -> dict[str, str]:
    """Does the server respond, and can its database be written to?"""
    await services.health_check.run()
    return {"status": "ok", "version": __version__}


@router.get("/metrics")
async def get_metrics(services: ServicesDep) -> PlainTextResponse:
    pool = services.pool
    counters = {
        "engine_jobs_total": ("Engine jobs done.", float(pool.jobs_done)),
        "engine_seconds_total": ("Seconds that engines searched.", pool.engine_seconds),
    }
    gauges: dict[str, tuple[str, float]] = {
        "live_games": ("Games in memory.", len(services.lobby)),
        "connections": ("Open connections.", len(services.connections)),
        "heavy_queue": ("Heavy requests waiting.", services.heavy_threads.queue_length),
        "lab_searches": ("Searches of the lab waiting or running.", services.lab.running),
        "stored_games": ("Games in the database.", services.storage.usage.rows["games"]),
        "stored_studies": ("Studies in the database.", services.storage.usage.rows["studies"]),
        "database_bytes": ("Size of the database.", services.storage.usage.bytes),
        "sockets": ("Open sockets.", services.socket_limit.total),
        "engine_queue": ("Engine jobs waiting.", pool.queue_length),
        "engine_running": ("Engine jobs running.", pool.running),
    }
    return PlainTextResponse(
        services.metrics.format(counters, gauges), media_type="text/plain; version=0.0.4"
    )
