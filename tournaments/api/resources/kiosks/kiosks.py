"""Tablets of tables: issue, claim, read, revoke."""

from collections.abc import Mapping
from typing import Any, cast

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.actions.actor import Actor
from tournaments.actions.credentials.kiosks import issue_kiosks, revoke_kiosk
from tournaments.actions.idempotency import Answer, remember
from tournaments.api.api_view import ApiView, answered
from tournaments.api.operations import by_itself, everybody, holder_of_the_code, one_of, reads, writes
from tournaments.api.policies import Kiosks
from tournaments.api.schemas.play.kiosks import (
    ClaimedKioskShape,
    HeldKioskShape,
    KioskShape,
    MadeKiosksShape,
    held_kiosk_shape,
    kiosk_shape,
    made_kiosk_shape,
)
from tournaments.credentials.claims import take_kiosk
from tournaments.credentials.repeats import fingerprint_of
from tournaments.models import TableKiosk, Tournament
from tournaments.models.codes import hash_of, read_code
from tournaments.models.credentials.kiosks import HIGHEST_TABLE, KIOSK_BEARER_PREFIX, table_now_of
from tournaments.permissions import can_referee
from web.api.fields import Input, Several, Text, Whole, longest, within
from web.api.pagination import Paging, page
from web.api.policies import Anybody, SignedIn

find_kiosk = one_of(TableKiosk, "tournament")


class HandingOut(Input):
    """The numbers of the tables. A tablet issued earlier for one of them is revoked at once."""

    numbers = Several(
        child=Whole(**within(TableKiosk, "number")),
        min_length=1,
        max_length=HIGHEST_TABLE,
        help_text="Numbers of the tables.",
    )


class ClaimingKiosk(Input):
    """`code`: of the QR code; blanks and hyphens are ignored."""

    code = Text(max_length=60, help_text="Code of the tablet; blanks and hyphens do not matter.")
    device_name = Text(max_length=longest(TableKiosk, "device_name"), default="", allow_blank=True)


class TournamentKiosks(ApiView):
    permission_classes = [SignedIn]

    @reads(
        "listKiosks",
        "The tablets that were handed out for tables, also those that ended (referee)",
        permission=can_referee,
        gives=KioskShape,
        page=True,
        query=Paging,
        refuses=(400, 403),
    )
    def get(self, tournament: Tournament, query: dict[str, Any]) -> Response:
        kiosks = TableKiosk.objects.filter(tournament=tournament).order_by("number", "pk")
        return page(self.request, kiosks, query, kiosk_shape)

    @writes(
        "issueKiosks",
        "Make a code for a tablet at each of these tables; the tablets that lay there before end",
        permission=can_referee,
        takes=HandingOut,
        gives=MadeKiosksShape,
        status=201,
    )
    def post(self, tournament: Tournament, data: dict[str, Any]) -> MadeKiosksShape:
        numbers = data["numbers"]
        made = issue_kiosks(tournament=tournament, numbers=numbers, by=self.actor)
        return {"kiosks": [made_kiosk_shape(kiosk, code="") for kiosk in made]}

    def complete(self, answer: Answer) -> Mapping[str, object]:
        """Fill in the codes, which are not stored."""
        if answer.status != 201:
            return answer.body
        made = cast("MadeKiosksShape", answer.body)["kiosks"]
        rows = TableKiosk.objects.filter(pk__in=[kiosk["id"] for kiosk in made])
        codes = {kiosk.pk: kiosk.code for kiosk in rows if kiosk.can_be_shown}
        return {"kiosks": [{**kiosk, "code": codes.get(kiosk["id"], "")} for kiosk in made]}


class OneKiosk(ApiView):
    permission_classes = [SignedIn]

    @writes(
        "revokeKiosk",
        "End a tablet: neither its code nor the device that has it opens anything any more",
        permission=can_referee,
        finds=find_kiosk,
        of="tournament",
        status=204,
    )
    def delete(self, kiosk: TableKiosk) -> None:
        revoke_kiosk(kiosk=kiosk, by=self.actor)


class ClaimKiosk(ApiView):
    permission_classes = [Anybody]

    @by_itself(
        "claimKiosk",
        "Take a tablet into use by its code; the answer brings the token that opens its table",
        permission=holder_of_the_code,
        takes=ClaimingKiosk,
        gives=ClaimedKioskShape,
        changes=True,
    )
    def post(self, request: Request) -> Response:
        """Run outside a transaction, so that wrong codes are counted; the action itself is idempotent."""
        key, data = self.key(), self.validated_data(ClaimingKiosk)
        code = read_code(data["code"])
        fingerprint = fingerprint_of(request, {"code": hash_of(code)})
        kiosk, secret = take_kiosk(request, code=code, key=key, device_name=data["device_name"])
        by = Actor(kiosk=kiosk)
        answer = remember(by=by, key=key, fingerprint=fingerprint, answer=Answer(200, dict(_held(kiosk))))
        # Added to the stored answer: of a secret, only a hash is stored.
        return answered(answer, {**answer.body, "token": KIOSK_BEARER_PREFIX + secret})


class OwnKiosk(ApiView):
    permission_classes = [Kiosks]

    @reads(
        "getOwnKiosk",
        "Which table this tablet shows now",
        permission=everybody,
        finds=None,
        gives=HeldKioskShape,
        refuses=(403,),
    )
    def get(self) -> HeldKioskShape:
        kiosk = self.request.auth
        assert isinstance(kiosk, TableKiosk), "the policy lets nobody else in"
        return _held(kiosk)


def _held(kiosk: TableKiosk) -> HeldKioskShape:
    table = table_now_of(kiosk)
    return held_kiosk_shape(kiosk, table=table.pk if table is not None else None)
