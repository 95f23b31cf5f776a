"""Seating constraints (`wishes` in the API), which apply to every draw of a tournament."""

from typing import Any

from rest_framework.response import Response

from tournaments.actions.draws.seating_constraints import (
    Wish,
    add_seating_constraint,
    drop_seating_constraint,
)
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.api.api_view import ApiView
from tournaments.api.operations import one_of, reads, writes
from tournaments.api.resources.draws.draws import entries_of
from tournaments.api.schemas.draws import WishShape, seating_constraint_shape
from tournaments.models import SeatingConstraint, Tournament
from tournaments.permissions import can_run, is_staff
from web.api.fields import Id, Input, OneOf, Text, Whole, within
from web.api.pagination import Paging, page
from web.api.policies import Everybody, SignedIn

find_constraint = one_of(SeatingConstraint, "tournament")


class SeatingConstraintInput(Input):
    """`never` and `rather_not` name the `other` player, `table` a table, `wind` a seat (1 East … 4 North)."""

    kind = OneOf(SeatingConstraint.Kind.choices, help_text="What the draw respects.")
    entry = Id()
    other = Id(required=False, allow_null=True, help_text="Id of the other entry, for never and rather_not.")
    table = Whole(
        min_value=1,
        max_value=500,
        required=False,
        allow_null=True,
        help_text="Number of the table, for the kind table.",
    )
    wind = Whole(
        **within(SeatingConstraint, "wind"),
        required=False,
        allow_null=True,
        help_text="Wind to sit on, 1 East to 4 North, for the kind wind.",
    )
    reason = Text(
        max_length=LONGEST_REASON,
        default="",
        allow_blank=True,
        help_text="Reason, for the staff; may be empty.",
    )


class TournamentSeatingConstraints(ApiView):
    permission_classes = [SignedIn]

    @reads(
        "listWishes",
        "The seating constraints that every draw respects (staff)",
        permission=is_staff,
        gives=WishShape,
        page=True,
        query=Paging,
        refuses=(400, 403),
    )
    def get(self, tournament: Tournament, query: dict[str, Any]) -> Response:
        rows = tournament.seating_constraints.select_related("entry__player", "other__player").order_by("pk")
        return page(self.request, rows, query, seating_constraint_shape)

    @writes(
        "makeWish",
        "Ask every draw to keep two players apart, or one at a table or on a seat",
        permission=can_run,
        takes=SeatingConstraintInput,
        gives=WishShape,
        status=201,
    )
    def post(self, tournament: Tournament, data: dict[str, Any]) -> WishShape:
        people = {
            name: entries_of(tournament, [data[name]], name)[data[name]]
            for name in ("entry", "other")
            if data.get(name) is not None
        }
        return seating_constraint_shape(
            add_seating_constraint(tournament=tournament, wish=Wish(**{**data, **people}), by=self.actor)
        )


class OneSeatingConstraint(ApiView):
    permission_classes = [Everybody]

    @writes(
        "dropWish",
        "Drop a wish; what is drawn stays",
        permission=can_run,
        finds=find_constraint,
        of="tournament",
        status=204,
    )
    def delete(self, constraint: SeatingConstraint) -> None:
        drop_seating_constraint(constraint=constraint, by=self.actor)
