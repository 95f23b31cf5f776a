"""Every action locks before it looks, and in the one order of tournaments/actions/locks.py."""

from itertools import takewhile

import pytest

from tests.registers import ACTIONS
from tests.tournaments.actions.done_once import done
from tests.tournaments.actions.every_action import ROWS, all_actions

# From the outermost lock to the innermost. What stands together is guarded by what stands before it.
ORDER = [
    {"user", "league", "tournament", "player"},
    {"drawjob"},
    {"round"},
    {"table"},
    {
        "seat",
        "entry",
        "recognition",
        "formerteam",
        "staff",
        "leaguestaff",
        "seatingconstraint",
        "season",
        "division",
        "seasonrankingrule",
        "seasonawardrule",
        "award",
        "ratingrule",
        "oldleagueaddress",
        "team",
        "teamlook",
        "leaguehost",
        "brand",
        "sponsor",
        "brandpicture",
        "webhook",
        "webhookcursor",
        "webhookdelivery",
        "lineup",
        "night",
        "nightplayer",
        "lastroundneeds",
        "standingsafterround",
        "standing",
        "teamstanding",
        "publication",
        "gamecount",
        "roundcount",
        "penalty",
        "scoresheet",
        "score",
        "seattoken",
        "playercard",
        "cardphone",
        "tablekiosk",
        "apitoken",
        "invitation",
        "timelimit",
        "announcement",
        "roundclock",
        "tableclock",
        "handrecord",
        "seatdraw",
        "seathands",
        "handstatistics",
        "refereecall",
        "photo",
        "photocontent",
        "move",
        "teammove",
        "question",
    },
    {"licence", "firsttournament", "mergedplayer", "recordproposal", "rating", "nametrace"},
    {"ledgerhead"},
    {"leagueledgerhead"},
]
# They lock after the head only rows that they made themselves.
OWN_ROWS = {
    "setup.tournaments.create_tournament",
    "seasons.copying.copy_tournament",
    "seasons.repeating.repeat_tournament",
    "seasons.rehearsals.rehearse",
    "transfer.taking_in.take_in_tournament",
    "draws.free_play.draw_night",
    "leagues.founding.create_league",
    "leagues.presets.open_season",
    # The ledgers it reads from are locked first, so that no standing moves meanwhile.
    "seasons.confirming.confirm_next_season",
}
# With newcomers it locks seats and tables after the head, under the lock of their round: who wants one of them waits
# for the round, but for a phone that claims a seat, and its token is locked before the head.
UNDER_THEIR_ROUND = {"draws.repairs.repair_schedule"}
# Licences and the trace of a name go last, with the person, who was locked first: nobody can wait for them.
UNDER_THEIR_PLAYER = {"people.deleting.remove_entry_and_player"}
# Written under the lock of their tournament alone, whenever: nobody can wait for them.
UNDER_ITS_TOURNAMENT = {
    *("tableformat", "oldaddress", "rehearsal", "stage", "selfregistration", "registration", "ledgertext"),
    *(
        "captain",
        "countingrule",
        "gamequota",
        "plannedrounds",
        "lineuprule",
        "qualification",
        "qualifyingrule",
        "qualifier",
    ),
    *("teamcountingrule", "lineupquota", "lineupquotamember", "seatdrawrule"),
    *("about", "thanks", "timetableitem", "answer"),
}
# The same under that of their league.
UNDER_ITS_LEAGUE = {"leagues.text_removal.remove_league_texts"}
# Whose tournament a stage is never changes.
NEVER_CHANGES = {"stage"}


def test_every_action_has_a_row() -> None:
    ACTIONS.refuse_gaps(all_actions(), ROWS)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ROWS)
def test_an_action_locks_what_its_row_says_and_looks_at_nothing_before(name: str) -> None:
    found = done(name)

    assert " ".join(found.locks) == ROWS[name].locks
    assert set(found.looked_before) - NEVER_CHANGES == set(ROWS[name].looks.split())
    assert found.taken_from_others == set()


@pytest.mark.parametrize("name", ROWS)
def test_what_belongs_to_a_tournament_is_written_under_its_lock(name: str) -> None:
    locks = ROWS[name].locks.split()

    before = list(takewhile(lambda table: table not in UNDER_ITS_TOURNAMENT, locks))

    owner = "league" if name in UNDER_ITS_LEAGUE else "tournament"
    assert owner in before or before == locks


@pytest.mark.parametrize("name", sorted(ROWS.keys() - OWN_ROWS - UNDER_THEIR_ROUND - UNDER_THEIR_PLAYER))
def test_locks_are_taken_in_the_one_order(name: str) -> None:
    locks = [table for table in ROWS[name].locks.split() if table not in UNDER_ITS_TOURNAMENT]

    ranks = [next(rank for rank, tables in enumerate(ORDER) if table in tables) for table in locks]

    if "round" in locks:
        # A draft that is deleted: its rows go in the order that Django chooses, under the lock of their round.
        ranks = [
            rank for rank, table in zip(ranks, locks, strict=True) if table != "table" or locks[1] == "table"
        ]
    assert ranks == sorted(ranks)
    counts = [table for table in locks if table in ("roundcount", "gamecount")]
    assert counts in ([], ["roundcount"], ["gamecount"], ["roundcount", "gamecount"])
