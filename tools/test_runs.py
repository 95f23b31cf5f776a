"""Which tests belong to which run of `make test`, and on which database."""

import enum
from collections.abc import Iterable

from tools.environment import ROOT


class Extent(enum.Enum):
    """How much is tried where no path is given."""

    DAILY = ""
    ALL = "--all"
    """What is marked `slow`, too."""
    THOROUGH = "--thorough"
    """All, every example where a part of them is enough, and on PostgreSQL whatever could differ there."""


# What knows no database, nor Django on one, is proven by one run.
PURE = (
    "tests/scoring",
    "tests/seating",
    "tests/static",
    "tests/test_floors.py",
    "tests/test_language.py",
    "tests/test_templates.py",
    "tests/test_words.py",
    "tests/tools/test_check.py",
    "tests/tools/test_draw_tiles.py",
    "tests/tools/test_install_test.py",
    "tests/tools/test_run.py",
    "tests/tools/test_servers.py",
    "tests/tools/test_test.py",
)
# What pages, answers and files say, who may see them, who sits where, and the rules of leagues, stages, teams,
# rounds and tables: Python says it. On PostgreSQL every action is done by actions/test_lock_order.py, its entries
# are read by actions/test_ledger_kinds.py, a quarter of the pages and of the calls that read is opened by
# config/test_outages.py; before a change lands the other quarters are, too, every call is sent by
# every_view/test_storm.py and every form by views/test_hostile_forms.py. What is about locks, bytes, triggers,
# JSON, the database's clock or many rows at once has its own tests there, too.
ON_SQLITE = (
    "tests/benchmarks",
    "tests/guides",
    "tests/journeys",
    "tests/leagues",
    "tests/publishing",
    "tests/rules",
    "tests/tournaments/actions/draws/test_costs_in_words.py",
    "tests/tournaments/actions/draws/test_odd_sizes.py",
    "tests/tournaments/actions/draws/test_repairs.py",
    "tests/tournaments/actions/draws/test_tables_of_three.py",
    "tests/tournaments/actions/draws/test_team_seasons.py",
    "tests/tournaments/actions/imports",
    "tests/tournaments/actions/leagues",
    "tests/tournaments/actions/play/test_tables_of_five.py",
    "tests/tournaments/actions/seasons",
    "tests/tournaments/actions/stages",
    "tests/tournaments/actions/teams",
    "tests/tournaments/actions/transfer/test_altered_files.py",
    "tests/tournaments/actions/transfer/test_decided.py",
    "tests/tournaments/actions/transfer/test_edited_origins.py",
    "tests/tournaments/actions/transfer/test_round_trip.py",
    "tests/tournaments/actions/transfer/test_size.py",
    "tests/tournaments/api/draws",
    "tests/tournaments/api/every_view/test_cross_origin.py",
    "tests/tournaments/api/every_view/test_docs.py",
    "tests/tournaments/api/every_view/test_examples.py",
    "tests/tournaments/api/every_view/test_foreign_ids.py",
    "tests/tournaments/api/every_view/test_house.py",
    "tests/tournaments/api/every_view/test_permission_matrix.py",
    "tests/tournaments/api/every_view/test_statements.py",
    "tests/tournaments/api/every_view/test_unknown_parameters.py",
    "tests/tournaments/api/people",
    "tests/tournaments/api/play",
    "tests/tournaments/api/setup",
    "tests/tournaments/forms",
    "tests/tournaments/management/test_load_demo.py",
    "tests/tournaments/standings/seasons",
    "tests/tournaments/standings/stages",
    "tests/tournaments/standings/test_rescoring.py",
    "tests/tournaments/standings/test_who_is_ranked.py",
    "tests/tournaments/templatetags",
    "tests/tournaments/test_addresses.py",
    "tests/tournaments/test_admin.py",
    "tests/tournaments/test_etags.py",
    "tests/tournaments/test_two_visitors.py",
    "tests/tournaments/verification/test_every_column.py",
    "tests/tournaments/verification/test_leagues.py",
    "tests/tournaments/verification/test_tampering.py",
    "tests/tournaments/views/account",
    "tests/tournaments/views/desk",
    "tests/tournaments/views/public",
    "tests/tournaments/views/seat",
    "tests/tournaments/views/test_languages.py",
    "tests/tournaments/views/test_permission_matrix.py",
    "tests/tournaments/views/test_policies.py",
    "tests/tournaments/views/test_repeats.py",
    "tests/tournaments/views/test_visibility.py",
    "tests/tournaments/views/test_write_rights.py",
)
# What asks PostgreSQL for little that other tests do not ask it: there before a release (`--thorough`), else on
# SQLite alone. What people do at once races/ tries on both.
ON_SQLITE_USUALLY = (
    "tests/config/accounts",
    "tests/tournaments/actions/credentials/test_player_cards.py",
    "tests/tournaments/actions/draws/test_draws.py",
    "tests/tournaments/actions/draws/test_exchanges.py",
    "tests/tournaments/actions/draws/test_files.py",
    "tests/tournaments/actions/draws/test_from_standings.py",
    "tests/tournaments/actions/draws/test_refusals_in_words.py",
    "tests/tournaments/actions/free_play",
    "tests/tournaments/actions/hands",
    "tests/tournaments/actions/people",
    "tests/tournaments/actions/play/scoresheets/test_minipoints.py",
    "tests/tournaments/actions/play/scoresheets/test_paper_sheets.py",
    "tests/tournaments/actions/play/scoresheets/test_points_in_doubt.py",
    "tests/tournaments/actions/play/test_game_counts.py",
    "tests/tournaments/actions/play/test_penalties.py",
    "tests/tournaments/actions/play/test_round_times.py",
    "tests/tournaments/actions/play/test_rounds.py",
    "tests/tournaments/actions/play/test_rounds_without_a_game.py",
    "tests/tournaments/actions/play/test_seat_draws.py",
    "tests/tournaments/actions/play/test_taking_back.py",
    "tests/tournaments/actions/play/test_turn_order.py",
    "tests/tournaments/actions/setup",
    "tests/tournaments/actions/test_preview.py",
    "tests/tournaments/actions/test_preview_of_later_stages.py",
    "tests/tournaments/actions/test_reasons.py",
    "tests/tournaments/api/every_view/test_bounds.py",
    "tests/tournaments/api/every_view/test_repeats.py",
    "tests/tournaments/api/kiosks",
    "tests/tournaments/api/teams",
    "tests/tournaments/models/hall",
    "tests/tournaments/standings/hands",
    "tests/tournaments/standings/ratings",
    "tests/tournaments/standings/test_meetings.py",
    "tests/tournaments/standings/test_touched.py",
    "tests/tournaments/test_page_memory.py",
    "tests/tournaments/verification/test_facts.py",
    "tests/tournaments/verification/test_rows.py",
    "tests/tournaments/views/hall",
    "tests/tournaments/views/paper",
    "tests/tournaments/views/photos",
)
# What is about servers, and what PostgreSQL refuses although SQLite would store it.
ON_POSTGRES = (
    "tests/config/test_import_database.py",
    "tests/tournaments/api/every_view/test_storm.py",
    "tests/tournaments/management/test_whole_tournaments.py",
    "tests/tournaments/views/test_hostile_forms.py",
)
# Who may ask for which page and call, and what it answers. What was answered to whom is looked at by several files.
ASKING = ("tests/tournaments/api", "tests/tournaments/test_addresses.py", "tests/tournaments/views")
# What the pages of the desk, of phones and of everybody say.
PAGES = (
    "tests/tournaments/views/account",
    "tests/tournaments/views/desk",
    "tests/tournaments/views/public",
    "tests/tournaments/views/seat",
)
ACTIONS = ("tests/tournaments/actions",)
# Where tests start processes of their own: servers, workers, commands.
PROCESSES = ("tests/config", "tests/docs", "tests/tools", "tests/upgrades")
RACES = ("tests/races",)
# Browsers: what happens at a table and who sees it at once, and everything else.
AT_A_TABLE = (
    "tests/journeys/test_hall_screens.py",
    "tests/journeys/test_hand_by_hand.py",
    "tests/journeys/test_listening.py",
    "tests/journeys/test_number_pad.py",
    "tests/journeys/test_open_pages.py",
    "tests/journeys/test_outbox.py",
    "tests/journeys/test_phones_at_a_table.py",
    "tests/journeys/test_photos.py",
    "tests/journeys/test_player_cards.py",
    "tests/journeys/test_referee.py",
    "tests/journeys/test_tablet.py",
    "tests/journeys/test_typing_a_result.py",
)
BROWSERS = ("tests/journeys",)
# Whole leagues, played to the end.
LEAGUES = ("tests/benchmarks", "tests/guides", "tests/leagues", "tests/publishing")
# The last ones need SQLite alone: PostgreSQL's have a Redis database each.
RUNS = (("tests",), ASKING, ACTIONS, PROCESSES, RACES, AT_A_TABLE, BROWSERS, LEAGUES, PAGES)
# In which order they begin, where all are made: what takes longest first, what waits beside what computes; what
# remains when the others have ended is short, and computes.
IN_ORDER = (
    ("SQLite", BROWSERS),
    ("SQLite", AT_A_TABLE),
    ("SQLite", PROCESSES),
    ("SQLite", ACTIONS),
    ("SQLite", ("tests",)),
    ("SQLite", PAGES),
    ("Rules", PURE),
    ("SQLite", LEAGUES),
    ("SQLite", ASKING),
    ("PostgreSQL", PROCESSES),
    ("PostgreSQL", ACTIONS),
    ("PostgreSQL", RACES),
    ("PostgreSQL", ("tests",)),
    ("PostgreSQL", ASKING),
    ("SQLite", RACES),
)


def left_out(database: str, extent: Extent) -> tuple[str, ...]:
    """What a run without a path leaves to the other database."""
    places = {"SQLite": ON_POSTGRES, "PostgreSQL": ON_SQLITE}.get(database, ())
    if database == "PostgreSQL" and extent != Extent.THOROUGH:
        return (*places, *ON_SQLITE_USUALLY)
    return places


def lies_in(path: str, places: Iterable[str]) -> bool:
    """Is this one of these folders and files, or does it lie in one of them?"""
    place = (ROOT / path.partition("::")[0]).resolve()
    return any(place.is_relative_to(ROOT / one) for one in places)


def of_others(run: tuple[str, ...]) -> list[str]:
    """What lies in the folders of this run and belongs to another."""
    others = (place for other in (*RUNS, PURE) if other != run for place in other)
    return [place for place in others if lies_in(place, run)]


def is_pure(path: str) -> bool:
    """Is this path one of a test that needs no database, or does it lie in a folder of such tests?"""
    return lies_in(path, PURE)
