from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.response import Response

from players.actions import add_player, club_named
from players.api.fields import Country, Name
from players.models import Player
from tournaments.actions.people.deleting import remove_entry_and_player
from tournaments.actions.people.editing import edit_entry, remove_entry
from tournaments.actions.people.entries import MOST_NUMBER, register, reinstate, withdraw
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Confirmed
from tournaments.api.operations import Nothing, everybody, reads, writes
from tournaments.api.resources.setup.tournaments import NO_SUCH
from tournaments.api.schemas.people import EntryShape, entry_shape
from tournaments.models import Entry, Team, Tournament
from tournaments.permissions import among, can_edit_player, can_run, visible_players, visible_tournaments
from web.api.fields import MOST_ID, Id, Input, Whole, YesNo
from web.api.pagination import Paging, page
from web.api.policies import Everybody

ORDERS = {
    "number": ("number",),
    "name": ("player__reading", "player__name", "number"),
    "team": ("team__name", "number"),
}


class EntryQuery(Paging):
    status = serializers.ChoiceField(Entry.Status.choices, required=False, help_text="Entries in this state.")
    team = serializers.IntegerField(
        min_value=1, max_value=MOST_ID, required=False, help_text="Entries of the team with this id."
    )
    search = serializers.CharField(
        max_length=60, required=False, help_text="Players whose name contains this text."
    )
    ordering = serializers.ChoiceField(
        sorted(ORDERS), default="number", help_text="Order of the list; a minus sign reverses it."
    )


class NewEntry(Input):
    """A known `player`, or the `name` and other data of a new one.

    A player of another division of the season is refused with the code please_confirm; repeat the call with
    in_another_division in `confirm` to proceed.
    """

    player = Id(required=False, help_text="Id of a player on file; instead of `name`.")
    name = Name(required=False, help_text="Name of a new player.")
    reading = Name(required=False, allow_blank=True)
    country = Country(required=False, allow_blank=True)
    club = Name(required=False, allow_blank=True)
    team = Id(required=False, allow_null=True, help_text="Id of the team; null if none.")
    number = Whole(
        min_value=1,
        max_value=MOST_NUMBER,
        required=False,
        allow_null=True,
        help_text="Start number; null for the next free one.",
    )
    is_substitute = YesNo(default=False)
    confirm = Confirmed(default=list)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        about = {"name", "reading", "country", "club"} & set(attrs)
        if "player" in attrs and about:
            raise serializers.ValidationError(
                {name: [_("This player is already on file; leave this out.")] for name in sorted(about)}
            )
        if "player" not in attrs and "name" not in attrs:
            raise serializers.ValidationError({"player": [_("Please send a player or a name.")]})
        return attrs


class EditedEntry(Input):
    """The new values; fields left out do not change. Once the player has a seat, changing the team or the substitute
    status is refused with the code please_confirm (has_a_seat); so is ending the substitute status of a player of
    another division of the season (in_another_division). Repeat the call with these codes in `confirm` to proceed.
    """

    number = Whole(
        min_value=1, max_value=MOST_NUMBER, required=False, help_text="Start number in the tournament."
    )
    team = Id(required=False, allow_null=True, help_text="Id of the team; null if none.")
    is_substitute = YesNo(required=False)
    confirm = Confirmed(default=list)


class Returning(Input):
    """A player of another division of the season is refused with the code please_confirm; repeat the call with
    in_another_division in `confirm` to proceed.
    """

    confirm = Confirmed(default=list)


class Removing(serializers.Serializer[Any]):
    """`player` delete: also delete the person; refused with player_in_use if another tournament has them."""

    player = serializers.ChoiceField(
        [
            ("keep", "the person stays on file"),
            ("delete", "the person goes, too, if no other tournament has them"),
        ],
        default="keep",
        help_text="What becomes of the person.",
    )


