"""A change of what cannot be edited is an error of the program: nothing is dropped in silence, nothing else done."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from tests.tournaments.hall import Hall
from tournaments.actions.actor import Actor
from tournaments.actions.leagues.founding import create_league, edit_league
from tournaments.actions.people.editing import edit_entry, edit_player
from tournaments.actions.people.record_proposals import propose_change
from tournaments.actions.seen_versions import entry_tag, league_tag, player_tag, tournament_tag
from tournaments.actions.setup.editing import edit_tournament
from tournaments.models import Entry, LedgerEntry, Tournament

Changes = Mapping[str, Any]


def an_entry() -> Entry:
    return Entry.objects.select_related("player").earliest("number")


def of_a_tournament(hall: Hall, changes: Changes) -> object:
    seen = tournament_tag(hall.tournament)
    return edit_tournament(tournament=hall.tournament, changes=changes, seen=seen, by=hall.alice)


def of_a_league(hall: Hall, changes: Changes) -> object:
    league = create_league(slug="friday", name="Friday", by=Actor(is_console=True))
    return edit_league(league=league, changes=changes, seen=league_tag(league), by=hall.alice)


def of_an_entry(hall: Hall, changes: Changes) -> object:
    entry = an_entry()
    return edit_entry(entry=entry, changes=changes, seen=entry_tag(entry), by=hall.alice)


def of_a_player(hall: Hall, changes: Changes) -> object:
    player = an_entry().player
    return edit_player(player=player, changes=changes, seen=player_tag(player), by=hall.alice)


def of_a_record(hall: Hall, changes: Changes) -> object:
    player = an_entry().player
    return propose_change(player=player, tournament=hall.tournament, changes=changes, by=hall.alice)


@pytest.mark.parametrize("edit", [of_a_tournament, of_a_league, of_an_entry, of_a_player, of_a_record])
def test_an_unknown_name_is_an_error_and_changes_nothing(
    hall: Hall, edit: Callable[[Hall, Changes], object]
) -> None:
    before = LedgerEntry.objects.count(), Tournament.objects.values().get()

    with pytest.raises(TypeError, match=r"^cannot be edited: created_at, sponsor$"):
        edit(hall, {"sponsor": "Riichi Beer", "created_at": None})

    assert before == (LedgerEntry.objects.count(), Tournament.objects.values().get())
