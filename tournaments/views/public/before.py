"""What can be said of an event before its first game: who comes, and what is played."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple, TypeVar

from django.db.models import Count
from django.utils.safestring import SafeString
from django.utils.translation import ngettext, npgettext

from tournaments.models import Stage, Tournament
from tournaments.standings.stages.carried import qualification_of
from tournaments.standings.stages.counted import counting_of
from tournaments.views.qualifying_wording import say_counting, say_rule, say_start
from web.charts.spark import amount_bar

# Of more clubs or teams than these the rest is one row.
MOST_GROUPS = 8
# A name, and the id of a team.
_Named = tuple[str, int | None]
_T = TypeVar("_T", str, _Named)


class Group(NamedTuple):
    """A club, or a `team` by its id; without a name all other players."""

    players: int
    bar: SafeString
    name: str = ""
    team: int | None = None


class Coming(NamedTuple):
    """Who takes part: by team where there are teams, else by club, the largest first; and how many of each country
    where there are several.
    """

    players: int
    are_teams: bool
    number: int
    groups: list[Group]
    countries: list[tuple[str, int]]


class Played(NamedTuple):
    """A stage in words: its rounds; who qualifies for it, with which total they start, and which games count."""

    stage: Stage
    rounds: str
    sentences: list[str]


def who_comes(tournament: Tournament) -> Coming:
    """Return who takes part, without substitutes. One query, with a row for each club, team and country."""
    rows = (
        tournament.entries.active()
        .order_by()
        .values_list("team_id", "team__name", "player__club__name", "player__country")
        .annotate(players=Count("pk"))
    )
    teams, clubs, countries, total = Counter[_Named](), Counter[_Named](), Counter[str](), 0
    for team, team_name, club, country, players in rows:
        total += players
        if country:
            countries[country] += players
        if team is not None:
            teams[team_name, team] += players
        if club:
            clubs[club, None] += players
    groups = teams or clubs
    several = _by_size(countries) if len(countries) > 1 else []
    return Coming(total, bool(teams), len(groups), _largest(groups, total), several)


def _largest(groups: Counter[_Named], total: int) -> list[Group]:
    """The largest groups, and the rest of all players as one more."""
    chosen = _by_size(groups)[:MOST_GROUPS]
    rest = total - sum(players for _name, players in chosen)
    sizes = [*(players for _name, players in chosen), rest]
    found = [Group(players, SafeString(amount_bar(players, sizes)), *name) for name, players in chosen]
    return [*found, Group(rest, SafeString(amount_bar(rest, sizes)))] if found and rest else found


def _by_size(counted: Counter[_T]) -> list[tuple[_T, int]]:
    return sorted(counted.items(), key=lambda one: (-one[1], one[0]))


def what_is_played(stages: Iterable[Stage], units: int) -> list[Played]:
    """Return each stage in words. Expects it with `planned_rounds`, `counting` and `qualification`, whose rules are
    prefetched. `units` make a point.
    """
    return [Played(stage, rounds_of(stage), _sentences(stage, units)) for stage in stages]


def rounds_of(stage: Stage) -> str:
    """How many rounds are planned and how long each takes; empty where that is open."""
    plan = getattr(stage, "planned_rounds", None)
    if plan is None or not plan.rounds:
        return ""
    number = {"n": plan.rounds, "minutes": plan.minutes}
    if not plan.minutes:
        return npgettext("figure", "%(n)s round", "%(n)s rounds", plan.rounds) % number
    timed = ngettext("%(n)s round of %(minutes)s minutes", "%(n)s rounds of %(minutes)s minutes", plan.rounds)
    return timed % number


def _sentences(stage: Stage, units: int) -> list[str]:
    qualification, counting = qualification_of(stage), counting_of(stage)
    rules = [say_rule(rule) for rule in qualification.rules.all()] if qualification else []
    # Without rules nobody qualifies, and no total is carried over.
    start = say_start(qualification, units) if qualification and rules else ""
    return list(filter(None, [*rules, start, say_counting(counting, units) if counting else ""]))
