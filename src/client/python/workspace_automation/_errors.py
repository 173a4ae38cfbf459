"""What calls raise."""

from __future__ import annotations

import json
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from time import time
from typing import Any


class ApiError(Exception):
    """An error that the server answered."""

    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        error = _error_in(body)
        #: The error code; `HTTP_502` for an answer that is not from the API, for example of a proxy.
        self.code: str = error.get("code") or f"HTTP_{status}"
        #: The HTTP status.
        self.status: int = status
        self.message: str = error.get("message") or f"The server answered {status}."
        #: All violations, with `field`, `rule` and `message`.
        self.details: list[dict[str, Any]] = error.get("details") or []
        #: The ID of the request, which is also in the log of the server; empty if there is none.
        self.request_id: str = error.get("requestId") or headers.get("x-request-id", "")
        #: Seconds after which the server accepts the request again.
        self.retry_after: float | None = _seconds_in(headers.get("retry-after", ""))
        #: With `PRECONDITION_FAILED`: the current tag of the record.
        self.etag: str | None = headers.get("etag")
        super().__init__(f"{self.code}: {self.message}")


class NoAnswerError(Exception):
    """No answer was received: the connection failed or took too long. `__cause__` is the reason."""


class WebhookVerificationError(Exception):
    """A webhook that was not sent by the server, or was changed, or is too old."""


def _error_in(body: bytes) -> dict[str, Any]:
    try:
        error = json.loads(body)["error"]
    except (ValueError, KeyError, TypeError):
        return {}
    return error if isinstance(error, dict) else {}


def _seconds_in(value: str) -> float | None:
    """`Retry-After`: seconds, or a date."""
    if value.isdigit():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time())
    except ValueError:
        return None
