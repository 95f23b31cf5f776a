"""Self-registration: terms, registering, deciding, cancelling."""

from collections.abc import Mapping
from typing import Any, cast

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.fields import Country, Name
from players.models import Player
from tournaments.actions.actor import Actor
from tournaments.actions.idempotency import Answer, note
from tournaments.actions.people.entering import MOST_ENTRIES
from tournaments.actions.people.move_up_mails import private_link_of
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.people.registrations import (
    About,
    accept_registration,
    accept_registrations,
    cancel_registration,
    decline_registration,
    sign_up,
)
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Confirmed
from tournaments.api.operations import (
    Nothing,
    by_itself,
    everybody,
    holder_of_the_code,
    one_of,
    reads,
    writes,
)
from tournaments.api.resources.setup.tournaments import NO_SUCH
from tournaments.api.schemas.registrations import (
    AcceptedShape,
    NewRegistrationShape,
    OwnRegistrationShape,
    RegistrationShape,
    SelfRegistrationShape,
    new_registration_shape,
    own_registration_shape,
    registration_shape,
    self_registration_shape,
)
from tournaments.credentials.registration_links import count_registration, mail_link, registration_of_code
from tournaments.models import Registration, SelfRegistration, Tournament
from tournaments.models.about.questions import LONGEST_ANSWER, MOST_QUESTIONS
from tournaments.models.codes import read_code
from tournaments.permissions import can_run, can_sign_up, visible_players
from web.api.fields import Id, Input, Instant, OneOf, Several, Text, Whole, YesNo, longest, within
from web.api.pagination import Paging, page
from web.api.policies import Anybody, Everybody, SignedIn

MOST_COUNTRIES = 300


class CountryPlacesInput(Input):
    country = Country(help_text="ISO 3166 code of two letters.")
    places = Whole(min_value=1, max_value=MOST_ENTRIES, help_text="Places, at most.")


