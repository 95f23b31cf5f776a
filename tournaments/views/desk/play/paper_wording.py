"""When a signed sheet of paper that a scorer types counts, as the desk says it of a round."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.actions.play.scoresheets.paper_sheets import waits_for_referee
from tournaments.models import Round, Tournament
from tournaments.models.hall.phones_in_play import tables_with_phones


def say_when_paper_counts(tournament: Tournament, rounds: Sequence[Round]) -> dict[int, str]:
    """One sentence for each of these rounds, by its id. A query where it depends on phones."""
    said = _by_rule(tournament)
    if said:
        return {round_.pk: said for round_ in rounds}
    return {pk: _by_phones(numbers) for pk, numbers in tables_with_phones(rounds).items()}


def _by_rule(tournament: Tournament) -> str:
    """The same for all rounds; empty where it depends on phones."""
    if tournament.paper_counts == Tournament.PaperCounts.ALWAYS:
        return _("Signed sheets count as soon as they are entered.")
    if waits_for_referee(tournament):
        return _("Sheets entered by a scorer wait for the referee.")
    if tournament.paper_counts == Tournament.PaperCounts.SECOND_PERSON:
        return _("Sheets entered by a scorer wait for a second person.")
    return ""


def _by_phones(numbers: Sequence[int]) -> str:
    if not numbers:
        return _("Signed sheets count as soon as they are entered: no phones are in use.")
    return ngettext(
        "Signed sheets count as soon as they are entered, except at table %(tables)s, where a phone is in "
        "use.",
        "Signed sheets count as soon as they are entered, except at tables %(tables)s, where phones are in "
        "use.",
        len(numbers),
    ) % {"tables": pgettext("between names", ", ").join(map(str, numbers))}
