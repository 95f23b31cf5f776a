"""Transfer file of a whole tournament, only for its organizers, by page and API."""

from tempfile import SpooledTemporaryFile
from typing import IO, Annotated, Any, TypedDict

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from publishing.file_names import file_name
from tournaments.actions.errors import ActionError, StateRefuses
from tournaments.actions.transfer.lines import MOST_SENT
from tournaments.actions.transfer.writing import write_file
from tournaments.api.api_view import ApiView
from tournaments.api.operations import reads
from tournaments.models import Tournament
from tournaments.permissions import can_run
from tournaments.views.policies import for_tournament
from web.api.policies import SignedIn

EXTENSION = "jantaku"
IN_MEMORY = 1024 * 1024


class WholeTournamentShape(TypedDict):
    """A whole tournament: `file` is the text of it, `sha256` the sum that its last line holds."""

    name: Annotated[str, "File name to save it under."]
    sha256: Annotated[str, "Checksum in the last line of the file."]
    file: Annotated[str, "The whole tournament as text."]


@for_tournament(can_run)
@require_safe
def whole_tournament(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the file. It is written completely before the first byte is sent, so that a slow client does not hold
    the database.
    """
    # Closed with the answer, after its last piece or when the client disconnects.
    file: IO[bytes] = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115
    try:
        write_file(tournament, file)
    except ActionError as refusal:
        file.close()
        messages.error(request, refusal.message)
        # The downloads page is the same for everyone, and cannot show personal messages.
        return redirect("desk", tournament.slug)
    file.seek(0)
    name = file_name(tournament, pgettext("heading", "Whole tournament"), EXTENSION)
    response: Any = FileResponse(file, as_attachment=True, filename=name, content_type="application/x-ndjson")
    return response  # type: ignore[no-any-return]


class WholeTournament(ApiView):
    permission_classes = [SignedIn]

    @reads(
        "getTournamentFile",
        "The whole tournament as a file that another server takes in; for organizers, at most 8 MB",
        permission=can_run,
        gives=WholeTournamentShape,
        refuses=(403, 409),
    )
    def get(self, tournament: Tournament) -> WholeTournamentShape:
        with SpooledTemporaryFile(max_size=IN_MEMORY) as file:
            digest = write_file(tournament, file)
            size = file.tell()
            if size > MOST_SENT:
                message = _(
                    "The file is %(size)s MB; the API returns at most %(most)s MB. Please use the page "
                    "“Downloads”."
                )
                raise StateRefuses(
                    message % {"size": size // 2**20 + 1, "most": MOST_SENT // 2**20}, code="file_too_large"
                )
            file.seek(0)
            text = file.read().decode()
        return {
            "name": file_name(tournament, pgettext("heading", "Whole tournament"), EXTENSION),
            "sha256": digest,
            "file": text,
        }
