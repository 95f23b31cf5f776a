"""A small hall for the tests: Alice organizes, Rob referees, Bob and seven others play, Charlie is a stranger."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models.functions import Now

from players.actions import add_player
from players.models import User
from tests.tournaments.replay import replayed
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.seat_tokens import claim_seat, issue_seat_tokens
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.draws.jobs.orders import draw_or_order, redraw_or_order
from tournaments.actions.draws.plans import Plan
from tournaments.actions.people.entries import register
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.rounds import EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY, close_round, start_round
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, confirm_sheet, report_sheet
from tournaments.actions.setup.tournaments import Frame, appoint, create_tournament
from tournaments.models import (
    Draw,
    DrawJob,
    LedgerEntry,
    Round,
    Scoresheet,
    Seat,
    Staff,
    Stage,
    Table,
    Tournament,
)
from tournaments.models.texts.declared import TEXTS
from tournaments.models.texts.reading import Texts
from tournaments.standings import publish_tournament

NAMES = ("Bob", "Dora", "Emil", "Fumi", "Goro", "Hana", "Iris", "Jun")
BALANCED = Figures([40_000, 30_000, 20_000, 10_000])
SEED = "0123456789abcdef"


@dataclass
class Hall:
    tournament: Tournament
    alice: Actor
    rob: Actor
    charlie: Actor
    bob: User

    @property
    def stage(self) -> Stage:
        return self.tournament.stages.get()

    def entries(self) -> list[int]:
        return list(self.tournament.entries.order_by("number").values_list("pk", flat=True))

    def draw(self) -> Round:
        return draw_round(stage=self.stage, by=self.alice, seed=SEED)

    def started(self) -> Round:
        """Start a round: two tables of M-League rules. Earlier rounds may still be open."""
        round_ = self.draw()
        publish_round(round_=round_, by=self.alice)
        return start_round(round_=round_, by=self.alice, confirm=[EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY])

    def kinds(self) -> list[str]:
        """Return the kinds of ledger entries, oldest first."""
        return list(LedgerEntry.objects.filter(tournament=self.tournament).values_list("kind", flat=True))

    def last_payload(self) -> dict[str, object]:
        """Return the last entry's payload, with typed texts."""
        entry = LedgerEntry.objects.filter(tournament=self.tournament).order_by("seq").last()
        assert entry is not None
        return with_texts(entry)


def with_texts(entry: LedgerEntry) -> dict[str, object]:
    """Return an entry's payload with typed texts, as the staff reads it."""
    content = {name: value for name, value in entry.content.items() if name != TEXTS}
    return {**content, **Texts(entry.tournament, [entry]).put_in(entry, staff=True)}


def let_a_week_pass(founder: Actor) -> None:
    """Make this account a week old, so that its tournaments may send mails."""
    assert founder.user is not None
    week_ago = Now() - timedelta(days=7, minutes=1)
    User.objects.filter(pk=founder.user.pk).update(date_joined=week_ago)


@replayed
def open_hall(
    slug: str = "spring-open",
    players: int = 8,
    *,
    by: Actor | None = None,
    confirm: Collection[str] = (),
    **frame: object,
) -> Hall:
    """Set up a tournament with staff and players, without draws. `frame` are fields of `Frame`, `by` is Alice."""
    alice = Actor(User.objects.create_user(f"alice@{slug}.example", name="Alice"))
    rob = Actor(User.objects.create_user(f"rob@{slug}.example", name="Rob"))
    charlie = Actor(User.objects.create_user(f"charlie@{slug}.example", name="Charlie"))
    bob = User.objects.create_user(f"bob@{slug}.example", name="Bob")
    tournament = create_tournament(
        frame=Frame(**{"slug": slug, "name": "Spring Open", "rulebook_id": "mleague", **frame}),
        confirm=confirm,
        by=by or alice,
    )
    appoint(tournament=tournament, user=rob.user, role=Staff.Role.REFEREE, by=alice)
    names = [*NAMES, *(f"Player {number:02}" for number in range(9, players + 1))]
    for name in names[:players]:
        player = add_player(name=name)
        if name == "Bob":
            player.user = bob
            player.save(update_fields=["user"])
        register(tournament=tournament, player=player, by=alice)
    return Hall(tournament, alice, rob, charlie, bob)


@replayed
def hall_in_play() -> tuple[Hall, Round]:
    """Return a hall with its first round in play."""
    hall = open_hall()
    return hall, hall.started()


@replayed
def hall_with_a_game() -> Hall:
    """Return a hall with a confirmed game in its published standings."""
    hall, round_ = hall_in_play()
    play(round_.tables.get(number=1), hall.alice, BALANCED)
    publish_tournament(hall.tournament.pk)
    return hall


def order_draw(
    *, plan: Plan, by: Actor, stage: Stage | None = None, old: Draw | None = None, **more: Any
) -> DrawJob:
    """Order a draw that is too long for a request, as all with more than the usual effort are."""
    if old is not None:
        job = redraw_or_order(old=old, plan=plan, by=by, **more)
    else:
        assert stage is not None
        job = draw_or_order(stage=stage, plan=plan, by=by, **more)
    assert isinstance(job, DrawJob)
    return job


def seats_of(table: Table) -> list[Seat]:
    return list(table.seats.select_related("entry__player").order_by("wind"))


def phones_of(table: Table, by: Actor) -> list[Actor]:
    """Return the four phones of a table, East first, each with its seat claimed."""
    seats = seats_of(table)
    codes = issue_seat_tokens(seats=seats, by=by)
    return [Actor(seat_token=claim_seat(code=codes[seat.pk], key=f"phone-{seat.pk}")[0]) for seat in seats]


def confirm_all(sheet: Scoresheet, phones: list[Actor]) -> Scoresheet:
    """Confirm by all phones except the first, which reported."""
    for phone in phones[1:]:
        sheet = confirm_sheet(sheet=sheet, if_match=sheet.tag, by=phone)
    return sheet


def play(table: Table, by: Actor, figures: Figures = BALANCED) -> Scoresheet:
    """Play a table's game from report to confirmation."""
    phones = phones_of(table, by)
    return confirm_all(report_sheet(table=table, report=TableReport(figures), by=phones[0]), phones)


def finished_hall(players: int = 8) -> Hall:
    """A finished tournament of one round, with the same result at every table."""
    hall = open_hall(players=players)
    round_ = hall.started()
    for table in round_.tables.all():
        play(table, hall.alice)
    close_round(round_=round_, by=hall.alice)
    publish_tournament(hall.tournament.pk)
    finish_tournament(tournament=hall.tournament, by=hall.alice)
    return hall
