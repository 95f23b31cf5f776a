"""Club nights: plan, sign up, sign off, settle."""

from collections.abc import Callable
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.free_play.nights import (
    MOST_WEEKS,
    NightTerms,
    cancel_night,
    change_night,
    plan_nights,
    settle_night,
)
from tournaments.actions.free_play.sign_ups import sign_off_from_night, sign_up_for_night
from tournaments.api.api_view import ApiView
from tournaments.api.operations import Nothing, by_itself, everybody, one_of, reads, writes
from tournaments.api.policies import SeatsAndPeople
from tournaments.api.resources.setup.tournaments import NO_SUCH
from tournaments.api.schemas.free_play.nights import NightPageShape, NightShape, night_page, night_shape
from tournaments.models import Entry, Night, NightPlayer, Stage, Tournament
from tournaments.models.free_play.nights import MOST_PLACES
from tournaments.permissions import can_run, can_score, can_seat
from web.api.fields import Id, Input, Instant, Several, Whole, within
from web.api.pagination import Paging, page
from web.api.policies import Everybody


class NightTermsInput(Input):
    """`starts_at` has an offset from UTC."""

    starts_at = Instant()
    closes_at = Instant(
        default=None, allow_null=True, help_text="Until when players sign up; null for until it begins."
    )
    places = Whole(
        **within(Night, "places"),
        default=None,
        allow_null=True,
        help_text="How many can come; null for no limit.",
    )
    games = Whole(**within(Night, "games"), default=2, help_text="Games that are played on it.")
    late_penalty = Whole(**within(Night, "late_penalty"), default=0)
    absence_penalty = Whole(**within(Night, "absence_penalty"), default=0)


class NewNights(NightTermsInput):
    """`weeks`: how many weeks the night is planned for, on the same weekday at the same time."""

    stage = Id()
    weeks = Whole(
        min_value=1, max_value=MOST_WEEKS, default=1, help_text="In how many weeks, on the same day and hour."
    )


class Coming(Input):
    """`games`: how many games of the night the player wants; default: all."""

    entry = Id()
    games = Whole(
        **within(NightPlayer, "games"),
        default=None,
        allow_null=True,
        help_text="How many games the player wants; null for all of them.",
    )


class NotComing(Input):
    entry = Id()


class Settling(Input):
    """`absent`: entries that had a place but did not come."""

    absent = Several(
        child=Id(),
        max_length=MOST_PLACES,
        default=list,
        help_text="Ids of entries that had a place and did not come.",
    )


class TournamentNights(ApiView):
    permission_classes = [Everybody]

    @reads(
        "listNights",
        "The nights of a tournament, the first one first",
        permission=everybody,
        gives=NightShape,
        page=True,
        query=Paging,
        refuses=(400,),
    )
    def get(self, tournament: Tournament, query: dict[str, Any]) -> Response:
        nights = Night.objects.filter(stage__tournament=tournament).order_by("starts_at", "pk")
        return page(self.request, nights, query, night_shape)

    @writes(
        "planNights",
        "Plan a night for which players sign up, or the same one in several weeks",
        permission=can_run,
        takes=NewNights,
        gives=NightPageShape,
        status=201,
    )
    def post(self, tournament: Tournament, data: dict[str, Any]) -> NightPageShape:
        stage = Stage.objects.filter(pk=data.pop("stage"), tournament=tournament).first()
        if stage is None:
            raise serializers.ValidationError({"stage": [NO_SUCH]})
        weeks = data.pop("weeks")
        nights = plan_nights(stage=stage, terms=NightTerms(**data), weeks=weeks, by=self.actor)
        return night_page(nights[0])


find_night = one_of(Night, "stage__tournament")


class OneNight(ApiView):
    permission_classes = [Everybody]

    @reads("getNight", "A night, and who comes", permission=everybody, finds=find_night, gives=NightPageShape)
    def get(self, night: Night) -> NightPageShape:
        return night_page(night)

    @writes(
        "changeNight",
        "Change when a night is and on which terms; what is left out is as it comes",
        permission=can_run,
        finds=find_night,
        of="stage.tournament",
        takes=NightTermsInput,
        gives=NightPageShape,
    )
    def post(self, night: Night, data: dict[str, Any]) -> NightPageShape:
        terms = NightTerms(**data)
        return night_page(change_night(night=night, terms=terms, by=self.actor))


class CancelNight(ApiView):
    permission_classes = [Everybody]

    @writes(
        "cancelNight",
        "Call a night off",
        permission=can_run,
        finds=find_night,
        of="stage.tournament",
        takes=Nothing,
        gives=NightPageShape,
    )
    def post(self, night: Night) -> NightPageShape:
        return night_page(cancel_night(night=night, by=self.actor))


class SettleNight(ApiView):
    permission_classes = [Everybody]

    @writes(
        "settleNight",
        "Close a night: who did not come, and what that costs",
        permission=can_run,
        finds=find_night,
        of="stage.tournament",
        takes=Settling,
        gives=NightPageShape,
    )
    def post(self, night: Night, data: dict[str, Any]) -> NightPageShape:
        ids = data["absent"]
        there = Entry.objects.filter(tournament=night.stage.tournament_id).in_bulk(ids)
        if len(there) < len(set(ids)):
            raise serializers.ValidationError({"absent": [NO_SUCH]})
        absent = list(there.values())
        return night_page(settle_night(night=night, absent=absent, by=self.actor))


class _List(ApiView):
    """Put a player on a night's list, or remove them."""

    permission_classes = [SeatsAndPeople]

    def change(self, pk: int, data: dict[str, Any], action: Callable[..., object]) -> Response:
        night = find_night(self, pk)
        tournament = night.stage.tournament
        entries = Entry.objects.filter(tournament=tournament).select_related("player")
        entry = entries.filter(pk=data.pop("entry")).first()
        if entry is None:
            raise serializers.ValidationError({"entry": [NO_SUCH]})
        self.allow(can_seat(self.actor, [entry], tournament))

        def done() -> NightPageShape:
            action(night=night, entry=entry, by=self.actor, **data)
            return night_page(night)

        return self.do(done)


class SignUp(_List):
    @by_itself(
        "signUpForNight",
        "Put a player on the list of a night (the player, the staff)",
        permission=can_seat,
        takes=Coming,
        gives=NightPageShape,
        changes=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        may_be_late = can_score(self.actor, find_night(self, pk).stage.tournament)
        data = self.validated_data(Coming)
        return self.change(pk, {**data, "may_be_late": may_be_late}, sign_up_for_night)


class SignOff(_List):
    @by_itself(
        "signOffFromNight",
        "Take a player off the list of a night (the player, the staff)",
        permission=can_seat,
        takes=NotComing,
        gives=NightPageShape,
        changes=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        find_night(self, pk)
        return self.change(pk, self.validated_data(NotComing), sign_off_from_night)
