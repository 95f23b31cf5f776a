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
        return _("Signed paper counts as soon as it is typed.")
    if waits_for_referee(tournament):
        return _("Paper that a scorer types waits for the referee.")
    if tournament.paper_counts == Tournament.PaperCounts.SECOND_PERSON:
        return _("Paper that a scorer types waits for a second person.")
    return ""


def _by_phones(numbers: Sequence[int]) -> str:
    if not numbers:
        return _("Signed paper counts as soon as it is typed: no phone is in play.")
    return ngettext(
        "Signed paper counts as soon as it is typed, but not at table %(tables)s: a phone is in play there.",
        "Signed paper counts as soon as it is typed, but not at tables %(tables)s: phones are in play there.",
        len(numbers),
    ) % {"tables": pgettext("between names", ", ").join(map(str, numbers))}
