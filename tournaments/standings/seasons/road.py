"""The road to the final of a tournament: its stages, who comes into each, and with what."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef

from tournaments.models import Entry, Qualification, Qualifier, QualifyingRule, Stage, Team


class Qualified(NamedTuple):
    """Who plays in a confirmed stage, best seed first: an entry's player, or a team."""

    key: int
    name: str
    source: int | None


class StageOnRoad(NamedTuple):
    """A stage; `qualification` is None where everybody plays. `who` are those who were confirmed for it, of players
    or of teams as `of_teams` says; `size` is how many play, None where the rules alone do not say it. `sources` are
    positions of earlier stages from which they come, `row` is 0 for a first stage.
    """

    stage: Stage
    qualification: Qualification | None
    rules: Sequence[QualifyingRule]
    who: Sequence[Qualified]
    of_teams: bool
    size: int | None
    sources: Sequence[int]
    row: int


def roads_of(tournaments: Collection[int]) -> dict[int, list[StageOnRoad]]:
    """Return by tournament its stages, where somebody qualifies for one. Five queries at most; one where
    nobody does."""
    qualifies = Qualification.objects.filter(stage__tournament=OuterRef("tournament"))
    found = (
        Stage.objects.filter(Exists(qualifies), tournament__in=tournaments)
        .select_related("qualification")
        .order_by("tournament", "ordinal")
    )
    stages: defaultdict[int, list[Stage]] = defaultdict(list)
    for stage in found:
        stages[stage.tournament_id].append(stage)
    if not stages:
        return {}
    here = [stage.pk for of_it in stages.values() for stage in of_it]
    rules: defaultdict[int, list[QualifyingRule]] = defaultdict(list)
    for rule in QualifyingRule.objects.filter(qualification__in=here).select_related("source"):
        rules[rule.qualification_id].append(rule)
    who: defaultdict[int, list[Qualified]] = defaultdict(list)
    for qualification, key, name, team, team_name, source in (
        Qualifier.objects.filter(qualification__in=here)
        .order_by("qualification", "seed")
        .values_list("qualification", "entry__player", "entry__player__name", "team", "team__name", "source")
    ):
        who[qualification].append(Qualified(key or team, name or team_name, source))
    sizes = _sizes(stages)
    return {pk: _road(of_it, rules, who, sizes[pk]) for pk, of_it in stages.items()}


def _sizes(stages: Mapping[int, Sequence[Stage]]) -> dict[int, tuple[int, int]]:
    """By tournament, how many players and teams take part. Two queries at most."""
    entries = Entry.objects.of_one_each().with_a_rank().filter(tournament__in=stages).order_by()
    players = dict(entries.values_list("tournament").annotate(Count("pk")))
    of_teams = [pk for pk, of_it in stages.items() if _is_of_teams(of_it)]
    teams: dict[int, int] = {}
    if of_teams:
        rows = Team.objects.filter(tournament__in=of_teams).order_by()
        teams = dict(rows.values_list("tournament").annotate(Count("pk")))
    return {pk: (players.get(pk, 0), teams.get(pk, 0)) for pk in stages}


def _qualification(stage: Stage) -> Qualification | None:
    return getattr(stage, "qualification", None)


def _is_of_teams(stages: Sequence[Stage]) -> bool:
    return any(one.of_teams for one in map(_qualification, stages) if one is not None)


def _road(
    stages: Sequence[Stage],
    rules: Mapping[int, Sequence[QualifyingRule]],
    who: Mapping[int, Sequence[Qualified]],
    taking_part: tuple[int, int],
) -> list[StageOnRoad]:
    everybody_is_a_team = _is_of_teams(stages)
    at = {stage.pk: number for number, stage in enumerate(stages)}
    found: list[StageOnRoad] = []
    for number, stage in enumerate(stages):
        qualification = _qualification(stage)
        its_rules, its_who = rules.get(stage.pk, ()), who.get(stage.pk, ())
        of_teams = everybody_is_a_team if qualification is None else qualification.of_teams
        named = {rule.source_id for rule in its_rules} | {one.source for one in its_who if one.source}
        sources = sorted(at[source] for source in named)
        if not sources and number:
            # Named by hand, or played by everybody once more.
            sources = [number - 1]
        found.append(
            StageOnRoad(
                stage,
                qualification,
                its_rules,
                its_who,
                of_teams,
                _size(qualification, its_rules, its_who, taking_part[of_teams]),
                sources,
                1 + max((found[source].row for source in sources), default=-1),
            )
        )
    return found


def _size(
    qualification: Qualification | None,
    rules: Sequence[QualifyingRule],
    who: Sequence[Qualified],
    everybody: int,
) -> int | None:
    if qualification is None:
        return everybody
    if qualification.confirmed_at is not None:
        return len(who)
    if not rules or any(rule.among == QualifyingRule.Among.TABLES for rule in rules):
        return None
    # No more can come than there are.
    return min(
        sum(rule.last - rule.first + 1 for rule in rules), everybody or sum(rule.last for rule in rules)
    )
