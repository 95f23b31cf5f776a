"""What the database refuses, and keeps by itself, about persons."""

from tournaments.models.guards.counters import Counter
from tournaments.models.guards.guard import Guard

FIRST_TOURNAMENT_GUARDS = (
    Guard("a_first_tournament_never_changes", "tournaments_firsttournament", "UPDATE", "1 = 1"),
    Counter(
        "a_players_first_entry_is_kept",
        "tournaments_entry",
        "INSERT",
        "1 = 1",
        "INSERT INTO tournaments_firsttournament (player_id, tournament_id)"
        " VALUES (NEW.player_id, NEW.tournament_id) ON CONFLICT (player_id) DO NOTHING",
    ),
)
