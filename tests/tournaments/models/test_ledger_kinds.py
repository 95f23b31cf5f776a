"""One table says of every kind of action what is stored, whom it touches, whether standings move, and a sentence."""

import pytest
from django.utils.translation import gettext_lazy as _

from tests.registers import KINDS_VERIFIED
from tournaments.models import LedgerHead
from tournaments.models.ledger_kinds import MOVES, STAYS, Kind, KindOfAction, Touches
from tournaments.models.origins.reading import Ids
from tournaments.verification.ledger import _Reading

# As they stand in ledgers. None may be renamed or go: its hash, and every later one, was made with it.
STORED = """
    addresses_erased agreed appointed baseline bonus_given captain_named captain_removed card_asked card_claimed
    card_phone_admitted card_phone_out card_revoked
    cards_issued closed confirmed corrected counting_set created discarded dismissed disputed draw_cancelled
    draw_lost draw_ordered draw_refused drawn entry_edited entry_removed finished hand_text_removed
    free_play_set game_quota_set imported
    invitation_accepted invitation_declined invitation_withdrawn invited kiosk_claimed kiosk_revoked kiosks_issued
    line_up_handed_in
    line_up_rule_set line_ups_shown night_cancelled night_planned night_settled night_signed_off
    night_signed_up odd_rulebook_named
    odd_rulebook_pinned penalized penalty_lifted player_edited players_imported published
    qualification_removed qualification_set qualifiers_confirmed qualifiers_taken_back ranking_set
    players_merged registered reinstated reopened repaired reported results_imported round_planned rulebook_pinned
    rules_changed seat_claimed second_claim_refused seed_committed stage_added stage_removed
    stage_renamed started substituted swapped table_opened
    table_taken_back taken_in team_bonus_given team_changed team_counting_set team_formed team_penalized
    team_penalty_lifted team_removed team_renamed team_warned text_removed tie_breaks_set token_revoked tokens_issued
    tournament_discarded tournament_edited voided warned wish_dropped wish_made withdrew
"""


def test_what_ledgers_hold_keeps_its_name() -> None:
    assert set(STORED.split()) <= set(Kind.values)


def test_standings_move_after_these_kinds_and_no_others() -> None:
    found = {
        touches: {kind.value for kind in Kind if kind.moves_standings and kind.touches is touches}
        for touches in Touches
    }

    assert found == {
        Touches.NOBODY: {
            "qualification_removed",
            "qualification_set",
            "qualifiers_confirmed",
            "qualifiers_taken_back",
            "stage_added",
            "stage_removed",
            "stage_renamed",
            "team_bonus_given",
            "team_counting_set",
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
        Touches.TABLE: {"confirmed", "paper_counted", "paper_confirmed", "corrected", "voided", "imported"},
        Touches.EVERYBODY: {
            "counting_set",
            "players_imported",
            "players_merged",
            "ranking_set",
            "taken_in",
        },
    }


def test_every_kind_is_verified(db: None) -> None:
    KINDS_VERIFIED.refuse_gaps(Kind.values, _Reading(LedgerHead(), Ids([])).handlers)


def test_a_kind_of_a_newer_version_is_none() -> None:
    assert (KindOfAction.of("voided"), Kind.of("voided"), Kind.of("of_next_year")) == (
        None,
        Kind.VOIDED,
        None,
    )


def test_a_kind_cannot_be_added_without_whom_it_touches() -> None:
    with pytest.raises(TypeError, match="touches"):

        class Planted(KindOfAction):
            PLANTED = "planted", _("Planted")


def test_a_kind_cannot_be_added_without_whether_it_moves_standings() -> None:
    with pytest.raises(TypeError, match="moves_standings"):

        class Planted(KindOfAction):
            PLANTED = "planted", Touches.NOBODY, _("Planted")


def test_a_kind_cannot_be_added_without_a_sentence() -> None:
    class Planted(KindOfAction):
        DESCRIBED = "described", Touches.NOBODY, STAYS, _("Described")
        PLANTED = "planted", Touches.NOBODY, MOVES

    with pytest.raises(TypeError, match="without a sentence for people: PLANTED"):
        Planted.refuse_without_sentence()
