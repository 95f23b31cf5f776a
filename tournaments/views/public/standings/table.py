"""The table of a stage's standings: all places with what decided them, and the teams."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from copy import copy
from itertools import islice
from typing import TypeAlias

from django.core.cache.backends.locmem import LocMemCache
from django.template.loader import render_to_string

from scoring.rulebook.rulebook import Rulebook
from scoring.standing.ranking import RATES, has_played
from scoring.standing.shown_totals import Column, show_alone
from scoring.text.tie_breaks import name_of_tie_break, say_tie_breaks
from tournaments.models import Publication, TeamStanding
from tournaments.models.teams.counting import say_team_counting
from tournaments.standings import Tally, tie_breaks_of
from tournaments.standings.after_round import StageRows, as_published
from tournaments.standings.deciding_tie_breaks import (
    counted_by,
    deciding_tie_breaks,
    first_criterion,
    rate_by,
)
from tournaments.standings.kept_rounds import published_after_round
from tournaments.standings.lately import stage_lately
from tournaments.standings.lines import NO_LINES, Place, lines_of
from tournaments.standings.meetings import Games, Meetings, OfTeams
from tournaments.standings.needs.kept_needs import last_round_of
from tournaments.standings.qualifying import Tied
from tournaments.standings.ranking import order_of_players, order_of_teams, play_matches
from tournaments.standings.stages.carried import from_nothing, qualification_of
from tournaments.standings.stages.counted import counting_of
from tournaments.standings.stages.cuts import Line, with_lines
from tournaments.standings.stages.published_rows import PublishedRow
from tournaments.standings.teams.counted import team_counting_of
from tournaments.standings.teams.rosters import Rosters
from tournaments.views.public.live_pages import digest_of
from tournaments.views.public.standings.asked import Asked, Choices
from tournaments.views.public.standings.parts import ROWS, Part
from tournaments.views.public.standings.race import race_of_teams
from tournaments.views.public.standings.shown import Shown
from tournaments.views.qualifying_wording import say_counting
from web.text.figures import in_hundredths, with_minus
from web.visitor_language import language

# Tie-breaks that compare totals; the others count points or places.
IN_UNITS = (
    "total",
    "best_game",
    "worst_game",
    "last_game",
    "before_last_game",
    "fewest_chombo",
    "fewest_penalties",
    "carried_over",
    "stage_total",
)
# Tie-breaks that compare points at the table.
OF_POINTS = frozenset({"points", "stage_points"})
# With more players a team has no line that lists them.
MOST_SHARES = 6
# Tie-breaks that compare how often which place was taken.
OF_PLACES = frozenset({"mean_place", "wins", "seconds", "thirds", "fewest_lasts"})
TABLES = LocMemCache("tables of standings", {"TIMEOUT": 600, "OPTIONS": {"MAX_ENTRIES": 24}})
"""Tables, and rows after earlier rounds, that were shown lately. The memory of pages forgets a page with every
report, which changes only what is above its table. With a table from here such a page takes 3.9, 4.1 and 5.2 ms (64,
300 and 1,000 players), without it 6.2, 11.7 and 26, up to four times a second; from the memory of pages 0.3.
"""
# A row, what put it before or behind others of its total, and how far it is from its line with the line behind it.
_Row: TypeAlias = tuple[PublishedRow, list[tuple[str, str]], tuple[int | None, Line | None]]


def kept_table(
    publication: Publication,
    asked: Asked,
    *,
    depends_on: object,
    has_teams: bool,
    is_last: bool,
    has_needs: bool,
) -> Shown:
    """The part of the table that is asked for. It is kept while `depends_on` is the same, which is all that the rows
    of the stage can differ by.

    No query when it is kept, else three, or four with teams; more for stages from which players go on, which are
    all but the last, one of them where it `has_needs`; and more after an earlier round.
    """
    key = digest_of((depends_on, language(), asked))
    found: Shown | None = TABLES.get(key)
    if found is None:
        found = made_table(
            publication,
            asked,
            depends_on=depends_on,
            has_teams=has_teams,
            is_last=is_last,
            has_needs=has_needs,
        )
        TABLES.set(key, found)
    return found


def made_table(
    publication: Publication,
    asked: Asked,
    *,
    depends_on: object,
    has_teams: bool,
    is_last: bool,
    has_needs: bool,
) -> Shown:
    """The same, made now; with a filter the rows that it lets through, wherever they stand. Rows after an earlier
    round are kept as the table is.
    """
    stage, tournament = publication.stage, publication.stage.tournament
    if asked.after is None:
        found = as_published(stage, has_teams=has_teams)
    else:
        found = _kept_after_round(publication, asked.after, depends_on)
        publication = copy(publication)
        publication.last_round = asked.after
    rows, team_rows, teams, rosters, games = found
    book, tie_breaks = tournament.rulebook, tie_breaks_of(tournament)
    units, is_by_total = book.units_per_point, tie_breaks[0] == "total"
    can_go_on = [Place.of(row.entry_id, row) for row in rows if row.can_go_on]
    of_teams = [Place.of(row.team_id, row) for row in team_rows]
    lines = NO_LINES if is_last else lines_of(stage, can_go_on, of_teams)
    last = last_round_of(stage, publication.as_of_seq) if has_needs and asked.after is None else None
    counting, of_the_teams = counting_of(stage), team_counting_of(stage)
    begins = from_nothing(qualification_of(stage))
    order = order_of_players(tie_breaks, begins)
    order_for_teams = order_of_teams(team_rows, tie_breaks, begins)
    has_matches = play_matches(team_rows)
    # No total puts those last who have not played.
    totals = [row.total if not begins.entries or has_played(row.games, row.total) else None for row in rows]
    shown = list(
        zip(
            rows,
            _decided(rows, order, book, games),
            with_lines(
                lines.of_players,
                ((row.can_go_on, total, row.rank) for row, total in zip(rows, totals, strict=True)),
                is_by_total=is_by_total,
            ),
            strict=True,
        )
    )
    is_part = not asked.is_filtered
    part = Part.with_row(asked.start, len(rows)) if is_part else Part(1, len(rows), len(rows))
    here: list[_Row] = shown[part.first - 1 : part.last]
    if asked.is_filtered:
        # Between rows that are no neighbours no line is drawn.
        found_rows = ((row, decided, far) for row, decided, (far, _line) in shown if asked.shows(row))
        here = [(row, decided, (far, None)) for row, decided, far in islice(found_rows, ROWS)]
        team_rows, teams = [], []
    lately = stage_lately(publication, [row for row, *_beside in here], team_rows, rosters)
    race = None
    # Of teams it is above the first rows, where a total is the sum of all games.
    if asked == Asked() and is_by_total and team_rows and not has_matches and len(lately.rounds) > 1:
        race = race_of_teams(stage, team_rows, rosters, units)
    content = {
        "tournament": tournament,
        "stage": stage,
        "race": race,
        "rows": here,
        "lately": lately,
        "gaps": _gaps((row.entry_id, total, row.rank) for row, total in zip(rows, totals, strict=True))
        if is_by_total
        else {},
        "has_gaps": is_by_total,
        "needs": last.needs if last else {},
        "round": last and last.round,
        "team_gaps": _gaps((row.team_id, row.total, row.rank) for row in team_rows)
        if is_by_total and not has_matches
        else {},
        "has_team_gaps": is_by_total and not has_matches,
        "shares": _shares(rows, rosters) if _are_few(team_rows, rows) else {},
        "part": part,
        "asked": asked,
        "is_before_the_first_game": not publication.last_round
        and not any(row.games or row.total for row in rows)
        and not any(row.games or row.total for row in team_rows),
        "teams": list(
            zip(
                team_rows,
                teams,
                _decided(teams, order_for_teams, book, OfTeams(games, rosters)),
                with_lines(
                    lines.of_teams,
                    ((True, row.total, row.rank) for row in team_rows),
                    is_by_total=is_by_total and not has_matches,
                ),
                strict=True,
            )
        ),
        "ties": [(one, _names(one, rows, team_rows)) for one in lines.ties],
        "plays_in": lines.plays_in,
        "teams_play_in": lines.teams_play_in,
        "has_lines": bool(lines.of_players) and is_by_total,
        "has_team_lines": bool(lines.of_teams) and is_by_total and not has_matches,
        "has_penalties": any(row.penalty for row in rows),
        "has_carried": any(row.carried for row in rows),
        "unplayed": frozenset(row.entry_id for row, total in zip(rows, totals, strict=True) if total is None),
        "unplayed_teams": frozenset(
            row.team_id for row in team_rows if begins.teams and not has_played(row.games, row.total)
        ),
        "has_unplayed": None in totals and any(row.games for row in rows),
        "counted": say_counting(counting, units) if counting is not None else "",
        "fewest_games": counting.minimum_games if counting is not None else 0,
        "missing_games_cost": counting is not None and bool(counting.missing_game_penalty),
        "column": Column.of(units, [row.total for row in rows]),
        "team_column": Column.of(units, [row.total for row in team_rows]),
        "counted_for_teams": say_team_counting(of_the_teams) if of_the_teams is not None else "",
        "has_matches": has_matches,
        "has_places_of_teams": not OF_PLACES.isdisjoint(tie_breaks),
        "points_name": name_of_tie_break("points", book, language()),
        "team_places": 5 if any(row.fifths for row in team_rows) else book.table.players,
        "units": units,
        "order": say_tie_breaks(tie_breaks, book, language()),
        # What is compared and has no column yet: the points at the table, or the score they make.
        "points_column": name_of_tie_break("points", book, language())
        if not OF_POINTS.isdisjoint(tie_breaks)
        else "",
        # How many columns of places there are: a fifth only where a table of five was played.
        "places": 5 if any(row.fifths for row in rows) else book.table.players,
    }
    html = render_to_string("public/standings/_table.html", content)
    return Shown(html, part, Choices.among(rows))


def _kept_after_round(publication: Publication, number: int, depends_on: object) -> StageRows:
    """The rows after a round: the same for each language, and for who looks for a name."""
    key = digest_of((depends_on, number))
    kept: StageRows | None = TABLES.get(key)
    if kept is not None:
        return kept._replace(games=Meetings(publication.stage, number))
    found = published_after_round(publication, number)
    TABLES.set(key, found._replace(games=()))
    return found


def _gaps(rows: Iterable[tuple[int, int | None, int | None]]) -> dict[int, int]:
    """How far each is behind the next above, of those who are ranked, by their ids, totals and ranks, best first."""
    found, above = dict[int, int](), None
    for key, total, rank in rows:
        if rank is None or total is None:
            break
        if above is not None:
            found[key] = total - above
        above = total
    return found


def _are_few(teams: Sequence[TeamStanding], rows: Sequence[PublishedRow]) -> bool:
    """Whether there is room below each team for what its players made."""
    return 0 < len(rows) <= MOST_SHARES * len(teams) and not any(row.left_out for row in teams)


def _shares(rows: Iterable[PublishedRow], rosters: Rosters) -> dict[int, list[PublishedRow]]:
    """The players of each team who have played, best first; nobody's of a stage in which one changed teams."""
    found = defaultdict[int, list[PublishedRow]](list)
    for row in rows if not rosters.changes else ():
        if row.team_id is not None and row.games:
            found[row.team_id].append(row)
    return found


