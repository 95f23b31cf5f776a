"""Who performs an action."""

from dataclasses import dataclass, field

from players.models import User
from tournaments.models import ApiToken, Entry, PlayerCard, Seat, SeatToken, TableKiosk


@dataclass(frozen=True)
class Actor:
    """A signed-in person, a phone that claimed a seat or follows a player's card, a table's tablet, the operator at
    the machine's console, or an anonymous visitor. A person may also hold a phone.

    A phone acts for its one seat, or for all seats of the card's player; a person as their roles allow. A tablet acts
    for `kiosk_seat`, whose player tapped their name in this request; actions that bind the player also require
    `knows_pin`, the PIN of their card. `api_token` narrows a person's rights. An actor lives for one request and
    caches `roles` by tournament.
    """

    user: User | None = None
    seat_token: SeatToken | None = None
    card: PlayerCard | None = None
    kiosk: TableKiosk | None = None
    kiosk_seat: Seat | None = None
    knows_pin: bool = False
    api_token: ApiToken | None = None
    is_console: bool = False
    roles: dict[int, str | None] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def key(self) -> str:
        """An opaque name for ledgers and idempotency keys; never contains a name or an email address."""
        if self.user is not None:
            return f"user:{self.user.pk}"
        if self.seat_token is not None:
            return f"seat:{self.seat_token.seat_id}/token:{self.seat_token.pk}"
        if self.card is not None:
            return f"card:{self.card.pk}"
        if self.kiosk is not None:
            at = f"kiosk:{self.kiosk.pk}"
            return at if self.kiosk_seat is None else f"seat:{self.kiosk_seat.pk}/{at}"
        return "console" if self.is_console else "anybody"

    @property
    def caller(self) -> str:
        """The owner of this caller's Idempotency-Keys: an API token has its own, apart from its owner's; a tablet has
        its own, regardless of who tapped their name.
        """
        if self.user is None and self.seat_token is None and self.card is None and self.kiosk is not None:
            return f"kiosk:{self.kiosk.pk}"
        return f"{self.key}/api:{self.api_token.pk}" if self.api_token is not None else self.key

    @property
    def person(self) -> "Actor":
        """Return this actor without the phone, for actions that have nothing to do with a seat."""
        return Actor(user=self.user, api_token=self.api_token) if self.is_phone else self

    def sits_on(self, seat: Seat) -> bool:
        """Whether this seat belongs to this phone or to the signed-in player."""
        if self._holds(seat):
            return True
        return self.user is not None and seat.entry.player.user_id == self.user.pk

    def plays_as(self, entry: Entry) -> bool:
        """Whether this is the entry's phone or its signed-in player. The entry's player must be loaded."""
        if self.seat_token is not None and self.seat_token.seat.entry_id == entry.pk:
            return True
        if self.card is not None and self.card.entry_id == entry.pk:
            return True
        return self.user is not None and entry.player.user_id == self.user.pk

    def seat_among(self, seats: list[Seat]) -> Seat | None:
        """Return the first of `seats` that belongs to this actor; the phone's seat takes precedence over the
        player's.
        """
        held = [seat for seat in seats if self._holds(seat)]
        return next(iter(held or [seat for seat in seats if self.sits_on(seat)]), None)

    @property
    def is_phone(self) -> bool:
        return self.seat_token is not None or self.card is not None or self.kiosk is not None

    def _holds(self, seat: Seat) -> bool:
        if self.seat_token is not None and self.seat_token.seat_id == seat.pk:
            return True
        tapped = self.kiosk_seat
        # The seat may have been given to another player since the tap.
        if tapped is not None and (tapped.pk, tapped.entry_id) == (seat.pk, seat.entry_id):
            return True
        return self.card is not None and self.card.entry_id == seat.entry_id
