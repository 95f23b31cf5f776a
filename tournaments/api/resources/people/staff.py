from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.response import Response

from tournaments.actions.setup.tournaments import dismiss
from tournaments.actions.staff.roles import change_role
from tournaments.api.api_view import ApiView
from tournaments.api.operations import reads, writes
from tournaments.api.schemas.structure import StaffShape, staff_shape
from tournaments.models import Staff, Tournament
from tournaments.permissions import can_run, is_staff
from web.api.fields import Id, Input, OneOf
from web.api.pagination import Paging, page
from web.api.policies import SignedIn

BY_INVITATION = _(
    "Staff cannot be appointed by e-mail address. Please send an invitation: POST …/invitations/"
)


class NewRole(Input):
    """`user`: a member of the staff, as listed. Other people join by invitation."""

    user = Id(help_text="Id of the account, as in the list of the staff.")
    role = OneOf(Staff.Role.choices)

    def to_internal_value(self, data: object) -> Any:
        if isinstance(data, Mapping) and "email" in data:
            raise serializers.ValidationError({"email": [BY_INVITATION]})
        return super().to_internal_value(data)


class TournamentStaff(ApiView):
    permission_classes = [SignedIn]

    @reads(
        "listStaff",
        "Who runs the tournament (its staff)",
        permission=is_staff,
        gives=StaffShape,
        page=True,
        query=Paging,
        refuses=(403,),
    )
    def get(self, tournament: Tournament, query: dict[str, Any]) -> Response:
        staff = tournament.staff.select_related("user").order_by("pk")
        return page(self.request, staff, query, staff_shape)

    @writes(
        "appointStaff",
        "Give a member of the staff another role; to add a person, invite them",
        permission=can_run,
        takes=NewRole,
        gives=StaffShape,
        status=201,
    )
    def post(self, tournament: Tournament, validated: dict[str, Any]) -> StaffShape:
        return staff_shape(
            change_role(
                tournament=tournament, user_id=validated["user"], role=validated["role"], by=self.actor
            )
        )


class OneStaff(ApiView):
    permission_classes = [SignedIn]

    @writes(
        "dismissStaff",
        "Take a role away; it ends with the person's next request",
        permission=can_run,
        status=204,
    )
    def delete(self, tournament: Tournament, pk: int) -> None:
        staff = self.find(tournament.staff.select_related("tournament"), pk=pk)
        dismiss(staff=staff, by=self.actor)
