"""How each kind of ordered PDF is made: what is printed, on how many pages, and the pages."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from publishing.certificates.drawing import certificates_pdf
from publishing.certificates.pages import certificates_of
from publishing.certificates.pages import look_of as certificate_look
from publishing.print_kit.content import Choice, kit_of, look_of
from publishing.print_kit.drawing import kit_pdf, pages_of
from tournaments.models import PrintJob, Tournament

Report = Callable[[int], None]


class Print(NamedTuple):
    """What is known of a PDF before it is drawn."""

    pages: int
    draw: Callable[[Report], bytes]


def _kit(tournament: Tournament, choice: Mapping[str, Any]) -> Print:
    chosen = Choice(**choice)
    kit, look = kit_of(tournament, chosen), look_of(tournament, chosen)
    return Print(pages_of(kit, chosen.paper), lambda report: kit_pdf(kit, look, report))


def _certificates(tournament: Tournament, choice: Mapping[str, Any]) -> Print:
    found, look = certificates_of(tournament, **choice), certificate_look(tournament)
    return Print(len(found), lambda report: certificates_pdf(found, look, report))


KINDS: Mapping[str, Callable[[Tournament, Mapping[str, Any]], Print]] = {
    PrintJob.Kind.KIT: _kit,
    PrintJob.Kind.CERTIFICATES: _certificates,
}
