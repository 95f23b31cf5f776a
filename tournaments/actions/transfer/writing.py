"""Writing a tournament file: everything that belongs to it at one moment, the same bytes on every server."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import IO, Any

import msgspec
from django.db.models import F, ForeignKey, Model, Q, QuerySet
from django.utils.translation import gettext as _

from players.models import Licence, NameTrace, Player, User
from tournaments.actions.errors import StateRefuses
from tournaments.actions.transfer.lines import VERSION, Action, End, Head, IdsLine, struct_of
from tournaments.actions.transfer.tables import BY_MODEL, IN_LEDGERS, PARTS, SUBJECTS, Part, of_its_kind
from tournaments.models import DrawJob, LedgerEntry, LedgerHead, Origin, TimeLimit, Tournament
from tournaments.models.ledger import canonical, instant
from tournaments.models.origins.events import TakenIn
from tournaments.models.origins.id_maps import runs_of
from tournaments.models.origins.reading import Ids, maps_of
from tournaments.models.people.events import Appointed, Dismissed
from web.snapshots import snapshot

CHUNK = 2_000
# Names of account fields in an entry's payload.
ACCOUNTS = ("user", "by_user")
STAFF_KINDS = (Appointed.kind, Dismissed.kind, TakenIn.kind)


def write_file(tournament: Tournament, out: IO[bytes]) -> str:
    """Write the tournament to `out` and return the SHA-256 of what was written.

    A tournament unchanged since its import gives its original file, byte for byte. The number of queries is constant.
    Refused while a draw is being computed.
    """
    with snapshot():
        if DrawJob.objects.live().filter(stage__tournament=tournament).exists():
            raise StateRefuses(
                _("A draw is being computed. Please wait until it is done, or cancel it, and try again."),
                code="draw_is_computed",
            )
        return _Writer(tournament, out).write()


@dataclass
class _Writer:
    tournament: Tournament
    out: IO[bytes]
    places: dict[str, dict[int, int]] = field(default_factory=dict)
    lines: int = 0

    def write(self) -> str:
        self.sha256 = hashlib.sha256()
        self.ids = Ids.of(self.tournament)
        self.origins: list[Origin] = list(self.tournament.origins.order_by("through_seq"))
        head = LedgerHead.objects.get(tournament=self.tournament)
        last = self.tournament.ledger.get(seq=head.seq)
        # Nothing has happened since the import: write the original state.
        self.taken_in = last.content if last.kind == TakenIn.kind else None
        end, digest = (head.seq - 1, last.prev) if self.taken_in else (head.seq, last.hash)
        slug = str(self.taken_in["was"]) if self.taken_in else self.tournament.slug
        self.entries = self.tournament.ledger.filter(seq__lte=end).order_by("seq")
        self._line(Head(VERSION, head.chain, end, digest, slug))
        for part in PARTS:
            self._write_part(part)
        self._write_ledger()
        self.out.write(msgspec.json.encode(End(self.lines, self.sha256.hexdigest())) + b"\n")
        return self.sha256.hexdigest()

    def _line(self, line: msgspec.Struct) -> None:
        written = msgspec.json.encode(line) + b"\n"
        self.sha256.update(written)
        self.out.write(written)
        self.lines += 1

    def _write_part(self, part: Part) -> None:
        of_places = self.places[part.name] = {}
        make = struct_of(part)
        columns = [part.model._meta.get_field(name) for name in part.columns]
        converters = [self._converter(part, column) for column in columns]
        names = ["club__name" if column.name == "club" else column.attname for column in columns]  # type: ignore[union-attr]
        for place, (pk, *values) in enumerate(self._rows(part, names), start=1):
            of_places[pk] = place
            self._line(
                make(
                    **{
                        name: convert(value) if convert else value
                        for name, convert, value in zip(part.columns, converters, values, strict=True)
                    }
                )
            )

    def _converter(self, part: Part, column: Any) -> Any:
        if column.name == "club":
            return None
        if column.name == "origin":
            segments = {origin.pk: place for place, origin in enumerate(self.origins, start=1)}
            return lambda pk: segments[pk] if pk else len(segments) + 1
        if column.name == "subject":
            return self._subject
        if isinstance(column, ForeignKey):
            places = self.places[BY_MODEL[column.related_model].name]
            return lambda pk: None if pk is None else places[pk]
        if column.get_internal_type() == "JSONField":
            # PostgreSQL does not keep the order of keys.
            return lambda value: None if value is None else json.loads(canonical(value))
        return None

    def _subject(self, subject: str) -> str:
        kind, _colon, pk = subject.partition(":")
        return f"{kind}:{self.places[SUBJECTS[kind]][int(pk)]}"

    def _rows(self, part: Part, columns: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        if part.name == "name":
            yield from self._names(columns)
            return
        rows = self._of_tournament(part)
        # Rows that reference others of their own kind come after those.
        own = [F(name).asc(nulls_first=True) for name in of_its_kind(part)]
        yield from rows.order_by(*own, "pk").values_list("pk", *columns).iterator(chunk_size=CHUNK)

    def _of_tournament(self, part: Part) -> "QuerySet[Model, Any]":
        rows: Any = part.model._default_manager.all()
        if part.model is User:
            return rows.filter(pk__in=self._accounts())  # type: ignore[no-any-return]
        if part.model is Player:
            return rows.filter(pk__in=self.tournament.entries.values("player"))  # type: ignore[no-any-return]
        if part.model is Licence:
            return rows.filter(player__in=self.tournament.entries.values("player"))  # type: ignore[no-any-return]
        if part.model is Tournament:
            return rows.filter(pk=self.tournament.pk)  # type: ignore[no-any-return]
        if part.model is TimeLimit:
            mine = Q(tournament=self.tournament) | Q(stage__tournament=self.tournament)
            return rows.filter(mine)  # type: ignore[no-any-return]
        rows = rows.filter(**{part.path: self.tournament})
        if part.name == "staff" and self.taken_in:
            rows = rows.exclude(user=self.taken_in["user"])
        return rows  # type: ignore[no-any-return]

    def _accounts(self) -> list[int]:
        """Return everyone who acted in this tournament or was appointed, by the facts and by the ledger."""
        found: set[int | None] = set()
        for part in PARTS:
            for name in part.columns:
                column = part.model._meta.get_field(name)
                if isinstance(column, ForeignKey) and column.related_model is User:
                    rows = self._of_tournament(part).order_by()
                    found.update(rows.values_list(column.attname, flat=True).distinct())
        actors = self.entries.order_by().values_list("actor", flat=True)
        for last, until in self._stretches():
            of_stretch = actors.filter(seq__gt=last, seq__lte=until, actor__startswith="user:").distinct()
            found.update(int(self.ids.actor(until, actor)[5:]) for actor in of_stretch)
        for entry in self.entries.filter(kind__in=STAFF_KINDS):
            content = self.ids.content(entry.seq, entry.kind, entry.content)
            found.update(content[name] for name in ACCOUNTS if content.get(name) is not None)
        for origin in self.origins:
            found.update(here for _there, here in maps_of(origin.ids)["user"].pairs())
        return sorted(pk for pk in found if pk is not None and pk > 0)

    def _stretches(self) -> list[tuple[int, int]]:
        ends = [0, *(origin.through_seq for origin in self.origins)]
        if not self.taken_in:
            ends.append(10**18)
        return list(pairwise(ends))

    def _names(self, columns: Sequence[str]) -> list[tuple[Any, ...]]:
        wanted = [f"{kind}:{pk}" for kind, part in SUBJECTS.items() for pk in self.places[part]]
        found: list[tuple[Any, ...]] = []
        for start in range(0, len(wanted), CHUNK):
            rows = NameTrace.objects.filter(subject__in=wanted[start : start + CHUNK])
            found += rows.values_list("pk", *columns)
        return sorted(found)

    def _write_ledger(self) -> None:
        ends = [origin.through_seq for origin in self.origins]
        gone = self._gone()
        written = 0
        for entry in self.entries.iterator(chunk_size=CHUNK):
            if ends and written == ends[0]:
                self._line(self._ids_of(self.origins[len(self.origins) - len(ends)], gone))
                ends.pop(0)
            self._line(_as_action(entry))
            written = entry.seq
        if ends:
            self._line(self._ids_of(self.origins[-1], gone))
        else:
            self._line(IdsLine(written, self._ids_here(gone)))

    def _gone(self) -> dict[str, dict[int, int]]:
        """Return imported rows that no longer exist, by kind: negative places, in a stable order."""
        gone: dict[str, dict[int, int]] = {}
        for kind in IN_LEDGERS:
            missing = {
                here
                for origin in self.origins
                for _there, here in maps_of(origin.ids)[kind].pairs()
                if here not in self.places[kind]
            }
            in_order = sorted(missing, key=lambda here: (here > 0, abs(here)))
            gone[kind] = {here: -place for place, here in enumerate(in_order, start=1)}
        return gone

    def _ids_of(self, origin: Origin, gone: dict[str, dict[int, int]]) -> IdsLine:
        """Return the ids that imported ledger entries use for each row, by place."""
        ids = {}
        for kind in IN_LEDGERS:
            places = self.places[kind] | gone[kind]
            pairs = maps_of(origin.ids)[kind].pairs()
            ids[kind] = runs_of((places[here], there) for there, here in pairs)
        return IdsLine(origin.through_seq, ids)

    def _ids_here(self, gone: dict[str, dict[int, int]]) -> dict[str, list[tuple[int, int, int]]]:
        """Return the ids that local ledger entries use for each row."""
        return {
            kind: runs_of(
                [
                    *((place, pk) for pk, place in self.places[kind].items()),
                    *((place, pk) for pk, place in gone[kind].items() if pk > 0),
                ]
            )
            for kind in IN_LEDGERS
        }


def _as_action(entry: LedgerEntry) -> Action:
    return Action(
        entry.seq,
        entry.kind,
        entry.payload,
        entry.actor,
        instant(entry.recorded_at),
        entry.prev,
        entry.hash,
    )
