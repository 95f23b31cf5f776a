"""What the database refuses about leagues: their addresses, ledgers, divisions and moves."""

from tournaments.models.guards.guard import Guard, on_write

LEAGUE_LEDGER_GUARDS = (
    Guard("league_ledger_entries_are_never_changed", "tournaments_leagueledgerentry", "UPDATE", "1 = 1"),
    Guard("league_ledger_entries_are_never_deleted", "tournaments_leagueledgerentry", "DELETE", "1 = 1"),
    Guard(
        "league_ledger_heads_only_move_forwards",
        "tournaments_leagueledgerhead",
        "UPDATE",
        "NEW.seq < OLD.seq OR NEW.chain <> OLD.chain",
    ),
    Guard(
        "a_removed_league_has_no_seasons",
        "tournaments_season",
        "INSERT",
        "(SELECT removed_at FROM tournaments_league WHERE id = NEW.league_id) IS NOT NULL",
    ),
    Guard(
        "a_league_with_seasons_is_not_removed",
        "tournaments_league",
        "UPDATE",
        "NEW.removed_at IS NOT NULL AND EXISTS (SELECT 1 FROM tournaments_season WHERE league_id = NEW.id)",
    ),
)

DIVISION_GUARDS = (
    *on_write(
        "a_tournament_of_a_season_is_in_a_division",
        "tournaments_tournament",
        "NEW.season_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tournaments_division"
        " WHERE season_id = NEW.season_id AND level = NEW.level)",
    ),
    Guard(
        "a_division_with_tournaments_stays",
        "tournaments_division",
        "DELETE",
        "EXISTS (SELECT 1 FROM tournaments_tournament WHERE season_id = OLD.season_id AND level = OLD.level)",
    ),
    Guard(
        "a_division_keeps_its_season_and_level",
        "tournaments_division",
        "UPDATE",
        "NEW.season_id <> OLD.season_id OR NEW.level <> OLD.level",
    ),
)

MOVE_GUARDS = (
    Guard("moves_are_never_changed", "tournaments_move", "UPDATE", "1 = 1"),
    Guard("moves_are_never_deleted", "tournaments_move", "DELETE", "1 = 1"),
    Guard(
        "a_move_leads_to_a_later_season_of_its_league",
        "tournaments_move",
        "INSERT",
        "NOT EXISTS (SELECT 1 FROM tournaments_season one JOIN tournaments_season two"
        " ON two.league_id = one.league_id AND two.ordinal > one.ordinal"
        " WHERE one.id = NEW.season_id AND two.id = NEW.next_season_id)",
    ),
)

_KEEPS_ALL_BUT_THE_PLAYER = " OR ".join(
    [
        *(
            f"NEW.{column} <> OLD.{column}"
            for column in ("season_id", "next_season_id", "way", "points_up", "points_down", "reason")
        ),
        *(
            f"COALESCE(NEW.{column}, -1) <> COALESCE(OLD.{column}, -1)"
            for column in ("level", "position", "to_level")
        ),
    ]
)

# Instead of the first of those above: a player may turn out to be one who is on file already.
MERGED_MOVE_GUARDS = (
    Guard("moves_are_never_changed", "tournaments_move", "UPDATE", _KEEPS_ALL_BUT_THE_PLAYER),
)

_KEEPS_ALL_BUT_WORDS = " OR ".join(
    [
        *(
            f"NEW.{column} <> OLD.{column}"
            for column in ("season_id", "next_season_id", "way", "points_up", "points_down")
        ),
        *(
            f"COALESCE(NEW.{column}, -1) <> COALESCE(OLD.{column}, -1)"
            for column in ("level", "position", "to_level")
        ),
        "(NEW.reason <> OLD.reason AND NEW.reason <> '[…]')",
    ]
)

# Instead of that one: why a player was placed elsewhere can be removed.
WORDLESS_MOVE_GUARDS = (Guard("moves_are_never_changed", "tournaments_move", "UPDATE", _KEEPS_ALL_BUT_WORDS),)

# The same once moves have ranks, and a total wherever there is a rank.
RANKED_MOVE_GUARDS = (
    Guard(
        "moves_are_never_changed",
        "tournaments_move",
        "UPDATE",
        f"{_KEEPS_ALL_BUT_WORDS} OR COALESCE(NEW.rank, -1) <> COALESCE(OLD.rank, -1)"
        " OR COALESCE(NEW.total, 0) <> COALESCE(OLD.total, 0)",
    ),
)

# Instead of the second: a season in which there is nothing to play any more can be revoked.
REVOKED_MOVE_GUARDS = (
    Guard(
        "moves_into_a_season_in_use_are_never_deleted",
        "tournaments_move",
        "DELETE",
        "EXISTS (SELECT 1 FROM tournaments_tournament WHERE season_id = OLD.next_season_id)"
        " OR EXISTS (SELECT 1 FROM tournaments_season WHERE follows_id = OLD.next_season_id)",
    ),
)

TEAM_MOVE_GUARDS = (
    # Why a team was placed elsewhere can be removed.
    Guard(
        "moves_of_teams_are_never_changed",
        "tournaments_teammove",
        "UPDATE",
        " OR ".join(
            [
                *(
                    f"NEW.{column} <> OLD.{column}"
                    for column in (
                        *("team_id", "season_id", "next_season_id", "level", "position"),
                        *("rank", "total", "way"),
                    )
                ),
                "COALESCE(NEW.to_level, -1) <> COALESCE(OLD.to_level, -1)",
                "(NEW.reason <> OLD.reason AND NEW.reason <> '[…]')",
            ]
        ),
    ),
    Guard(
        "moves_of_teams_into_a_season_in_use_are_never_deleted",
        "tournaments_teammove",
        "DELETE",
        "EXISTS (SELECT 1 FROM tournaments_tournament WHERE season_id = OLD.next_season_id)"
        " OR EXISTS (SELECT 1 FROM tournaments_season WHERE follows_id = OLD.next_season_id)",
    ),
    Guard(
        "a_team_moves_from_its_division_to_the_season_that_follows",
        "tournaments_teammove",
        "INSERT",
        "NOT EXISTS (SELECT 1 FROM tournaments_team team"
        " JOIN tournaments_tournament here ON here.id = team.tournament_id"
        " JOIN tournaments_season opened ON opened.follows_id = here.season_id"
        " WHERE team.id = NEW.team_id AND here.season_id = NEW.season_id AND here.level = NEW.level"
        " AND opened.id = NEW.next_season_id)",
    ),
)

SEASON_GUARDS = on_write(
    "a_season_follows_an_earlier_one_of_its_league",
    "tournaments_season",
    "NEW.follows_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tournaments_season one"
    " WHERE one.id = NEW.follows_id AND one.league_id = NEW.league_id AND one.ordinal < NEW.ordinal)",
)

LEAGUE_ADDRESS_GUARDS = (
    Guard(
        "an_old_league_address_is_nobody_elses_insert",
        "tournaments_league",
        "INSERT",
        "EXISTS (SELECT 1 FROM tournaments_oldleagueaddress WHERE slug = NEW.slug)",
    ),
    Guard(
        "an_old_league_address_is_nobody_elses_update",
        "tournaments_league",
        "UPDATE",
        "EXISTS (SELECT 1 FROM tournaments_oldleagueaddress WHERE slug = NEW.slug AND league_id <> NEW.id)",
    ),
    *on_write(
        "a_league_address_in_use_is_not_left",
        "tournaments_oldleagueaddress",
        "EXISTS (SELECT 1 FROM tournaments_league WHERE slug = NEW.slug)",
    ),
)
