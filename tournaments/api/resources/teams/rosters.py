"""Team membership: which team a player plays for, from which round on."""

from typing import Any, Literal

from django.utils.translation import gettext as _
from rest_framework import serializers

from tournaments.actions.teams.rosters import NOW, Since, change_team
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Confirmed
from tournaments.api.operations import writes
from tournaments.api.resources.people.entries import find_entry, find_team
from tournaments.api.resources.setup.tournaments import NO_SUCH
from tournaments.api.schemas.people import EntryShape, entry_shape
from tournaments.models import Entry, FormerTeam
from tournaments.permissions import can_run
from web.api.fields import Id, Input, Whole, within
from web.api.policies import Everybody

MOST_ROUNDS = 100_000


class ChangedTeam(Input):
    """`team`: the new team, null for none. `since`: now (from the next round that starts), round (from that `round`
    of that `stage`), or beginning (to correct a mistake: all games are the new team's).

    A seat in a round that would become the new team's is refused with the code please_confirm; repeat the call with
    has_a_seat in `confirm` to proceed.
    """

    team = Id(allow_null=True, help_text="Id of the new team; null for none.")
    since = serializers.ChoiceField(
        [
            ("now", "from the next round that starts on"),
            ("round", "from `round` of `stage` on"),
            ("beginning", "from its first game on: the team was entered wrongly"),
        ],
        default="now",
        help_text="From when on the player is in the team.",
    )
    stage = Id(required=False, help_text="Id of the stage, where `since` is round.")
    round = Whole(
        **within(FormerTeam, "before_round"),
        max_value=MOST_ROUNDS,
        required=False,
        help_text="Number of the round, where `since` is round.",
    )
    confirm = Confirmed(default=list)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        for name in ("stage", "round"):
            if (attrs["since"] == "round") != (name in attrs):
                message = _("Please give stage and round if “since” is “round”, and only then.")
                raise serializers.ValidationError({name: [message]})
        return attrs


class EntryTeam(ApiView):
    permission_classes = [Everybody]

    @writes(
        "changeTeam",
        "Let a player play for another team, from a round on or from the beginning. If-Match names the tag you saw",
        permission=can_run,
        finds=find_entry,
        of="tournament",
        takes=ChangedTeam,
        gives=EntryShape,
        if_match=True,
    )
    def post(self, entry: Entry, data: dict[str, Any], seen: str) -> EntryShape:
        team, since = find_team(entry.tournament, data["team"]), _since(entry, data)
        return entry_shape(
            change_team(
                entry=entry, team=team, since=since, seen=seen, confirm=data["confirm"], by=self.actor
            )
        )


def _since(entry: Entry, data: dict[str, Any]) -> Since | Literal["now"] | None:
    if data["since"] == NOW:
        return NOW
    if data["since"] == "beginning":
        return None
    stage = entry.tournament.stages.filter(pk=data["stage"]).first()
    if stage is None:
        raise serializers.ValidationError({"stage": [NO_SUCH]})
    return Since(stage, data["round"])
