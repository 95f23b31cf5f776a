"""Importing a tournament from another server's file."""

import io
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.rate_limits import FILES_OF_A_PERSON, count_attempt
from tournaments.actions.transfer.lines import MOST_SENT
from tournaments.actions.transfer.reading import checked_file
from tournaments.actions.transfer.taking_in import take_in_tournament
from tournaments.api.api_view import ApiView
from tournaments.api.fields import WholeText
from tournaments.api.operations import by_itself
from tournaments.api.resources.setup.tournaments import full
from tournaments.api.schemas.structure import TournamentPageShape
from tournaments.models import Tournament
from tournaments.permissions import can_create_tournaments
from web.api.fields import Address, Input
from web.api.policies import Everybody


class TournamentFile(Input):
    """`file`: the text of the file. `slug`: its address here, if different from that in the file."""

    file = WholeText(help_text="Text of the file.")
    slug = Address(required=False, help_text="Address here; left out for the one in the file.")


class TournamentFiles(ApiView):
    permission_classes = [Everybody]
    # The file's quotation marks are escaped in JSON.
    body_limit = 2 * MOST_SENT

    @by_itself(
        "takeInTournament",
        "Take in a whole tournament from its file, verified, or nothing of it; you become its organizer",
        permission=can_create_tournaments,
        takes=TournamentFile,
        gives=TournamentPageShape,
        status=201,
        changes=True,
    )
    def post(self, request: Request) -> Response:
        self.allow(can_create_tournaments(self.actor))
        self.key()
        count_attempt(FILES_OF_A_PERSON, self.actor.key)
        data = self.validated_data(TournamentFile)

        # Before any lock, because parsing takes long.
        checked = checked_file(io.BytesIO(data["file"].encode()), most_bytes=MOST_SENT)

        def action() -> dict[str, Any]:
            taken = take_in_tournament(checked=checked, by=self.actor, slug=data.get("slug", ""))
            found = Tournament.objects.select_related("season__league", "usual_format").get(pk=taken.pk)
            return dict(full(found))

        return self.do(action, status=201)
