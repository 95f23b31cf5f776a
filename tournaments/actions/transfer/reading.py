"""Read a tournament file: every line is checked before anything is written, and refusals name the line."""

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache, lru_cache
from itertools import pairwise
from typing import IO, Any

import msgspec
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Field
from django.utils.translation import gettext as _

from tournaments.actions.errors import RulesRefuse
from tournaments.actions.transfer.lines import (
    LONGEST_LINE,
    MOST_LINES,
    VERSION,
    Action,
    End,
    Head,
    IdsLine,
    decoder,
)
from tournaments.actions.transfer.tables import BY_NAME, IN_LEDGERS, PARTS, Part
from tournaments.models.draws.jobs import LIVE
from tournaments.models.events import Event
from tournaments.models.ledger import GENESIS
from tournaments.models.origins.payloads import BadPayload, moved
from tournaments.verification.chain import content_of, sealed

ORDER = {part.name: place for place, part in enumerate(PARTS)}
# Controls allowed in texts are only line breaks and tabs.
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
# Rows that ledger entries mention and that were deleted since.
MOST_GONE = 100_000
# Valid for every database in any time zone; a phone's own clock may say anything.
FIRST_YEAR, LAST_YEAR = 2, 9998


class BadFile(RulesRefuse):
    """The file cannot be imported; `fields["lines"]` says where, if a line is at fault."""

    code = "bad_file"

    def __init__(self, message: str, line: int | None = None, *, code: str | None = None) -> None:
        lines = [{"line": line, "message": message}] if line else []
        said = _("Line %(line)s: %(message)s") % {"line": line, "message": message} if line else message
        super().__init__(said, code=code, fields={"lines": lines} if lines else None)


@dataclass(frozen=True)
class CheckedFile:
    """A file with only valid lines in order, and a valid chain and checksum."""

    file: IO[bytes]
    head: Head
    sha256: str
    name: str
    rows: dict[str, int]

    def lines(self) -> Iterator[tuple[int, Any]]:
        """Read the file again: yield the number of each line and its content."""
        self.file.seek(0)
        read = decoder().decode
        for number, raw in enumerate(self.file, start=1):
            yield number, read(raw)


def checked_file(file: IO[bytes], *, most_bytes: int | None = None) -> CheckedFile:
    """Check an untrusted file without touching the database.

    Raises BadFile with the number of the first bad line: unknown to this version, out of order, an impossible value,
    a ledger entry that does not follow from the previous one, or a change since it was written. `most_bytes` bounds
    the size.
    """
    return _Checker(file, most_bytes).check()


