"""What a tournament is set up with is said once: the page, the API and the next season fill the same frame."""

from dataclasses import fields

from scoring.rulebook.rulebook import load
from tournaments.actions.setup.tournaments import Frame
from tournaments.actions.stages.shapes import SHAPES
from tournaments.api.resources.setup.tournaments import NewTournament
from tournaments.forms.setup import TournamentForm
from tournaments.models import Season, Tournament

FRAME = {field.name for field in fields(Frame)}
COLUMNS = {field.name for field in Tournament._meta.fields}
# How it is played, in tables of their own.
BESIDE = {"rulebook_id", "house_rules", "first_stage", "first_stage_kind"}
# What a tournament has of itself: its number, how far it is, whose ledger it goes on with, and when it was made.
NOT_CHOSEN = {"id", "status", "is_archived", "written_elsewhere", "created_at"}


def test_a_frame_has_every_column_that_is_chosen_when_a_tournament_is_set_up() -> None:
    assert FRAME - COLUMNS == BESIDE
    assert COLUMNS - FRAME == NOT_CHOSEN


def test_a_frame_becomes_a_tournament_with_these_columns() -> None:
    season = Season(name="2026")
    chosen = {
        "slug": "cup",
        "name": "Cup",
        "season": season,
        "division": "A",
        "level": 2,
        "venue": "Hall",
        "time_zone": "UTC",
        "visibility": "private",
        "confirmation_rule": "k_of_n",
        "confirmations_needed": 2,
        "paper_counts": "always",
        "live_delay": 5,
        "photo_days": 30,
    }

    made = Frame(rulebook_id="mleague", first_stage="Heats", **chosen).tournament()

    assert {name: getattr(made, name) for name in chosen} == chosen


def test_what_the_page_and_the_api_ask_for_is_in_the_frame() -> None:
    form = TournamentForm(load("mleague"), SHAPES["qualifying_final"], [Season(pk=1)])

    asked = {one.name for one in (*form.main_fields, *form.rhythm_fields, *form.more_fields)}

    # What a shape brings is set beside the frame.
    rhythm = {"starts_at", "rounds", "minutes", "pause", "lunch_after", "lunch"}
    assert asked - FRAME == {*rhythm, "final_tables", "final_carries"}
    assert set(NewTournament().fields) - FRAME == {"rulebook", "confirm"}
