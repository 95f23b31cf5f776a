"""Who runs a tournament."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.setup.tournaments import dismiss
from tournaments.actions.staff.roles import change_role
from tournaments.api.api_view import ApiView
from tournaments.api.schemas.structure import StaffShape, staff_shape
from tournaments.models import Staff
from tournaments.permissions import can_run, is_staff
from web.api.fields import Id, Input, OneOf
from web.api.pagination import Paging, page
from web.api.policies import SignedIn
from web.api.schema import describe

BY_INVITATION = _(
    "Staff cannot be appointed by e-mail address. Please send an invitation: POST …/invitations/"
)


class NewRole(Input):
    """`user`: somebody on the staff, as the list of it says. Others join by invitation."""

    user = Id()
    role = OneOf(Staff.Role.choices)

    def to_internal_value(self, data: object) -> Any:
        if isinstance(data, Mapping) and "email" in data:
            raise serializers.ValidationError({"email": [BY_INVITATION]})
        return super().to_internal_value(data)


class TournamentStaff(ApiView):
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
        return page(request, staff, self.query(Paging), staff_shape)

    @describe(
        "appointStaff",
        "Give somebody on the staff another role; to add somebody, invite them",
        takes=NewRole,
        gives=StaffShape,
        status=201,
        changes=True,
    )
    def post(self, request: Request, slug: str) -> Response:
        tournament = self.find_tournament(slug)
        self.allow(can_run(self.actor, tournament))
        validated = self.validated_data(NewRole)

        def action() -> StaffShape:
            return staff_shape(
                change_role(
                    tournament=tournament, user_id=validated["user"], role=validated["role"], by=self.actor
                )
            )

        return self.do(action, status=201)


class OneStaff(ApiView):
    permission_classes = [SignedIn]

    @describe(
        "dismissStaff", "Take a role away; it ends with the person's next request", status=204, changes=True
    )
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        tournament = self.find_tournament(slug)
        staff = self.find(tournament.staff.select_related("tournament"), pk=pk)
        self.allow(can_run(self.actor, tournament))

        def action() -> dict[str, object]:
            dismiss(staff=staff, by=self.actor)
            return {}

        return self.do(action, status=204)
