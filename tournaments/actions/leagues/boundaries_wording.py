"""What a rule between two divisions does with so many players, in words."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring.standing.promotion import Boundary, PointsKept
from tournaments.models.leagues.boundaries import boundary_of


def movements_in_words(boundaries: Sequence[Mapping[str, Any]], sizes: Sequence[int]) -> list[list[str]]:
    """For each division, the top one first, the sentences that say who leaves it and how.

    `boundaries` are the stored rules of the divisions, each with the one below; `sizes` how many play in each.
    """
    rules = [boundary_of(rule) for rule in boundaries]
    said = []
    for number, players in enumerate(sizes):
        above = rules[number - 1] if number else None
        below = rules[number] if number + 1 < len(sizes) else None
        said.append(_of_one(above, below, players))
    return said


def _of_one(above: Boundary | None, below: Boundary | None, players: int) -> list[str]:
    moves: list[str] = []
    up = above.up.of(players) if above else 0
    down = below.down.of(players) if below else 0
    if up:
        moves.append(_said(1, up, _("rank %(first)s goes up"), _("ranks %(first)s–%(last)s go up")))
    if above and above.play_off:
        moves.append(
            _said(
                up + 1,
                up + above.play_off,
                _("rank %(first)s plays off to go up"),
                _("ranks %(first)s–%(last)s play off to go up"),
            )
        )
    if below and below.play_off:
        last = players - down
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
                players - down + 1,
                players,
                _("rank %(first)s goes down"),
                _("ranks %(first)s–%(last)s go down"),
            )
        )
    if up + down > players:
        moves.append(_("too few players: somebody would go up and down"))
    sentences = (
        [_("Of %(players)s: %(moves)s.") % {"players": players, "moves": _(", ").join(moves)}]
        if moves
        else []
    )
    if above and above.points_up:
        sentences.append(
            _kept(above.points_up, _("Whoever has %(threshold)s points goes up, too: %(points)s."))
        )
    if below and below.points_down:
        sentences.append(
            _kept(below.points_down, _("Whoever has %(threshold)s points goes down, too: %(points)s."))
        )
    return sentences or [_("No promotion or relegation.")]


def _kept(points: PointsKept, sentence: str) -> str:
    words = _("%(points)s for the first ranks from that end, kept over %(seasons)s seasons") % {
        "points": ", ".join(map(str, points.by_rank)),
        "seasons": points.seasons,
    }
    return sentence % {"threshold": points.threshold, "points": words}


def _said(first: int, last: int, of_one: str, of_several: str) -> str:
    return (of_one if first == last else of_several) % {"first": first, "last": last}
