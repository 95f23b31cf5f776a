"""What the database refuses about teams."""

from tournaments.models.guards.guard import Guard, on_write

CAPTAIN_GUARDS = (
    *on_write(
        "a_captain_plays_in_the_team",
        "tournaments_captain",
        "NOT EXISTS (SELECT 1 FROM tournaments_entry WHERE id = NEW.entry_id AND team_id = NEW.team_id)",
    ),
    Guard(
        "a_captain_stays_in_the_team",
        "tournaments_entry",
        "UPDATE",
        "COALESCE(NEW.team_id, 0) <> COALESCE(OLD.team_id, 0)"
        " AND EXISTS (SELECT 1 FROM tournaments_captain WHERE entry_id = NEW.id)",
    ),
)

LINE_UP_QUOTA_GUARDS = on_write(
    "a_line_up_quota_is_about_the_tournaments_own_entries",
    "tournaments_lineupquotamember",
    "(SELECT tournament_id FROM tournaments_entry WHERE id = NEW.entry_id) <>"
    " (SELECT tournament_id FROM tournaments_lineupquota WHERE id = NEW.quota_id)",
)

FORMER_TEAM_GUARDS = on_write(
    "a_former_team_is_of_the_entrys_tournament",
    "tournaments_formerteam",
    "(SELECT tournament_id FROM tournaments_entry WHERE id = NEW.entry_id) <>"
    " (SELECT tournament_id FROM tournaments_stage WHERE id = NEW.stage_id)"
    " OR NEW.team_id IS NOT NULL AND (SELECT tournament_id FROM tournaments_entry WHERE id = NEW.entry_id) <>"
    " (SELECT tournament_id FROM tournaments_team WHERE id = NEW.team_id)",
)
