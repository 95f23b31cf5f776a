"""Who holds the titles of a season by its rule, from the published standings of its tournaments."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from math import lcm
from typing import NamedTuple

from scoring.standing.titles import Record, titles
from tournaments.models import Award, Season, SeasonAwardRule, SeasonRankingRule, Standing, Tournament
from tournaments.models.teams.award_rules import AwardTerms
from tournaments.models.teams.awards import POINTS
from tournaments.standings.seasons.final_places import final_places, final_team_places
from tournaments.standings.seasons.table import season_table
from tournaments.standings.seasons.teams_at_the_end import IS_OF_TEAMS, is_played_by_teams

Title = SeasonAwardRule.Title


class _Row(NamedTuple):
    """What a player has made in a stage; `total` is without what was carried."""

    tournament: int
    ordinal: int
    player: int
    entry: int
    games: int
    total: int
    best: int
    lasts: int
    places: tuple[int, ...]


def held_titles(season: Season, terms: AwardTerms) -> list[Award]:
    """Return the titles of each division, from the top, unsaved: those who share one in the order of the standings.
    Ten queries at most.

    Titles over several tournaments compare totals and games as points. Only a division of one tournament, or a season
    with a ranking over its tournaments and one division, has a champion.
    """
    by_level: defaultdict[int, list[Tournament]] = defaultdict(list)
    rows = (
        Tournament.objects.not_discarded()
        .filter(season=season)
        .annotate(**{IS_OF_TEAMS: is_played_by_teams()})
    )
    for one in rows.in_order_of_play().with_frame():
        by_level[one.level or 0].append(one)
    made = _made([one.pk for of_it in by_level.values() for one in of_it], terms)
    awards: list[Award] = []
    for level in sorted(by_level):
        found = {
            **_champions(season, by_level[level], is_alone=len(by_level) == 1),
            **_of_players(by_level[level], made, terms),
        }
        here = [award for title in terms.titles for award in found.get(title, ())]
        for award in here:
            award.season, award.level = season, level
        awards += here
    return awards


def _champions(
    season: Season, tournaments: Sequence[Tournament], *, is_alone: bool
) -> dict[str, list[Award]]:
    won: Mapping[int, int]
    one, units, of_teams = tournaments[0], tournaments[0].rulebook.units_per_point, False
    if len(tournaments) == 1:
        of_teams = bool(getattr(one, IS_OF_TEAMS))
        places = (final_team_places if of_teams else final_places)([one.pk]).get(one.pk, [])
        won = {place.player: place.total for place in places if place.rank == 1 and place.games}
    else:
        rule = SeasonRankingRule.objects.filter(season=season).first() if is_alone else None
        if rule is None:
            return {}
        table = season_table(rule.rule, tournaments)
        units = table.units if table.is_of_totals else 1
        won = {row.player.pk: row.value for row in table.players if row.rank == 1}
    entries = {} if of_teams else _entries(won, tournaments)
    return {
        Title.CHAMPION: [
            _award(Title.CHAMPION, total, units, entry=entries.get(key), team=key if of_teams else None)
            for key, total in won.items()
        ]
    }


def _entries(players: Mapping[int, int], tournaments: Sequence[Tournament]) -> dict[int, int]:
    """The latest entry of each player that has a place. One query."""
    rows = Standing.objects.filter(stage__tournament__in=tournaments, entry__player__in=players, games__gt=0)
    return dict(rows.order_by("entry").values_list("entry__player", "entry"))


def _made(tournaments: Sequence[int], terms: AwardTerms) -> list[_Row]:
    """What players have made in the stages that count; substitutes without a rank hold no title. One query."""
    names = ("firsts", "seconds", "thirds", "fourths", "fifths")
    rows = (
        Standing.objects.filter(stage__tournament__in=tournaments, games__gt=0)
        .exclude(rank__isnull=True, entry__is_substitute=True)
        .order_by("stage__tournament", "stage__ordinal", "position")
        .values_list(
            *("stage__tournament", "stage__ordinal", "entry__player", "entry", "games"),
            *("total", "carried", "best", "lasts", *names),
        )
    )
    found = [
        _Row(tournament, ordinal, player, entry, games, total - carried, best or 0, lasts, tuple(places))
        for tournament, ordinal, player, entry, games, total, carried, best, lasts, *places in rows
    ]
    if terms.stages == SeasonAwardRule.Stages.ALL:
        return found
    first: dict[int, int] = {}
    for row in found:
        first.setdefault(row.tournament, row.ordinal)
    return [row for row in found if row.ordinal == first[row.tournament]]


def _of_players(
    tournaments: Sequence[Tournament], made: Sequence[_Row], terms: AwardTerms
) -> dict[str, list[Award]]:
    units = {one.pk: one.rulebook.units_per_point for one in tournaments}
    common = lcm(*units.values())
    records: dict[int, Record] = {}
    entries: dict[int, int] = {}
    for row in made:
        if row.tournament not in units:
            continue
        times = common // units[row.tournament]
        before = records.get(row.player, Record(row.player, 0, 0, (), 0, 0))
        is_first = not before.games
        records[row.player] = Record(
            row.player,
            before.games + row.games,
            before.total + row.total * times,
            tuple(a + b for a, b in zip_longest(before.places, row.places, fillvalue=0)),
            row.best * times if is_first else max(before.best, row.best * times),
            before.lasts + row.lasts,
        )
        entries[row.player] = max(entries.get(row.player, 0), row.entry)
    found = dict(titles(records.values(), minimum=max(terms.minimum, 1), first=1))
    awards: dict[str, list[Award]] = {}
    for name, holders in found.items():
        held = [(records[int(str(one.key))], one.value) for one in holders]
        if terms.ties == SeasonAwardRule.Ties.TOTAL:
            most = max((record.total for record, _value in held), default=0)
            held = [(record, value) for record, value in held if record.total == most]
        awards[name] = [
            _award(
                name,
                *((int(value), common) if name in POINTS else value.as_integer_ratio()),
                entry=entries[int(str(record.key))],
                games=record.games,
            )
            for record, value in held
        ]
    return awards


def _award(
    title: str,
    numerator: int,
    denominator: int,
    *,
    entry: int | None = None,
    team: int | None = None,
    games: int = 0,
) -> Award:
    return Award(
        title=title, entry_id=entry, team_id=team, numerator=numerator, denominator=denominator, games=games
    )
