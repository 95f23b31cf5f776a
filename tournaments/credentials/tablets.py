"""Who acts at a table tablet: by a tapped name, plus the card's PIN for binding actions."""

from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed, StateRefuses
from tournaments.actions.rate_limits import PINS_OF_A_CARD, attempt
from tournaments.models import PlayerCard, Seat, TableKiosk


def seat_at(kiosk: TableKiosk, table: int, seat: int | None) -> Seat:
    """Return the tapped seat, which must be at this table, whose tablet this must be. Refused otherwise."""
    seats = Seat.objects.filter(table=table).select_related(
        "entry__player", "table__round__stage__tournament__usual_format"
    )
    found = seats.filter(pk=seat).first() if seat is not None else None
    if found is not None and kiosk.serves(found.table):
        return found
    if seat is not None and found is None:
        raise NotAllowed(
            _("This table does not have that seat. Please tap one of its names."), code="no_such_seat"
        )
    if found is None:
        raise NotAllowed(
            _("Please tap your name first: this tablet is shared by everyone at the table."), code="no_seat"
        )
    raise NotAllowed(
        _("This tablet belongs to another table, or the round there is over. Please open its page again."),
        code="another_table",
    )


def tapped(kiosk: TableKiosk, seat: Seat) -> Actor:
    """Return the player of this seat by a tapped name only: may enter hands and call the referee, nothing more."""
    return Actor(kiosk=kiosk, kiosk_seat=seat)


def proven(kiosk: TableKiosk, seat: Seat, pin: str) -> Actor:
    """Return the player of this seat, proven by their card's PIN for this request only.

    Wrong PINs are counted per card, together with those from phones. Must not run inside a transaction.
    """
    card = PlayerCard.objects.alive().filter(entry=seat.entry_id).first()
    if card is None or not card.code_works:
        raise StateRefuses(
            _(
                "%(name)s has no card with a PIN, so this tablet cannot verify them. Please use your own "
                "phone, or ask the referee."
            )
            % {"name": seat.entry.player.name},
            code="no_pin",
        )
    with attempt((PINS_OF_A_CARD, str(card.pk))):
        if not card.has_pin(pin):
            raise NotAllowed(
                _(
                    "This is not the PIN on the card of %(name)s. Please check the card again, or ask the "
                    "referee."
                )
                % {"name": seat.entry.player.name},
                code="wrong_pin",
            )
    return Actor(kiosk=kiosk, kiosk_seat=seat, knows_pin=True)
