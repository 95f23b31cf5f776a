"""The lines that a league's cards show below the leaders: who is promoted or relegated, who goes on to a final; of a
confirmed season, who was.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.utils.translation import pgettext

from tournaments.actions.leagues.boundaries_wording import rank_movements_in_words
from tournaments.models import Move, QualifyingRule, Season, Tournament
from tournaments.models.units import Unit
from tournaments.standings.seasons.sizes import divisions_with_sizes
from tournaments.standings.stages.cuts import Line
from tournaments.templatetags.standings_rows import line_in_words
from tournaments.views.public.leaders import Leading

Way = Move.Way
# Who stays is not told, nor more names than a card has room for.
MOVING = (Way.UP, Way.POINTS_UP, Way.DOWN, Way.POINTS_DOWN)
MOST_NAMES = 8


def with_lines(season: Season, leading: Sequence[Leading]) -> list[Leading]:
    """Add the lines between the rows that each card shows. Two queries, none before the first game; two more where
    all is finished, which only then may be confirmed.
    """
    shown = [one for one in leading if one.rows]
    if not shown:
        return list(leading)
    if all(one.tournament.status == Tournament.Status.FINISHED for one in leading):
        confirmed = _as_confirmed(season)
        if confirmed is not None:
            return [one._replace(lines=confirmed.get(one.tournament.level or 0, ())) for one in leading]
    unit, divisions = divisions_with_sizes(season)
    said = rank_movements_in_words(
        [division.boundary for division, _size in divisions], [size for _division, size in divisions], unit
    )
    moves = {division.level: words for (division, size), words in zip(divisions, said, strict=True) if size}
    finals = _to_later_stages(shown)
    return [
        one._replace(
            lines=[
                *(moves.get(one.tournament.level or 0, ()) if unit == _unit_of(one) else ()),
                *(finals.get((one.rows[0].stage_id, bool(one.teams)), ()) if one.rows else ()),
            ]
        )
        for one in leading
    ]


def _as_confirmed(season: Season) -> Mapping[int, list[str]] | None:
    """By level, who left it which way, best first; None while the next season is not open. Two queries."""
    players = season.moves.exclude(level=None).order_by("level", "position", "pk")
    teams = season.team_moves.order_by("level", "position", "pk")
    moves = list(players.values_list("level", "way", "player__name"))
    if not moves:
        return None
    moves = list(teams.values_list("level", "way", "team__name")) or moves
    names = defaultdict[tuple[int, str], list[str]](list)
    for level, way, name in moves:
        if level is not None and way in MOVING:
            names[level, str(Move.Way(way).label)].append(name)
    said = defaultdict[int, list[str]](list)
    for (level, way), of_it in names.items():
        figures = {"way": way, "names": pgettext("between names", ", ").join(of_it[:MOST_NAMES])}
        if len(of_it) > MOST_NAMES:
            figures["names"] += " …"
        said[level].append(pgettext("of a confirmed season", "%(way)s: %(names)s") % figures)
    return said


def _unit_of(one: Leading) -> Unit:
    return Unit.of(teams=bool(one.teams))


def _to_later_stages(shown: Sequence[Leading]) -> Mapping[tuple[int, bool], list[str]]:
    """By stage, and whether teams go on: which places go on by rules that are not confirmed yet."""
    rules = QualifyingRule.objects.filter(
        source__in=[one.rows[0].stage_id for one in shown],
        among=QualifyingRule.Among.RANKING,
        qualification__confirmed_at=None,
    )
    found: dict[tuple[int, bool], list[str]] = {}
    for source, first, last, name, of_teams in rules.order_by(
        "last", "qualification__stage__ordinal"
    ).values_list("source", "first", "last", "qualification__stage__name", "qualification__of_teams"):
        found.setdefault((source, of_teams), []).append(line_in_words(Line(last, name, first=first)))
    return found
