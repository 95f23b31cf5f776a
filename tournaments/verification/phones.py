"""Who holds a seat: issued seat and player cards, and the phones that claimed them."""

from collections.abc import Callable, Container, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct

from tournaments.models import CardPhone, PlayerCard, SeatToken, Tournament
from tournaments.models.credentials.events import (
    CardAskedFor,
    CardClaimed,
    CardPhoneAdmitted,
    CardPhoneOut,
    PlayerCardRevoked,
    PlayerCardsIssued,
    SeatCardRevoked,
    SeatCardsIssued,
    SeatClaimed,
    SecondClaimRefused,
)
from tournaments.models.digests import cards_hash, text_hash
from tournaments.models.origins.events import TakenIn
from tournaments.models.play.events import PlayerSubstituted
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differs, gone, is_about, without_entry
from tournaments.verification.pages import Numbers, Pages
from tournaments.verification.reading import each
from tournaments.verification.rounds import AT_ONCE, Rounds


class Card(Struct, frozen=True, array_like=True):
    """The state of one seat's code by the ledger."""

    seq: int
    issued_at: datetime
    issued_by: int | None
    seat: Any
    claimed_at: datetime | None = None
    device: Any = ""
    revoked_at: datetime | None = None
    refused: int = 0


class Issue(Struct, frozen=True, array_like=True):
    """Codes issued together, and their seats."""

    seats: tuple[Any, ...]
    tokens: tuple[Any, ...]
    hash: Any

    def missing_from(self, here: Container[Any]) -> Iterator[tuple[Any, Any]]:
        """Yield codes that are not in `here`, with their seats."""
        both = zip(self.tokens, self.seats, strict=True)
        return ((token, seat) for token, seat in both if token not in here)


class Phones:
    """Follows seat codes: issued, claimed, revoked."""

    about = SeatToken

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        self.cards: Pages[Card] = Pages(Card)
        # By seat, the id of its active token.
        self.living: Pages[Any] = Pages(Any)
        self.has_old_cards = False
        # By entry number.
        self.issues: Pages[Issue] = Pages(Issue)
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            SeatCardsIssued.kind: self._issued,
            SeatClaimed.kind: self._claimed,
            SecondClaimRefused.kind: self._refused,
            SeatCardRevoked.kind: lambda entry: self._revoke(entry.payload["seat"], entry),
            PlayerSubstituted.kind: lambda entry: self._revoke(entry.payload["seat"], entry),
            TakenIn.kind: lambda _entry: self._forget(),
        }

    def _forget(self) -> None:
        """Codes are not transferred: every local token is new."""
        for pages in (self.cards, self.living, self.issues):
            pages.clear()
        self.has_old_cards = False

    def _issued(self, entry: Entry) -> None:
        payload = entry.payload
        for seat in payload["seats"]:
            self._revoke(seat, entry)
        if "tokens" not in payload:
            self.has_old_cards = True
            return
        seats, tokens = tuple(payload["seats"]), tuple(payload["tokens"])
        self.issues[entry.seq] = Issue(seats, tokens, payload.get("hash"))
        for seat, token in zip(seats, tokens, strict=True):
            self.cards[token] = Card(entry.seq, entry.at, entry.user, seat)
            self.living[seat] = token

    def _revoke(self, seat: object, entry: Entry) -> None:
        token = self.living.pop(seat, None)
        if token is not None:
            self.cards.change(token, revoked_at=entry.at)

    def _claimed(self, entry: Entry) -> None:
        if entry.payload["token"] in self.cards:
            device = entry.payload.get("device")
            self.cards.change(entry.payload["token"], claimed_at=entry.at, device=device)

    def _refused(self, entry: Entry) -> None:
        card = self.cards.get(entry.payload["token"])
        if card is not None:
            self.cards.change(entry.payload["token"], refused=card.refused + 1)

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        rows = SeatToken.objects.filter(seat__round__stage__tournament=tournament)
        here = Numbers()
        hashes: Pages[str] = Pages(str)
        yield from each(rows, lambda token: self._of_token(token, hashes), here)
        # Tokens of a redrawn draft were deleted with its seats.
        missing = ((seq, *one) for seq, issue in self.issues.in_order() for one in issue.missing_from(here))
        while some := list(islice(missing, AT_ONCE)):
            seats = self.rounds.still_there(tournament, [seat for _seq, _token, seat in some])
            for seq, token, seat in some:
                if seat in seats:
                    yield gone(_("seat card %(id)s") % {"id": token}, seq)
        for seq, issue in self.issues.in_order():
            codes = [hashes.get(token, "") for token in issue.tokens]
            if cards_hash(codes) != issue.hash and not any(issue.missing_from(here)):
                yield seq, _("the codes of the seat cards differ from those issued here.")

    def _of_token(self, token: SeatToken, hashes: Pages[str]) -> Iterator[Found]:
        hashes[token.pk] = token.code_hash
        about = _("seat card %(id)s") % {"id": token.pk}
        card = self.cards.get(token.pk)
        if card is not None:
            yield from differs(about, _columns(token, card), card.seq)
        elif self.has_old_cards:
            self.unrecorded.add("seattoken")
        else:
            yield without_entry(about)


