"""Tie-breaks: chosen at set-up, editable until the first game starts."""

from collections.abc import Collection, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.doubts.tie_breaks import never_deciding
from scoring.errors import ScoringError
from scoring.rulebook.rulebook import Rulebook
from scoring.standing.ranking import check_tie_breaks
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.wording.doubts import in_words
from tournaments.models import Tournament
from tournaments.models.setup.events import TieBreaksSet
from tournaments.standings import RANKED_BY, tie_breaks_of


@transaction.atomic
def set_tie_breaks(*, tournament: Tournament, tie_breaks: Sequence[str], by: Actor) -> Tournament:
    """Set the tie-breaks: names of `RANKED_BY`, the most important first, the lot last.

    Refused once a game has started, for an invalid list, and for a criterion the rules provide no data for. Repeating
    it changes nothing.
    """
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Tournament.Status.PLANNED:
        raise StateRefuses(
            _("The rules were fixed when the first game started. They can no longer be changed."),
            code="rules_are_fixed",
        )
    names = checked_tie_breaks(tie_breaks)
    if names == tie_breaks_of(tournament):
        return tournament
    refuse_never_deciding(names, rulebooks_of(tournament))
    tournament.tie_breaks = list(names)
    tournament.save(update_fields=["tie_breaks"])
    record(TieBreaksSet(tie_breaks=list(names)), tournament_id=tournament.pk, by=by)
    return tournament


def checked_tie_breaks(names: Sequence[str]) -> tuple[str, ...]:
    """Return the list if standings can be ranked by it; else raise RulesRefuse for `tie_breaks`."""
    try:
        return check_tie_breaks(names)
    except ScoringError as error:
        words = {
            "unknown_tie_break": _("This criterion does not exist. Please choose from: %(names)s."),
            "repeated_tie_break": _("Each criterion can be used only once."),
            "lot_must_be_last": _("The last criterion is always the lot."),
        }[error.code] % {"names": ", ".join(RANKED_BY)}
        raise RulesRefuse(words, code=error.code, fields={"tie_breaks": [words]}) from error


def refuse_never_deciding(names: Sequence[str], books: Collection[Rulebook]) -> None:
    """Refuse, for `tie_breaks`, criteria that are equal for everyone under all these rulebooks, or misleading."""
    found = never_deciding(names, books)
    if found:
        words = in_words(found)
        raise RulesRefuse(" ".join(words), code=found[0].code, fields={"tie_breaks": words})


def rulebooks_of(tournament: Tournament) -> list[Rulebook]:
    """Return a tournament's rulebooks: its own, and those for other table sizes. One query."""
    return [tournament.rulebook, *(other.rulebook for other in tournament.other_formats)]
