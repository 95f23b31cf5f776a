"""Whether an entry really belongs to the player on file."""

from typing import Any

from tournaments.actions.people.recognizing import recognize_entry
from tournaments.api.api_view import ApiView
from tournaments.api.operations import writes
from tournaments.api.resources.people.entries import find_entry
from tournaments.api.schemas.people import RecognitionShape, recognition_shape
from tournaments.models import Entry
from tournaments.permissions import can_edit_player
from web.api.fields import Input, YesNo
from web.api.policies import SignedIn


class Recognized(Input):
    """Whether this entry belongs to the player on file."""

    is_theirs = YesNo(help_text="True if the player on file is the one who plays here.")


class EntryRecognition(ApiView):
    permission_classes = [SignedIn]

    @writes(
        "recognizeEntry",
        "Say whether an entry is of its player: then the player's page shows the tournament, or does not. For those "
        "who may edit the player",
        permission=can_edit_player,
        finds=find_entry,
        of="player",
        takes=Recognized,
        gives=RecognitionShape,
    )
    def post(self, entry: Entry, data: dict[str, Any]) -> RecognitionShape:
        recognize_entry(entry=entry, is_theirs=data["is_theirs"], by=self.actor)
        return recognition_shape(entry)
