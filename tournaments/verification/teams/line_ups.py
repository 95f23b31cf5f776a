"""Line-ups: what captains submitted, and whether it was revealed unchanged."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import LineUp, Tournament
from tournaments.models.digests import sha256
from tournaments.models.draws.events import RoundDrawn
from tournaments.models.origins.events import TakenIn
from tournaments.models.people.events import TeamRemoved
from tournaments.models.play.events import LineUpHandedIn, LineUpsShown, RoundDiscarded
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differing, differs, gone, without_entry
from tournaments.verification.pages import Pages
from tournaments.verification.reading import each

COLUMNS = ("content", "is_late", "is_shown")


@dataclass(frozen=True)
class Recorded:
    """A line-up by the ledger; `digest` is of its content, `seq` is its entry."""

    seq: int
    digest: str
    is_late: bool
    is_shown: bool


class LineUps:
    """Follows each line-up from its digest to the revealed text."""

    about = LineUp

    def __init__(self) -> None:
        # By round and team.
        self.line_ups: Pages[dict[Any, Recorded]] = Pages(dict[Any, Recorded])
        self.wrong: list[Found] = []
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            LineUpHandedIn.kind: self._handed_in,
            LineUpsShown.kind: self._shown,
            # A redrawn round is another one: submissions for the old one are deleted.
            RoundDrawn.kind: lambda entry: self._forget(entry.payload["round"]),
            RoundDiscarded.kind: lambda entry: self._forget(entry.payload["round"]),
            TeamRemoved.kind: self._without_team,
            # Secrets are not transferred.
            TakenIn.kind: lambda _entry: self.line_ups.clear(),
        }

    def _handed_in(self, entry: Entry) -> None:
        payload = entry.payload
        line_up = Recorded(entry.seq, payload["hash"], payload["is_late"], is_shown=False)
        self._put(payload["round"], payload["team"], line_up)

    def _put(self, round_: Any, team: Any, line_up: Recorded) -> None:
        self.line_ups[round_] = {**self.line_ups.get(round_, {}), team: line_up}

    def _shown(self, entry: Entry) -> None:
        """What was submitted is what was revealed; teams without a line-up play as drawn."""
        for one in entry.payload["line_ups"]:
            round_, digest = entry.payload["round"], sha256(one["content"])
            line_up = self.line_ups.get(round_, {}).get(one["team"])
            is_late = one["team"] in entry.payload["late"]
            if (line_up is None and not is_late) or (line_up is not None and line_up.digest != digest):
                message = _("the line-up shown for team %(id)s differs from the one handed in.")
                self.wrong.append((entry.seq, message % {"id": one["team"]}))
            self._put(round_, one["team"], Recorded(entry.seq, digest, is_late, is_shown=True))

    def _forget(self, round_: object) -> None:
        self.line_ups.pop(round_, None)

    def _without_team(self, entry: Entry) -> None:
        for round_, line_ups in self.line_ups.in_order():
            if entry.payload["team"] in line_ups:
                left = {team: one for team, one in line_ups.items() if team != entry.payload["team"]}
                self.line_ups[round_] = left

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        yield from self.wrong
        here: Pages[list[int]] = Pages(list[int])
        rows = LineUp.objects.filter(round__stage__tournament=tournament)
        yield from each(rows, lambda row: self._of_line_up(row, here))
        for round_, line_ups in self.line_ups.in_order():
            for team in sorted(line_ups.keys() - set(here.get(round_, ())), key=str):
                yield gone(_about(round_, team), line_ups[team].seq)

    def _of_line_up(self, row: LineUp, here: Pages[list[int]]) -> Iterator[Found]:
        here[row.round_id] = [*here.get(row.round_id, ()), row.team_id]
        recorded = self.line_ups.get(row.round_id, {}).get(row.team_id)
        if recorded is None:
            yield without_entry(_about(row.round_id, row.team_id))
            return
        has = sha256(row.content), row.is_late, row.is_shown
        should = recorded.digest, recorded.is_late, recorded.is_shown
        yield from differs(_about(row.round_id, row.team_id), differing(COLUMNS, has, should), recorded.seq)


def _about(round_: object, team: object) -> str:
    return _("the line-up of team %(team)s for round %(round)s") % {"round": round_, "team": team}
