from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypedDict, TypeVar

Item = TypeVar("Item")


class Pagination(TypedDict):
    """The position of a page in its list."""

    page: int | None
    limit: int
    total: int
    totalPages: int
    nextCursor: str | None


@dataclass(frozen=True)
class Page(Generic[Item]):
    """A page of a list. Iterated, it is all items of this page and those after it, which are read by their cursor."""

    data: list[Item]
    pagination: Pagination
    _read: Callable[[str], Any]

    def __iter__(self) -> Iterator[Item]:
        page = self
        while True:
            yield from page.data
            cursor = page.pagination.get("nextCursor")
            if not cursor:
                return
            page = page._read(cursor)
