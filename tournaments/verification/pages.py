"""A mapping from row ids to ledger state, in pages of which only a few are in memory.

Ledgers may cover a million rows, mostly with nearby ids. The other pages are in an anonymous temporary file; small
tournaments need none.
"""

import sqlite3
from collections.abc import Container, Iterator, MutableMapping
from operator import itemgetter
from typing import Any, TypeVar, overload

import msgspec
from msgspec.structs import replace

V = TypeVar("V")
D = TypeVar("D")
Page = dict[int, Any]
# Ids per page, as a power of two, and pages of each kind in memory.
BITS = 7
OPEN = 32
# SQLite's largest integer. Ids start at 1; a forged entry may contain anything.
MOST = 2**63 - 1
ENCODE = msgspec.msgpack.Encoder().encode


class Pages(MutableMapping[Any, V]):
    """A mapping from row ids to values of one type, ordered by id.

    Changed values must be put back, as with `change`; otherwise the change is lost with its page.
    """

    def __init__(self, kind: Any) -> None:
        """`kind` is the type of the values; values from an entry's payload may be `Any`."""
        self._file: sqlite3.Cursor | None = None
        self._decode = msgspec.msgpack.Decoder(dict[int, kind]).decode
        self._open: dict[int, Page] = {}
        self._changed: set[int] = set()
        # Pages with values no action writes and no file can store, such as integers beyond 64 bits.
        self._odd_pages: dict[int, Page] = {}
        # Values under keys that are no row ids.
        self.others: dict[Any, V] = {}
        self._size = 0

    def __getitem__(self, key: Any) -> V:
        found: V = self._page(key)[key]
        return found

    @overload
    def get(self, key: Any, /) -> V | None: ...
    @overload
    def get(self, key: Any, /, default: V | D) -> V | D: ...
    def get(self, key: Any, /, default: Any = None) -> Any:
        return (self._page(key) if self._size else self.others).get(key, default)

    def __contains__(self, key: object) -> bool:
        return key in (self._page(key) if self._size else self.others)

    def __setitem__(self, key: Any, value: V) -> None:
        page = self._page(key, is_changed=True)
        if key not in page:
            self._size += 1
        page[key] = value

    def __delitem__(self, key: Any) -> None:
        del self._page(key, is_changed=True)[key]
        self._size -= 1

    def change(self, key: Any, **values: Any) -> None:
        """Put a value back with other fields."""
        found: Any = self[key]
        self[key] = replace(found, **values)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Any]:
        return (key for key, _value in self.in_order())

    def numbered(self) -> Iterator[tuple[int, V]]:
        """Yield ids and values, ordered by id."""
        last = -1
        while (number := self._after(last)) is not None:
            yield from sorted(self._opened(number).items(), key=itemgetter(0))
            last = number

    def in_order(self) -> Iterator[tuple[Any, V]]:
        """The same, followed by `others`."""
        yield from self.numbered()
        yield from list(self.others.items())

    def missing_from(self, here: Container[Any]) -> list[Any]:
        """Return the keys that are not in `here`."""
        return sorted((key for key in self if key not in here), key=str)

    def clear(self) -> None:
        for pages in (self._open, self._changed, self._odd_pages, self.others):
            pages.clear()
        self._close()
        self._size = 0

    def _page(self, key: Any, *, is_changed: bool = False) -> dict[Any, Any]:
        try:
            number = key >> BITS
            page = self._open[number]
        except (KeyError, TypeError):
            if type(key) is not int or not 0 <= key <= MOST:
                return self.others
            page = self._opened(number)
        if is_changed:
            self._changed.add(number)
        return page

    def _opened(self, number: int) -> Page:
        page = self._open.get(number)
        if page is None:
            if len(self._open) >= OPEN:
                self._put_away(next(iter(self._open)))
            page = self._odd_pages.pop(number, None)
            if page is None:
                found = self._ask("SELECT content FROM page WHERE number = ?", number) if self._file else None
                page = self._decode(found[0]) if found else {}
            self._open[number] = page
        return page

    def _put_away(self, number: int) -> None:
        page = self._open.pop(number)
        if number not in self._changed:
            return
        try:
            content = ENCODE(page)
        except (OverflowError, UnicodeEncodeError):
            self._odd_pages[number] = page
            return
        self._changed.discard(number)
        if self._file is None:
            # Anonymous: in memory while small, then in a file no other process can open.
            self._file = sqlite3.connect("", isolation_level=None).cursor()
            self._ask("CREATE TABLE page (number INTEGER PRIMARY KEY, content BLOB)")
        self._ask("REPLACE INTO page VALUES (?, ?)", number, content)

    def _after(self, last: int) -> int | None:
        """Return the number of the next page that may have values."""
        numbers = [number for pages in (self._open, self._odd_pages) for number in pages if number > last]
        if self._file is not None:
            numbers += self._ask("SELECT number FROM page WHERE number > ? ORDER BY 1 LIMIT 1", last) or ()
        return min(numbers, default=None)

    def _ask(self, statement: str, *values: object) -> Any:
        assert self._file is not None
        try:
            return self._file.execute(statement, values).fetchone()
        except sqlite3.Error as error:
            # The disk is full or missing, which is no fault of the ledger.
            raise OSError(str(error)) from error

    def _close(self) -> None:
        if self._file is not None:
            self._file.connection.close()
            self._file = None

    def __del__(self) -> None:
        self._close()


class Numbers:
    """A set of row ids, in pages."""

    def __init__(self) -> None:
        self._pages: Pages[bool] = Pages(bool)

    def add(self, number: Any) -> None:
        self._pages[number] = True

    def __contains__(self, number: object) -> bool:
        return number in self._pages
