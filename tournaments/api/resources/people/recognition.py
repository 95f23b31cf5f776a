"""Whether an entry is really of the player whose it is said to be."""

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.people.recognizing import recognize_entry
from tournaments.api.api_view import ApiView
from tournaments.api.resources.people.entries import find_entry
from tournaments.api.schemas.people import RecognitionShape, recognition_shape
from tournaments.permissions import can_edit_player
from web.api.fields import Input, YesNo
from web.api.policies import SignedIn
from web.api.schema import describe


class Recognized(Input):
    """Whether the player of this entry is the one on file."""

    is_theirs = YesNo()


class EntryRecognition(ApiView):
    permission_classes = [SignedIn]

    @describe(
        "recognizeEntry",
        "Say whether an entry is of its player: then the player's page shows the tournament, or does not. For those "
        "who may edit the player",
        takes=Recognized,
        gives=RecognitionShape,
        changes=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        entry = find_entry(self, pk)
        self.allow(can_edit_player(self.actor, entry.player))
        data = self.validated_data(Recognized)

        def action() -> RecognitionShape:
            recognize_entry(entry=entry, is_theirs=data["is_theirs"], by=self.actor)
            return recognition_shape(entry)

        return self.do(action)
