"""Codes of single seats: issued, claimed by a phone, revoked."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import UNSET

from players.models import User
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.claiming import SEAT_UNKNOWN, claim, opened_by, secret_of_device
from tournaments.actions.errors import NotAllowed, RoundClosed, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.play.seats import refuse_proposed
from tournaments.models import PlayerCard, Round, Seat, SeatToken
from tournaments.models.codes import code_from, hash_of, made_by_call, new_code
from tournaments.models.credentials.events import (
    SeatCardRevoked,
    SeatCardsIssued,
    SeatClaimed,
    SecondClaimRefused,
)
from tournaments.models.digests import cards_hash, text_hash
from tournaments.models.events import Event


@transaction.atomic
def issue_seat_tokens(*, seats: Iterable[Seat], by: Actor, key: str = "") -> dict[int, str]:
    """Issue a new token for each seat and return the codes by seat id; codes are not stored.

    Earlier tokens of these seats are revoked and their phones signed out; other seats are not affected. This is also
    how a player regains a seat after losing their phone or card. With the `key` of a call the codes come from
    `code_for`, so a repeat can show them again.
    """
    seats = list(seats)
    if by.user is None:
        raise NotAllowed(_("Only staff can issue seat tokens."))
    by_tournament = _locked_by_tournament(seats)
    living = SeatToken.objects.filter(seat__in=seats, revoked_at=None)
    held = set(living.filter(device_hash__isnull=False).values_list("seat", flat=True))
    living.update(revoked_at=Now())
    codes = {seat.pk: new_code() for seat in seats}
    tokens = SeatToken.objects.bulk_create(
        SeatToken(seat=seat, code_hash=hash_of(codes[seat.pk]), issued_by=by.user) for seat in seats
    )
    if key:
        # The code contains the token's id, known only now.
        for token in tokens:
            codes[token.seat_id] = code_for(token.pk, by=by, key=key)
            token.code_hash = hash_of(codes[token.seat_id])
        SeatToken.objects.bulk_update(tokens, ["code_hash"])
    made = {token.seat_id: token for token in tokens}
    for tournament_id, seat_ids in by_tournament.items():
        issued = SeatCardsIssued(
            seats=seat_ids,
            tokens=[made[seat_id].pk for seat_id in seat_ids],
            hash=cards_hash(made[seat_id].code_hash for seat_id in seat_ids),
            phones_out=sorted(held.intersection(seat_ids)) or UNSET,
        )
        record(issued, tournament_id=tournament_id, by=by)
    return codes


def living_tokens_of(seats: Iterable[Seat]) -> dict[int, int]:
    """Return the id of each seat's active token, by seat id."""
    return dict(SeatToken.objects.filter(seat__in=seats, revoked_at=None).values_list("seat", "pk"))


def held_by_phones(seats: Iterable[Seat]) -> dict[str, str]:
    """Return what speaks against new codes for these seats, by code: `phones_out` if phones hold some of them."""
    held = SeatToken.objects.filter(seat__in=seats, revoked_at=None, claimed_at__isnull=False).count()
    if not held:
        return {}
    message = ngettext(
        "%(count)s phone is using a seat here and would be signed out: its player needs the new code.",
        "%(count)s phones are using seats here and would be signed out: their players need the new codes.",
        held,
    )
    return {"phones_out": message % {"count": held}}


def code_for(token_id: int, *, by: Actor, key: str) -> str:
    """Return the code that this actor's call under `key` gives a token; a repeated call gets the same one."""
    return code_from(made_by_call("seat code", token_id, caller=by.caller, key=key))


