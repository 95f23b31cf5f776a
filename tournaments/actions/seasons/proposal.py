"""What the rules make of a season: where everybody goes, to be looked at and edited before it is confirmed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from tournaments.actions.errors import ActionError, RulesRefuse, StateRefuses
from tournaments.actions.seasons.final_rankings import FinalRanking, final_rankings, rankings_so_far
from tournaments.models import Move, Season
from tournaments.models.digests import sha256
from tournaments.models.ledger import canonical
from tournaments.standings.seasons.who_moves import (
    History,
    Place,
    Tie,
    WhoMoves,
    points_kept,
    who_moves,
)


@dataclass(frozen=True)
class Proposal:
    """The next season as the rules make it: each division's players in their order, who has to play off, and where
    only the lot decides.

    `tag` names the version of everything it was made of: the ledgers' ends, the rules, the points kept.
    """

    season: Season
    rankings: Sequence[FinalRanking]
    places: Mapping[int, Place]
    next_season: Sequence[Sequence[int]]
    play_offs: Sequence[Sequence[int]]
    ties: Sequence[Tie]
    tag: str


def propose_next_season(season: Season) -> Proposal:
    """Work out where everybody goes. Changes nothing; eight queries, however many play.

    Refused: what `final_rankings` refuses, a season that was followed by another already, somebody in two divisions,
    and a division too small for its rules.
    """
    if Move.objects.filter(season=season).exists():
        raise StateRefuses(_("The next season was opened from this one already."), code="season_confirmed")
    rankings = final_rankings(season)
    kept = points_kept(season)
    moves = _by_the_rules(rankings, kept)
    return Proposal(
        season,
        rankings,
        moves.places,
        moves.next_season,
        moves.play_offs,
        moves.ties,
        _tag(rankings, kept),
    )


def places_so_far(season: Season) -> Mapping[int, Place]:
    """Where the rules would lead everybody if the season ended as it is published now: by player; nobody where
    divisions cannot be followed yet. Seven queries.
    """
    try:
        return _by_the_rules(rankings_so_far(season), points_kept(season)).places
    except ActionError:
        return {}


def _by_the_rules(rankings: Sequence[FinalRanking], kept: History) -> WhoMoves:
    try:
        return who_moves(
            [one.division for one in rankings], {one.division.level: one.places for one in rankings}, kept
        )
    except ScoringError as error:
        messages = {
            "in_two_divisions": _("Somebody plays in two divisions. Please withdraw them from one."),
            "moves_overlap": _("A division is too small for its rules: somebody would go up and down."),
        }
        raise RulesRefuse(messages.get(error.code, str(error)), code=error.code) from error


def _tag(rankings: Sequence[FinalRanking], history: History) -> str:
    made_of = [
        [one.division.level, one.division.name, one.division.boundary, one.head.hash, list(one.players)]
        for one in rankings
    ]
    kept = [[player, [list(row) for row in rows]] for player, rows in sorted(history.items())]
    return "e" + sha256(canonical([made_of, kept]))[:16]
