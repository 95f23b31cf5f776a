"""What the database refuses about who goes on from one stage to another."""

from tournaments.models.guards.guard import on_write

QUALIFYING_GUARDS = (
    *on_write(
        "players_go_on_from_an_earlier_stage",
        "tournaments_qualifyingrule",
        "NOT EXISTS (SELECT 1 FROM tournaments_stage a JOIN tournaments_stage b"
        " ON b.tournament_id = a.tournament_id AND a.ordinal < b.ordinal"
        " WHERE a.id = NEW.source_id AND b.id = NEW.qualification_id)",
    ),
    *on_write(
        "a_qualifier_comes_from_an_earlier_stage",
        "tournaments_qualifier",
        "NEW.source_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tournaments_stage a JOIN tournaments_stage b"
        " ON b.tournament_id = a.tournament_id AND a.ordinal < b.ordinal"
        " WHERE a.id = NEW.source_id AND b.id = NEW.qualification_id)",
    ),
    *on_write(
        "a_qualifier_is_of_the_stages_own_tournament",
        "tournaments_qualifier",
        "(SELECT tournament_id FROM tournaments_stage WHERE id = NEW.qualification_id) <>"
        " COALESCE((SELECT tournament_id FROM tournaments_entry WHERE id = NEW.entry_id),"
        " (SELECT tournament_id FROM tournaments_team WHERE id = NEW.team_id))",
    ),
)
