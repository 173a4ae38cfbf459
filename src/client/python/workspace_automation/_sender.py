"""Sends requests, and repeats them as long as that is safe."""

from __future__ import annotations

import json
import random
import re
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import Request, urlopen

from ._errors import ApiError, NoAnswerError
from ._page import Page

Values = Mapping[str, Any]


@dataclass(frozen=True)
class Answer:
    """What the server answered."""

    #: The `data` of the envelope, the page of a list, or the text of an answer that is not JSON.
    data: Any
    status: int
    #: By names in lower case.
    headers: Mapping[str, str]

    @property
    def etag(self) -> str | None:
        """The tag of the content, for `if_match`."""
        return self.headers.get("etag")


class Sender:
    def __init__(
        self,
        base_url: str,
        token: str | Callable[[], str] | None = None,
        *,
        workspace_id: str | None = None,
        timeout: float = 60,
        attempts: int = 4,
        delay: float = 0.5,
        max_delay: float = 60,
    ) -> None:
        if urlsplit(base_url).scheme not in ("http", "https"):
            raise ValueError("base_url must start with http:// or https://, for example https://automation.example.com.")
        self._base_url = base_url.rstrip("/")
        self._token = token
        self._workspace_id = workspace_id
        self._timeout = timeout
        self._attempts = attempts
        self._delay = delay
        self._max_delay = max_delay

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Values | None = None,
        headers: Mapping[str, str] | None = None,
        body: Any = None,
        media: str = "application/json",
        is_repeatable: bool | None = None,
    ) -> Answer:
        """Sends a request of your own, and returns the answer with its status and headers.

        :param path: behind the base URL, for example ``/workspaces``
        :param is_repeatable: whether it may be sent again after an error; by default only GET
        """
        sent = {
            "accept": "application/json, */*;q=0.1",
            # A filter that the server does not have is an error, not a list of everything.
            "prefer": "handling=strict",
            **({"content-type": media} if body is not None else {}),
            **(headers or {}),
        }
        text = urlencode([pair for name, value in (query or {}).items() for pair in query_pairs(name, value)])
        url = f"{self._base_url}{path}{'?' if text else ''}{text}"
        repeats = method == "GET" if is_repeatable is None else is_repeatable
        for attempt in range(self._attempts + 1):
            try:
                return self._send_once(method, url, sent, _bytes(body, media))
            except (ApiError, NoAnswerError) as error:
                wait = self._wait_after(error, attempt, repeats)
                if wait is None:
                    raise
                time.sleep(wait)
        raise AssertionError("The last attempt returns or raises.")

    def _call(
        self, method: str, path: str, fields: Values, query: Values, headers: Values, *, is_keyed: bool = False, **body: Any
    ) -> Any:
        sent = {name: str(value) for name, value in headers.items() if value is not None}
        if is_keyed:
            # A repetition with the same key is carried out once.
            name = next(name for name in headers if name.lower() == "idempotency-key")
            sent.setdefault(name, secrets.token_hex(16))
        repeats = method == "GET" or is_keyed
        filled = self._fill(path, fields)
        return self.send(method, filled, query=query, headers=sent, is_repeatable=repeats, **body).data

    def _list(self, method: str, path: str, fields: Values, query: Values, headers: Values) -> Page[Any]:
        def read(cursor: str) -> Page[Any]:
            return self._list(method, path, fields, {**query, "page": None, "cursor": cursor}, headers)

        data, pagination = self._call(method, path, fields, query, headers)
        return Page(data, pagination, read)

    def _fill(self, path: str, fields: Values) -> str:
        def value_of(match: re.Match[str]) -> str:
            name = match[1]
            value = fields.get(name)
            if value is None and name == "workspaceId":
                value = self._workspace_id
            if value is None or value == "":
                raise ValueError(f"{name} is required.")
            return quote(str(value), safe="")

        return re.sub(r"\{(\w+)\}", value_of, path)

    def _send_once(self, method: str, url: str, headers: Mapping[str, str], body: bytes | None) -> Answer:
        request = Request(url, data=body, method=method, headers=dict(headers))
        token = self._token() if callable(self._token) else self._token
        if token:
            # Not sent to where a redirect leads.
            request.add_unredirected_header("authorization", f"Bearer {token}")
        try:
            with urlopen(request, timeout=self._timeout) as response:
                content, status, found = response.read(), response.status, _lower(response.headers.items())
        except HTTPError as error:
            with error:
                raise ApiError(error.code, _lower(error.headers.items()), error.read()) from None
        except (URLError, HTTPException, OSError) as error:
            raise NoAnswerError(f"{method} {url}: {getattr(error, 'reason', error)}") from error
        return Answer(_data_of(content, found), status, found)

    def _wait_after(self, error: ApiError | NoAnswerError, attempt: int, repeats: bool) -> float | None:
        """Seconds to wait before the next attempt; none if there is none."""
        if attempt >= self._attempts or not _may_repeat(error, repeats):
            return None
        backoff = min(self._delay * 2.0**attempt, self._max_delay) * random.uniform(0.5, 1)
        asked = error.retry_after or 0 if isinstance(error, ApiError) else 0
        if asked > self._max_delay:
            return None
        # Jitter on top: clients that were refused together do not come back together.
        return asked + backoff / 2 if asked > 0 else backoff


