"""Two records of one person become one."""

from rest_framework.request import Request
from rest_framework.response import Response

from players.models import Player
from tournaments.actions.people.merging import merge_players, not_two_players
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Confirmed
from tournaments.api.schemas.people import EditedPlayerShape, edited_player_shape
from tournaments.permissions import can_merge_into, can_merge_players, visible_players
from web.api.fields import Id, Input
from web.api.policies import SignedIn
from web.api.schema import describe


class Merging(Input):
    """Whose record is the other one of the same person: it is deleted for good, which is asked first: send it again
    with merged_for_good, and where they take part in two divisions of a season in_another_division.
    """

    other = Id()
    confirm = Confirmed(default=list)


class PlayerMerging(ApiView):
    permission_classes = [SignedIn]

    @describe(
        "mergePlayers",
        "Make another record of this person theirs: all that it took part in. If-Match names the tag you saw",
        takes=Merging,
        gives=EditedPlayerShape,
        changes=True,
        if_match=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        visible = visible_players(self.actor)
        player = self.find(visible.select_related("club"), pk=pk)
        self.allow(can_merge_into(self.actor, player))
        data = self.validated_data(Merging)
        seen = self.version()

        def action() -> EditedPlayerShape:
            # Looked for here: a repeat of the call gets its answer, and the other one is gone by then.
            other = visible.filter(pk=data["other"]).first()
            if other is None:
                raise not_two_players()
            self.allow(can_merge_players(self.actor, player, other))
            merged = merge_players(
                player=player, other=other, seen=seen, confirm=data["confirm"], by=self.actor
            )
            return edited_player_shape(Player.objects.select_related("club").get(pk=merged.pk))

        return self.do(action)
