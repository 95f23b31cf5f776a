"""The ledger in words. It holds opaque ids; names are looked up when it is read."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import FilteredRelation, Q, QuerySet
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from players.models import User
from scoring.text.tie_breaks import say_tie_breaks
from tournaments.models import Entry, LedgerEntry, PlayerCard, Seat, Staff, Table, Tournament, Wind
from tournaments.models.chain import ChainEntry
from tournaments.models.events import Event
from tournaments.models.origins.reading import Ids
from tournaments.models.play.proposals import entries_with_proposals
from tournaments.models.texts.reading import Texts
from web.visitor_language import language


@dataclass(frozen=True)
class Line:
    """One action as people read it."""

    entry: ChainEntry
    words: str
    detail: str
    by: str


def _as_read(texts: Mapping[str, str | None]) -> dict[str, str]:
    return {
        name: pgettext("in place of a reason", "text removed") if text is None else text
        for name, text in texts.items()
    }


_ACTOR = {kind: re.compile(rf"\b{kind}:(\d+)") for kind in ("card", "seat", "user")}


def in_words(
    tournament: Tournament, entries: Sequence[LedgerEntry], texts: Texts | None = None, *, staff: bool = False
) -> list[Line]:
    """Return the entries with their actions in words. `texts` are theirs, if they were read already; with `staff`
    those, too, that are for the staff alone.
    """
    if texts is None:
        texts = Texts(tournament, entries, entries_with_proposals(tournament, entries))
    return _Reader(tournament, entries, texts, staff=staff).lines()


class _Reader:
    """Looks up every name the entries mention, each kind with one query."""

    def __init__(
        self, tournament: Tournament, entries: Sequence[LedgerEntry], texts: Texts, *, staff: bool
    ) -> None:
        self.tournament, self.entries = tournament, entries
        ids = Ids.of(tournament)
        contents = [
            {
                **ids.content(entry.seq, entry.kind, entry.content),
                **_as_read(texts.put_in(entry, staff=staff)),
                # A seed would tell whom a draw proposes to captains.
                **({"seed": None} if texts.is_withheld(entry) else {}),
            }
            for entry in entries
        ]
        self.contents = contents
        self.events = [Event.of_kind(entry.kind) for entry in entries]
        self.actors = [ids.actor(entry.seq, entry.actor) for entry in entries]
        # Once without names, to see which rows are named.
        mentioned = _Mentioned(self)
        for event, content in zip(self.events, contents, strict=True):
            if event is not None:
                event.in_words(content, mentioned)
        acted = {kind: {int(pk) for pk in _ACTOR[kind].findall(" ".join(self.actors))} for kind in _ACTOR}
        cards = acted["card"]
        self.cards = dict(PlayerCard.objects.filter(pk__in=cards).values_list("pk", "entry")) if cards else {}
        named = mentioned.rows
        # Cards stay on the server that made them; what was done with one there may still say whose it was.
        of_cards = {c["entry"] for c in contents if cards and isinstance(c.get("entry"), int)}
        people = Entry.objects.filter(pk__in=named["entry"] | {*self.cards.values()} | of_cards)
        seats = Seat.objects.filter(pk__in=named["seat"] | acted["seat"])
        tables = Table.objects.filter(pk__in=named["table"]).select_related("round")
        self.names: dict[str, dict[int, str]] = {
            "entry": {entry.pk: entry.player.name for entry in people.select_related("player")},
            "seat": {seat.pk: _seat(seat) for seat in seats.select_related("entry__player", "table")},
            "table": {table.pk: table.full_name for table in tables},
            "team": _names_of(tournament.teams.all(), named["team"]),
            "stage": _names_of(tournament.stages.all(), named["stage"]),
        }
        # Never the e-mail address: the ledger is public.
        helps = FilteredRelation("staff_of", condition=Q(staff_of__tournament=tournament.pk))
        users = User.objects.filter(pk__in=named["user"] | acted["user"]).annotate(helps=helps)
        about = list(users.values_list("pk", "name", "helps__role"))
        self.users = {pk: name for pk, name, _role in about}
        self.roles = {pk: role for pk, _name, role in about if role is not None}

    def lines(self) -> list[Line]:
        return [
            Line(
                entry,
                event.in_words(content, self) if event is not None else entry.kind,
                event.detail(content) if event is not None else "",
                self._by(actor, content),
            )
            for entry, event, content, actor in zip(
                self.entries, self.events, self.contents, self.actors, strict=True
            )
        ]

    def name(self, kind: str, pk: object) -> str:
        if not isinstance(pk, int):
            return "?"
        if kind == "user":
            return self.users.get(pk) or pgettext("in place of a name", "Staff")
        return self.names.get(kind, {}).get(pk, "?")

    def time(self, instant: str | None) -> str:
        """A planned time in the zone of the page, or that there is none."""
        if not instant:
            return pgettext("in place of a text", "no time")
        return date_format(localtime(datetime.fromisoformat(instant)), "DATETIME_FORMAT")

    def tie_breaks(self, names: Sequence[str]) -> str:
        return say_tie_breaks(names, self.tournament.rulebook, language()) if names else ""

    def _by(self, actor: str, content: Mapping[str, Any]) -> str:
        if actor.startswith("user:"):
            user_id = int(actor[5:])
            role = self.roles.get(user_id)
            name = self.users.get(user_id)
            return name or (str(Staff.Role(role).label) if role else pgettext("in place of a name", "Staff"))
        if actor.startswith("seat:"):
            seat_id, _slash, device = actor[5:].partition("/")
            who = self.names["seat"].get(int(seat_id)) or pgettext("in place of a name", "A phone")
            return (
                _("%(who)s, at the tablet of the table") % {"who": who}
                if device.startswith("kiosk:")
                else who
            )
        if actor.startswith("card:"):
            return self.name("entry", self.cards.get(int(actor[5:]), content.get("entry")))
        if actor.startswith("kiosk:"):
            return pgettext("in place of a name", "A tablet")
        return pgettext("in place of a name", "Anyone")


class _Mentioned:
    """Takes down which rows entries name, instead of naming them."""

    def __init__(self, reader: _Reader) -> None:
        self.reader = reader
        self.rows: dict[str, set[int]] = defaultdict(set)

    def name(self, kind: str, pk: object) -> str:
        if isinstance(pk, int):
            self.rows[kind].add(pk)
        return "?"

    def time(self, instant: str | None) -> str:
        return self.reader.time(instant)

    def tie_breaks(self, names: Sequence[str]) -> str:
        return ""


def _names_of(rows: QuerySet[Any], pks: set[int]) -> dict[int, str]:
    return dict(rows.filter(pk__in=pks).values_list("pk", "name")) if pks else {}


def _seat(seat: Seat) -> str:
    return f"{seat.entry.player.name} ({seat.table}, {Wind(seat.wind).label})"
