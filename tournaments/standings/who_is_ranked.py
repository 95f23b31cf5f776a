"""Who is ranked, and for whom the games of substitutes count: what a tournament has set."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Case, F, When
from django.db.models.expressions import Combinable
from django.db.models.functions import Coalesce

from tournaments.models import Entry, Tournament

Substitutes, Withdrawn = Tournament.Substitutes, Tournament.Withdrawn
# What a fixed score stands for instead of the game's own.
OF_THE_GAME = ("total", "best", "worst", "chombo")


def is_ranked(tournament: Tournament, *, status: str, is_substitute: bool) -> bool:
    """Whether players of this state have a rank, or are listed below those who have."""
    if is_substitute and tournament.substitutes != Substitutes.RANKED:
        return False
    return status == Entry.Status.ACTIVE or tournament.withdrawn == Withdrawn.RANKED


def is_annulled(tournament: Tournament, *, status: str) -> bool:
    """Whether the results of players of this state no longer count, for them and for their team."""
    return status == Entry.Status.WITHDRAWN and tournament.withdrawn == Withdrawn.ANNULLED


def depends_on_substitutes(tournament: Tournament) -> bool:
    """Whether totals may change because a player becomes a substitute, or stops being one."""
    return tournament.substitutes in (Substitutes.FIXED_SCORE, Substitutes.FOR_ABSENT)


def counts_for(tournament: Tournament) -> Combinable:
    """The id of the entry that a score counts for, as an expression over scores."""
    return _counts_for(tournament, "seat__replaces")


def seat_counts_for(tournament: Tournament) -> Combinable:
    """The id of the entry that a game at a seat will count for, as an expression over seats."""
    return _counts_for(tournament, "replaces")


def _counts_for(tournament: Tournament, replaces: str) -> Combinable:
    if tournament.substitutes != Substitutes.FOR_ABSENT:
        return F("entry_id")
    # A player who fills a seat that nobody left plays for themselves.
    absent = Coalesce(f"{replaces}__merged_into_id", f"{replaces}_id")
    return Case(
        When(entry__is_substitute=True, **{f"{replaces}__isnull": False}, then=absent),
        default=F("entry_id"),
    )


def with_fixed_scores(
    tournament: Tournament, made: Mapping[int, Mapping[str, Any]], *, finer: int = 1
) -> Mapping[int, Mapping[str, Any]]:
    """What entries have made of games, the fixed score in place of what each substitute's games brought.

    Places and points at the table stay what they were there. `finer` is into how many parts `made` divides the
    rulebook's smallest unit. No query where there is no fixed score, else one.
    """
    fixed = fixed_score(tournament)
    if fixed is None:
        return made
    substitutes = set(
        Entry.objects.filter(tournament=tournament, is_substitute=True).values_list("pk", flat=True)
    )
    return {
        entry: dict(sums) | _of_fixed(fixed * finer, sums) if entry in substitutes else sums
        for entry, sums in made.items()
    }


def fixed_score(tournament: Tournament) -> int | None:
    """What each game brings a substitute, in smallest units; None where it is what the game brings."""
    if tournament.substitute_score is None:
        return None
    return tournament.substitute_score * tournament.rulebook.units_per_point


def _of_fixed(fixed: int, sums: Mapping[str, Any]) -> dict[str, int]:
    found = dict.fromkeys(OF_THE_GAME, 0) | {"total": sums["games"] * fixed, "best": fixed, "worst": fixed}
    return found | ({"last": fixed} if "last" in sums else {})