def _columns(token: SeatToken, card: Card) -> list[str]:
    should = {
        "seat_id": token.seat_id == card.seat,
        "issued_by_id": token.issued_by_id == card.issued_by,
        "issued_at": is_about(token.issued_at, card.issued_at),
        "claimed_at": is_about(token.claimed_at, card.claimed_at),
        "device_hash": text_hash(token.device_hash or "") == card.device,
        "revoked_at": is_about(token.revoked_at, card.revoked_at),
        "second_claims": token.second_claims == card.refused,
    }
    return [name for name, is_so in should.items() if not is_so]


@dataclass
class RecordedPhone:
    """The last state of a card's phone by the ledger."""

    card: Any
    asked: Entry
    device: str
    admitted: Entry | None = None
    admission: str = ""
    ended: Entry | None = None
    has_left: bool = False


@dataclass
class RecordedCard:
    """The state of a card by the ledger."""

    issued: Entry
    entry: Any
    revoked: Entry | None = None
    phones: dict[Any, RecordedPhone] = field(default_factory=dict)

    def end(self, by: Entry) -> None:
        """It was replaced or revoked, and its phones signed out."""
        self.revoked = by
        for phone in self.phones.values():
            phone.ended = phone.ended or by


class PlayerCards:
    """Follows player cards: issued, revoked, scanned, requested, admitted, signed out."""

    about = PlayerCard

    def __init__(self) -> None:
        self.cards: dict[Any, RecordedCard] = {}
        self.living: dict[Any, RecordedCard] = {}
        self.phones: dict[Any, RecordedPhone] = {}
        self.issues: list[Entry] = []
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            PlayerCardsIssued.kind: self._issued,
            CardClaimed.kind: self._claimed,
            CardAskedFor.kind: self._asked,
            CardPhoneAdmitted.kind: self._admitted,
            CardPhoneOut.kind: self._out,
            PlayerCardRevoked.kind: self._revoked,
            TakenIn.kind: lambda _entry: self._forget(),
        }

    def _forget(self) -> None:
        """As for seats: every local card is new."""
        self.cards, self.living, self.phones, self.issues = {}, {}, {}, []

    def _issued(self, entry: Entry) -> None:
        # Before storing anything: a forged entry may name no cards.
        issued = list(zip(entry.payload["entries"], entry.payload["cards"], strict=True))
        if "hash" in entry.payload:
            self.issues.append(entry)
        for player, card in issued:
            before = self.living.get(player)
            if before is not None:
                before.end(entry)
            self.cards[card] = self.living[player] = RecordedCard(entry, player)

    def _asked(self, entry: Entry) -> None:
        phone = RecordedPhone(entry.payload["card"], entry, entry.payload["device"])
        self.phones[entry.payload["phone"]] = phone
        if (card := self.cards.get(phone.card)) is not None:
            card.phones[entry.payload["phone"]] = phone

    def _claimed(self, entry: Entry) -> None:
        if entry.payload["admission"] == CardPhone.Admission.FIRST:
            self._asked(entry)
        self._let_in(entry, entry.payload["admission"])

    def _admitted(self, entry: Entry) -> None:
        self._let_in(entry, CardPhone.Admission.REFEREE)

    def _let_in(self, entry: Entry, admission: str) -> None:
        phone = self.phones.get(entry.payload["phone"])
        if phone is not None:
            phone.admitted, phone.admission = entry, admission

    def _out(self, entry: Entry) -> None:
        phone = self.phones.get(entry.payload["phone"])
        if phone is not None:
            phone.ended, phone.has_left = entry, entry.payload["left"]

    def _revoked(self, entry: Entry) -> None:
        card = self.cards.get(entry.payload["card"])
        if card is not None:
            card.end(entry)
            self.living.pop(card.entry, None)

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        here: set[Any] = set()
        hashes: dict[Any, str] = {}
        cards = PlayerCard.objects.filter(entry__tournament=tournament)
        yield from each(cards, lambda card: self._of_card(card, hashes), here)
        for entry in self.issues:
            missing = [pk for pk in entry.payload["cards"] if pk not in here]
            for pk in missing:
                yield gone(_("player card %(id)s") % {"id": pk}, entry.seq)
            if (
                not missing
                and cards_hash(hashes.get(pk, "") for pk in entry.payload["cards"]) != entry.payload["hash"]
            ):
                yield entry.seq, _("the codes of the player cards differ from those issued here.")
        yield from self._phone_findings(tournament)

    def _of_card(self, card: PlayerCard, hashes: dict[Any, str]) -> Iterator[Found]:
        hashes[card.pk] = card.code_hash
        about = _("player card %(id)s") % {"id": card.pk}
        recorded = self.cards.get(card.pk)
        if recorded is None:
            yield without_entry(about)
        else:
            yield from differs(about, _card_columns(card, recorded), recorded.issued.seq)

    def _phone_findings(self, tournament: Tournament) -> Iterator[Found]:
        here: set[Any] = set()
        yield from each(CardPhone.objects.filter(card__entry__tournament=tournament), self._of_phone, here)
        for pk, recorded in self.phones.items():
            if pk not in here:
                yield gone(_("phone %(id)s of a player card") % {"id": pk}, recorded.asked.seq)

    def _of_phone(self, phone: CardPhone) -> Iterator[Found]:
        about = _("phone %(id)s of a player card") % {"id": phone.pk}
        recorded = self.phones.get(phone.pk)
        if recorded is None:
            yield without_entry(about)
        else:
            yield from differs(about, _phone_columns(phone, recorded), recorded.asked.seq)


def _card_columns(card: PlayerCard, recorded: RecordedCard) -> list[str]:
    should = {
        "entry_id": card.entry_id == recorded.entry,
        "issued_by_id": card.issued_by_id == recorded.issued.user,
        "issued_at": is_about(card.issued_at, recorded.issued.at),
        "revoked_at": is_about(card.revoked_at, recorded.revoked.at if recorded.revoked else None),
    }
    return [name for name, is_so in should.items() if not is_so]


def _phone_columns(phone: CardPhone, recorded: RecordedPhone) -> list[str]:
    admitted, ended = recorded.admitted, recorded.ended
    should = {
        "card_id": phone.card_id == recorded.card,
        "device_hash": text_hash(phone.device_hash) == recorded.device,
        "asked_at": is_about(phone.asked_at, recorded.asked.at),
        "admitted_at": is_about(phone.admitted_at, admitted.at if admitted else None),
        "admission": phone.admission == recorded.admission,
        "ended_at": is_about(phone.ended_at, ended.at if ended else None),
        "has_left": phone.has_left == recorded.has_left,
    }
    return [name for name, is_so in should.items() if not is_so]
