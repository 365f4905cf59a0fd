"""The experiments of the reports over REST."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.responses import StreamingResponse

from plyground.locale import current_language, override_language
from plyground.web.services import ClientAddress, Services, ServicesDep

router = APIRouter(prefix="/api/experiments")


@router.get("")
def list_experiments(services: ServicesDep) -> dict[str, Any]:
    """All experiments with what the reports claim, and the findings so far."""
    return {"experiments": services.experiments.list()}


@router.post("/{name}", response_class=StreamingResponse)
async def run_experiment(
    services: ServicesDep,
    client_address: ClientAddress,
    name: Annotated[str, Path(max_length=100)],
) -> StreamingResponse:
    """Run an experiment; stream its progress and its summary as lines of JSON.

    It ends when the client disconnects.
    """
    services.rate_limits.check("creation", client_address)
    services.experiments.reserve(name)
    stream = _stream_lines(services, name, current_language())
    return StreamingResponse(stream, media_type="application/x-ndjson")


async def _stream_lines(services: Services, name: str, language: str) -> AsyncIterator[str]:
    with override_language(language):
        async for message in services.experiments.run(name):
            yield json.dumps(message) + "\n"
