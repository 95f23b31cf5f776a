"""Table tablets: issue, claim, revoke."""

import secrets
from collections.abc import Iterable

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from msgspec import UNSET

from tournaments.actions.actor import Actor
from tournaments.actions.credentials.claiming import claim, opened_by, secret_of_device
from tournaments.actions.errors import NotAllowed, RulesRefuse, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.states import refuse_finished
from tournaments.models import TableKiosk, Tournament
from tournaments.models.codes import hash_of
from tournaments.models.credentials.events import KioskClaimed, KioskRevoked, KiosksIssued
from tournaments.models.credentials.kiosks import HIGHEST_TABLE
from tournaments.models.digests import cards_hash, text_hash


@transaction.atomic
def issue_kiosks(*, tournament: Tournament, numbers: Iterable[int], by: Actor) -> list[TableKiosk]:
    """Issue a tablet code for each of these tables and return them by number. A table's previous code and tablet are
    revoked at the same moment.
    """
    if by.user is None:
        raise NotAllowed(_("Only staff can hand out tablets."))
    wanted = sorted(set(numbers))
    if not wanted or wanted[0] < 1 or wanted[-1] > HIGHEST_TABLE:
        message = _("Tables are numbered from 1 to %(most)s. Please enter at least one.")
        message %= {"most": HIGHEST_TABLE}
        raise RulesRefuse(message, code="no_such_table_number", fields={"numbers": [message]})
    # Serializes organizers who issue a tablet for the same table.
    tournament = lock_tournament(tournament.pk)
    refuse_finished(tournament)
    living = TableKiosk.objects.select_for_update(no_key=True).filter(
        tournament=tournament, number__in=wanted, revoked_at=None
    )
    replaced = [kiosk.pk for kiosk in living.order_by("pk")]
    TableKiosk.objects.filter(pk__in=replaced).update(revoked_at=Now(), revoked_by=by.user)
    kiosks = [
        TableKiosk(tournament=tournament, number=number, nonce=secrets.token_hex(16), issued_by=by.user)
        for number in wanted
    ]
    for kiosk in kiosks:
        kiosk.code_hash = kiosk.hash_of_code(kiosk.code)
    kiosks = TableKiosk.objects.bulk_create(kiosks)
    issued = KiosksIssued(
        numbers=wanted,
        kiosks=[kiosk.pk for kiosk in kiosks],
        hash=cards_hash(kiosk.code_hash for kiosk in kiosks),
        replaced=replaced or UNSET,
    )
    record(issued, tournament_id=tournament.pk, by=by)
    return kiosks


def claim_kiosk(*, code: str, key: str, device_name: str = "") -> tuple[TableKiosk, str]:
    """Claim a tablet code; return the tablet and the secret the device keeps.

    The first device keeps it and may repeat the call with the same `key`. Other devices are refused.
    """
    secret = secret_of_device("kiosk", code=code, key=key)
    with transaction.atomic():
        kiosk = opened_by(
            TableKiosk.hash_of_code(code),
            TableKiosk.objects.alive().select_related("tournament"),
            refusal=_(
                "This code does not open a table. It may have been replaced, or the tournament may be over. "
                "Please ask the referee for a new code."
            ),
        )
        if claim(kiosk, secret=secret, device_name=device_name):
            kiosk.refresh_from_db(fields=["claimed_at"])
            claimed = KioskClaimed(kiosk=kiosk.pk, number=kiosk.number, device=text_hash(hash_of(secret)))
            record(claimed, tournament_id=kiosk.tournament_id, by=Actor(kiosk=kiosk))
        elif not kiosk.is_held_by(secret):
            raise StateRefuses(
                _("Another tablet is already in use for this table. Please ask the referee for a new code."),
                code="kiosk_already_claimed",
            )
    return kiosk, secret


@transaction.atomic
def revoke_kiosk(*, kiosk: TableKiosk, by: Actor) -> None:
    """Revoke a tablet's code and its device. Idempotent."""
    if by.user is None:
        raise NotAllowed(_("Only staff can end the use of a tablet."))
    kiosk = TableKiosk.objects.select_for_update(no_key=True).get(pk=kiosk.pk)
    if kiosk.revoked_at is not None:
        return
    TableKiosk.objects.filter(pk=kiosk.pk).update(revoked_at=Now(), revoked_by=by.user)
    revoked = KioskRevoked(kiosk=kiosk.pk, number=kiosk.number)
    record(revoked, tournament_id=kiosk.tournament_id, by=by)
