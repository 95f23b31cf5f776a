"""Processes of a race: each does what it reads, at the moment it reads it, and writes what came of it.

    python -m tests.races.hand READ WRITE [READ WRITE …]

A process for each pair of open files: Django is read once, before they part. Each reads JSON lines {"do", "at", …},
where `at` is a moment of time.time(), and answers each with one. They end when nobody writes to them any more.
"""

import gc
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any, TextIO

import django

django.setup()

from django.db import DatabaseError, connection  # noqa: E402

from tests.races import drawing, naive, staff, tablets  # noqa: E402
from tests.tournaments.hall import open_hall, phones_of  # noqa: E402
from tournaments.actions.actor import Actor  # noqa: E402
from tournaments.actions.credentials.seat_tokens import issue_seat_tokens  # noqa: E402
from tournaments.actions.draws.draft_rounds import draw_round  # noqa: E402
from tournaments.actions.errors import ActionError  # noqa: E402
from tournaments.actions.idempotency import Answer, do_once  # noqa: E402
from tournaments.actions.imports.results import (  # noqa: E402
    ResultsOptions,
    import_results,
)
from tournaments.actions.play.penalties import (  # noqa: E402
    Ruling,
    penalize,
)
from tournaments.actions.play.scoresheets.reporting import (  # noqa: E402
    Figures,
    TableReport,
    confirm_sheet,
    report_sheet,
)
from tournaments.actions.setup.tournaments import add_stage  # noqa: E402
from tournaments.models import Entry, Publication, Scoresheet, SeatToken, Stage, Table, Tournament  # noqa: E402
from tournaments.verification import verify_ledger  # noqa: E402

Reply = dict[str, Any]


def use(name: str) -> Reply:
    """Work on another database of the same server from now on."""
    leave()
    connection.settings_dict["NAME"] = name
    return {"status": 200}


def leave() -> Reply:
    connection.close()
    return {"status": 200}


def set_up(players: int) -> Reply:
    """Open a hall with a round in play; give its tables with the tokens of their phones, East first."""
    hall = open_hall(players=players)
    tables = list(hall.started().tables.order_by("number"))
    return {
        "tournament": hall.tournament.pk,
        "stage": hall.stage.pk,
        "organizer": hall.alice.user.pk if hall.alice.user else None,
        "referee": hall.rob.user.pk if hall.rob.user else None,
        "entries": hall.entries(),
        "tables": [[table.pk, [_token(phone) for phone in phones_of(table, hall.alice)]] for table in tables],
    }


def report(table: int, token: int, points: list[int], key: str) -> Reply:
    """Report as a phone does, with an Idempotency-Key."""

    def action() -> Answer:
        sheet = report_sheet(table=Table(pk=table), report=TableReport(Figures(points)), by=_phone(token))
        return Answer(201, {"sheet": sheet.pk, "tag": sheet.tag})

    answer = do_once(by=_phone(token), key=key, fingerprint=str(points), action=action, present=_present)
    return {"status": answer.status, "body": answer.body}


def report_again(table: int, token: int, points: list[int], if_match: str) -> Reply:
    sheet = report_sheet(
        table=Table(pk=table), report=TableReport(Figures(points), if_match=if_match), by=_phone(token)
    )
    return {"status": 200, "body": {"version": sheet.version, "tag": sheet.tag}}


def confirm(table: int, token: int, if_match: str) -> Reply:
    live = Scoresheet.objects.live().get(table=table)
    sheet = confirm_sheet(sheet=live, if_match=if_match, by=_phone(token))
    return {"status": 200, "body": {"status": sheet.status, "tag": sheet.tag}}


def live_tag(table: int) -> Reply:
    sheet = Scoresheet.objects.live().get(table=table)
    return {"status": 200, "body": {"tag": sheet.tag, "status": sheet.status}}


def draw(stage: int, organizer: int) -> Reply:
    round_ = draw_round(stage=Stage.objects.get(pk=stage), by=_person(organizer))
    return {"status": 200, "body": {"number": round_.number}}


def print_cards(table: int, organizer: int) -> Reply:
    """New codes for the seats of a table."""
    codes = issue_seat_tokens(seats=Table.objects.get(pk=table).seats.all(), by=_person(organizer))
    return {"status": 200, "body": {"codes": len(codes)}}


