"""By what a tournament orders equal totals, and who decided that."""

from scoring.rulebook.rulebook import Rulebook
from scoring.standing.ranking import TIE_BREAKS
from tournaments.models import Tournament

# Where neither the organizer nor the rulebook says how equal totals are ordered.
DEFAULT_TIE_BREAKS = ("total", "wins", "seconds", "lot")
# What standings can be ranked by: all that `scoring` has names for.
RANKED_BY = tuple(TIE_BREAKS)


def usual_tie_breaks(rulebook: Rulebook) -> tuple[str, ...]:
    """The order in which a tournament ranks unless its organizer chooses another: the rulebook's, if it says one."""
    order = rulebook.standing.tie_breaks
    return order if isinstance(order, tuple) else DEFAULT_TIE_BREAKS


def counts_points(rulebook: Rulebook) -> bool:
    """Whether a rulebook itself orders equal totals by the points at the table, which are then carried, too."""
    return "points" in usual_tie_breaks(rulebook)


def tie_breaks_of(tournament: Tournament) -> tuple[str, ...]:
    """The order in force. A tournament stores its own from the moment it is set up."""
    return tuple(tournament.tie_breaks) or DEFAULT_TIE_BREAKS


def origin_of_tie_breaks(tournament: Tournament) -> str:
    """Where the order in force comes from: "rulebook", "default" (the rulebook is silent) or "organizer"."""
    book = tournament.rulebook
    if tie_breaks_of(tournament) != usual_tie_breaks(book):
        return "organizer"
    return "rulebook" if isinstance(book.standing.tie_breaks, tuple) else "default"
