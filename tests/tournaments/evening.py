"""A club evening to test against, made with the same deeds as everything else."""

from collections.abc import Sequence

from players.actions import add_player
from players.models import User
from tournaments.actions.actor import Actor
from tournaments.actions.entries import form_team, register
from tournaments.actions.rounds import draw_round, publish_round, start_round
from tournaments.actions.seats import claim_seat, issue_seat_tokens
from tournaments.actions.setup import create_tournament
from tournaments.actions.sheets import Figures, confirm_sheet, report_sheet
from tournaments.models import Round, Scoresheet, Seat, Table, Tournament

NAMES = [
    "Alice Smith",
    "佐藤 健太",
    "Bob Müller",
    "多井 隆晴",
    "Chloé Dubois",
    "鈴木 たろう",
    "Dmitri Ivanov",
    "高橋 美咲",
    "Eve Johnson",
    "田中 みなみ",
    "Frank Castle",
    "渡辺 太",
]
PASSWORD = "a-long-evening-of-mahjong"
POINTS = [41_200, 30_100, 20_500, 8_200]


def account(email: str = "olga@example.org", name: str = "Olga Organizer", **fields: object) -> User:
    """Somebody who can sign in, with a confirmed address."""
    user = User.objects.create_user(email, PASSWORD, name=name, **fields)
    user.emailaddress_set.create(email=email, verified=True, primary=True)
    return user


def evening(
    *,
    organizer: User,
    players: int = 8,
    slug: str = "spring-open",
    name: str = "Spring Open",
    rulebook_id: str = "mleague",
    teams: Sequence[str] = (),
    **more: object,
) -> Tournament:
    """A tournament with players, no round drawn yet."""
    by = Actor(user=organizer)
    tournament = create_tournament(slug=slug, name=name, rulebook_id=rulebook_id, by=by, **more)
    formed = [form_team(tournament=tournament, name=team, by=by) for team in teams]
    for index in range(players):
        player = add_player(name=NAMES[index % len(NAMES)] + (f" {index}" if index >= len(NAMES) else ""))
        team = formed[index % len(formed)] if formed else None
        register(tournament=tournament, player=player, team=team, by=by)
    return tournament


def started_round(tournament: Tournament, *, by: Actor, seed: str = "7") -> Round:
    """Its next round, drawn, published and in play."""
    round_ = draw_round(stage=tournament.stages.get(), by=by, seed=seed)
    publish_round(round_=round_, by=by)
    return start_round(round_=round_, by=by)


def seats_of(table: Table) -> list[Seat]:
    """East first."""
    return list(table.seats.select_related("entry__player", "table").order_by("wind"))


def phones(table: Table, *, by: Actor) -> list[str]:
    """Give each seat of the table to a phone; return what each phone's cookie holds, East first."""
    codes = issue_seat_tokens(seats=seats_of(table), by=by)
    return [
        claim_seat(code=codes[seat.pk], key=f"phone-{seat.pk}", device_name="Android")[1]
        for seat in seats_of(table)
    ]


def seat_actor(seat: Seat) -> Actor:
    """The phone that has claimed this seat."""
    return Actor(seat_token=seat.tokens.get(revoked_at=None))


def report_and_confirm(table: Table, *, by: Actor, points: Sequence[int] = POINTS) -> Scoresheet:
    """A confirmed result, reported by the staff and confirmed by the referee's word."""
    sheet = report_sheet(table=table, figures=Figures(points=list(points)), by=by)
    for seat in seats_of(table):
        sheet = confirm_sheet(sheet=sheet, if_match=sheet.tag, by=seat_actor(seat))
    return sheet
