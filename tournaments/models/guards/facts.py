"""What the database refuses about tournaments: who takes part, draws, play, penalties, ledgers."""

from tournaments.models.guards.guard import Guard, on_write

FIRST_GUARDS = (
    Guard("ledger_entries_are_never_changed", "tournaments_ledgerentry", "UPDATE", "1 = 1"),
    Guard("ledger_entries_are_never_deleted", "tournaments_ledgerentry", "DELETE", "1 = 1"),
    Guard(
        "ledger_heads_only_move_forwards",
        "tournaments_ledgerhead",
        "UPDATE",
        "NEW.seq < OLD.seq OR NEW.standings_seq < OLD.standings_seq OR NEW.chain <> OLD.chain",
    ),
    Guard("penalties_are_never_deleted", "tournaments_penalty", "DELETE", "1 = 1"),
    Guard("scoresheets_are_never_deleted", "tournaments_scoresheet", "DELETE", "1 = 1"),
    Guard(
        "reported_points_are_never_edited",
        "tournaments_scoresheet",
        "UPDATE",
        " OR ".join(
            f"NEW.{column} <> OLD.{column}"
            for column in (
                "table_id",
                "version",
                "east",
                "south",
                "west",
                "leftover",
                "imbalance",
                "start_total",
            )
        )
        + " OR COALESCE(NEW.north, 0) <> COALESCE(OLD.north, 0)"
        + "".join(
            f" OR NEW.{wind}_chombo <> OLD.{wind}_chombo" for wind in ("east", "south", "west", "north")
        ),
    ),
    Guard(
        "a_pinned_rulebook_is_never_rewritten",
        "tournaments_tournament",
        "UPDATE",
        "OLD.rulebook_content <> '' AND NEW.rulebook_content <> OLD.rulebook_content",
    ),
    Guard(
        "standings_never_move_backwards",
        "tournaments_publication",
        "UPDATE",
        "NEW.as_of_seq < OLD.as_of_seq",
    ),
    *on_write(
        "a_seat_is_in_its_tables_round",
        "tournaments_seat",
        "NEW.round_id <> (SELECT round_id FROM tournaments_table WHERE id = NEW.table_id)",
    ),
    *on_write(
        "a_seat_is_for_the_tournaments_own_entry",
        "tournaments_seat",
        "(SELECT tournament_id FROM tournaments_entry WHERE id = NEW.entry_id) <>"
        " (SELECT s.tournament_id FROM tournaments_round r JOIN tournaments_stage s ON s.id = r.stage_id"
        " WHERE r.id = NEW.round_id)",
    ),
    *on_write(
        "a_penalty_is_for_the_tournaments_own_entry",
        "tournaments_penalty",
        "(SELECT tournament_id FROM tournaments_entry WHERE id = NEW.entry_id) <>"
        " (SELECT tournament_id FROM tournaments_stage WHERE id = NEW.stage_id)",
    ),
    *on_write(
        "a_team_is_of_the_entrys_tournament",
        "tournaments_entry",
        "NEW.team_id IS NOT NULL AND"
        " (SELECT tournament_id FROM tournaments_team WHERE id = NEW.team_id) <> NEW.tournament_id",
    ),
    *on_write(
        "a_confirmation_is_from_the_same_table",
        "tournaments_confirmation",
        "NEW.seat_id IS NOT NULL AND (SELECT table_id FROM tournaments_seat WHERE id = NEW.seat_id) <>"
        " (SELECT table_id FROM tournaments_scoresheet WHERE id = NEW.sheet_id)",
    ),
    *on_write(
        "standings_are_never_ahead_of_the_ledger",
        "tournaments_publication",
        "NEW.as_of_seq > (SELECT h.seq FROM tournaments_ledgerhead h JOIN tournaments_stage s"
        " ON s.tournament_id = h.tournament_id WHERE s.id = NEW.stage_id)",
    ),
)

ODD_TABLE_GUARDS = (
    Guard(
        "a_pinned_rulebook_for_three_is_never_rewritten",
        "tournaments_tournament",
        "UPDATE",
        "OLD.three_rulebook_content <> '' AND NEW.three_rulebook_content <> OLD.three_rulebook_content",
    ),
)

DRAW_JOB_GUARDS = (
    Guard(
        "an_ended_draw_job_never_changes",
        "tournaments_drawjob",
        "UPDATE",
        "OLD.status NOT IN ('queued', 'running')",
    ),
    Guard(
        "what_was_ordered_is_never_rewritten",
        "tournaments_drawjob",
        "UPDATE",
        " OR ".join(
            f"NEW.{column} <> OLD.{column}"
            for column in ("stage_id", "plan", "request", "fingerprint", "first", "seed")
        ),
    ),
    *on_write(
        "a_draw_job_is_for_its_own_stage",
        "tournaments_drawjob",
        "(SELECT COUNT(*) FROM tournaments_draw WHERE id IN (NEW.draw_id, NEW.old_id)"
        " AND stage_id <> NEW.stage_id) > 0 OR (SELECT COUNT(*) FROM tournaments_seedcommitment"
        " WHERE id = NEW.commitment_id AND stage_id <> NEW.stage_id) > 0",
    ),
)

