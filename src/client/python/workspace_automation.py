"""Connects to a server, so that failures are exceptions: `connect`, `ApiError`."""

from __future__ import annotations

from typing import Any

import httpx

from .client import AuthenticatedClient


class ApiError(Exception):
    """An error that the server answered."""

    def __init__(self, response: httpx.Response) -> None:
        error = _error_in(response)
        #: The error code; `HTTP_502` for an answer that is not from the API, for example of a proxy.
        self.code: str = error.get("code") or f"HTTP_{response.status_code}"
        #: The HTTP status.
        self.status: int = response.status_code
        self.message: str = error.get("message") or f"The server answered {response.status_code}."
        #: All violations, with `field`, `rule` and `message`.
        self.details: list[dict[str, Any]] = error.get("details") or []
        #: The ID of the request, which is also in the log of the server.
        self.request_id: str = error.get("requestId") or response.headers.get("x-request-id", "")
        #: Seconds after which the server accepts the request again.
        self.retry_after: int | None = _seconds_in(response.headers.get("retry-after", ""))
        #: With `PRECONDITION_FAILED`: the current tag of the record.
        self.etag: str | None = response.headers.get("etag")
        super().__init__(f"{self.code}: {self.message}")


def connect(base_url: str, token: str, *, asynchronous: bool = False, **httpx_args: Any) -> AuthenticatedClient:
    """A client of one server, for the functions of `api`.

    :param token: an API key, or an access token
    :param asynchronous: whether it is for the functions `asyncio` and `asyncio_detailed`
    :param httpx_args: more arguments of `httpx.Client`, for example `timeout`
    """
    hook = _raise_later if asynchronous else _raise
    return AuthenticatedClient(
        base_url=base_url.rstrip("/"),
        token=token,
        # A filter that the server does not have is an error, not a list of everything.
        headers={"Prefer": "handling=strict"},
        httpx_args={**httpx_args, "event_hooks": {"response": [hook]}},
    )


def _raise(response: httpx.Response) -> None:
    if response.status_code >= 400:
        response.read()
        raise ApiError(response)


async def _raise_later(response: httpx.Response) -> None:
    if response.status_code >= 400:
        await response.aread()
        raise ApiError(response)


def _error_in(response: httpx.Response) -> dict[str, Any]:
    try:
        return response.json()["error"]
    except (ValueError, KeyError, TypeError):
        return {}


def _seconds_in(value: str) -> int | None:
    return int(value) if value.isdigit() else None
