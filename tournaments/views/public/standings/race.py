"""The race of a stage, as a picture: what everybody's total was after each round."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.standing.ranking import has_played
from scoring.standing.shown_totals import PAD, Column
from tournaments.models import Publication, Stage, TeamStanding
from tournaments.models.teams.looks import classes_of
from tournaments.standings import tie_breaks_of
from tournaments.standings.after_round import as_published
from tournaments.standings.ranking import play_matches
from tournaments.standings.stages.counted import counting_of, has_selection
from tournaments.standings.stages.published_rows import PublishedRow
from tournaments.standings.stages.runs import made_by_round
from tournaments.standings.teams.rosters import Rosters
from tournaments.views.public.standings.parts import Part
from tournaments.views.public.standings.shown import Shown
from web.charts.figure import About, Figure
from web.charts.lines import COLOURS, Line, Positions, Values, line_chart
from web.text.figures import with_minus

# So many lines have a name and a colour, so many more are behind them.
NAMED, FAINT = COLOURS, 16
# Of larger teams fewer are drawn: what they made is read of each of their players.
MOST_PLAYERS = 240


class Runner(NamedTuple):
    """A line of the race: its name, with what it began the stage, what is published of it, and a team's classes."""

    key: int
    name: str
    carried: int
    total: int
    url: str
    own: str = ""


def made_race(publication: Publication, *, has_teams: bool) -> Shown:
    """The race of teams, where there are any, and of players: each where a total is the sum of rounds."""
    content = {"charts": list(races_of(publication.stage, has_teams=has_teams))}
    return Shown(render_to_string("public/standings/_race.html", content), Part(1, 1, 1))


def races_of(stage: Stage, *, has_teams: bool) -> Iterator[Figure]:
    """Yield the race of a stage's teams, then that of its players, of those that can be drawn. Expects the stage with
    its tournament. Two queries, four with teams.
    """
    if tie_breaks_of(stage.tournament)[0] != "total":
        return
    found, counting = as_published(stage, has_teams=has_teams), counting_of(stage)
    units = stage.tournament.rulebook.units_per_point
    if found.team_rows and not play_matches(found.team_rows):
        of_teams = race_of_teams(stage, found.team_rows, found.rosters, units)
        if of_teams is not None:
            yield of_teams
    if counting is None or not has_selection(counting):
        of_players = race_of_players(stage, found.rows, units)
        if of_players is not None:
            yield of_players


def race_of_players(stage: Stage, rows: Sequence[PublishedRow], units: int) -> Figure | None:
    """The totals of the best players after each round, where a total is the sum of rounds. One query once anyone
    has played twice; None before, and with fewer than two players.
    """
    ranked = (row for row in rows if row.is_ranked and has_played(row.games, row.total))
    runners = [
        Runner(row.entry_id, row.player_name, row.carried, row.total, reverse("player", args=[row.player_id]))
        for row in islice(ranked, NAMED + FAINT)
    ]
    if len(runners) < 2 or max(row.games for row in rows) < 2:
        return None
    return _race(stage, runners, made_by_round(stage, [one.key for one in runners]), units)


def race_of_teams(
    stage: Stage,
    teams: Sequence[TeamStanding],
    rosters: Rosters,
    units: int,
) -> Figure | None:
    """The same of the best teams, each in its colour: what their players made while they were in them. One query."""
    players = defaultdict[int, set[int]](set)
    changed = [(entry, team) for entry, changes in rosters.changes.items() for _before, team in changes]
    for entry, team in [*rosters.team_of.items(), *changed]:
        if team is not None:
            players[team].add(entry)
    runners, entries = list[Runner](), set[int]()
    slug = stage.tournament.slug
    for row in teams[: NAMED + FAINT]:
        entries |= players[row.team_id]
        if len(entries) > MOST_PLAYERS:
            break
        runners.append(
            Runner(
                row.team_id,
                row.team.name,
                row.carried,
                row.total,
                reverse("team", args=[slug, row.team_id]),
                classes_of(row.team_id),
            )
        )
    # Where games are left out, a total is not the sum of rounds.
    if len(runners) < 2 or any(row.left_out for row in teams):
        return None
    made = defaultdict[tuple[int, int], int](int)
    for (entry, round_), units_made in made_by_round(stage, entries).items():
        team = rosters.team_at(entry, round_)
        if team is not None:
            made[team, round_] += units_made
    return _race(stage, runners, made, units)


def _race(
    stage: Stage, runners: Sequence[Runner], made: Mapping[tuple[int, int], int], units: int
) -> Figure | None:
    rounds = sorted({round_ for _key, round_ in made})
    if len(rounds) < 2:
        return None
    runs = [list(_run(one, rounds, made)) for one in runners]
    names = [pgettext("of a chart", "Start"), *map(str, rounds)]
    # Deductions and other points belong to no round: the lines end where the standings are.
    if any(run[-1] != one.total for run, one in zip(runs, runners, strict=True)):
        names.append(pgettext("column", "Total"))
        for run, one in zip(runs, runners, strict=True):
            run.append(one.total)
    column = Column.of(units, [total for run in runs[:NAMED] for total in run])
    lines = [
        Line(one.name, run, one.name if index < NAMED else "", index + 1, one.url, one.own)
        for index, (one, run) in enumerate(zip(runners, runs, strict=True))
    ]
    leader, last = runners[0], with_minus(column.show(runners[0].total).rstrip(PAD))
    of_teams = any(one.own for one in runners)
    about = About(
        f"race-{stage.ordinal}{'-teams' if of_teams else ''}",
        pgettext("of a chart", "The race of teams") if of_teams else pgettext("of a chart", "The race"),
        _("Totals round by round. First: %(name)s, %(total)s.") % {"name": leader.name, "total": last},
        _("Total after each round"),
    )
    return line_chart(
        about,
        lines,
        Positions(pgettext("column", "Round"), names, words=["", *names[1:]]),
        Values(lambda total: with_minus(column.show(total).rstrip(PAD)), unit=units),
        kind="lines race",
    )


def _run(one: Runner, rounds: Iterable[int], made: Mapping[tuple[int, int], int]) -> Iterable[int]:
    total = one.carried
    yield total
    for round_ in rounds:
        total += made.get((one.key, round_), 0)
        yield total
