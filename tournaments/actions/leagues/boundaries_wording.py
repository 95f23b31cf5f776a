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
        moves.append(_("%(ranks)s go up") % {"ranks": _ranks(1, up)})
    if above and above.play_off:
        moves.append(_("%(ranks)s play off to go up") % {"ranks": _ranks(up + 1, up + above.play_off)})
    if below and below.play_off:
        last = players - down
        moves.append(_("%(ranks)s play off to stay") % {"ranks": _ranks(last - below.play_off + 1, last)})
    if down:
        moves.append(_("%(ranks)s go down") % {"ranks": _ranks(players - down + 1, players)})
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
    return sentences or [_("Nobody moves.")]


def _kept(points: PointsKept, sentence: str) -> str:
    words = _("%(points)s for the first ranks from that end, kept over %(seasons)s seasons") % {
        "points": ", ".join(map(str, points.by_rank)),
        "seasons": points.seasons,
    }
    return sentence % {"threshold": points.threshold, "points": words}


def _ranks(first: int, last: int) -> str:
    if first == last:
        return _("rank %(rank)s") % {"rank": first}
    return _("ranks %(first)s–%(last)s") % {"first": first, "last": last}
