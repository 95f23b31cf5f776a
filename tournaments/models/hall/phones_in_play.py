"""Tables with a phone or tablet in play, where players can confirm results."""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q

from tournaments.models.credentials.kiosks import TableKiosk
from tournaments.models.credentials.player_cards import CardPhone
from tournaments.models.credentials.seat_tokens import SeatToken
from tournaments.models.play.results import Scoresheet
from tournaments.models.play.rounds import Round, Seat, Table

# The phone holds the seat's token, or follows its player's card.
_HOLDS_A_SEAT = Q(
    Exists(SeatToken.objects.filter(seat=OuterRef("pk"), revoked_at=None, claimed_at__isnull=False))
) | Q(
    Exists(CardPhone.objects.admitted().filter(card__entry=OuterRef("entry"), card__revoked_at=None)),
)
_IN_PLAY = (
    Q(Exists(Seat.objects.filter(_HOLDS_A_SEAT, table=OuterRef("pk"))))
    | Q(
        Exists(
            TableKiosk.objects.filter(
                tournament=OuterRef("round__stage__tournament"),
                number=OuterRef("number"),
                revoked_at=None,
                claimed_at__isnull=False,
            )
        )
    )
    | Q(Exists(Scoresheet.objects.filter(table=OuterRef("pk"), reported_by_seat__isnull=False)))
)


def tables_with_phones(rounds: Iterable[Round]) -> dict[int, list[int]]:
    """Return the numbers of tables with a phone in play, in order, by round id: a phone holds a seat or follows a
    player's card, a tablet belongs to the table, or a seat has reported. One query.
    """
    found: dict[int, list[int]] = {round_.pk: [] for round_ in rounds}
    if found:
        tables = Table.objects.filter(_IN_PLAY, round__in=found).order_by("number")
        for round_, number in tables.values_list("round", "number"):
            found[round_].append(number)
    return found


def has_phone(table: Table) -> bool:
    """Whether a phone is in play at this table; see `tables_with_phones`. One query."""
    return Table.objects.filter(_IN_PLAY, pk=table.pk).exists()
