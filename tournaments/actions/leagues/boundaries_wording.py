"""Rules between two divisions in words, for a number of players, or of teams where teams move."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.standing.promotion import Boundary, PointsKept
from tournaments.models.leagues.boundaries import boundary_of
from tournaments.models.units import Unit


def movements_in_words(
    boundaries: Sequence[Mapping[str, Any]], sizes: Sequence[int], unit: Unit
) -> list[list[str]]:
    """Return for each division, top first, the sentences that say who leaves it and how.

    `boundaries` are the stored rules of the divisions, each with the one below; `sizes` how many players are in each,
    or teams where `unit` is a team.
    """
    return [
        [*_by_rank(*sides, unit), *_by_points(*sides[:2], unit)] or [_("No promotion or relegation.")]
        for sides in _sides(boundaries, sizes)
    ]


def rank_movements_in_words(
    boundaries: Sequence[Mapping[str, Any]], sizes: Sequence[int], unit: Unit
) -> list[list[str]]:
    """Return for each division the sentence that says who leaves it by rank; nothing where no one does."""
    return [_by_rank(*sides, unit) for sides in _sides(boundaries, sizes)]


def _sides(
    boundaries: Sequence[Mapping[str, Any]], sizes: Sequence[int]
) -> Iterator[tuple[Boundary | None, Boundary | None, int]]:
    """For each division the rules above and below it, and its size."""
    rules = [boundary_of(rule) for rule in boundaries]
    for number, size in enumerate(sizes):
        yield (
            rules[number - 1] if number else None,
            rules[number] if number + 1 < len(sizes) else None,
            size,
        )


def _by_rank(above: Boundary | None, below: Boundary | None, size: int, unit: Unit) -> list[str]:
    moves: list[str] = []
    up = above.up.of(size) if above else 0
    down = below.down.of(size) if below else 0
    if up:
        moves.append(
            _said(1, up, _("rank %(first)s is promoted"), _("ranks %(first)s–%(last)s are promoted"))
        )
    if above and above.play_off:
        moves.append(
            _said(
                up + 1,
                up + above.play_off,
                _("rank %(first)s plays off for promotion"),
                _("ranks %(first)s–%(last)s play off for promotion"),
            )
        )
    if below and below.play_off:
        last = size - down
        moves.append(
            _said(
                last - below.play_off + 1,
                last,
                _("rank %(first)s plays off to stay"),
                _("ranks %(first)s–%(last)s play off to stay"),
            )
        )
    if down:
        moves.append(
            _said(
                size - down + 1,
                size,
                _("rank %(first)s is relegated"),
                _("ranks %(first)s–%(last)s are relegated"),
            )
        )
    if up + down > size:
        moves.append(
            unit.choose(
                player=_("too few players: the same player would be both promoted and relegated"),
                team=_("too few teams: the same team would be both promoted and relegated"),
            )
        )
    if not moves:
        return []
    said = pgettext("between names", ", ").join(moves)
    return [_("Of %(all)s: %(moves)s.") % {"all": unit.counted(size), "moves": said}]


def _by_points(above: Boundary | None, below: Boundary | None, unit: Unit) -> list[str]:
    sentences = []
    if above and above.points_up:
        goes_up = unit.choose(
            player=_("A player with %(threshold)s points is also promoted: %(points)s."),
            team=_("A team with %(threshold)s points is also promoted: %(points)s."),
        )
        sentences.append(_kept(above.points_up, goes_up))
    if below and below.points_down:
        goes_down = unit.choose(
            player=_("A player with %(threshold)s points is also relegated: %(points)s."),
            team=_("A team with %(threshold)s points is also relegated: %(points)s."),
        )
        sentences.append(_kept(below.points_down, goes_down))
    return sentences


def _kept(points: PointsKept, sentence: str) -> str:
    words = _("%(points)s for the first ranks from that end, kept over %(seasons)s seasons") % {
        "points": ", ".join(map(str, points.by_rank)),
        "seasons": points.seasons,
    }
    return sentence % {"threshold": points.threshold, "points": words}


def _said(first: int, last: int, of_one: str, of_several: str) -> str:
    return (of_one if first == last else of_several) % {"first": first, "last": last}
