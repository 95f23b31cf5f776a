"""Nights of a club, and who signed up for them. Part of `verification`."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import Night, NightPlayer, Tournament
from tournaments.models.ledger import instant
from tournaments.models.ledger_kinds import Kind
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differing, differs, gone, without_entry
from tournaments.verification.reading import as_far_as_readable, each

NIGHT = ("stage", "starts_at", "closes_at", "places", "games", "late_penalty", "absence_penalty", "status")
PLAYER = ("status", "games", "turn")


class Nights:
    """Follows what nights were planned, and everybody on their lists."""

    about = Night

    def __init__(self) -> None:
        self.nights: dict[Any, tuple[int, dict[str, Any]]] = {}
        # By night and entry.
        self.players: dict[tuple[Any, Any], tuple[int, dict[str, Any]]] = {}
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            Kind.NIGHT_PLANNED: self._planned,
            Kind.NIGHT_CANCELLED: lambda entry: self._becomes(entry, Night.Status.CANCELLED),
            Kind.NIGHT_SIGNED_UP: self._signed_up,
            Kind.NIGHT_SIGNED_OFF: self._signed_off,
            Kind.NIGHT_SETTLED: self._settled,
            Kind.ENTRY_REMOVED: lambda entry: self._forget(1, entry.payload["entry"]),
            Kind.PLAYERS_MERGED: self._merged,
            Kind.STAGE_REMOVED: self._stage_removed,
            # They stay on the server that planned them.
            Kind.TAKEN_IN: lambda _entry: self._forget_all(),
        }

    def _planned(self, entry: Entry) -> None:
        terms = {name: entry.payload[name] for name in NIGHT if name != "status"}
        self.nights[entry.payload["night"]] = entry.seq, terms | {"status": Night.Status.PLANNED}
        self._come(entry)

    def _becomes(self, entry: Entry, status: str) -> None:
        _seq, terms = self.nights[entry.payload["night"]]
        self.nights[entry.payload["night"]] = entry.seq, terms | {"status": status}

    def _signed_up(self, entry: Entry) -> None:
        payload = entry.payload
        key = payload["night"], payload["entry"]
        self.players[key] = entry.seq, {name: payload[name] for name in PLAYER}

    def _signed_off(self, entry: Entry) -> None:
        self._set(entry, [entry.payload["entry"]], entry.payload["status"])
        self._come(entry)

    def _come(self, entry: Entry) -> None:
        self._set(entry, entry.payload["came"], NightPlayer.Status.COMING)

    def _settled(self, entry: Entry) -> None:
        self._becomes(entry, Night.Status.SETTLED)
        self._set(entry, entry.payload["entries"], NightPlayer.Status.ABSENT)

    def _merged(self, entry: Entry) -> None:
        """Nights to come for which somebody signed up go with the number into which theirs is merged."""
        for one in entry.payload.get("nights", ()):
            self.players.pop((one["night"], entry.payload["entry"]))
            row = {name: one[name] for name in PLAYER}
            self.players[one["night"], entry.payload["into"]] = entry.seq, row
            for came in one["came"]:
                _seq, row = self.players[one["night"], came]
                self.players[one["night"], came] = entry.seq, row | {"status": NightPlayer.Status.COMING}

    def _set(self, entry: Entry, players: Iterable[Any], status: str) -> None:
        for player in players:
            _seq, row = self.players[entry.payload["night"], player]
            self.players[entry.payload["night"], player] = entry.seq, row | {"status": status}

    def _forget(self, place: int, pk: object) -> None:
        """Drop the players of a night (0), or one player from all of them (1)."""
        self.players = {key: one for key, one in self.players.items() if key[place] != pk}

    def _stage_removed(self, entry: Entry) -> None:
        stage = entry.payload["stage"]
        for night in [pk for pk, (_seq, terms) in self.nights.items() if terms["stage"] == stage]:
            del self.nights[night]
            self._forget(0, night)

    def _forget_all(self) -> None:
        self.nights, self.players = {}, {}

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        nights: dict[int, Night] = {}
        planned = Night.objects.filter(stage__tournament=tournament)
        yield from each(planned, lambda row: nights.update({row.pk: row}))
        for pk in sorted(nights.keys() | self.nights.keys(), key=str):
            about = _("night %(id)s") % {"id": pk}
            if pk not in self.nights:
                yield without_entry(about)
            elif pk not in nights:
                yield gone(about, self.nights[pk][0])
            else:
                yield from as_far_as_readable(about, self._of_night(nights[pk], about))
        rows: dict[tuple[int, int], NightPlayer] = {}
        yield from each(
            NightPlayer.objects.filter(night__stage__tournament=tournament),
            lambda row: rows.update({(row.night_id, row.entry_id): row}),
        )
        for key in sorted(rows.keys() | self.players.keys(), key=str):
            about = _("the place of entry %(entry)s in night %(night)s") % {"night": key[0], "entry": key[1]}
            if key not in self.players:
                yield without_entry(about)
            elif key not in rows:
                yield gone(about, self.players[key][0])
            else:
                seq, recorded = self.players[key]
                has = [getattr(rows[key], name) for name in PLAYER]
                yield from differs(about, differing(PLAYER, has, [recorded[name] for name in PLAYER]), seq)

    def _of_night(self, row: Night, about: str) -> Iterator[Found]:
        seq, should = self.nights[row.pk]
        yield from differs(about, differing(NIGHT, _stored(row), list(should.values())), seq)


def _stored(row: Night) -> list[Any]:
    """The columns of `NIGHT` as the ledger writes them."""
    return [
        row.stage_id,
        instant(row.starts_at),
        instant(row.closes_at) if row.closes_at else None,
        row.places,
        row.games,
        row.late_penalty,
        row.absence_penalty,
        row.status,
    ]
