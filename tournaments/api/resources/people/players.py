"""Players, and the caller's own identity."""

from typing import Any

from django.core.exceptions import ValidationError as DjangoValidationError
from rest_framework import serializers
from rest_framework.response import Response

from players.actions import club_named
from players.api.fields import Country, Name
from players.api.schemas import PlayerShape, player_shape
from players.finding import matching
from players.models import Player
from players.names import (
    LONGEST_BODY,
    LONGEST_LICENCE,
    MOST_ALIASES,
    MOST_LICENCES,
    clean_aliases,
    clean_licence,
)
from tournaments.actions.people.deleting import delete_player
from tournaments.actions.people.editing import edit_player
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Confirmed
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.schemas.people import (
    EditedPlayerShape,
    PlayerPageShape,
    edited_player_shape,
    player_page,
)
from tournaments.api.schemas.structure import MeShape, me_shape
from tournaments.models import Entry, Score, Tournament
from tournaments.models.credentials.card_seats import seat_now_of
from tournaments.permissions import (
    can_edit_player,
    listed_players,
    listed_tournaments,
    roles_everywhere,
    visible_players,
)
from tournaments.standings.people.recognized import tournaments_on_page_of
from web.api.fields import MOST_ID, Input, Several, Text
from web.api.pagination import LongPaging, page_of_long_list
from web.api.policies import Everybody

ORDERS = {"name": ("reading", "name", "pk"), "-name": ("-reading", "-name", "-pk")}
MOST_GAMES = 1_000


def find_player(view: ApiView, pk: int) -> Player:
    return view.find(visible_players(view.actor).select_related("club"), pk=pk)


class PlayerQuery(LongPaging):
    search = serializers.CharField(
        max_length=60,
        required=False,
        help_text="Part of a name or reading, in any spelling, or a whole licence number: 04090035, EMA 04090035.",
    )
    club = serializers.IntegerField(
        min_value=1, max_value=MOST_ID, required=False, help_text="Players of the club with this id."
    )
    ordering = serializers.ChoiceField(
        sorted(ORDERS), default="name", help_text="Order of the list; a minus sign reverses it."
    )


class OneLicence(Input):
    """A number with a federation, such as EMA 04090035."""

    body = Text(max_length=LONGEST_BODY)
    number = Text(max_length=LONGEST_LICENCE, help_text="Licence number, as the federation writes it.")

    def validate(self, attrs: dict[str, str]) -> dict[str, str]:
        try:
            body, number = clean_licence(attrs["body"], attrs["number"])
        except DjangoValidationError as error:
            raise serializers.ValidationError({"number": error.messages}) from error
        return {"body": body, "number": number}


class EditedPlayer(Input):
    """The new values; fields left out do not change. An empty text removes a reading, a country or a club.

    A player who also plays in other organizers' tournaments is refused with the code please_confirm; repeat the
    call with plays_elsewhere in `confirm` to proceed.
    """

    name = Name(required=False, help_text="Name of the player.")
    reading = Name(required=False, allow_blank=True, help_text="How the name is read; empty to take it away.")
    country = Country(
        required=False, allow_blank=True, help_text="ISO 3166 code of two letters; empty to take it away."
    )
    club = Name(required=False, allow_blank=True, help_text="Name of the club; empty to take it away.")
    licences = Several(
        child=OneLicence(),
        max_length=MOST_LICENCES,
        required=False,
        help_text="All the person's licences: those that are left out go.",
    )
    aliases = Several(
        child=Name(),
        max_length=MOST_ALIASES,
        required=False,
        help_text="All the person's other names, such as nicknames on online platforms: those that are left out go.",
    )
    confirm = Confirmed(default=list)


class Players(ApiView):
    permission_classes = [Everybody]

    @reads(
        "listPlayers",
        "The players of listed tournaments",
        permission=everybody,
        finds=None,
        gives=PlayerShape,
        page=True,
        query=PlayerQuery,
        refuses=(400,),
    )
    def get(self, query: dict[str, Any]) -> Response:
        rows = listed_players(self.actor).select_related("club")
        if search := query.get("search"):
            rows = rows.filter(matching(search))
        if club := query.get("club"):
            rows = rows.filter(club=club)
        order = ORDERS[query["ordering"]]
        return page_of_long_list(self.request, rows, query, player_shape, order=order)


class OnePlayer(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getPlayer",
        "A player with their counted games, newest first",
        permission=everybody,
        finds=find_player,
        gives=PlayerPageShape,
    )
    def get(self, player: Player) -> PlayerPageShape:
        on_page = tournaments_on_page_of(player, tournaments=listed_tournaments(self.actor))
        listed = on_page.values("pk")
        entries = Entry.objects.of_one_each().filter(player=player, tournament__in=listed)
        entries = entries.select_related("tournament__usual_format")
        games = (
            Score.objects.filter(entry__player=player, stage__tournament__in=listed, counts=True)
            .select_related("sheet__table__round", "stage__tournament")
            .order_by("-sheet__table__round__started_at", "-pk")
        )
        return player_page(
            player,
            is_editor=can_edit_player(self.actor, player),
            entries=entries.order_by("-pk"),
            games=games[:MOST_GAMES],
        )

    @writes(
        "editPlayer",
        "Mend what is known of a person, such as the name or licences; everywhere. If-Match names the tag you saw",
        permission=can_edit_player,
        finds=find_player,
        takes=EditedPlayer,
        gives=EditedPlayerShape,
        if_match=True,
    )
    def patch(self, player: Player, data: dict[str, Any], seen: str) -> EditedPlayerShape:
        seen, confirm = seen, data.pop("confirm")
        changes = dict(data)
        if "club" in changes:
            changes["club"] = club_named(changes["club"]) if changes["club"] else None
        if "licences" in changes:
            changes["licences"] = [(one["body"], one["number"]) for one in changes["licences"]]
        if "aliases" in changes:
            changes["aliases"] = clean_aliases(changes["aliases"])
        return edited_player_shape(
            edit_player(player=player, changes=changes, seen=seen, confirm=confirm, by=self.actor)
        )

    @writes(
        "deletePlayer",
        "Delete a person for good who is on no list of a tournament of yours and has no account. If-Match "
        "names the tag you saw",
        permission=can_edit_player,
        finds=find_player,
        status=204,
        if_match=True,
    )
    def delete(self, player: Player, seen: str) -> None:
        delete_player(player=player, seen=seen, by=self.actor)


class Me(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getMe",
        "Who the server takes you for: account, roles, seat",
        permission=everybody,
        finds=None,
        gives=MeShape,
    )
    def get(self) -> MeShape:
        actor = self.actor
        roles = roles_everywhere(actor.user) if actor.user else {}
        slugs = dict(Tournament.objects.filter(pk__in=roles).values_list("pk", "slug")) if roles else {}
        seat = actor.seat_token.seat if actor.seat_token else seat_now_of(actor.card) if actor.card else None
        return me_shape(actor, [(slugs[pk], role) for pk, role in roles.items()], seat)