def claim_seat(
    *,
    code: str,
    key: str,
    device_name: str = "",
    held: SeatToken | None = None,
    held_card: PlayerCard | None = None,
    user: User | None = None,
) -> tuple[SeatToken, str]:
    """Bind the seat of `code` to this phone; return its token and the secret the phone keeps.

    The first phone keeps the seat. The same phone may repeat the call with the same `key` (its answer may have been
    lost), even once the round is closed. Another phone is refused, and the referee sees the attempt. A phone that
    holds another seat of the same table (`held`, or through a player's `held_card`), or whose signed-in `user` plays
    at another one, is refused: one person, one seat, so that players cannot confirm their own report. All phones are
    refused while captains are still naming line-ups.
    """
    secret = secret_of_device("", code=code, key=key)
    with transaction.atomic():
        shown = SeatToken.objects.select_related(
            "seat__table", "seat__round__stage__tournament", "seat__entry__player"
        )
        # A phone that repeats its call after the round gets its answer again, but no access.
        taken = shown.filter(device_hash=hash_of(secret))
        token = opened_by(hash_of(code), shown.alive(), or_else=taken, refusal=_(SEAT_UNKNOWN))
        refuse_proposed([token.seat])
        others = Seat.objects.filter(table=token.seat.table_id).exclude(pk=token.seat_id)
        if user is not None and others.filter(entry__player__user=user).exists():
            raise StateRefuses(
                _(
                    "You play at another seat of this table. Each player uses their own phone; to take this "
                    "seat for someone else, sign out first."
                ),
                code="another_seat_held",
            )
        by_card = held_card is not None and others.filter(entry=held_card.entry_id).exists()
        by_seat = held is not None and held.pk != token.pk and held.seat.table_id == token.seat.table_id
        if by_card or by_seat:
            raise StateRefuses(
                _("This phone already holds another seat of this table. Each player uses their own phone."),
                code="another_seat_held",
            )
        if claim(token, secret=secret, device_name=device_name):
            device = text_hash(hash_of(secret))
            _record(token, SeatClaimed, Actor(seat_token=token), device=device)
        is_ours = token.is_held_by(secret)
        if not is_ours:
            # Saved although the claim is refused, because the referee has to see it.
            SeatToken.objects.filter(pk=token.pk).update(second_claims=F("second_claims") + 1)
            _record(token, SecondClaimRefused, Actor())
    if not is_ours:
        raise StateRefuses(
            _(
                "Another phone already holds this seat. If it is not yours, please ask the referee for a "
                "new code."
            ),
            code="seat_already_claimed",
        )
    return token, secret


@transaction.atomic
def revoke_seat_token(*, token: SeatToken, by: Actor) -> None:
    """Revoke a seat's token: the phone and the printed card lose access. Idempotent."""
    if SeatToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=Now()):
        _record(token, SeatCardRevoked, by)


def _record(token: SeatToken, event: Callable[..., Event], by: Actor, **more: Any) -> None:
    record(
        event(seat=token.seat_id, token=token.pk, **more),
        tournament_id=token.seat.round.stage.tournament_id,
        by=by,
    )


def _locked_by_tournament(seats: list[Seat]) -> dict[int, list[int]]:
    """Lock the seats, so that concurrent issuers queue; return their ids by tournament.

    Refuses seats that were redrawn meanwhile and seats of closed rounds, whose codes would not work.
    """
    found: dict[int, list[int]] = {}
    rounds = Round.objects.select_for_update(of=("self",), no_key=True).order_by("pk")
    for round_ in rounds.filter(pk__in={seat.round_id for seat in seats}):
        if round_.status == Round.Status.CLOSED:
            raise RoundClosed(_("This round is closed; its seats no longer need codes."))
    rows = (
        Seat.objects.select_for_update(of=("self",), no_key=True)
        .filter(pk__in=[seat.pk for seat in seats])
        .order_by("pk")
    )
    for tournament_id, seat_id in rows.values_list("round__stage__tournament_id", "pk"):
        found.setdefault(tournament_id, []).append(seat_id)
    if sum(map(len, found.values())) < len(seats):
        raise StateRefuses(_("These seats were redrawn in the meantime. Please open the round again."))
    return found