class Terms(Input):
    """`capacity` null: no limit; `opens_at` null: at once; `closes_at` null: until the first tables are drawn.

    Players without a place for their country or club wait, even while others are free.
    """

    is_open = YesNo(help_text="True to let people register.")
    capacity = Whole(
        **within(SelfRegistration, "capacity"), max_value=MOST_ENTRIES, default=None, allow_null=True
    )
    opens_at = Instant(
        default=None, allow_null=True, help_text="From when on players can register; null for at once."
    )
    closes_at = Instant(
        default=None, allow_null=True, help_text="Until when; null for until the first tables are drawn."
    )
    needs_approval = YesNo(default=False)
    email = OneOf(
        SelfRegistration.Email.choices,
        default=SelfRegistration.Email.NOT_ASKED,
        help_text="Whether an address is asked for: not_asked, optional or required.",
    )

    club_limit = Whole(
        **within(SelfRegistration, "club_limit"),
        max_value=MOST_ENTRIES,
        default=None,
        allow_null=True,
        help_text="Places per club, at most; null: no limit.",
    )
    country_limit = Whole(
        **within(SelfRegistration, "country_limit"),
        max_value=MOST_ENTRIES,
        default=None,
        allow_null=True,
        help_text="Places per country, at most; null: no limit.",
    )
    country_limits = Several(
        child=CountryPlacesInput(),
        max_length=MOST_COUNTRIES,
        default=list,
        help_text="Countries with a number of their own.",
    )
    own_club = Name(
        default="",
        allow_blank=True,
        help_text="Name of a club for which places are reserved; `club_limit` does not limit it.",
    )
    own_places = Whole(
        **within(SelfRegistration, "own_places"),
        max_value=MOST_ENTRIES,
        default=None,
        allow_null=True,
        help_text="How many of all places are reserved for `own_club`.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        countries = [one["country"] for one in attrs["country_limits"]]
        if len(set(countries)) < len(countries):
            raise serializers.ValidationError({"country_limits": [_("A country is listed twice.")]})
        limits = {one["country"]: one["places"] for one in attrs["country_limits"]}
        return {**attrs, "country_limits": limits}


class AnswerInput(Input):
    question = Id(help_text="Id of the question.")
    answer = Text(
        max_length=LONGEST_ANSWER,
        allow_blank=True,
        help_text="The text, one of the options, a number, or `yes` for a consent.",
    )


class Registering(Input):
    """Personal data; players registering under their own account leave out all but the e-mail address."""

    name = Name(required=False, help_text="Your name; left out if you register as yourself.")
    reading = Name(default="", allow_blank=True, help_text="How the name is read; may be empty.")
    club = Name(default="", allow_blank=True, help_text="Name of your club; may be empty.")
    country = Country(default="", allow_blank=True, help_text="ISO 3166 code of two letters; may be empty.")
    email = serializers.EmailField(
        max_length=longest(Registration, "email"),
        default="",
        allow_blank=True,
        help_text="Address for news of the registration; may be empty unless it is required.",
    )
    answers = Several(
        child=AnswerInput(),
        max_length=MOST_QUESTIONS,
        default=list,
        help_text="Answers to the questions of `getQuestions` that are not closed.",
    )


class Deciding(Input):
    """`player`: the record on file, null for a new player. If people with this name are on file and it is left out,
    the call is refused with who_is_it. If no place is free, it is refused with please_confirm; repeat the call with
    no_place in `confirm` to proceed.
    """

    player = Id(required=False, allow_null=True, help_text="Id of the player on file; null for a new one.")
    confirm = Confirmed(default=list)


class PrivateCode(Input):
    """`code`: of the private link; blanks and hyphens are ignored."""

    code = Text(max_length=60, help_text="Code of the private link; blanks and hyphens do not matter.")


class RegistrationStatus(Paging):
    status = serializers.ChoiceField(
        Registration.Status.choices, required=False, help_text="Registrations in this state."
    )


class TournamentSelfRegistration(ApiView):
    permission_classes = [Everybody]

    @reads(
        "getSelfRegistration",
        "Whether players can register, and how places stand",
        permission=everybody,
        gives=SelfRegistrationShape,
    )
    def get(self, tournament: Tournament) -> SelfRegistrationShape:
        return self_registration_shape(tournament)

    @writes(
        "setSelfRegistration",
        "Say whether and on which terms players register themselves",
        permission=can_run,
        takes=Terms,
        gives=SelfRegistrationShape,
    )
    def post(self, tournament: Tournament, data: dict[str, Any]) -> SelfRegistrationShape:
        set_self_registration(tournament=tournament, terms=RegistrationTerms(**data), by=self.actor)
        return self_registration_shape(tournament)


class _WithoutAPhone(ApiView):
    """For holders of a private code; seats and phones do not matter here."""

    @property
    def actor(self) -> Actor:
        return super().actor.person


class RegisterYourself(_WithoutAPhone):
    permission_classes = [Anybody]

    @by_itself(
        "registerYourself",
        "Register to play; the answer brings the private link. Needs no account",
        permission=can_sign_up,
        takes=Registering,
        gives=NewRegistrationShape,
        status=201,
        changes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        tournament, by, key = self.find_tournament(slug), self.actor, self.key()
        self.allow(can_sign_up(by, tournament))
        data = self.validated_data(Registering)
        about = self._about(data)
        count_registration(request)
        new: list[tuple[Registration, NewRegistrationShape]] = []

        def action() -> NewRegistrationShape:
            answers = {one["question"]: one["answer"] for one in data["answers"]}
            made = sign_up(tournament=tournament, about=about, email=data["email"], answers=answers, by=by)
            # Not sent until known to be.
            is_mailed = False if made.email else None
            answer = new_registration_shape(made, code="", link="", is_mailed=is_mailed)
            new.append((made, answer))
            return answer

        response = self.do(action, status=201)
        if new and new[0][0].email and mail_link(request, new[0][0]):
            note(by=by, key=key, answer=Answer(201, {**new[0][1], "is_mailed": True}))
            response.data["is_mailed"] = True
        return response

    def complete(self, answer: Answer) -> Mapping[str, object]:
        """Fill in the code, which is not stored."""
        if answer.status != 201:
            return answer.body
        made = Registration.objects.get(pk=cast("int", answer.body["id"]))
        return {**answer.body, "link": private_link_of(made), "code": made.code if made.code_works else ""}

    def _about(self, data: Mapping[str, Any]) -> About | Player:
        if "name" in data:
            return About(data["name"], data["reading"], data["club"], data["country"])
        user = self.actor.user
        player = Player.objects.select_related("club").filter(user=user).first() if user is not None else None
        if player is None:
            raise serializers.ValidationError({"name": [_("Please send a name.")]})
        return player


class TournamentRegistrations(ApiView):
    permission_classes = [SignedIn]

    @reads(
        "listRegistrations",
        "Who registered, in their order",
        permission=can_run,
        gives=RegistrationShape,
        page=True,
        query=RegistrationStatus,
        refuses=(400, 403),
    )
    def get(self, tournament: Tournament, query: dict[str, Any]) -> Response:
        rows = tournament.registrations.prefetch_related("answers").order_by("pk")
        if status := query.get("status"):
            rows = rows.filter(status=status)
        return page(self.request, rows, query, registration_shape)


class AcceptRegistrations(ApiView):
    permission_classes = [SignedIn]

    @writes(
        "acceptRegistrations",
        "Accept everybody who waits for approval and about whom there is no question",
        permission=can_run,
        takes=Nothing,
        gives=AcceptedShape,
    )
    def post(self, tournament: Tournament) -> AcceptedShape:
        accepted, left = accept_registrations(tournament=tournament, by=self.actor)
        return {"accepted": accepted, "left": left}


find_registration = one_of(Registration, "tournament")


class _Deciding(ApiView):
    """Personal data that is erased later must not be in stored answers of repeatable calls."""

    def complete(self, answer: Answer) -> Mapping[str, object]:
        """Fill in what only organizers may read."""
        if answer.status != 200:
            return answer.body
        rows = Registration.objects.prefetch_related("answers")
        now = registration_shape(rows.get(pk=cast("int", answer.body["id"])))
        return {**answer.body, "email": now["email"], "answers": now["answers"]}


def _without_what_goes(registration: Registration) -> RegistrationShape:
    return {**registration_shape(registration), "email": "", "answers": []}


class AcceptRegistration(_Deciding):
    permission_classes = [SignedIn]

    @writes(
        "acceptRegistration",
        "Accept a registration",
        permission=can_run,
        finds=find_registration,
        of="tournament",
        takes=Deciding,
        gives=RegistrationShape,
    )
    def post(self, registration: Registration, data: dict[str, Any]) -> RegistrationShape:
        number = data.get("player")
        player = visible_players(self.actor).filter(pk=number).first() if number is not None else None
        if number is not None and player is None:
            raise serializers.ValidationError({"player": [NO_SUCH]})
        return _without_what_goes(
            accept_registration(
                registration=registration,
                player=player,
                is_new="player" in data and number is None,
                confirm=data["confirm"],
                by=self.actor,
            )
        )


class DeclineRegistration(_Deciding):
    permission_classes = [SignedIn]

    @writes(
        "declineRegistration",
        "Decline a registration that waits for approval or for a place",
        permission=can_run,
        finds=find_registration,
        of="tournament",
        takes=Nothing,
        gives=RegistrationShape,
    )
    def post(self, registration: Registration) -> RegistrationShape:
        return _without_what_goes(decline_registration(registration=registration, by=self.actor))


class OwnRegistration(_WithoutAPhone):
    permission_classes = [Anybody]

    @by_itself(
        "lookUpRegistration",
        "One's own registration, by the code of its private link",
        permission=holder_of_the_code,
        takes=PrivateCode,
        gives=OwnRegistrationShape,
        refuses=(400, 403, 415, 422),
    )
    def post(self, request: Request) -> Response:
        return Response(own_registration_shape(_by_code(self, request)))


class CancelRegistration(_WithoutAPhone):
    permission_classes = [Anybody]

    @by_itself(
        "cancelRegistration",
        "Give one's place back, by the code of the private link",
        permission=holder_of_the_code,
        takes=PrivateCode,
        gives=OwnRegistrationShape,
        changes=True,
    )
    def post(self, request: Request) -> Response:
        self.key()
        registration = _by_code(self, request)
        return self.do(
            lambda: own_registration_shape(cancel_registration(registration=registration, by=self.actor))
        )


def _by_code(view: ApiView, request: Request) -> Registration:
    code = read_code(view.validated_data(PrivateCode)["code"])
    return registration_of_code(request, code)
