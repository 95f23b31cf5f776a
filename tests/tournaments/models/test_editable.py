"""A column of what organizers edit is edited by them, or set otherwise, and here is why."""

import re
from dataclasses import fields
from pathlib import Path

import pytest
from django.apps import apps
from django.db.models import Model

from players.models import Player
from tests.tournaments.edited import optional_texts
from tournaments.actions.setup.tournaments import Frame
from tournaments.api.resources.setup.frames import EditedTournament
from tournaments.api.schemas.structure import TournamentPageShape
from tournaments.forms.editing import EditTournamentForm
from tournaments.models import Entry, League, Tournament

PLACED = "says whose it is; it stays there"
BY_ITSELF = "the database's clock or a trigger writes it"
OF_MERGING = "written when two records of one person become one"

SET_OTHERWISE: dict[type[Model], dict[str, str]] = {
    Tournament: {
        "season": PLACED,
        "division": "belongs to the level in its season, and is renamed with the divisions",
        "level": PLACED,
        "status": "begins with the first round and ends with `finish`",
        "tie_breaks": "before the first game only (`set_tie_breaks`)",
        "substitutes": "with who is ranked (`set_ranking`)",
        "substitute_score": "with who is ranked (`set_ranking`)",
        "withdrawn": "with who is ranked (`set_ranking`)",
        "is_archived": "by `archive_tournament` and `bring_back_tournament`",
        "written_elsewhere": "written when a tournament comes as a file",
        "created_at": BY_ITSELF,
    },
    League: {"removed_at": "by `remove_league`"},
    Entry: {
        "tournament": PLACED,
        "player": OF_MERGING,
        "status": "by `withdraw` and `reinstate`",
        "lot": "drawn at registration; it decides between equals",
        "created_at": BY_ITSELF,
        "checked_in_at": "at check-in",
        "paid_at": "by `note_fees_paid` and `undo_fees_paid`",
        "merged_into": OF_MERGING,
    },
    Player: {
        "user": "by the person, who claims the record",
        "skeleton": "follows from the name",
        "created_at": BY_ITSELF,
    },
}


def test_these_are_the_models_of_which_columns_are_edited() -> None:
    assert {model for model in apps.get_models() if hasattr(model, "EDITABLE")} == set(SET_OTHERWISE)


@pytest.mark.parametrize("model", SET_OTHERWISE, ids=lambda model: model.__name__)
def test_every_column_is_editable_or_set_otherwise_for_a_reason(model: type[Model]) -> None:
    columns = {field.name for field in model._meta.concrete_fields if field.name != "id"}
    otherwise = SET_OTHERWISE[model]

    undecided = columns - set(model.EDITABLE) - otherwise.keys()  # type: ignore[attr-defined]
    assert not undecided, (
        f"{', '.join(sorted(undecided))}: name it in {model.__name__}.EDITABLE if organizers edit it; else say in"
        " SET_OTHERWISE of this test how it is set."
    )
    assert columns >= otherwise.keys()
    assert not otherwise.keys() & set(model.EDITABLE)  # type: ignore[attr-defined]


# What has a name for each of them.
OF_A_TOURNAMENT = {
    "Frame of tournaments/actions/setup/tournaments.py": {field.name for field in fields(Frame)},
    "EditTournamentForm of tournaments/forms/editing.py": {*EditTournamentForm.base_fields},
    "EditedTournament of tournaments/api/resources/setup/frames.py": {*EditedTournament().fields},
    "TournamentPageShape of tournaments/api/schemas/structure.py": TournamentPageShape.__required_keys__,
}


@pytest.mark.parametrize("where", OF_A_TOURNAMENT)
def test_what_is_edited_of_a_tournament_is_chosen_typed_called_and_answered(where: str) -> None:
    missing = set(Tournament.EDITABLE) - OF_A_TOURNAMENT[where]

    assert not missing, f"{', '.join(sorted(missing))}: organizers edit it, so add it to {where}."


def test_what_organizers_type_about_a_tournament_is_shown_on_a_page() -> None:
    files = (Path(__file__).parents[3] / "templates").rglob("*.html")
    shown = set(re.findall(r"\btournament\.(\w+)", " ".join(file.read_text() for file in files)))

    missing = set(optional_texts()) - shown

    assert not missing, (
        f"{', '.join(sorted(missing))}: organizers type it about a tournament, so show it on a page, such as in"
        " templates/includes/_event_hero.html."
    )
