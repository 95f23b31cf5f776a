"""Each kind of action is declared once: what is stored, whom it touches, whether standings move, and a sentence."""

import subprocess
import sys

import pytest
from django.utils.translation import gettext_lazy as _

from tests.registers import KINDS_VERIFIED
from tournaments.models import LedgerHead
from tournaments.models.events import (
    Event,
    LeagueEvent,
    OnStream,
    Touches,
    kinds_on_stream,
    kinds_that_move_standings,
)
from tournaments.models.origins.reading import Ids
from tournaments.models.play.events import ResultVoided, RoundStartCancelled, TimeLimitSet
from tournaments.models.texts.events import TextRemoved
from tournaments.verification.ledger import _Reading

# As they stand in ledgers. None may be renamed or go: its hash, and every later one, was made with it.
STORED = """
    addresses_erased agreed appointed
    brand_pictures_set brand_set sponsors_set
    baseline bonus_given captain_named captain_removed card_asked card_claimed
    card_phone_admitted card_phone_out card_revoked
    cards_issued closed confirmed corrected counting_set created discarded dismissed disputed draw_cancelled
    draw_lost draw_ordered draw_refused drawn entry_edited entry_removed finished hand_text_removed
    free_play_set game_quota_set imported
    invitation_accepted invitation_declined invitation_withdrawn invited kiosk_claimed kiosk_revoked kiosks_issued
    line_up_handed_in
    line_up_rule_set line_ups_shown night_cancelled night_planned night_settled night_signed_off
    night_signed_up odd_rulebook_named
    odd_rulebook_pinned planned_rounds_set penalized penalty_lifted player_edited players_imported published
    qualification_removed qualification_set qualifiers_confirmed qualifiers_taken_back ranking_set
    players_merged registered reinstated reopened repaired reported results_imported round_planned rulebook_pinned
    rules_changed seat_claimed second_claim_refused seed_committed stage_added stage_removed
    stage_renamed started substituted swapped table_opened
    table_taken_back taken_in team_bonus_given team_changed team_counting_set team_formed team_look_set team_penalized
    team_penalty_lifted team_removed team_renamed team_warned text_removed tie_breaks_set token_revoked tokens_issued
    records_mailed
    tournament_discarded tournament_edited voided warned wish_dropped wish_made withdrew
"""


def test_what_ledgers_hold_keeps_its_name() -> None:
    assert set(STORED.split()) <= set(Event.events)


def test_every_kind_says_whether_programs_hear_of_it() -> None:
    """Kinds that move standings may leave it out: the published standings tell of them."""
    undeclared = [
        f"The kind {kind} does not say what programs hear of it. Add to {event.__name__} of {event.__module__}:\n"
        "    on_stream = OnStream.ROUND\nor another, or None if it is not for the public."
        for kind, event in Event.events.items()
        if not hasattr(event, "on_stream") and not event.moves_standings
    ]

    assert undeclared == []
    assert set(kinds_on_stream().values()) == set(OnStream)


def test_standings_move_after_these_kinds_and_no_others() -> None:
    found = {
        touches: {
            kind for kind, event in Event.events.items() if event.moves_standings and event.touches is touches
        }
        for touches in Touches
    }

    assert set().union(*found.values()) == kinds_that_move_standings()
    assert found == {
        Touches.NOBODY: {
            "brand_pictures_set",
            "brand_set",
            "sponsors_set",
            "qualification_removed",
            "qualification_set",
            "qualifiers_confirmed",
            "qualifiers_taken_back",
            "stage_added",
            "stage_removed",
            "stage_renamed",
            "team_bonus_given",
            "team_counting_set",
            "team_look_set",
            "team_penalized",
            "team_penalty_lifted",
            "team_removed",
            "team_renamed",
            "tie_breaks_set",
            "tournament_edited",
            "repaired",
        },
        Touches.ENTRY: {
            "registered",
            "entry_edited",
            "team_changed",
            "entry_removed",
            "player_edited",
            "withdrew",
            "reinstated",
            "bonus_given",
            "penalized",
            "penalty_lifted",
        },
        Touches.TABLE: {
            "confirmed",
            "confirmation_undone",
            "paper_counted",
            "paper_confirmed",
            "corrected",
            "voided",
            "imported",
        },
        Touches.EVERYBODY: {
            "counting_set",
            "players_imported",
            "players_merged",
            "ranking_set",
            "taken_in",
        },
    }


def test_every_kind_is_verified(db: None) -> None:
    KINDS_VERIFIED.refuse_gaps(Event.events, _Reading(LedgerHead(), Ids([])).handlers)


def test_kinds_of_tournaments_and_leagues_have_names_of_their_own() -> None:
    assert Event.events.keys() & LeagueEvent.events.keys() == set()


def test_a_kind_of_a_newer_version_is_none() -> None:
    kinds = ("voided", "of_next_year")
    assert [LeagueEvent.of_kind(kind) for kind in kinds] == [None, None]
    assert [Event.of_kind(kind) for kind in kinds] == [ResultVoided, None]


def test_whoever_imports_the_models_knows_every_kind() -> None:
    """A process that opens no page has all of them, too."""
    code = (
        "import django; django.setup()\n"
        "from tournaments.models import LedgerEntry\n"
        "from tournaments.models.events import Event, LeagueEvent\n"
        "print(len(Event.events), len(LeagueEvent.events))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert said.split() == [str(len(Event.events)), str(len(LeagueEvent.events))]


class TestADeclarationThatCannotBe:
    """It is refused as soon as its module is imported."""

    @pytest.fixture(autouse=True)
    def as_before(self) -> None:
        assert "planted" not in Event.events

    def test_without_a_kind(self) -> None:
        with pytest.raises(TypeError, match="Planted needs a `kind` of its own"):

            class Planted(Event):
                says = _("Planted")

    def test_with_the_kind_of_another(self) -> None:
        with pytest.raises(TypeError, match="Planted needs a `kind` of its own"):

            class Planted(Event):
                kind = "voided"
                says = _("Planted")

    def test_without_a_sentence(self) -> None:
        with pytest.raises(TypeError, match="Planted needs a sentence"):

            class Planted(Event):
                kind = "planted"

    def test_with_a_sentence_that_was_translated_once(self) -> None:
        with pytest.raises(TypeError, match="Planted needs a sentence"):

            class Planted(Event):
                kind = "planted"
                says = "Planted"  # type: ignore[assignment]


def test_an_event_is_made_by_the_names_of_its_fields_and_never_changed() -> None:
    event = TextRemoved(of=7, removed=["reason"])

    assert event.payload == {"of": 7, "fields": ["reason"]}
    with pytest.raises(AttributeError, match="immutable"):
        event.removed = []
    with pytest.raises(TypeError):
        TextRemoved(7, ["reason"])  # type: ignore[misc,call-arg]


def test_what_is_left_out_is_not_in_the_payload_and_null_is() -> None:
    assert TimeLimitSet(stage=None, number=None, minutes=60, after_gong=None).payload == {
        "stage": None,
        "number": None,
        "minutes": 60,
        "after_gong": None,
    }
    assert RoundStartCancelled(round=3, number=1).payload == {"round": 3, "number": 1}
