"""The lines that a league's cards show below the leaders: who is promoted or relegated, who goes on to a final."""

from collections.abc import Mapping, Sequence

from tournaments.actions.leagues.boundaries_wording import rank_movements_in_words
from tournaments.models import QualifyingRule, Season
from tournaments.models.units import Unit
from tournaments.standings.seasons.sizes import divisions_with_sizes
from tournaments.standings.stages.cuts import Line
from tournaments.templatetags.standings_rows import line_in_words
from tournaments.views.public.leaders import Leading


def with_lines(season: Season, leading: Sequence[Leading]) -> list[Leading]:
    """Add the lines between the rows that each card shows. Two queries, none before the first game."""
    shown = [one for one in leading if one.rows]
    if not shown:
        return list(leading)
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
