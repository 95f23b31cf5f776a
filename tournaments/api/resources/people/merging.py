"""Merging two records of one person."""

from typing import Any

from players.models import Player
from tournaments.actions.people.merging import merge_players, not_two_players
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Confirmed
from tournaments.api.operations import writes
from tournaments.api.resources.people.players import find_player
from tournaments.api.schemas.people import EditedPlayerShape, edited_player_shape
from tournaments.permissions import can_merge_into, can_merge_players, visible_players
from web.api.fields import Id, Input
from web.api.policies import SignedIn


class Merging(Input):
    """The other record of the same person, which is deleted permanently. Refused with the code please_confirm;
    repeat the call with merged_for_good in `confirm` to proceed, and with in_another_division if the person plays in
    two divisions of a season.
    """

    other = Id(help_text="Id of the record that is merged into this one and deleted.")
    confirm = Confirmed(default=list)


class PlayerMerging(ApiView):
    permission_classes = [SignedIn]

    @writes(
        "mergePlayers",
        "Make another record of this person theirs: all that it took part in. If-Match names the tag you saw",
        permission=can_merge_into,
        finds=find_player,
        takes=Merging,
        gives=EditedPlayerShape,
        if_match=True,
    )
    def post(self, player: Player, data: dict[str, Any], seen: str) -> EditedPlayerShape:
        other = visible_players(self.actor).filter(pk=data["other"]).first()
        if other is None:
            raise not_two_players()
        self.allow(can_merge_players(self.actor, player, other), can_merge_players)
        merged = merge_players(player=player, other=other, seen=seen, confirm=data["confirm"], by=self.actor)
        return edited_player_shape(Player.objects.select_related("club").get(pk=merged.pk))