def _names(tied: Tied, rows: Sequence[PublishedRow], team_rows: Sequence[TeamStanding]) -> list[str]:
    """How those are called who are level."""
    names = (
        {row.team_id: row.team.name for row in team_rows}
        if tied.of_teams
        else {row.entry_id: row.player_name for row in rows}
    )
    return [names[key] for key in tied.tied]


def _decided(
    rows: Sequence[PublishedRow | Tally], order: Sequence[str], book: Rulebook, games: Games
) -> list[list[tuple[str, str]]]:
    """For each row the figures, by name, that put it before or behind others of its total; before them the average
    by which the stage is ranked, if it is.
    """
    first = first_criterion(order)
    before = (first,) if first in RATES else ()
    return [
        [
            (name_of_tie_break(name, book, language()), figure)
            for name in (*before, *names)
            # The total has a column.
            if name != "total" and (figure := _in_figures(row, name, book))
        ]
        for row, names in zip(rows, deciding_tie_breaks(rows, order, games), strict=True)
    ]


def _in_figures(row: PublishedRow | Tally, name: str, book: Rulebook) -> str:
    rate = rate_by(row, name)
    if rate is not None:
        return with_minus(str(in_hundredths(rate / book.units_per_point if name == "average" else rate)))
    figure = counted_by(row, name)
    if figure is None:
        return ""
    if name in IN_UNITS:
        return with_minus(show_alone(figure, book.units_per_point))
    return with_minus(f"{figure:,}")
