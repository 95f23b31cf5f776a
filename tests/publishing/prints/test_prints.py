"""PDFs that are ordered at the desk and made by a worker."""

from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.db.models.functions import Now
from django.test import Client
from pypdf import PdfReader

from publishing.prints import orders, worker
from publishing.prints.orders import order_print
from publishing.prints.worker import make, work_off
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.errors import StateRefuses
from tournaments.models import LedgerEntry, PrintedFile, PrintJob
from tournaments.models.printing import KEPT

pytestmark = pytest.mark.django_db
BADGES = {"parts": ["badges"], "round_id": 0, "paper": "A4", "site": ""}


@pytest.fixture
def hall() -> Hall:
    return open_hall()


def ordered(hall: Hall, **choice: Any) -> PrintJob:
    assert hall.rob.user is not None
    return order_print(
        tournament=hall.tournament, kind="kit", choice={**BADGES, **choice}, pages=1, by=hall.rob.user
    )


def lines_of(content: bytes) -> list[str]:
    return [line for page in PdfReader(BytesIO(content)).pages for line in page.extract_text().splitlines()]


def test_an_ordered_pdf_is_made_and_kept_for_the_person_who_ordered_it(hall: Hall) -> None:
    rob, form = signed_in(hall.rob), {"what": "badges", "paper": "a4", "key": "first-time"}
    page = rob.post("/t/spring-open/desk/print-kit/order/", form)["Location"]
    waiting = rob.get(page)

    assert work_off() == 1

    file = rob.get(page.removesuffix("/") + ".pdf")
    assert b'data-job="queued"' in waiting.content
    assert b'data-job="done"' in rob.get(page).content
    assert (file["Content-Type"], "Bob" in lines_of(file.content)) == ("application/pdf", True)
    assert [signed_in(hall.alice).get(address).status_code for address in (page, page[:-1] + ".pdf")] == [
        403,
        403,
    ]


def test_nothing_of_it_is_in_the_ledger(hall: Hall) -> None:
    before = LedgerEntry.objects.count()

    ordered(hall)
    work_off()

    assert LedgerEntry.objects.count() == before


def test_the_same_order_is_one_and_another_one_waits(hall: Hall) -> None:
    first = ordered(hall)

    assert ordered(hall) == first
    with pytest.raises(StateRefuses, match="still being made"):
        ordered(hall, paper="letter")
    assert PrintJob.objects.count() == 1


def test_a_person_has_the_newest_files_alone(hall: Hall) -> None:
    for _again in range(orders.MOST_KEPT + 2):
        newest = ordered(hall)
        work_off()

    assert PrintJob.objects.count() == PrintedFile.objects.count() == orders.MOST_KEPT
    assert PrintJob.objects.latest("pk") == newest


def test_a_file_is_gone_after_a_day(hall: Hall) -> None:
    job = ordered(hall)
    work_off()
    with transaction.atomic():
        old = PrintJob.objects.create(
            tournament=hall.tournament,
            ordered_by=job.ordered_by,
            kind="kit",
            choice=BADGES,
            language="en",
            status="done",
            total=1,
            ordered_at=Now() - KEPT - timedelta(minutes=1),
        )
        PrintedFile.objects.create(job=old, content=b"%PDF-")

    assert signed_in(hall.rob).get(f"/t/spring-open/desk/prints/{old.pk}.pdf").status_code == 404
    work_off()
    assert list(PrintJob.objects.values_list("pk", flat=True)) == [job.pk]


def test_a_worker_that_was_given_up_keeps_nothing(hall: Hall) -> None:
    ordered(hall)
    late = worker._take()
    assert late is not None
    PrintJob.objects.update(heartbeat_at=Now() - timedelta(hours=1))

    assert work_off() == 1
    assert make(late) is False
    assert PrintJob.objects.values("status", "attempt").get() == {"status": "done", "attempt": 2}


def test_what_outlives_three_workers_is_given_up(hall: Hall) -> None:
    job = ordered(hall)
    PrintJob.objects.filter(pk=job.pk).update(
        status="running", attempt=3, heartbeat_at=Now() - timedelta(hours=1)
    )

    assert work_off() == 0
    assert PrintJob.objects.values("status").get() == {"status": "failed"}
    assert b"could not be made" in signed_in(hall.rob).get(f"/t/spring-open/desk/prints/{job.pk}/").content


def test_what_cannot_be_made_fails_and_the_next_is_made(hall: Hall, caplog: pytest.LogCaptureFixture) -> None:
    ordered(hall, paper="no such paper")
    assert hall.alice.user is not None
    order_print(tournament=hall.tournament, kind="kit", choice=BADGES, pages=1, by=hall.alice.user)

    assert work_off() == 2
    assert list(PrintJob.objects.values_list("status", flat=True)) == ["failed", "done"]
    assert caplog.messages == ["an ordered PDF could not be made"]


def test_is_in_the_language_it_was_ordered_in(hall: Hall) -> None:
    hall.started()
    rob = signed_in(hall.rob)
    rob.post("/ja/t/spring-open/desk/print-kit/order/", {"what": "sheets", "key": "in-japanese"})

    work_off()

    assert "席 名前 点数 チョンボ 署名" in lines_of(bytes(PrintedFile.objects.get().content))


@pytest.mark.parametrize(
    "choice", [{}, {"what": "nothing"}, {"what": "cards"}, {"what": "badges", "round": "x"}]
)
def test_what_cannot_be_printed_is_not_ordered(hall: Hall, choice: dict[str, str]) -> None:
    answer = signed_in(hall.rob).post("/t/spring-open/desk/print-kit/order/", {**choice, "key": "never-this"})

    assert answer.status_code == 302
    assert not PrintJob.objects.exists()


def test_an_order_and_a_file_are_never_rewritten(hall: Hall) -> None:
    job = ordered(hall)
    work_off()

    with pytest.raises(DatabaseError), transaction.atomic():
        PrintJob.objects.filter(pk=job.pk).update(choice={})
    with pytest.raises(DatabaseError), transaction.atomic():
        PrintedFile.objects.update(content=b"another")


def test_a_stranger_orders_nothing(hall: Hall) -> None:
    answers = [
        client.post(
            "/t/spring-open/desk/print-kit/order/", {"what": "badges", "key": "a-stranger"}
        ).status_code
        for client in (Client(), signed_in(hall.charlie))
    ]

    assert (answers, PrintJob.objects.count()) == ([403, 403], 0)
