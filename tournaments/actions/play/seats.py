"""Seats and the phones that hold them: issue tokens, claim, revoke; substitutes."""

import hmac
from collections.abc import Callable, Iterable
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import UNSET

from players.models import User
from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed, RoundClosed, RulesRefuse, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_table
from tournaments.models import Entry, PlayerCard, Round, Scoresheet, Seat, SeatToken
from tournaments.models.codes import code_from, hash_of, new_code
from tournaments.models.digests import cards_hash, text_hash
from tournaments.models.events import Event
from tournaments.models.play.events import (
    PlayerSubstituted,
    SeatCardRevoked,
    SeatCardsIssued,
    SeatClaimed,
    SecondClaimRefused,
)
from tournaments.models.play.rounds import waits_for_line_ups


@transaction.atomic
def issue_seat_tokens(*, seats: Iterable[Seat], by: Actor, key: str = "") -> dict[int, str]:
    """Make a fresh token for each seat and return the codes by seat id; none of them is stored.

    Tokens of these seats issued before are revoked, so that a lost card opens nothing, and the phones that held
    them are out; all other seats of the table and the round go on as they were. So this is also how a seat is given
    back to a phone that lost it. With the `key` of a call the codes are those of `code_for`, which a repeat can show
    again.
    """
    seats = list(seats)
    if by.user is None:
        raise NotAllowed(_("Seat tokens are issued by the staff."))
    by_tournament = _locked_by_tournament(seats)
    living = SeatToken.objects.filter(seat__in=seats, revoked_at=None)
    held = set(living.filter(device_hash__isnull=False).values_list("seat", flat=True))
    living.update(revoked_at=Now())
    codes = {seat.pk: new_code() for seat in seats}
    tokens = SeatToken.objects.bulk_create(
        SeatToken(seat=seat, token_hash=hash_of(codes[seat.pk]), issued_by=by.user) for seat in seats
    )
    if key:
        # Only now: a card's number is in its code, so that a key used anew after its answer was cleared makes others.
        for token in tokens:
            codes[token.seat_id] = code_for(token.pk, by=by, key=key)
            token.token_hash = hash_of(codes[token.seat_id])
        SeatToken.objects.bulk_update(tokens, ["token_hash"])
    made = {token.seat_id: token for token in tokens}
    for tournament_id, seat_ids in by_tournament.items():
        issued = SeatCardsIssued(
            seats=seat_ids,
            tokens=[made[seat_id].pk for seat_id in seat_ids],
            hash=cards_hash(made[seat_id].token_hash for seat_id in seat_ids),
            phones_out=sorted(held.intersection(seat_ids)) or UNSET,
        )
        record(issued, tournament_id=tournament_id, by=by)
    return codes


def _refuse_proposed(seats: Iterable[Seat]) -> None:
    """Refuse seats of whom a draw only proposes somebody to a captain."""
    of_teams = Seat.objects.filter(pk__in=[seat.pk for seat in seats]).exclude(entry__team=None)
    if of_teams.filter(waits_for_line_ups("round")).exists():
        message = _(
            "The line-ups of this round have not been shown. Until then captains decide who sits there."
        )
        raise StateRefuses(message, code="line_ups_wait")


def living_tokens_of(seats: Iterable[Seat]) -> dict[int, int]:
    """Return the number of the card that opens each seat now, by seat id."""
    return dict(SeatToken.objects.filter(seat__in=seats, revoked_at=None).values_list("seat", "pk"))


def held_by_phones(seats: Iterable[Seat]) -> dict[str, str]:
    """What speaks against new codes for these seats, by code: `phones_out`, phones that hold some of them now."""
    held = SeatToken.objects.filter(seat__in=seats, revoked_at=None, claimed_at__isnull=False).count()
    if not held:
        return {}
    message = ngettext(
        "%(count)s phone holds a seat here and would be put out: its player needs the new code.",
        "%(count)s phones hold seats here and would be put out: their players need the new codes.",
        held,
    )
    return {"phones_out": message % {"count": held}}


def code_for(token_id: int, *, by: Actor, key: str) -> str:
    """Return the code that this actor's call under `key` gives a card: the same again for a repeat of the call.

    It is worked out from this house's secret, so nobody else can; what is stored of it is a hash, as always.
    """
    message = f"seat code|{by.caller}|{key}|{token_id}".encode()
    return code_from(hmac.new(settings.SECRET_KEY.encode(), message, "sha256").digest())


