"""How captains name line-ups, what they handed in, and whether that is what was shown. Part of `verification`."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import LineUp, LineUpRule, Tournament
from tournaments.models.digests import sha256
from tournaments.models.ledger_kinds import Kind
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differing, differs, gone, without_entry

TERMS = ("closes_before", "late_penalty")


class LineUps:
    """Follows the rules of line-ups, and each from its digest to the text that was shown."""

    def __init__(self) -> None:
        self.rules: dict[Any, Entry] = {}
        # By round and team, as long as it is not shown.
        self.waiting: dict[tuple[Any, Any], Entry] = {}
        self.wrong: list[Found] = []
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            Kind.LINE_UP_RULE_SET: self._rule,
            Kind.LINE_UP_HANDED_IN: lambda entry: self.waiting.update(
                {(entry.payload["round"], entry.payload["team"]): entry}
            ),
            Kind.LINE_UPS_SHOWN: self._shown,
            Kind.DISCARDED: lambda entry: self._forget(0, entry.payload["round"]),
            Kind.TEAM_REMOVED: lambda entry: self._forget(1, entry.payload["team"]),
            Kind.STAGE_REMOVED: self._without_stage,
            # Secrets stay with the server that was told them.
            Kind.TAKEN_IN: lambda _entry: self.waiting.clear(),
        }

    def _rule(self, entry: Entry) -> None:
        self.rules[entry.payload["stage"]] = entry
        if not entry.payload["is_on"]:
            del self.rules[entry.payload["stage"]]

    def _without_stage(self, entry: Entry) -> None:
        self.rules.pop(entry.payload["stage"], None)

    def _shown(self, entry: Entry) -> None:
        for shown in entry.payload["line_ups"]:
            handed_in = self.waiting.pop((entry.payload["round"], shown["team"]), None)
            if handed_in is None or handed_in.payload["hash"] != sha256(shown["content"]):
                message = _("the line-up shown for team %(id)s is not the one that was handed in.")
                self.wrong.append((entry.seq, message % {"id": shown["team"]}))

    def _forget(self, place: int, pk: object) -> None:
        """Drop what waits about a round (0) or of a team (1) that is gone."""
        self.waiting = {key: entry for key, entry in self.waiting.items() if key[place] != pk}

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        yield from self.wrong
        yield from self._of_rules(tournament)
        rows = {
            (row.round_id, row.team_id): row
            for row in LineUp.objects.filter(round__stage__tournament=tournament).order_by("pk")
        }
        for key in sorted(rows.keys() | self.waiting.keys(), key=str):
            about = _("the line-up of team %(team)s for round %(round)s") % {"round": key[0], "team": key[1]}
            if key not in self.waiting:
                yield without_entry(about)
            elif key not in rows:
                yield gone(about, self.waiting[key].seq)
            else:
                row, payload = rows[key], self.waiting[key].payload
                has, should = (sha256(row.content), row.is_late), (payload["hash"], payload["is_late"])
                yield from differs(
                    about, differing(("content", "is_late"), has, should), self.waiting[key].seq
                )

    def _of_rules(self, tournament: Tournament) -> Iterator[Found]:
        rows = {row.pk: row for row in LineUpRule.objects.filter(stage__tournament=tournament)}
        for pk in sorted(rows.keys() | self.rules.keys(), key=str):
            about = _("the line-ups of stage %(id)s") % {"id": pk}
            if pk not in self.rules:
                yield without_entry(about)
            elif pk not in rows:
                yield gone(about, self.rules[pk].seq)
            else:
                has = [getattr(rows[pk], name) for name in TERMS]
                should = [self.rules[pk].payload[name] for name in TERMS]
                yield from differs(about, differing(TERMS, has, should), self.rules[pk].seq)
