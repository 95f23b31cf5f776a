"""Who runs a tournament."""

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.models import User
from tournaments.actions.setup import appoint, dismiss
from tournaments.api.door import Door
from tournaments.api.fields import Id, Input, OneOf, Text
from tournaments.api.listing import Paging, page
from tournaments.api.policies import SignedIn
from tournaments.api.resources.tournaments import NO_SUCH
from tournaments.api.schema import describe
from tournaments.api.shapes.structure import StaffShape, staff_shape
from tournaments.models import Staff
from tournaments.permissions import can_run, is_staff


class NewStaff(Input):
    """Exactly one of `email` and `user`."""

    email = Text(max_length=254, required=False)
    user = Id(required=False)
    role = OneOf(Staff.Role.choices)

    def validate(self, attrs: dict[str, object]) -> dict[str, object]:
        if ("email" in attrs) == ("user" in attrs):
            raise serializers.ValidationError({"email": [NO_SUCH]})
        return attrs


class TournamentStaff(Door):
    permission_classes = [SignedIn]

    @describe(
        "listStaff",
        "Who runs the tournament (its staff)",
        gives=StaffShape,
        page=True,
        query=Paging,
        refuses=(403,),
    )
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.find_tournament(slug)
        self.allow(is_staff(self.actor, tournament))
        staff = tournament.staff.select_related("user").order_by("pk")
        return page(request, staff, self.asked(Paging), staff_shape)

    @describe(
        "appointStaff",
        "Give somebody with an account a role, or another role than before",
        takes=NewStaff,
        gives=StaffShape,
        status=201,
        changes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        tournament = self.find_tournament(slug)
        self.allow(can_run(self.actor, tournament))
        said = self.said(NewStaff)
        wanted = {"pk": said["user"]} if "user" in said else {"email": said["email"].strip().lower()}
        user = User.objects.filter(is_active=True, **wanted).first()
        if user is None:
            raise serializers.ValidationError({name: [NO_SUCH] for name in ("user", "email") if name in said})

        def deed() -> StaffShape:
            return staff_shape(appoint(tournament=tournament, user=user, role=said["role"], by=self.actor))

        return self.do(deed, status=201)


class OneStaff(Door):
    permission_classes = [SignedIn]

    @describe(
        "dismissStaff", "Take a role away; it ends with the person's next request", status=204, changes=True
    )
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        tournament = self.find_tournament(slug)
        staff = self.find(tournament.staff.select_related("tournament"), pk=pk)
        self.allow(can_run(self.actor, tournament))

        def deed() -> dict[str, object]:
            dismiss(staff=staff, by=self.actor)
            return {}

        return self.do(deed, status=204)
