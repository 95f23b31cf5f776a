"""What takes long to read is read as it was at one moment, and nobody has to wait until it is done."""

import io
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.management import call_command
from django.db import DatabaseError, OperationalError, connection, transaction
from django.test import Client

from players.models import Club, Player
from tests.tournaments.hall import BALANCED, Hall, hall_in_play, hall_with_a_game, open_hall, phones_of, play
from tournaments.actions.draws.checks import check_draw, public_verdict
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.exchanges import swap_players
from tournaments.actions.draws.plans import Plan
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, report_sheet
from tournaments.models import Draw, LedgerHead, Round, Scoresheet, Seat, Table
from tournaments.standings import publish_tournament
from tournaments.verification import verify_ledger
from web.snapshots import snapshot

pytestmark = [pytest.mark.race, pytest.mark.usefixtures("own_copy")]


@contextmanager
def after_every_statement(act: Callable[[], object], *, of: str = "") -> Iterator[list[object]]:
    """Let somebody else act, on a connection of their own, after each statement that reads (`of` a table).

    They wait a second at most. Gives what came of it each time: what the action gave, or the error it ended with.
    """
    came: list[object] = []

    def impatiently() -> object:
        if connection.vendor == "sqlite":
            with connection.cursor() as cursor:
                cursor.execute("PRAGMA busy_timeout=1000")
        try:
            return act()
        except OperationalError as error:
            return error

    def between(execute: Callable[..., Any], sql: str, *more: Any) -> Any:
        read = execute(sql, *more)
        if sql.startswith("SELECT") and f'"{of}' in sql and not errors(came):
            came.append(others.submit(impatiently).result())
        return read

    with ThreadPoolExecutor(1) as others:
        try:
            with connection.execute_wrapper(between):
                yield came
        finally:
            others.submit(lambda: connection.close()).result()


def fine(hall: Hall) -> Callable[[], object]:
    """A deduction: an entry of the ledger, a row that counts, other standings."""
    entry = hall.stage.tournament.entries.order_by("number")[0]
    return lambda: penalize(stage=hall.stage, entry=entry, ruling=Ruling(1_000, "Late"), by=hall.rob)


def drawn() -> Hall:
    """Alice's draft."""
    hall = open_hall()
    draw(stage=hall.stage, plan=Plan(), by=hall.alice)
    return hall


def swap_two(hall: Hall) -> None:
    """Two players of a draft change chairs."""
    one, other = (Seat.objects.get(table__number=number, wind=1).entry for number in (1, 2))
    swap_players(round_=Round.objects.get(), one=one, other=other, by=hall.alice)


def once(act: Callable[[], object]) -> Callable[[], object]:
    left = [act]
    return lambda: left.pop()() if left else None


def errors(came: list[object]) -> list[object]:
    return [one for one in came if isinstance(one, Exception)]


def test_a_phone_reports_while_a_ledger_is_verified() -> None:
    hall, round_ = hall_in_play()
    table = Table.objects.get(round=round_, number=2)
    phone = phones_of(table, hall.alice)[0]
    report = once(lambda: report_sheet(table=table, report=TableReport(BALANCED), by=phone))

    with after_every_statement(report) as came:
        found = verify_ledger(hall.tournament.pk)

    assert (errors(came), found.problems) == ([], [])
    assert Scoresheet.objects.live().get(table=table) == came[0]


def test_a_ledger_is_verified_as_it_was_when_the_reading_began_whatever_is_written_meanwhile() -> None:
    hall = hall_with_a_game()
    before = LedgerHead.objects.get(tournament=hall.tournament).seq

    with after_every_statement(fine(hall)) as came:
        found = verify_ledger(hall.tournament.pk)

    assert (errors(came), found.problems, found.remarks, found.seq) == ([], [], [], before)
    assert len(came) > 20
    now = verify_ledger(hall.tournament.pk)
    assert (now.problems, now.seq) == ([], before + len(came))


def test_a_draw_is_verified_as_it_was_when_the_reading_began() -> None:
    hall = drawn()
    out = io.StringIO()

    with after_every_statement(once(lambda: swap_two(hall))) as came:
        call_command("verify_draw", stdout=out)

    assert errors(came) == []
    assert "1 draws looked at; all that were drawn here are as drawn." in out.getvalue()
    assert check_draw(Draw.objects.get()).reasons == ["by_hand"]


def test_a_public_verdict_is_kept_for_the_rounds_that_were_looked_at() -> None:
    hall = drawn()
    swap_two(hall)
    kept = Draw.objects.get()
    publish = once(lambda: publish_round(round_=Round.objects.get(), by=hall.alice))

    with after_every_statement(publish, of="tournaments_ledgerentry") as came:
        before = public_verdict(kept)

    assert (errors(came), before.rounds) == ([], 0)
    after = public_verdict(kept)
    assert (after.rounds, after.reasons) == (1, ["by_hand"])


def test_standings_are_compared_with_the_facts_of_the_same_moment() -> None:
    hall = hall_with_a_game()
    out = io.StringIO()

    with after_every_statement(once(fine(hall)), of="tournaments_penalty") as came:
        call_command("publish_standings", anew=True, stdout=out)

    assert errors(came) == []
    assert out.getvalue() == "1 of 1 stages published.\n"


def test_what_reads_at_one_moment_writes_nothing_and_leaves_the_connection_as_it_was() -> None:
    with pytest.raises(DatabaseError), snapshot():
        Club.objects.create(name="Ueno", country="JP")

    Club.objects.create(name="Kanda", country="JP")
    assert [club.name for club in Club.objects.all()] == ["Kanda"]
    if connection.vendor == "sqlite":
        assert connection.transaction_mode == "IMMEDIATE"


def test_inside_a_transaction_it_is_that_one_which_goes_on() -> None:
    with transaction.atomic():
        Club.objects.create(name="Ueno", country="JP")
        with snapshot():
            there = Club.objects.count()
        Club.objects.create(name="Kanda", country="JP")

    assert (there, Club.objects.count()) == (1, 2)


@pytest.mark.parametrize("name", ["results", "results-by-player", "standings", "draws"])
def test_a_file_to_take_home_is_of_one_moment_whatever_is_written_while_it_is_sent(name: str) -> None:
    hall, round_ = hall_in_play()
    for table in round_.tables.all():
        play(table, hall.alice)
    publish_tournament(hall.tournament.pk)
    address = f"/t/{hall.tournament.slug}/downloads/{name}.csv"
    before = Client().get(address).getvalue()
    file = iter(Client().get(address))
    begun = next(file)

    def change() -> None:
        first = round_.tables.get(number=1)
        sheet = first.scoresheets.live().get()
        figures = Figures([70_000, 10_000, 10_000, 10_000])
        correct_sheet(
            table=first, report=TableReport(figures, if_match=sheet.tag), by=hall.rob, reason="Typo"
        )
        fine(hall)()
        Player.objects.filter(entries__tournament=hall.tournament).update(name="Somebody else")
        publish_tournament(hall.tournament.pk)

    with ThreadPoolExecutor(1) as others:
        others.submit(change).result()
        others.submit(lambda: connection.close()).result()
    rest = b"".join(file)

    assert begun + rest == before
    assert Client().get(address).getvalue() != before
