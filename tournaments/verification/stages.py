"""How players come from one stage to another, and which games count there. Part of `verification`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.models import (
    CountingRule,
    GameQuota,
    Qualification,
    Qualifier,
    QualifyingRule,
    Stage,
    TeamCountingRule,
    Tournament,
)
from tournaments.models.people.events import (
    QualificationRemoved,
    QualificationSet,
    QualifiersConfirmed,
    QualifiersTakenBack,
)
from tournaments.models.setup.events import CountingSet, StageRemoved
from tournaments.models.teams.events import GameQuotaSet, TeamCountingSet
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differing, differs, gone, is_about, without_entry
from tournaments.verification.reading import as_far_as_readable, each

TERMS = (
    "of_teams",
    "carries",
    "numerator",
    "denominator",
    "quantum",
    "rounding",
    "by_rank",
    "forgives_penalties",
    "carries_head_to_head",
    "carries_points",
)
# What earlier versions did not write, as it was then.
NOT_WRITTEN = {"carries_head_to_head": False, "carries_points": False}
RULE = ("source_id", "among", "first", "last")
OF_GAMES = ("selection", "number", "minimum_games", "maximum_games", "missing_game_penalty")
COUNTING = (*OF_GAMES, "sitting_out_score", "absence_score")
ALL_COUNT = ("all", 0, 0, 0, 0, 0, 0)
OF_TEAMS = ("best_of_a_round", "games_of_a_player", "best_games", "match_points")
ALL_OF_TEAMS: tuple[Any, ...] = (0, 0, 0, [])
QUOTA = ("least", "most")
QUALIFIER = ("entry_id", "team_id", "source_id")


class Stages:
    """Follows the terms on which stages are come into, who was confirmed for them, and which games count."""

    about = Stage

    def __init__(self) -> None:
        self.terms: dict[Any, Entry] = {}
        self.confirmed: dict[Any, Entry] = {}
        self.counting: dict[Any, Entry] = {}
        self.team_counting: dict[Any, Entry] = {}
        self.quotas: dict[Any, Entry] = {}
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            CountingSet.kind: lambda entry: self.counting.update({entry.payload["stage"]: entry}),
            TeamCountingSet.kind: lambda entry: self.team_counting.update({entry.payload["stage"]: entry}),
            GameQuotaSet.kind: lambda entry: self.quotas.update({entry.payload["stage"]: entry}),
            QualificationSet.kind: lambda entry: self.terms.update({entry.payload["stage"]: entry}),
            QualificationRemoved.kind: self._removed,
            StageRemoved.kind: self._removed,
            QualifiersConfirmed.kind: lambda entry: self.confirmed.update({entry.payload["stage"]: entry}),
            QualifiersTakenBack.kind: lambda entry: self._forget(self.confirmed, entry),
        }

    def _removed(self, entry: Entry) -> None:
        self._forget(self.terms, entry)
        self._forget(self.confirmed, entry)
        if entry.kind == StageRemoved.kind:
            self._forget(self.counting, entry)
            self._forget(self.team_counting, entry)
            self._forget(self.quotas, entry)

    @staticmethod
    def _forget(found: dict[Any, Entry], entry: Entry) -> None:
        found.pop(entry.payload["stage"], None)

    def qualifying(self) -> dict[Any, tuple[Mapping[str, Any], list[Mapping[str, Any]]]]:
        """At the entry read last: the terms of every stage that has some, and for whom they were confirmed."""
        return {
            stage: (
                entry.payload["terms"],
                self.confirmed[stage].payload["qualifiers"] if stage in self.confirmed else [],
            )
            for stage, entry in self.terms.items()
        }

    def counting_rules(self) -> dict[Any, CountingRule]:
        """At the entry read last: the rule of every stage in which not all games count."""
        found = {}
        for stage, entry in self.counting.items():
            # What a missing game costs was not always recorded: nothing then.
            terms = {name: entry.payload.get(name, 0) for name in COUNTING}
            if tuple(terms.values()) != ALL_COUNT:
                found[stage] = CountingRule(**terms)
        return found

    def team_counting_rules(self) -> dict[Any, TeamCountingRule]:
        """At the entry read last: the rule for teams of every stage that has one."""
        return {
            stage: TeamCountingRule(**{name: entry.payload[name] for name in OF_TEAMS})
            for stage, entry in self.team_counting.items()
            if tuple(entry.payload[name] for name in OF_TEAMS) != ALL_OF_TEAMS
        }

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        rows = Qualification.objects.filter(stage__tournament=tournament)
        here: dict[int, Qualification] = {}
        yield from each(rows, lambda row: here.update({row.pk: row}))
        rules: dict[int, list[tuple[Any, ...]]] = {pk: [] for pk in here}
        known = QualifyingRule.objects.filter(qualification__in=here).order_by("ordinal")
        for pk, *rule in known.values_list("qualification_id", "ordinal", *RULE):
            rules[pk].append(tuple(rule))
        seeded: dict[int, list[tuple[Any, ...]]] = {pk: [] for pk in here}
        qualifiers = Qualifier.objects.filter(qualification__in=here).order_by("seed")
        for pk, *qualifier in qualifiers.values_list("qualification_id", "seed", *QUALIFIER):
            seeded[pk].append(tuple(qualifier))
        for pk, row in sorted(here.items()):
            about = _("who goes on to stage %(id)s") % {"id": pk}
            if pk not in self.terms:
                yield without_entry(about)
                continue
            yield from as_far_as_readable(about, self._of_one(row, rules[pk], seeded[pk], about))
        for pk in sorted(self.terms.keys() - here.keys(), key=str):
            yield gone(_("who goes on to stage %(id)s") % {"id": pk}, self.terms[pk].seq)
        counting = CountingRule.objects.filter(stage__tournament=tournament)
        words = _("which games of stage %(id)s count")
        yield from _compare(counting, self.counting_rules(), self.counting, COUNTING, words)
        of_teams = TeamCountingRule.objects.filter(stage__tournament=tournament)
        words = _("what counts for teams in stage %(id)s")
        yield from _compare(of_teams, self.team_counting_rules(), self.team_counting, OF_TEAMS, words)
        yield from self._of_quotas(tournament)

    def _of_quotas(self, tournament: Tournament) -> Iterator[Found]:
        rows: dict[int, GameQuota] = {}
        yield from each(
            GameQuota.objects.filter(stage__tournament=tournament), lambda row: rows.update({row.pk: row})
        )
        should = {
            pk: tuple(entry.payload[name] for name in QUOTA)
            for pk, entry in self.quotas.items()
            if any(entry.payload[name] for name in QUOTA)
        }
        for pk in sorted(rows.keys() | should.keys(), key=str):
            about = _("how many games everybody plays in stage %(id)s") % {"id": pk}
            if pk not in should:
                yield without_entry(about)
            elif pk not in rows:
                yield gone(about, self.quotas[pk].seq)
            else:
                has = [getattr(rows[pk], name) for name in QUOTA]
                yield from differs(about, differing(QUOTA, has, should[pk]), self.quotas[pk].seq)

    def _of_one(
        self,
        row: Qualification,
        rules: list[tuple[Any, ...]],
        seeded: list[tuple[Any, ...]],
        about: str,
    ) -> Iterator[Found]:
        entry = self.terms[row.pk]
        terms = entry.payload["terms"]
        recorded = {**NOT_WRITTEN, **terms}
        columns = differing(TERMS, [getattr(row, name) for name in TERMS], [recorded[name] for name in TERMS])
        should = [
            (ordinal, rule["source"], rule["among"], rule["first"], rule["last"])
            for ordinal, rule in enumerate(terms["rules"], 1)
        ]
        if rules != should:
            columns.append("rules")
        yield from differs(about, columns, entry.seq)
        confirmed = self.confirmed.get(row.pk)
        listed = confirmed.payload["qualifiers"] if confirmed is not None else []
        names = [
            (seed, one.get("entry"), one.get("team"), one["source"]) for seed, one in enumerate(listed, 1)
        ]
        columns = [] if seeded == names else ["qualifiers"]
        if not is_about(row.confirmed_at, confirmed.at if confirmed is not None else None):
            columns.append("confirmed_at")
        yield from differs(about, columns, confirmed.seq if confirmed is not None else None)


def _compare(
    rows: QuerySet[Any, Any],
    should: Mapping[Any, CountingRule] | Mapping[Any, TeamCountingRule],
    entries: Mapping[Any, Entry],
    columns: Sequence[str],
    about: str,
) -> Iterator[Found]:
    """Rules of stages, as they are and as the ledger has them, by stage."""
    here: dict[int, Any] = {}
    yield from each(rows, lambda row: here.update({row.pk: row}))
    for pk in sorted(here.keys() | should.keys(), key=str):
        of_one = about % {"id": pk}
        if pk not in should:
            yield without_entry(of_one)
        elif pk not in here:
            yield gone(of_one, entries[pk].seq)
        else:
            has, recorded = ([getattr(one, name) for name in columns] for one in (here[pk], should[pk]))
            yield from differs(of_one, differing(columns, has, recorded), entries[pk].seq)