# The columns of the fifth seat came later than those of the others.
FIVE_GUARDS = (
    Guard(
        "a_pinned_rulebook_for_five_is_never_rewritten",
        "tournaments_tournament",
        "UPDATE",
        "OLD.five_rulebook_content <> '' AND NEW.five_rulebook_content <> OLD.five_rulebook_content",
    ),
    Guard(
        "a_fifths_points_are_never_edited",
        "tournaments_scoresheet",
        "UPDATE",
        "(NEW.fifth IS NULL) <> (OLD.fifth IS NULL) OR NEW.fifth <> OLD.fifth"
        " OR NEW.fifth_chombo <> OLD.fifth_chombo",
    ),
)

NAME_GUARDS = (
    Guard("traces_of_names_are_never_deleted", "players_nametrace", "DELETE", "1 = 1"),
    Guard(
        "traces_of_names_are_never_rewritten",
        "players_nametrace",
        "UPDATE",
        "NEW.subject <> OLD.subject OR NEW.digest <> OLD.digest OR NEW.recorded_at <> OLD.recorded_at"
        " OR (NEW.salt <> OLD.salt AND NEW.salt <> '')",
    ),
)

SEAT_DRAW_GUARDS = on_write(
    "a_seat_draw_is_of_a_seat_of_its_table",
    "tournaments_seatdraw",
    "NEW.seat_id IS NOT NULL"
    " AND (SELECT table_id FROM tournaments_seat WHERE id = NEW.seat_id) <> NEW.table_id",
)

# The rules of a table size, which were columns of the tournament before.
FORMAT_GUARDS = (
    Guard(
        "a_pinned_format_never_changes",
        "tournaments_tableformat",
        "UPDATE",
        "OLD.rulebook_content <> '' AND ("
        + " OR ".join(
            f"NEW.{column} <> OLD.{column}"
            for column in ("rulebook_content", "tournament_id", "players", "rulebook_id", "house_rules")
        )
        + ")",
    ),
    Guard(
        "a_tournaments_usual_format_stays",
        "tournaments_tableformat",
        "UPDATE",
        "COALESCE(NEW.usual_of_id, 0) <> COALESCE(OLD.usual_of_id, 0)",
    ),
    Guard(
        "a_format_in_use_is_never_deleted",
        "tournaments_tableformat",
        "DELETE",
        "OLD.rulebook_content <> '' OR OLD.usual_of_id IS NOT NULL",
    ),
    Guard(
        "a_tournament_in_play_pins_its_rulebook",
        "tournaments_tournament",
        "UPDATE",
        "NEW.status <> 'planned' AND NOT EXISTS (SELECT 1 FROM tournaments_tableformat"
        " WHERE usual_of_id = NEW.id AND rulebook_content <> '')",
    ),
)

# An entry that others were merged into is not itself merged: what counts for one counts for no third.
MERGE_GUARDS = on_write(
    "an_entry_is_merged_into_one_of_its_player",
    "tournaments_entry",
    # A list of entries may name one that comes later in it.
    "EXISTS (SELECT 1 FROM tournaments_entry one WHERE one.id = NEW.merged_into_id AND"
    " (one.tournament_id <> NEW.tournament_id OR one.player_id <> NEW.player_id OR one.merged_into_id IS NOT NULL))",
)

# Not among GUARDS: migrations before it put those up, when this table was not there yet.
ORIGIN_GUARDS = (
    Guard("origins_are_never_changed", "tournaments_origin", "UPDATE", "1 = 1"),
    Guard("origins_are_never_deleted", "tournaments_origin", "DELETE", "1 = 1"),
)

# Nor these, for the same reason.
REGISTRATION_GUARDS = on_write(
    "a_registration_is_for_its_own_tournament",
    "tournaments_registration",
    "NEW.entry_id IS NOT NULL AND"
    " (SELECT tournament_id FROM tournaments_entry WHERE id = NEW.entry_id) <> NEW.tournament_id",
)

OLD_ADDRESS_GUARDS = (
    Guard(
        "an_old_address_is_nobody_elses_insert",
        "tournaments_tournament",
        "INSERT",
        "EXISTS (SELECT 1 FROM tournaments_oldaddress WHERE slug = NEW.slug)",
    ),
    Guard(
        "an_old_address_is_nobody_elses_update",
        "tournaments_tournament",
        "UPDATE",
        "EXISTS (SELECT 1 FROM tournaments_oldaddress WHERE slug = NEW.slug AND tournament_id <> NEW.id)",
    ),
    *on_write(
        "an_address_in_use_is_not_left",
        "tournaments_oldaddress",
        "EXISTS (SELECT 1 FROM tournaments_tournament WHERE slug = NEW.slug)",
    ),
)

