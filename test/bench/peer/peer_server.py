"""The app server of the `openhands-ai` package for a measurement: without the limit of ten requests a second.

Arguments: the port, and `mended` to have one HTTP client for all requests, where the package makes one for each.
"""

import sys
from typing import AsyncGenerator

import httpx
import uvicorn
from openhands.app_server import app as server
from openhands.app_server import middleware
from openhands.app_server.services.httpx_client_injector import HttpxClientInjector

middleware.RateLimitMiddleware.is_rate_limited_request = lambda self, request: False

if 'mended' in sys.argv[2:]:
    clients: list[httpx.AsyncClient] = []

    async def inject(self, state, request=None) -> AsyncGenerator[httpx.AsyncClient, None]:
        if not clients:
            clients.append(httpx.AsyncClient(timeout=self.timeout))
        yield clients[0]

    HttpxClientInjector.inject = inject

uvicorn.run(server.app, host='127.0.0.1', port=int(sys.argv[1]), log_level='warning', access_log=False)