def claim_seat(
    *,
    code: str,
    key: str,
    device_name: str = "",
    held: SeatToken | None = None,
    held_card: PlayerCard | None = None,
    user: User | None = None,
) -> tuple[SeatToken, str]:
    """Bind the seat of `code` to this phone; return its token and the secret the phone keeps from now on.

    The first phone keeps the seat. The same phone may repeat the call with the same `key` (its answer may have
    been lost), also when the seat is over by then. Another phone is refused, and the referee sees that it tried. A
    phone that holds another seat of the same table (`held`, or by a player's `held_card`), or whose signed-in `user`
    plays at another one, is refused: one person, one seat, so that nobody confirms what they reported themselves. So
    is every phone while captains have the say who sits there.
    """
    # Made from code and key, so that the same call gives the same secret although only its hash is stored.
    secret = hmac.new(settings.SECRET_KEY.encode(), f"{code}|{key}".encode(), "sha256").hexdigest()
    with transaction.atomic():
        token = _living_token(code) or _taken_before(code, secret)
        if token is None:
            raise NotAllowed(
                _(
                    "This code opens no seat. It may have been replaced, or its round is over. Please ask the "
                    "referee."
                ),
                code="code_unknown",
            )
        _refuse_proposed([token.seat])
        others = Seat.objects.filter(table=token.seat.table_id).exclude(pk=token.seat_id)
        if user is not None and others.filter(entry__player__user=user).exists():
            raise StateRefuses(
                _(
                    "You play at another seat of this table. Each player uses their own phone; to take this one for "
                    "somebody else, sign out first."
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
        if token.device_hash is None:
            token.device_hash = hash_of(secret)
            token.device_name = device_name[:120]
            token.claimed_at = Now()
            token.save(update_fields=["device_hash", "device_name", "claimed_at"])
            _record(token, SeatClaimed, Actor(seat_token=token), device=text_hash(token.device_hash))
        is_ours = token.device_hash == hash_of(secret)
        if not is_ours:
            # Kept although the claim is refused: the referee has to see it.
            SeatToken.objects.filter(pk=token.pk).update(second_claims=F("second_claims") + 1)
            _record(token, SecondClaimRefused, Actor())
    if not is_ours:
        raise StateRefuses(
            _(
                "Another phone holds this seat already. If it is not yours, please ask the referee for a new code."
            ),
            code="seat_already_claimed",
        )
    return token, secret


def _living_token(code: str) -> SeatToken | None:
    return (
        SeatToken.objects.alive()
        .select_for_update(of=("self",), no_key=True)
        .select_related("seat__table", "seat__round__stage__tournament", "seat__entry__player")
        .filter(token_hash=hash_of(code))
        .first()
    )


def _taken_before(code: str, secret: str) -> SeatToken | None:
    """The seat that this very call took before it was over: the phone gets its answer again, and nothing by it."""
    tokens = SeatToken.objects.select_related(
        "seat__table", "seat__round__stage__tournament", "seat__entry__player"
    )
    return tokens.filter(token_hash=hash_of(code), device_hash=hash_of(secret)).first()


@transaction.atomic
def revoke_seat_token(*, token: SeatToken, by: Actor) -> None:
    """Close the seat to the phone that holds it, and to the printed card. May be repeated."""
    if SeatToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=Now()):
        _record(token, SeatCardRevoked, by)


@transaction.atomic
def substitute(*, seat: Seat, entry: Entry, by: Actor) -> Seat:
    """Seat `entry` in place of the player drawn. The phone of the player who leaves is out from this moment.

    Refused while captains have the say who sits there.
    """
    # Table and round first: neither a report of the players who sit there now nor the round's end slips in between.
    lock_table(by, pk=seat.table_id)
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
    _refuse_proposed([seat])
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
        PlayerSubstituted(seat=seat.pk, round=round_.pk, left=left.pk, came=entry.pk),
        tournament_id=round_.stage.tournament_id,
        by=by,
    )
    return seat


def _record(token: SeatToken, event: Callable[..., Event], by: Actor, **more: Any) -> None:
    record(
        event(seat=token.seat_id, token=token.pk, **more),
        tournament_id=token.seat.round.stage.tournament_id,
        by=by,
    )


def _locked_by_tournament(seats: list[Seat]) -> dict[int, list[int]]:
    """Lock the seats, so that two who issue codes for one do it in turn; return their ids by tournament.

    Refuses seats that were drawn anew meanwhile, and those of a round that is over: their codes would open nothing.
    """
    found: dict[int, list[int]] = {}
    rounds = Round.objects.select_for_update(of=("self",), no_key=True).order_by("pk")
    for round_ in rounds.filter(pk__in={seat.round_id for seat in seats}):
        if round_.status == Round.Status.CLOSED:
            raise RoundClosed(_("This round is closed; its seats need no codes any more."))
    rows = (
        Seat.objects.select_for_update(of=("self",), no_key=True)
        .filter(pk__in=[seat.pk for seat in seats])
        .order_by("pk")
    )
    for tournament_id, seat_id in rows.values_list("round__stage__tournament_id", "pk"):
        found.setdefault(tournament_id, []).append(seat_id)
    if sum(map(len, found.values())) < len(seats):
        raise StateRefuses(_("These seats have been redrawn in the meantime. Please open the round again."))
    return found
