"""Player cards and the phones that follow them: issue, scan, admit by PIN or referee, sign out."""

import secrets
from collections.abc import Callable, Iterable
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from msgspec import UNSET

from players.models import User
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.claiming import SEAT_UNKNOWN, opened_by, secret_of_device
from tournaments.actions.errors import NotAllowed, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.states import refuse_finished_by_now
from tournaments.models import CardPhone, Entry, PlayerCard, SeatToken, Tournament
from tournaments.models.codes import hash_of
from tournaments.models.credentials.events import (
    CardAskedFor,
    CardClaimed,
    CardPhoneAdmitted,
    CardPhoneOut,
    PlayerCardRevoked,
    PlayerCardsIssued,
)
from tournaments.models.digests import cards_hash, text_hash
from tournaments.models.events import Event


@transaction.atomic
def issue_player_cards(
    *, tournament: Tournament, by: Actor, entries: Iterable[int] | None = None, renew: bool = False
) -> list[PlayerCard]:
    """Issue a card to every active entry without one, or to `entries`; return the new cards.

    Existing cards and their phones are kept. With `renew` they are replaced: the old card is revoked and its phones
    are signed out. Entries of other tournaments are ignored.
    """
    if by.user is None:
        raise NotAllowed(_("Only staff can issue player cards."))
    rows = Entry.objects.select_for_update(no_key=True).filter(tournament=tournament).order_by("pk")
    rows = rows.filter(status=Entry.Status.ACTIVE) if entries is None else rows.filter(pk__in=list(entries))
    wanted = [entry.pk for entry in rows]
    refuse_finished_by_now(tournament)
    living = PlayerCard.objects.filter(entry__in=wanted, revoked_at=None)
    if not renew:
        have = set(living.values_list("entry", flat=True))
        wanted = [pk for pk in wanted if pk not in have]
    if not wanted:
        return []
    phones_out = _revoke(living) if renew else []
    cards = [
        PlayerCard(entry_id=pk, nonce=secrets.token_hex(16), code_hash="", issued_by=by.user) for pk in wanted
    ]
    for card in cards:
        card.code_hash = PlayerCard.hash_of_code(card.code)
    cards = PlayerCard.objects.bulk_create(cards)
    issued = PlayerCardsIssued(
        entries=wanted,
        cards=[card.pk for card in cards],
        hash=cards_hash(card.code_hash for card in cards),
        phones_out=phones_out or UNSET,
    )
    record(issued, tournament_id=tournament.pk, by=by)
    return cards


@transaction.atomic
def revoke_player_card(*, card: PlayerCard, by: Actor) -> None:
    """Revoke a card and sign out its phones, including waiting ones. Idempotent.

    Its player may be issued another one.
    """
    if by.user is None:
        raise NotAllowed(_("Only staff can take back player cards."))
    card = (
        PlayerCard.objects.select_for_update(of=("self",), no_key=True)
        .select_related("entry__tournament")
        .get(pk=card.pk)
    )
    if card.revoked_at is not None:
        return
    phones = _revoke(PlayerCard.objects.filter(pk=card.pk))
    record(
        PlayerCardRevoked(entry=card.entry_id, card=card.pk, phones=phones),
        tournament_id=card.entry.tournament_id,
        by=by,
    )


def secret_of_phone(*, code: str, key: str) -> str:
    """Return the secret of the phone that claimed the card of `code` under `key`."""
    return secret_of_device("card", code=code, key=key)


def claim_card(
    *,
    code: str,
    key: str,
    device_name: str = "",
    held: Actor | None = None,
    user: User | None = None,
) -> tuple[CardPhone, str]:
    """Claim a card by its code; return the phone and the secret it keeps.

    The first phone follows the card at once. Later phones wait for the card's PIN (`enter_pin`) or for the referee
    (`admit_phone`); phones already admitted stay. The same phone may repeat the call with the same `key`. A phone
    that holds another player's seat in the tournament (`held`), or whose signed-in `user` is another player in it, is
    refused: one person, one seat.
    """
    secret = secret_of_phone(code=code, key=key)
    with transaction.atomic():
        card = opened_by(
            PlayerCard.hash_of_code(code),
            PlayerCard.objects.alive().select_related("entry__player", "entry__tournament"),
            refusal=_(SEAT_UNKNOWN),
        )
        phone = CardPhone.objects.filter(device_hash=hash_of(secret)).first()
        if phone is not None and phone.ended_at is None:
            phone.card = card
            return phone, secret
        _refuse_somebody_else(card, held, user)
        is_first = not _has_been_followed(card)
        phone = phone or CardPhone(device_hash=hash_of(secret))
        phone.card, phone.device_name = card, device_name[:120]
        phone.asked_at, phone.ended_at, phone.has_left = Now(), None, False
        phone.admitted_at = Now() if is_first else None
        phone.admission = CardPhone.Admission.FIRST if is_first else ""
        phone.save()
        phone.refresh_from_db(fields=["asked_at", "admitted_at"])
        kind = CardClaimed if is_first else CardAskedFor
        _record(
            phone,
            kind,
            Actor(card=card) if is_first else Actor(),
            device=text_hash(phone.device_hash),
            **({"admission": phone.admission} if is_first else {}),
        )
    return phone, secret


