"""Seats and the phones that hold them: issue tokens, claim, revoke; substitutes."""

import hmac
from collections.abc import Iterable

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.record import record
from tournaments.actions.refusals import NotAllowed, RoundClosed, RulesRefuse, StateRefuses
from tournaments.models import Entry, Round, Scoresheet, Seat, SeatToken, Table
from tournaments.models.access import hash_of, new_code
from tournaments.models.digests import cards_hash, text_hash


@transaction.atomic
def issue_seat_tokens(*, seats: Iterable[Seat], by: Actor) -> dict[int, str]:
    """Make a fresh token for each seat and return the codes by seat id: the only time they can be seen.

    Tokens issued before are revoked, so that a lost card opens nothing.
    """
    seats = list(seats)
    if by.user is None:
        raise NotAllowed(_("Seat tokens are issued by the staff."))
    by_tournament = _locked_by_tournament(seats)
    SeatToken.objects.filter(seat__in=seats, revoked_at=None).update(revoked_at=Now())
    codes = {seat.pk: new_code() for seat in seats}
    tokens = SeatToken.objects.bulk_create(
        SeatToken(seat=seat, token_hash=hash_of(codes[seat.pk]), issued_by=by.user) for seat in seats
    )
    made = {token.seat_id: token for token in tokens}
    for tournament_id, seat_ids in by_tournament.items():
        payload = {
            "seats": seat_ids,
            "tokens": [made[seat_id].pk for seat_id in seat_ids],
            "hash": cards_hash(made[seat_id].token_hash for seat_id in seat_ids),
        }
        record(tournament_id=tournament_id, kind="tokens_issued", payload=payload, by=by)
    return codes


def claim_seat(
    *, code: str, key: str, device_name: str = "", held: SeatToken | None = None
) -> tuple[SeatToken, str]:
    """Bind the seat of `code` to this phone; return its token and the secret the phone keeps from now on.

    The first phone keeps the seat. The same phone may repeat the call with the same `key` (its answer may have
    been lost). Another phone is refused, and the referee sees that it tried. A phone that holds another seat of
    the same table (`held`) is refused: one person, one seat.
    """
    with transaction.atomic():
        token = _living_token(code)
        if held is not None and held.pk != token.pk and held.seat.table_id == token.seat.table_id:
            raise StateRefuses(
                _("This phone already holds another seat of this table. Each player uses their own phone."),
                code="another_seat_held",
            )
        # Made from code and key, so that the same call gives the same secret although only its hash is stored.
        secret = hmac.new(settings.SECRET_KEY.encode(), f"{code}|{key}".encode(), "sha256").hexdigest()
        if token.device_hash is None:
            token.device_hash = hash_of(secret)
            token.device_name = device_name[:120]
            token.claimed_at = Now()
            token.save(update_fields=["device_hash", "device_name", "claimed_at"])
            _record(token, "seat_claimed", Actor(seat_token=token), device=text_hash(token.device_hash))
        is_ours = token.device_hash == hash_of(secret)
        if not is_ours:
            # Kept although the claim is refused: the referee has to see it.
            SeatToken.objects.filter(pk=token.pk).update(second_claims=F("second_claims") + 1)
            _record(token, "second_claim_refused", Actor())
    if not is_ours:
        raise StateRefuses(
            _(
                "Another phone holds this seat already. If it is not yours, please ask the referee for a new code."
            ),
            code="seat_already_claimed",
        )
    return token, secret


def _living_token(code: str) -> SeatToken:
    token = (
        SeatToken.objects.alive()
        .select_for_update(of=("self",), no_key=True)
        .select_related("seat__table", "seat__round__stage__tournament", "seat__entry__player")
        .filter(token_hash=hash_of(code))
        .first()
    )
    if token is None:
        raise NotAllowed(
            _(
                "This code opens no seat. It may have been replaced, or its round is over. Please ask the referee."
            ),
            code="code_unknown",
        )
    return token


@transaction.atomic
def revoke_seat_token(*, token: SeatToken, by: Actor) -> None:
    """Close the seat to the phone that holds it, and to the printed card. May be repeated."""
    if SeatToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=Now()):
        _record(token, "token_revoked", by)


@transaction.atomic
def substitute(*, seat: Seat, entry: Entry, by: Actor) -> Seat:
    """Seat `entry` in place of the player drawn. The phone of the player who leaves is out from this moment."""
    # The lock order is table, then the rest: a report of the players who sit there now must not slip in between.
    Table.objects.select_for_update(no_key=True).get(pk=seat.table_id)
    seat = (
        Seat.objects.select_for_update(of=("self",), no_key=True)
        .select_related("round__stage", "entry", "table")
        .get(pk=seat.pk)
    )
    entry = (
        Entry.objects.select_for_update(of=("self",), no_key=True).select_related("player").get(pk=entry.pk)
    )
    round_ = seat.round
    if round_.status == Round.Status.CLOSED:
        raise RoundClosed(_("This round is closed; the players of a played game cannot be exchanged."))
    if entry.tournament_id != round_.stage.tournament_id:
        raise RulesRefuse(_("This player takes part in another tournament."), code="foreign_entry")
    if entry.status != Entry.Status.ACTIVE:
        raise StateRefuses(_("%(player)s has withdrawn.") % {"player": entry.player}, code="withdrawn")
    if Seat.objects.filter(round=round_, entry=entry).exists():
        raise StateRefuses(
            _("%(player)s sits at a table in this round already.") % {"player": entry.player},
            code="seated_already",
        )
    if Scoresheet.objects.live().filter(table=seat.table).exists():
        raise StateRefuses(
            _("This table has reported a result. Please void it before exchanging a player."),
            code="live_sheet_exists",
        )
    left = seat.entry
    # Who was drawn first stays known when a substitute is replaced in turn, or the drawn player comes back.
    drawn_id = seat.replaces_id or left.pk
    seat.entry = entry
    seat.replaces_id = None if drawn_id == entry.pk else drawn_id
    seat.save(update_fields=["entry", "replaces"])
    SeatToken.objects.filter(seat=seat, revoked_at=None).update(revoked_at=Now())
    record(
        tournament_id=round_.stage.tournament_id,
        kind="substituted",
        payload={"seat": seat.pk, "round": round_.pk, "out": left.pk, "in": entry.pk},
        by=by,
    )
    return seat


def _record(token: SeatToken, kind: str, by: Actor, **more: object) -> None:
    record(
        tournament_id=token.seat.round.stage.tournament_id,
        kind=kind,
        payload={"seat": token.seat_id, "token": token.pk, **more},
        by=by,
    )


def _locked_by_tournament(seats: list[Seat]) -> dict[int, list[int]]:
    """Lock the seats, so that two who issue codes for one do it in turn; return their ids by tournament."""
    found: dict[int, list[int]] = {}
    rows = (
        Seat.objects.select_for_update(of=("self",), no_key=True)
        .filter(pk__in=[seat.pk for seat in seats])
        .order_by("pk")
    )
    for tournament_id, seat_id in rows.values_list("round__stage__tournament_id", "pk"):
        found.setdefault(tournament_id, []).append(seat_id)
    return found