class _Checker:
    def __init__(self, file: IO[bytes], most_bytes: int | None) -> None:
        self.file, self.most_bytes = file, most_bytes
        self.sha256 = hashlib.sha256()
        self.number = self.size = 0
        self.head: Head | None = None
        self.end: End | None = None
        self.name = ""
        self.part = -1
        self.rows = dict.fromkeys(ORDER, 0)
        self.seq, self.last, self.through = 0, GENESIS, 0

    def check(self) -> CheckedFile:
        self.file.seek(0)
        while raw := self.file.readline(LONGEST_LINE + 1):
            self.number += 1
            self.size += len(raw)
            self._check_size(raw)
            self._check_line(self._decoded(raw))
            if self.end is None:
                self.sha256.update(raw)
        if self.head is None:
            raise self._not_one()
        if self.end is None:
            raise BadFile(_("The file is incomplete: its last lines are missing. Please copy it again."))
        if self.rows["tournament"] != 1:
            raise BadFile(_("The file contains no tournament."))
        return CheckedFile(self.file, self.head, self.end.sha256, self.name, self.rows)

    def _check_size(self, raw: bytes) -> None:
        if self.most_bytes is not None and self.size > self.most_bytes:
            message = _("The file is larger than %(most)s MB. Please ask the operator to import it.")
            raise BadFile(message % {"most": self.most_bytes // 2**20}, code="file_too_large")
        if len(raw) > LONGEST_LINE or self.number > MOST_LINES:
            raise BadFile(_("This line is longer than any this version writes."), self.number)

    def _decoded(self, raw: bytes) -> Any:
        try:
            return decoder().decode(raw)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            if self.number == 1:
                raise self._not_one() from None
            message = _("This line was changed, or was written by a newer version (%(why)s).")
            raise BadFile(message % {"why": str(error)[:200]}, self.number) from None

    def _not_one(self) -> BadFile:
        return BadFile(
            _("This is not a tournament file. Please choose one downloaded under “Downloads”."),
            code="not_a_tournament_file",
        )

    def _check_line(self, line: Any) -> None:
        if self.end is not None:
            raise self._refused(_("The file continues after its last line."))
        if (self.head is None) != isinstance(line, Head):
            raise (
                self._not_one()
                if self.head is None
                else self._refused(_("The first line of the file appears twice."))
            )
        if isinstance(line, Head):
            self._check_head(line)
        elif isinstance(line, Action):
            self._check_action(line)
        elif isinstance(line, IdsLine):
            self._check_ids(line)
        elif isinstance(line, End):
            self._check_end(line)
        else:
            self._check_row(line)

    def _refused(self, message: str) -> BadFile:
        return BadFile(message, self.number)

    def _check_head(self, head: Head) -> None:
        if head.version > VERSION:
            message = _("A newer version of Jantaku wrote this file. Please upgrade this server first.")
            raise BadFile(message, code="newer_version")
        self.head = head

    def _check_row(self, line: Any) -> None:
        name: str = type(line).__struct_config__.tag
        place = ORDER[name]
        if place < self.part or self.seq:
            raise self._refused(_("This line is out of order."))
        self.part = place
        self.rows[name] += 1
        if name == "tournament":
            self.name = line.name
            if self.rows[name] > 1:
                raise self._refused(_("The file contains a second tournament."))
        if name == "job" and line.status in LIVE:
            raise self._refused(
                _("The file contains a draw that is still being computed; such files are never written.")
            )
        for column, bad in checks_of(BY_NAME[name]):
            value = getattr(line, column)
            if value is not None and bad(value):
                message = _("“%(column)s” has an invalid value.")
                raise self._refused(message % {"column": column})

    def _check_action(self, action: Action) -> None:
        assert self.head is not None
        if action.seq != self.seq + 1 or action.prev != self.last:
            message = _("Ledger entry %(seq)s does not follow from the entry before it.")
            raise self._refused(message % {"seq": action.seq})
        digest = sealed(
            self.head.ledger,
            action.seq,
            action.kind,
            action.payload,
            action.actor,
            _moment(action.at) or self._no_moment(action),
            action.prev,
        )
        if digest != action.hash:
            message = _(
                "Ledger entry %(seq)s was changed after it was written: its content does not match its hash."
            )
            raise self._refused(message % {"seq": action.seq})
        content = content_of(action.payload)
        if Event.of_kind(action.kind) is None:
            message = _("Ledger entry %(seq)s has a kind unknown to this version (%(kind)s).")
            raise self._refused(message % {"seq": action.seq, "kind": action.kind})
        try:
            moved(action.kind, {"": None} if content is None else content, lambda _kind, pk: pk)
        except BadPayload as error:
            message = _("Ledger entry %(seq)s has invalid content (%(what)s).")
            raise self._refused(message % {"seq": action.seq, "what": str(error)[:100]}) from None
        self.seq, self.last = action.seq, action.hash

    def _no_moment(self, action: Action) -> Any:
        message = _("Ledger entry %(seq)s has an invalid time.")
        raise self._refused(message % {"seq": action.seq})

    def _check_ids(self, line: IdsLine) -> None:
        if line.through != self.seq or line.through <= self.through or set(line.ids) != set(IN_LEDGERS):
            raise self._refused(_("This line is out of order."))
        for kind, runs in line.ids.items():
            behind = None
            for place, _first, count in sorted(runs):
                last = place + count - 1
                is_there = 0 < place <= last <= self.rows[kind] or -MOST_GONE <= place <= last < 0
                if not is_there or (behind is not None and place < behind):
                    raise self._refused(_("This line refers to rows that are not in the file."))
                behind = place + count
            heres = sorted((first, count) for _place, first, count in runs)
            if any(one + count > two for (one, count), (two, _c) in pairwise(heres)):
                raise self._refused(_("This line gives two rows the same number."))
        self.through = line.through

    def _check_end(self, end: End) -> None:
        assert self.head is not None
        if (self.seq, self.last, self.through) != (self.head.entries, self.head.hash, self.seq):
            raise BadFile(_("The ledger in the file does not end at the entry named in its first line."))
        if end.lines != self.number - 1:
            message = _("Lines are missing or added: there are %(lines)s before this one, not %(said)s.")
            raise self._refused(message % {"lines": self.number - 1, "said": end.lines})
        if end.sha256 != self.sha256.hexdigest():
            message = _(
                "The file was changed after it was written: its content does not match the checksum in its "
                "last line."
            )
            raise BadFile(message, code="file_was_changed")
        self.end = end


@lru_cache(maxsize=1_000)
def _moment(at: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(at)
    except ValueError:
        return None
    return found if FIRST_YEAR <= found.year <= LAST_YEAR else None


@cache
def checks_of(part: Part) -> list[tuple[str, Callable[[Any], bool]]]:
    """Return, for columns that need one, a check for impossible values beyond their type."""
    checks: list[tuple[str, Callable[[Any], bool]]] = []
    for name in part.columns:
        field = part.model._meta.get_field(name)
        assert isinstance(field, Field)
        kind = field.get_internal_type()
        if kind == "DateTimeField":
            checks.append((name, _is_no_day))
        elif kind == "JSONField":
            checks.append((name, _has_controls_inside))
        elif kind == "ForeignKey" and name == "club":
            checks.append((name, _bad_text(field.related_model._meta.get_field("name"))))  # type: ignore[union-attr]
        elif kind in ("CharField", "TextField") and not field.choices:
            checks.append((name, _bad_text(field)))
    return checks


def _bad_text(field: Any) -> Callable[[str], bool]:
    validators = [validator for validator in field.validators if not hasattr(validator, "limit_value")]

    @lru_cache(maxsize=5_000)
    def is_bad(value: str) -> bool:
        if _CONTROLS.search(value):
            return True
        if value and isinstance(field, models.CharField):
            try:
                for validator in validators:
                    validator(value)
            except ValidationError:
                return True
        return False

    return is_bad if field.max_length else lambda value: bool(_CONTROLS.search(value))


def _is_no_day(value: date) -> bool:
    return not FIRST_YEAR <= value.year <= LAST_YEAR


def _has_controls_inside(value: Any) -> bool:
    if isinstance(value, str):
        return bool(_CONTROLS.search(value))
    if isinstance(value, dict):
        return any(_has_controls_inside(one) for pair in value.items() for one in pair)
    if isinstance(value, list):
        return any(map(_has_controls_inside, value))
    return False