@transaction.atomic
def enter_pin(*, phone: CardPhone, pin: str) -> CardPhone:
    """Admit a waiting phone whose `pin` matches its card. Other phones stay admitted. Idempotent."""
    phone = _locked(phone)
    if phone.is_admitted:
        return phone
    _refuse_ended(phone)
    if not phone.card.has_pin(pin):
        raise NotAllowed(
            _("This is not the PIN on the card. Please check the card again, or ask the referee."),
            code="wrong_pin",
        )
    _admit(phone, CardPhone.Admission.PIN)
    _record(
        phone,
        CardClaimed,
        Actor(card=phone.card),
        device=text_hash(phone.device_hash),
        admission=phone.admission,
    )
    return phone


@transaction.atomic
def admit_phone(*, phone: CardPhone, by: Actor) -> CardPhone:
    """Let the referee admit a waiting phone. Other phones stay admitted. Idempotent."""
    phone = _locked(phone)
    if phone.is_admitted:
        return phone
    _refuse_ended(phone)
    _admit(phone, CardPhone.Admission.REFEREE)
    _record(phone, CardPhoneAdmitted, by)
    return phone


@transaction.atomic
def sign_phone_out(*, phone: CardPhone, by: Actor) -> None:
    """Sign a phone out of its card, by the phone itself or by the staff. Idempotent.

    The next phone needs the PIN or the referee, unless every earlier phone signed itself out.
    """
    phone = _locked(phone)
    if phone.ended_at is not None:
        return
    phone.has_left = by.user is None
    CardPhone.objects.filter(pk=phone.pk).update(ended_at=Now(), has_left=phone.has_left)
    _record(phone, CardPhoneOut, by, left=phone.has_left)


def _has_been_followed(card: PlayerCard) -> bool:
    """Whether a phone follows the card, or did until the staff signed it out."""
    return card.phones.filter(Q(ended_at=None) | Q(has_left=False), admitted_at__isnull=False).exists()


def _refuse_somebody_else(card: PlayerCard, held: Actor | None, user: User | None) -> None:
    entry = card.entry
    others = Entry.objects.filter(tournament=entry.tournament_id).exclude(pk=entry.pk)
    if user is not None and others.filter(player__user=user).exists():
        raise StateRefuses(
            _("You are a player in this tournament. To use someone else's card, sign out first."),
            code="another_seat_held",
        )
    if held is None:
        return
    other_card = held.card is not None and others.filter(pk=held.card.entry_id).exists()
    token: SeatToken | None = held.seat_token
    other_seat = token is not None and others.filter(pk=token.seat.entry_id).exists()
    if other_card or other_seat:
        raise StateRefuses(
            _(
                "This phone already follows another player of this tournament. Each player uses their own "
                "phone. If that was the wrong card, stop using it on the page “My table” first."
            ),
            code="another_seat_held",
        )


def _locked(phone: CardPhone) -> CardPhone:
    """Return the phone, freshly read, with its card locked so that concurrent decisions about it queue."""
    card = (
        PlayerCard.objects.select_for_update(of=("self",), no_key=True)
        .select_related("entry__player", "entry__tournament")
        .get(pk=phone.card_id)
    )
    phone = CardPhone.objects.get(pk=phone.pk)
    phone.card = card
    return phone


def _refuse_ended(phone: CardPhone) -> None:
    is_over = phone.card.entry.tournament.status == Tournament.Status.FINISHED
    if phone.ended_at is not None or phone.card.revoked_at is not None or is_over:
        raise StateRefuses(
            _(
                "This phone is no longer waiting: the card was replaced, or the phone was signed out. "
                "Please scan the card again."
            ),
            code="phone_does_not_wait",
        )


def _admit(phone: CardPhone, admission: CardPhone.Admission) -> None:
    CardPhone.objects.filter(pk=phone.pk).update(admitted_at=Now(), admission=admission)
    phone.refresh_from_db(fields=["admitted_at", "admission"])


def _revoke(cards: QuerySet[PlayerCard]) -> list[int]:
    """Revoke cards and sign out their phones, including waiting ones; return the phones' ids."""
    numbers = list(cards.values_list("pk", flat=True))
    phones = CardPhone.objects.filter(card__in=numbers, ended_at=None)
    out = list(phones.order_by("pk").values_list("pk", flat=True))
    PlayerCard.objects.filter(pk__in=numbers).update(revoked_at=Now())
    phones.update(ended_at=Now())
    return out


def _record(phone: CardPhone, event: Callable[..., Event], by: Actor, **more: Any) -> None:
    entry = phone.card.entry
    record(
        event(entry=entry.pk, card=phone.card_id, phone=phone.pk, **more),
        tournament_id=entry.tournament_id,
        by=by,
    )