HAND_GUARDS = (
    Guard("hands_are_never_changed", "tournaments_handrecord", "UPDATE", "1 = 1"),
    Guard("hands_are_never_deleted", "tournaments_handrecord", "DELETE", "1 = 1"),
    *on_write(
        "a_hand_is_entered_from_its_own_table",
        "tournaments_handrecord",
        "NEW.seat_id IS NOT NULL AND (SELECT table_id FROM tournaments_seat WHERE id = NEW.seat_id) <> NEW.table_id",
    ),
)

# Instead of the first of those above: what a person typed in a record can be removed once, with its salt.
HAND_TEXT_GUARDS = (
    Guard(
        "hands_are_never_changed",
        "tournaments_handrecord",
        "UPDATE",
        " OR ".join(
            [
                "OLD.salt = ''",
                "NEW.salt <> ''",
                *(
                    f"NEW.{column} <> OLD.{column}"
                    for column in ("table_id", "number", "kind", "state", "recorded_at", "hash", "digests")
                ),
                *(
                    f"COALESCE(NEW.{column}, -1) <> COALESCE(OLD.{column}, -1)"
                    for column in ('"of"', "seat_id", "user_id")
                ),
                "(NEW.reason <> OLD.reason AND NEW.reason <> '[…]')",
                "(NEW.outcome <> OLD.outcome AND NEW.outcome NOT LIKE '%[…]%')",
            ]
        ),
    ),
)

PENALTY_GUARDS = (
    *on_write(
        "a_penalty_is_of_a_round_of_its_stage",
        "tournaments_penalty",
        "NEW.round_id IS NOT NULL AND"
        " (SELECT stage_id FROM tournaments_round WHERE id = NEW.round_id) <> NEW.stage_id",
    ),
)

TEAM_PENALTY_GUARDS = on_write(
    "a_penalty_is_for_the_tournaments_own_team",
    "tournaments_penalty",
    "NEW.team_id IS NOT NULL AND"
    " (SELECT tournament_id FROM tournaments_team WHERE id = NEW.team_id) <>"
    " (SELECT tournament_id FROM tournaments_stage WHERE id = NEW.stage_id)",
)

DISCARD_GUARDS = (
    Guard(
        "a_tournament_with_rounds_is_not_discarded",
        "tournaments_discard",
        "INSERT",
        "EXISTS (SELECT 1 FROM tournaments_round r JOIN tournaments_stage s ON s.id = r.stage_id"
        " WHERE s.tournament_id = NEW.tournament_id)",
    ),
    Guard("discards_are_never_changed", "tournaments_discard", "UPDATE", "1 = 1"),
    Guard("discards_are_never_deleted", "tournaments_discard", "DELETE", "1 = 1"),
    Guard(
        "a_discarded_tournament_has_no_rounds",
        "tournaments_round",
        "INSERT",
        "EXISTS (SELECT 1 FROM tournaments_discard d JOIN tournaments_stage s"
        " ON s.tournament_id = d.tournament_id WHERE s.id = NEW.stage_id)",
    ),
)

# Who acts at the moment of a discard waits for the ledger's head and writes its entry last: nothing of it is left.
CLOSED_LEDGER_GUARDS = (
    Guard(
        "a_discarded_tournament_is_not_written",
        "tournaments_ledgerentry",
        "INSERT",
        "NEW.kind <> 'tournament_discarded' AND"
        " EXISTS (SELECT 1 FROM tournaments_discard WHERE tournament_id = NEW.tournament_id)",
    ),
)

# Instead of it: a person goes on having a name, and may turn out to be one who is on file already.
STILL_WRITTEN_GUARDS = (
    Guard(
        "a_discarded_tournament_is_not_written",
        "tournaments_ledgerentry",
        "INSERT",
        "NEW.kind NOT IN ('tournament_discarded', 'player_edited', 'players_merged') AND"
        " EXISTS (SELECT 1 FROM tournaments_discard WHERE tournament_id = NEW.tournament_id)",
    ),
)

# Those of migrations before there were formats; the columns they looked at are gone.
_OF_COLUMNS = (
    "a_pinned_rulebook_is_never_rewritten",
    "a_pinned_rulebook_for_three_is_never_rewritten",
    "a_pinned_rulebook_for_five_is_never_rewritten",
)
BEFORE_FORMATS_GUARDS = (*FIRST_GUARDS, *ODD_TABLE_GUARDS, *DRAW_JOB_GUARDS, *FIVE_GUARDS, *NAME_GUARDS)
BEFORE_ADDRESSES_GUARDS = (
    *(guard for guard in BEFORE_FORMATS_GUARDS if guard.name not in _OF_COLUMNS),
    *FORMAT_GUARDS,
)
BEFORE_PENALTY_ROUNDS_GUARDS = (*BEFORE_ADDRESSES_GUARDS, *OLD_ADDRESS_GUARDS)
GUARDS = (*BEFORE_PENALTY_ROUNDS_GUARDS, *PENALTY_GUARDS)