class Entries(ApiView):
    permission_classes = [Everybody]

    @reads(
        "listEntries",
        "Who takes part",
        permission=everybody,
        gives=EntryShape,
        page=True,
        query=EntryQuery,
        refuses=(400,),
    )
    def get(self, tournament: Tournament, query: dict[str, Any]) -> Response:
        rows = tournament.entries.with_people()
        if status := query.get("status"):
            rows = rows.filter(status=status)
        if team := query.get("team"):
            rows = rows.filter(team=team)
        if search := query.get("search"):
            rows = rows.filter(Q(player__name__icontains=search) | Q(player__reading__icontains=search))
        return page(self.request, rows.order_by(*ORDERS[query["ordering"]]), query, entry_shape)

    @writes("register", "Enter a player", permission=can_run, takes=NewEntry, gives=EntryShape, status=201)
    def post(self, tournament: Tournament, data: dict[str, Any]) -> EntryShape:
        team = find_team(tournament, data.get("team"))
        known = self._player(data.get("player"))
        entry = register(
            tournament=tournament,
            player=known or _new_player(data),
            team=team,
            number=data.get("number"),
            is_substitute=data["is_substitute"],
            confirm=data["confirm"],
            by=self.actor,
        )
        return entry_shape(entry)

    def _player(self, pk: int | None) -> Player | None:
        player = visible_players(self.actor).filter(pk=pk).first() if pk is not None else None
        if pk is not None and player is None:
            raise serializers.ValidationError({"player": [NO_SUCH]})
        return player


def find_team(tournament: Tournament, pk: int | None) -> Team | None:
    """Return the tournament's team with this id, None without an id; refuses other ids."""
    team = tournament.teams.filter(pk=pk).first() if pk is not None else None
    if pk is not None and team is None:
        raise serializers.ValidationError({"team": [NO_SUCH]})
    return team


def _new_player(data: dict[str, Any]) -> Player:
    return add_player(
        name=data["name"],
        reading=data.get("reading", ""),
        country=data.get("country", ""),
        club=club_named(data["club"]) if data.get("club") else None,
    )


def find_entry(view: ApiView, pk: int) -> Entry:
    rows = Entry.objects.filter(among(visible_tournaments(view.actor), "tournament"))
    return view.find(rows.with_people().select_related("player__club", "team", "tournament"), pk=pk)


class OneEntry(ApiView):
    permission_classes = [Everybody]

    @reads("getEntry", "A player in a tournament", permission=everybody, finds=find_entry, gives=EntryShape)
    def get(self, entry: Entry) -> EntryShape:
        return entry_shape(entry)

    @writes(
        "editEntry",
        "Change an entry's number, team, or whether it is a substitute. If-Match names the tag you saw",
        permission=can_run,
        finds=find_entry,
        of="tournament",
        takes=EditedEntry,
        gives=EntryShape,
        if_match=True,
    )
    def patch(self, entry: Entry, changes: dict[str, Any], seen: str) -> EntryShape:
        seen, confirm = seen, changes.pop("confirm")
        if "team" in changes:
            changes["team"] = find_team(entry.tournament, changes["team"])
        return entry_shape(
            edit_entry(entry=entry, changes=changes, seen=seen, confirm=confirm, by=self.actor)
        )

    @writes(
        "removeEntry",
        "Take an entry off the list that was made by mistake: without a seat, a penalty or a wish",
        permission=can_run,
        finds=find_entry,
        of="tournament",
        query=Removing,
        status=204,
    )
    def delete(self, entry: Entry, query: dict[str, Any]) -> None:
        is_deleted = self.query(Removing)["player"] == "delete"
        if is_deleted:
            self.allow(can_edit_player(self.actor, entry.player), can_edit_player)
        remove = remove_entry_and_player if is_deleted else remove_entry
        remove(entry=entry, by=self.actor)


class Withdraw(ApiView):
    permission_classes = [Everybody]

    @writes(
        "withdraw",
        "Take a player out of rounds not yet drawn; past games still count",
        permission=can_run,
        finds=find_entry,
        of="tournament",
        takes=Nothing,
        gives=EntryShape,
    )
    def post(self, entry: Entry) -> EntryShape:
        return entry_shape(withdraw(entry=entry, by=self.actor))


class Reinstate(ApiView):
    permission_classes = [Everybody]

    @writes(
        "reinstate",
        "Take a withdrawn player back",
        permission=can_run,
        finds=find_entry,
        of="tournament",
        takes=Returning,
        gives=EntryShape,
    )
    def post(self, entry: Entry, data: dict[str, Any]) -> EntryShape:
        confirm = data["confirm"]
        return entry_shape(reinstate(entry=entry, by=self.actor, confirm=confirm))
