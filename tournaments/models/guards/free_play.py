"""What the database refuses about nights."""

from tournaments.models.guards.guard import on_write

NIGHT_GUARDS = on_write(
    "a_player_of_a_night_takes_part",
    "tournaments_nightplayer",
    "(SELECT tournament_id FROM tournaments_entry WHERE id = NEW.entry_id) <>"
    " (SELECT s.tournament_id FROM tournaments_night n JOIN tournaments_stage s ON s.id = n.stage_id"
    " WHERE n.id = NEW.night_id)",
)
