"""Faults listed by a rulebook, in the reader's language."""

from django.utils.functional import Promise
from django.utils.translation import pgettext_lazy

from scoring.rulebook.provenance import provenance
from web.visitor_language import language

PENALTIES: dict[str, str | Promise] = {
    "penalties.chombo": pgettext_lazy("mahjong term", "Chombo"),
    "penalties.dead_hand": pgettext_lazy("mahjong term", "Dead hand"),
    "penalties.minor": pgettext_lazy("heading", "Minor faults"),
    "penalties.time_limit": pgettext_lazy("heading", "Time limit"),
    "penalties.ranking": pgettext_lazy("heading", "Ranking"),
}
FAULTS = ("chombo", "dead_hand", "minor")


def faults_of(edition_id: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the faults of a rulebook: titles, each with (code, text) of its faults; empty titles are left out.

    A code such as ``minor.0`` is the list and the index in it.
    """
    listed = provenance(edition_id).penalties
    groups = [
        (
            str(PENALTIES[f"penalties.{name}"]),
            [
                (f"{name}.{index}", phrase.in_language(language()))
                for index, phrase in enumerate(getattr(listed, name))
            ],
        )
        for name in FAULTS
    ]
    return [(title, faults) for title, faults in groups if faults]
