"""The pages of the desk: under which noun each is found, and who reads it. Navigation and search are made of them."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class DeskPage(NamedTuple):
    """A page that is opened by its name: `needs` is the right in the desk's frame without which it is not shown."""

    route: str
    name: str | Promise
    needs: str = ""
    # The tab that is marked when the page is open, and the noun it belongs to.
    tab: str = ""
    noun: str = ""


NOUNS: Mapping[str, Promise] = {
    "desk": pgettext_lazy("heading", "Rounds"),
    "players": pgettext_lazy("heading", "Players"),
    "draw": pgettext_lazy("heading", "Draw"),
    "print": pgettext_lazy("heading", "Print"),
    "screens": pgettext_lazy("heading", "Screens"),
    "results": pgettext_lazy("heading", "Results"),
    "settings": pgettext_lazy("heading", "Settings"),
}
RUN, REFEREE = "can_run", "can_referee"
# In their order. A noun leads to the first of its pages that is shown.
TABS = (
    DeskPage("desk", NOUNS["desk"], tab="desk", noun="desk"),
    DeskPage("desk_entries", pgettext_lazy("heading", "List"), RUN, "entries", "players"),
    DeskPage("desk_check_in", pgettext_lazy("heading", "Check-in"), REFEREE, "check_in", "players"),
    DeskPage("desk_player_cards", pgettext_lazy("heading", "Player cards"), REFEREE, "cards", "players"),
    DeskPage("desk_phones", pgettext_lazy("heading", "Phones and seat cards"), REFEREE, "phones", "players"),
    DeskPage("desk_penalties", pgettext_lazy("heading", "Penalties"), REFEREE, "penalties", "players"),
    DeskPage("desk_plan", NOUNS["draw"], RUN, "draw", "draw"),
    DeskPage("print_kit", pgettext_lazy("heading", "Print kit"), REFEREE, "print_kit", "print"),
    DeskPage("print", pgettext_lazy("tab", "Single sheets"), "", "print", "print"),
    DeskPage(
        "desk_hall", pgettext_lazy("heading", "Projector and announcements"), REFEREE, "hall", "screens"
    ),
    DeskPage("desk_kiosks", pgettext_lazy("heading", "Tablets"), REFEREE, "tablets", "screens"),
    DeskPage("standings", NOUNS["results"], "", "results", "results"),
    DeskPage("desk_edit", pgettext_lazy("heading", "Event"), RUN, "edit", "settings"),
    DeskPage("desk_rules", pgettext_lazy("heading", "Rules"), RUN, "rules", "settings"),
    DeskPage("desk_staff", pgettext_lazy("heading", "Staff"), RUN, "staff", "settings"),
)
# No tabs, but looked for by name.
FOUND_BY_NAME = (
    DeskPage("desk_sheets", _("Enter paper sheets")),
    DeskPage("desk_referee", pgettext_lazy("heading", "Referee"), REFEREE),
    DeskPage("desk_registrations", pgettext_lazy("heading", "Registrations"), RUN),
    DeskPage("desk_import", _("Import a player list"), RUN),
    DeskPage("desk_repair", _("Players leave or join"), RUN),
    DeskPage("desk_teams", pgettext_lazy("heading", "Teams"), RUN),
    DeskPage("desk_about", _("About the event"), RUN),
    DeskPage("desk_timetable", pgettext_lazy("heading", "Timetable"), RUN),
    DeskPage("desk_brand", _("Brand and poster"), RUN),
    DeskPage("desk_webhooks", pgettext_lazy("heading", "Webhooks"), RUN),
    DeskPage("desk_questions", _("Questions when registering"), RUN),
    DeskPage("desk_thanks", pgettext_lazy("heading", "Closing words"), RUN),
    DeskPage("desk_ranking", _("Who is ranked"), RUN),
    DeskPage("desk_night", _("A free play night: who is here?"), RUN),
    DeskPage("downloads", pgettext_lazy("heading", "Downloads")),
    DeskPage("ledger", pgettext_lazy("heading", "Ledger")),
)
NOUN_OF = {page.tab: page.noun for page in TABS}


def shown(pages: tuple[DeskPage, ...], rights: Mapping[str, object]) -> list[DeskPage]:
    """Return those of the pages that a person with these rights reads."""
    return [page for page in pages if not page.needs or rights[page.needs]]


class NounLink(NamedTuple):
    """A noun in the desk's navigation; `current` is the value of `aria-current`, or empty."""

    route: str
    name: Promise
    current: str


def navigation(tab: str, rights: Mapping[str, object]) -> dict[str, object]:
    """Return what the desk's navigation shows around the page of this tab."""
    tabs = shown(TABS, rights)
    noun = NOUN_OF.get(tab, tab)
    first: dict[str, DeskPage] = {}
    for page in tabs:
        first.setdefault(page.noun, page)
    parts = [page for page in tabs if page.noun == noun]
    return {
        "noun_links": [
            NounLink(page.route, NOUNS[name], _current(page, tab, noun)) for name, page in first.items()
        ],
        "noun_name": NOUNS.get(noun, ""),
        "parts": parts if len(parts) > 1 else [],
    }


def _current(page: DeskPage, tab: str, noun: str) -> str:
    if page.noun != noun:
        return ""
    return "page" if page.tab == tab else "true"
