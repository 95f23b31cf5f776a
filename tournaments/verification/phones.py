"""Who holds a seat: the cards that were issued, and the phones that claimed them. Part of `verification`."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import SeatToken, Tournament
from tournaments.models.digests import cards_hash, text_hash
from tournaments.models.ledger_kinds import Kind
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differs, gone, is_about, without_entry
from tournaments.verification.rounds import Rounds


@dataclass
class Card:
    """What the ledger tells of the code of one seat."""

    issued: Entry
    seat: Any
    claimed: Entry | None = None
    revoked_at: datetime | None = None
    refused: int = 0


class Phones:
    """Follows the codes of seats: issued, claimed, revoked."""

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        self.cards: dict[Any, Card] = {}
        self.living: dict[Any, Card] = {}
        self.has_old_cards = False
        self.issues: list[Entry] = []
        self.unrecorded: set[str] = set()

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            Kind.TOKENS_ISSUED: self._issued,
            Kind.SEAT_CLAIMED: self._claimed,
            Kind.SECOND_CLAIM_REFUSED: self._refused,
            Kind.TOKEN_REVOKED: lambda entry: self._revoke(entry.payload["seat"], entry),
            Kind.SUBSTITUTED: lambda entry: self._revoke(entry.payload["seat"], entry),
            Kind.TAKEN_IN: lambda _entry: self._forget(),
        }

    def _forget(self) -> None:
        """Codes stay on the server that made them: here every card is a new one."""
        self.cards, self.living, self.issues = {}, {}, []
        self.has_old_cards = False

    def _issued(self, entry: Entry) -> None:
        for seat in entry.payload["seats"]:
            self._revoke(seat, entry)
        if "tokens" not in entry.payload:
            self.has_old_cards = True
            return
        self.issues.append(entry)
        for seat, token in zip(entry.payload["seats"], entry.payload["tokens"], strict=True):
            self.cards[token] = self.living[seat] = Card(entry, seat)

    def _revoke(self, seat: object, entry: Entry) -> None:
        card = self.living.pop(seat, None)
        if card is not None:
            card.revoked_at = entry.at

    def _claimed(self, entry: Entry) -> None:
        card = self.cards.get(entry.payload["token"])
        if card is not None:
            card.claimed = entry

    def _refused(self, entry: Entry) -> None:
        card = self.cards.get(entry.payload["token"])
        if card is not None:
            card.refused += 1

    def findings(self, tournament: Tournament) -> Iterator[Found]:
        rows = SeatToken.objects.filter(seat__round__stage__tournament=tournament).order_by("pk")
        here = {}
        for token in rows.iterator(chunk_size=2_000):
            here[token.pk] = token.token_hash
            about = _("seat card %(id)s") % {"id": token.pk}
            card = self.cards.get(token.pk)
            if card is not None:
                yield from differs(about, _columns(token, card), card.issued.seq)
            elif self.has_old_cards:
                self.unrecorded.add("seattoken")
            else:
                yield without_entry(about)
        tables = self.rounds.seated.values() if self.issues else ()
        seats = {seat for table in tables for seat in table.seats}
        for entry in self.issues:
            pairs = list(zip(entry.payload["seats"], entry.payload["tokens"], strict=True))
            # The cards of a draft that was drawn again went with its seats.
            missing = [token for seat, token in pairs if token not in here]
            for seat, token in pairs:
                if token not in here and seat in seats:
                    yield gone(_("seat card %(id)s") % {"id": token}, entry.seq)
            codes = [here.get(token, "") for _seat, token in pairs]
            if not missing and cards_hash(codes) != entry.payload.get("hash"):
                yield entry.seq, _("the codes of the seat cards are no longer those that were issued here.")


def _columns(token: SeatToken, card: Card) -> list[str]:
    device = card.claimed.payload.get("device") if card.claimed else ""
    should = {
        "seat_id": token.seat_id == card.seat,
        "issued_by_id": token.issued_by_id == card.issued.user,
        "issued_at": is_about(token.issued_at, card.issued.at),
        "claimed_at": is_about(token.claimed_at, card.claimed.at if card.claimed else None),
        "device_hash": text_hash(token.device_hash or "") == device,
        "revoked_at": is_about(token.revoked_at, card.revoked_at),
        "second_claims": token.second_claims == card.refused,
    }
    return [name for name, is_so in should.items() if not is_so]
