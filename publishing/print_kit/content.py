"""What is on the pages of a print kit, from the same places as the pages that a browser prints."""

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from publishing.certificates.pages import content_of
from publishing.faces import face_of
from publishing.print_kit.drawing import (
    Badge,
    CardToPrint,
    CodeToPrint,
    Kit,
    KitLook,
    Listing,
    Paper,
    Schedule,
    SheetToFill,
)
from rules.formatting import WINDS
from tournaments.models import Entry, Round, Tournament
from tournaments.models.play.rounds import TABLE_NAME
from tournaments.models.play.table_cards import cards_by_round
from tournaments.templatetags.jantaku import grouped
from tournaments.views.desk.play.player_cards import (
    card_of,
    entries_with_cards,
    table_addresses,
    without_scheme,
)
from tournaments.views.paper.sheets import day_of, schedules_of, seats_by_name
from web.visitor_language import address_of, language

# What may be ticked, in the order of the pages.
PARTS: Mapping[str, str | Promise] = {
    "posters": gettext_lazy("Poster with a QR code of the event’s page"),
    "cards": gettext_lazy("Player cards with QR code and PIN"),
    "badges": pgettext_lazy("printed", "Badges"),
    "listings": gettext_lazy("Door lists: name, table and wind of each round"),
    "schedules": pgettext_lazy("heading", "Personal schedules"),
    "sheets": gettext_lazy("Empty score sheets"),
    "numbers": gettext_lazy("Table numbers with a QR code of the table’s page"),
}


class Choice(NamedTuple):
    """What is printed: `round_id` 0 is every published round; `site` is one of `web.networks.site_urls`."""

    parts: Collection[str]
    round_id: int
    paper: Paper
    site: str


def kit_of(tournament: Tournament, choice: Choice) -> Kit:
    """Return what was chosen, in the language of the page. Five queries, and one for each round."""
    rounds = published_rounds(tournament)
    chosen = [one for one in rounds if choice.round_id in (0, one.pk)]
    makers: Mapping[str, Callable[[], Iterable[Any]]] = {
        "posters": lambda: [_poster(tournament, choice.site)],
        "cards": lambda: _cards(tournament, choice.site),
        "badges": lambda: _badges(tournament),
        "listings": lambda: map(_listing, chosen),
        "schedules": lambda: _schedules(tournament, rounds),
        "sheets": lambda: _sheets(tournament, chosen),
        "numbers": lambda: _numbers(tournament, choice.site),
    }
    return Kit(**{part: list(makers[part]()) for part in PARTS if part in choice.parts})


def look_of(tournament: Tournament, choice: Choice) -> KitLook:
    face = face_of(tournament)
    return KitLook(
        title=f"{tournament.name} · {pgettext('heading', 'Print kit')}",
        event=tournament.name,
        brand=face.brand,
        colour=face.colour,
        logo=content_of(face.logo),
        foot=face.when_and_where,
        language=language(),
        paper=choice.paper,
    )


def published_rounds(tournament: Tournament) -> list[Round]:
    """Return the rounds that can be printed, in order of play."""
    rounds = Round.objects.published().filter(stage__tournament=tournament).select_related("stage")
    return list(rounds.order_by("stage__ordinal", "number"))


def without_card(tournament: Tournament) -> int:
    """Return how many players have no card that could be printed."""
    cards = map(card_of, entries_with_cards(tournament))
    return sum(1 for card in cards if card is None or not card.code_works)


def _poster(tournament: Tournament, site: str) -> CodeToPrint:
    address = address_of("tournament", tournament.slug, site=site)
    return CodeToPrint(_("Seats, results, standings"), without_scheme(address), address)


def _cards(tournament: Tournament, site: str) -> Iterable[CardToPrint]:
    seat = address_of("seat", site=site)
    lost = _("If your phone loses access:")
    for entry in entries_with_cards(tournament):
        card = card_of(entry)
        if card is None or not card.code_works:
            continue
        yield CardToPrint(
            name=entry.player.name,
            about=f"{_number(entry.number)} · {tournament.name}",
            code=grouped(card.code),
            address=without_scheme(seat),
            link=f"{seat}#{card.code}",
            pin=f"{lost} PIN {card.pin}",
        )


def _badges(tournament: Tournament) -> Iterable[Badge]:
    people = tournament.entries.filter(status=Entry.Status.ACTIVE).order_by("number")
    for number, name, club, country in people.values_list(
        "number", "player__name", "player__club__name", "player__country"
    ):
        yield Badge(name, club or "", country, _number(number))


def _listing(round_: Round) -> Listing:
    lines = [
        (seat.entry.player.name, str(seat.table.number), wind_in_words(seat.wind))
        for seat in seats_by_name(round_)
    ]
    return Listing(f"{round_} · {_('Seats by name')}", lines)


def _schedules(tournament: Tournament, rounds: Iterable[Round]) -> Iterable[Schedule]:
    """One for each player and stage."""
    day = date_format(day_of(tournament), "SHORT_DATE_FORMAT")
    by_stage: dict[int, list[Round]] = {}
    for round_ in rounds:
        by_stage.setdefault(round_.stage_id, []).append(round_)
    for of_stage in by_stage.values():
        names = {round_.number: str(round_) for round_ in of_stage}
        for one in schedules_of(of_stage):
            lines = [(names[number], _table(table), wind_in_words(wind)) for number, table, wind in one.seats]
            yield Schedule(one.name, f"{_number(one.number)} · {tournament.name} · {day}", lines)


def _sheets(tournament: Tournament, rounds: Collection[Round]) -> Iterable[SheetToFill]:
    columns = (
        pgettext("column", "Seat"),
        pgettext("column", "Name"),
        pgettext("column", "Points"),
        pgettext("mahjong term", "Chombo"),
        pgettext("column", "Signature"),
    )
    feet = _("Riichi sticks left:"), pgettext("before a value", "Checked by:")
    tables = cards_by_round(rounds)
    for round_ in rounds:
        about = f"{tournament.name} · {date_format(day_of(tournament, round_), 'DATE_FORMAT')}"
        for table in tables[round_.pk]:
            rows = [(wind_in_words(seat.wind), seat.name) for seat in table.seats]
            yield SheetToFill(f"{round_} · {table}", about, columns, rows, feet)


def _numbers(tournament: Tournament, site: str) -> Iterable[CodeToPrint]:
    words = _("Who sits here, results, standings")
    for number, address in table_addresses(tournament, site):
        yield CodeToPrint(words, without_scheme(address), address, str(number))


def wind_in_words(value: int) -> str:
    """Return a wind as it is read on paper: 東, in other languages with its name."""
    kanji, name = WINDS[value]
    return kanji if language() == "ja" else f"{kanji} {name}"


def _table(number: int) -> str:
    return str(TABLE_NAME) % {"number": number}


def _number(number: int) -> str:
    return f"{pgettext('before a value', 'No.')} {number}"