def add(tournament: int, organizer: int) -> Reply:
    """One stage more."""
    stage = add_stage(tournament=Tournament.objects.get(pk=tournament), name="Final", by=_person(organizer))
    return {"status": 200, "body": {"ordinal": stage.ordinal}}


def impose(stage: int, entry: int, referee: int) -> Reply:
    penalize(
        stage=Stage.objects.get(pk=stage),
        entry=Entry.objects.get(pk=entry),
        ruling=Ruling(1, "Late"),
        by=_person(referee),
    )
    return {"status": 200}


def take_in(stage: int, organizer: int, text: str, as_of: int) -> Reply:
    report = import_results(
        stage=Stage.objects.get(pk=stage),
        text=text,
        by=_person(organizer),
        options=ResultsOptions(as_of=as_of),
    )
    return {"status": 200, "body": {"new": report.new_games}}


def verify(tournament: int) -> Reply:
    found = verify_ledger(tournament)
    return {
        "seq": found.seq,
        "problems": [str(problem) for problem in found.problems],
        "remarks": found.remarks,
        "sheets": list(
            Scoresheet.objects.live()
            .filter(table__round__stage__tournament=tournament)
            .order_by("table")
            .values_list("table", "version", "status")
        ),
    }


def play_table(table: int, tokens: list[int]) -> Reply:
    """A game from the first phone's report to the last one's confirmation."""
    sheet = report_sheet(
        table=Table(pk=table),
        report=TableReport(Figures([40_000, 30_000, 20_000, 10_000])),
        by=_phone(tokens[0]),
    )
    for token in tokens[1:]:
        sheet = confirm_sheet(sheet=sheet, if_match=sheet.tag, by=_phone(token))
    return {"status": 200, "body": {"status": sheet.status}}


def published(stage: int) -> Reply:
    """How many games the published standings count."""
    return {"games": Publication.objects.get(pk=stage).games_counted}


ACTIONS: dict[str, Callable[..., Reply]] = {
    "use": use,
    "leave": leave,
    "set_up": set_up,
    "report": report,
    "report_again": report_again,
    "confirm": confirm,
    "live_tag": live_tag,
    "draw": draw,
    "impose": impose,
    "print_cards": print_cards,
    "add_stage": add,
    "take_in": take_in,
    "play_table": play_table,
    "published": published,
    "verify": verify,
    "set_up_hall": drawing.set_up_hall,
    "order_draw": drawing.order,
    "cancel_draw": drawing.cancel,
    "look_at_draw": drawing.look,
    "what_came_of_draw": drawing.what_came,
    **staff.ACTIONS,
    **tablets.ACTIONS,
    "unguard": naive.unguard,
    "naive_report": naive.report,
    "naive_retry": naive.retry,
    "naive_append": naive.append,
    "count": naive.count,
}


def _token(phone: Actor) -> int | None:
    return phone.seat_token.pk if phone.seat_token else None


def _phone(token: int) -> Actor:
    return Actor(seat_token=SeatToken.objects.select_related("seat").get(pk=token))


def _person(pk: int) -> Actor:
    return Actor(user=Tournament.objects.first().staff.get(user=pk).user)  # type: ignore[union-attr]


def _present(refusal: ActionError) -> Answer:
    live = refusal.sheet.tag if refusal.sheet else None
    return Answer(refusal.status, {"code": refusal.code, "live": live})


def main() -> None:
    files = [int(number) for number in sys.argv[1:]]
    pairs = list(zip(files[::2], files[1::2], strict=True))
    gc.freeze()
    for pair in pairs:
        if os.fork() == 0:
            for other in set(files) - set(pair):
                os.close(other)
            _work(*pair)
            os._exit(0)
    for file in files:
        os.close(file)
    for _pair in pairs:
        os.wait()


def _work(reading: int, writing: int) -> None:
    with os.fdopen(reading) as calls, os.fdopen(writing, "w") as replies:
        _answer(calls, replies)


def _answer(calls: TextIO, replies: TextIO) -> None:
    for line in calls:
        call = json.loads(line)
        action = ACTIONS[call.pop("do")]
        time.sleep(max(0.0, call.pop("at") - time.time()))
        try:
            reply = action(**call)
        except ActionError as refusal:
            answer = _present(refusal)
            reply = {"status": answer.status, "body": answer.body}
        except DatabaseError as error:
            reply = {"status": 500, "body": {"error": f"{type(error).__name__}: {error}"}}
        print(json.dumps(reply), file=replies, flush=True)


if __name__ == "__main__":
    main()