def _may_repeat(error: ApiError | NoAnswerError, repeats: bool) -> bool:
    if isinstance(error, NoAnswerError):
        return repeats
    # 429: nothing was done. 409 with a time: the first request with the key is still in progress.
    if error.status == 429:
        return True
    if error.status == 409:
        return repeats and error.retry_after is not None
    return error.status >= 500 and repeats


def _data_of(content: bytes, headers: Mapping[str, str]) -> Any:
    # Lines of JSON are text too.
    if not re.search(r"[/+]json(?:;|$)", headers.get("content-type", "")):
        return content.decode()
    answer = json.loads(content)
    if not isinstance(answer, dict) or answer.get("success") is not True or "data" not in answer:
        return answer
    return (answer["data"], answer["pagination"]) if answer.get("pagination") else answer["data"]


def query_pairs(name: str, value: Any) -> list[tuple[str, str]]:
    """A parameter as the query has it. Of an object each value: ``filter[status][in]``, and ``filter[customFields.city][eq]``."""
    if value is None:
        return []
    if isinstance(value, Mapping):
        found = [pair for field, inner in value.items() for pair in _field_pairs(name, field, inner)]
    elif isinstance(value, (list, tuple)) and any(isinstance(entry, Mapping) for entry in value):
        found = [pair for index, entry in enumerate(value) for pair in query_pairs(f"{name}[{index}]", entry)]
    else:
        return [(name, _text(value))]
    if not found and "[" in name:
        # A comparison whose value is missing would list everything.
        raise ValueError(f"{name} must have a value.")
    return found


def _field_pairs(name: str, field: str, value: Any) -> list[tuple[str, str]]:
    if field != "customFields" or not isinstance(value, (list, tuple)):
        return query_pairs(f"{name}[{field}]", value)
    pairs: list[tuple[str, str]] = []
    for condition in value:
        # As the server reads a key inside of brackets.
        key = re.sub(r"[\[\]]|%(?=5B|5D|25)", lambda match: quote(match[0], safe=""), condition["key"], flags=re.IGNORECASE)
        sent = {operator: inner for operator, inner in condition.items() if operator != "key"}
        pairs += query_pairs(f"{name}[customFields.{key}]", sent)
    return pairs


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return value.isoformat()
    return ",".join(map(_text, value)) if isinstance(value, (list, tuple)) else str(value)


def _bytes(body: Any, media: str) -> bytes | None:
    if body is None or isinstance(body, bytes):
        return body
    return (json.dumps(body) if media == "application/json" else str(body)).encode()


def _lower(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers}
