"""Club nights and their sign-ups."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import Night, NightPlayer, Tournament
from tournaments.models.free_play.events import (
    NightCancelled,
    NightPlanned,
    NightSettled,
    NightSignedOff,
    NightSignedUp,
)
from tournaments.models.ledger import instant
from tournaments.models.origins.events import TakenIn
from tournaments.models.people.events import EntryRemoved, PlayersMerged
from tournaments.models.setup.events import StageRemoved
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differing, differs, gone, without_entry
from tournaments.verification.pages import Numbers, Pages
from tournaments.verification.reading import each

NIGHT = ("stage", "starts_at", "closes_at", "places", "games", "late_penalty", "absence_penalty", "status")
PLAYER = ("status", "games", "turn")
# The number of the entry, and the columns.
Recorded = tuple[int, dict[str, Any]]


class Nights:
    """Follows planned nights and everyone on their lists."""

    about = Night

    def __init__(self) -> None:
        self.nights: Pages[Recorded] = Pages(Recorded)
        # By night and entry.
        self.players: Pages[dict[Any, Recorded]] = Pages(dict[Any, Recorded])
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            NightPlanned.kind: self._planned,
            NightCancelled.kind: lambda entry: self._becomes(entry, Night.Status.CANCELLED),
            NightSignedUp.kind: self._signed_up,
            NightSignedOff.kind: self._signed_off,
            NightSettled.kind: self._settled,
            EntryRemoved.kind: self._player_removed,
            PlayersMerged.kind: self._merged,
            StageRemoved.kind: self._stage_removed,
            # They are not transferred.
            TakenIn.kind: lambda _entry: self._forget_all(),
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
        self._put(payload["night"], {payload["entry"]: (entry.seq, {name: payload[name] for name in PLAYER})})

    def _put(self, night: Any, players: Mapping[Any, Recorded]) -> None:
        self.players[night] = {**self.players.get(night, {}), **players}

    def _signed_off(self, entry: Entry) -> None:
        self._set(entry, [entry.payload["entry"]], entry.payload["status"])
        self._come(entry)

    def _come(self, entry: Entry) -> None:
        self._set(entry, entry.payload["came"], NightPlayer.Status.COMING)

    def _settled(self, entry: Entry) -> None:
        self._becomes(entry, Night.Status.SETTLED)
        self._set(entry, entry.payload["entries"], NightPlayer.Status.ABSENT)

    def _merged(self, entry: Entry) -> None:
        """Sign-ups for future nights move to the entry that remains."""
        for one in entry.payload.get("nights", ()):
            night = one["night"]
            left = dict(self.players[night])
            del left[entry.payload["entry"]]
            left[entry.payload["into"]] = entry.seq, {name: one[name] for name in PLAYER}
            for came in one["came"]:
                left[came] = entry.seq, left[came][1] | {"status": NightPlayer.Status.COMING.value}
            self.players[night] = left

    def _set(self, entry: Entry, players: Iterable[Any], status: str) -> None:
        # A list that is still empty.
        night = self.players.get(entry.payload["night"], {})
        changed = {player: (entry.seq, night[player][1] | {"status": status}) for player in players}
        self._put(entry.payload["night"], changed)

    def _player_removed(self, entry: Entry) -> None:
        for night, players in self.players.in_order():
            if entry.payload["entry"] in players:
                left = {pk: one for pk, one in players.items() if pk != entry.payload["entry"]}
                self.players[night] = left

    def _stage_removed(self, entry: Entry) -> None:
        stage = entry.payload["stage"]
        for night in [pk for pk, (_seq, terms) in self.nights.in_order() if terms["stage"] == stage]:
            del self.nights[night]
            self.players.pop(night, None)

    def _forget_all(self) -> None:
        self.nights.clear()
        self.players.clear()

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        here = Numbers()
        yield from each(Night.objects.filter(stage__tournament=tournament), self._of_night, here)
        for pk in self.nights.missing_from(here):
            yield gone(pgettext("record", "night %(id)s") % {"id": pk}, self.nights[pk][0])
        there: Pages[list[int]] = Pages(list[int])
        rows = NightPlayer.objects.filter(night__stage__tournament=tournament)
        yield from each(rows, lambda row: self._of_player(row, there))
        for night, players in self.players.in_order():
            for entry in sorted(players.keys() - set(there.get(night, ())), key=str):
                yield gone(_place(night, entry), players[entry][0])

    def _of_night(self, row: Night) -> Iterator[Found]:
        about = pgettext("record", "night %(id)s") % {"id": row.pk}
        if row.pk not in self.nights:
            yield without_entry(about)
            return
        seq, should = self.nights[row.pk]
        recorded = [should[name] for name in NIGHT]
        yield from differs(about, differing(NIGHT, _stored(row), recorded), seq)

    def _of_player(self, row: NightPlayer, there: Pages[list[int]]) -> Iterator[Found]:
        there[row.night_id] = [*there.get(row.night_id, ()), row.entry_id]
        about = _place(row.night_id, row.entry_id)
        found = self.players.get(row.night_id, {}).get(row.entry_id)
        if found is None:
            yield without_entry(about)
            return
        seq, recorded = found
        has = [getattr(row, name) for name in PLAYER]
        yield from differs(about, differing(PLAYER, has, [recorded[name] for name in PLAYER]), seq)


def _place(night: object, entry: object) -> str:
    return _("the place of entry %(entry)s in night %(night)s") % {"night": night, "entry": entry}


def _stored(row: Night) -> list[Any]:
    """Return the columns of `NIGHT` as in the ledger."""
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
