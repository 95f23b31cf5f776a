"""The tournament that `benchmarks.serving` asks for and reports to. Imported once Django is set up."""

from dataclasses import dataclass, field

from django.db import connection, transaction
from django.test import Client

from benchmarks import floor_api
from benchmarks.floor import TABLES
from benchmarks.serving.client import Server, Taken, WrongAnswer
from players.models import User
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.api_tokens import create_api_token
from tournaments.actions.credentials.seat_tokens import claim_seat, issue_seat_tokens
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.imports.players import import_players
from tournaments.actions.imports.results import import_results
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.rounds import EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY, start_round
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, confirm_sheet, report_sheet
from tournaments.actions.setup.tournaments import Frame, appoint, create_tournament
from tournaments.credentials.devices import SEAT_COOKIE
from tournaments.models import Entry, Round, Scoresheet, Seat, Stage, Standing, Table
from tournaments.standings import publish_standings
from tournaments.standings.tasks import forget_call

PLAYERS = 64
PLAYED = 10
POINTS = [41_200, 30_100, 19_900, 8_800]
FLOORS_TOKEN = "a-floor-has-one-caller"  # noqa: S105
CSRF = "c" * 32


@dataclass
class Hall:
    """A tournament with games played and tables waiting to report."""

    slug: str
    stage: Stage
    players: int
    by: Actor
    by_referee: Actor
    organizer: str
    """The secret of the organizer's API token."""
    referee: str
    tables: list[int] = field(default_factory=list)
    sheets: list[tuple[int, str]] = field(default_factory=list)
    """Reported, and nobody has agreed: number and tag."""
    reported: dict[int, int] = field(default_factory=dict)
    """By table, the number of the sheet that a report was answered with."""
    confirmed: list[int] = field(default_factory=list)

    @property
    def page(self) -> str:
        return f"/t/{self.slug}/standings/"

    @property
    def api(self) -> str:
        return f"/api/v1/stages/{self.stage.pk}/standings/"

    @property
    def round_page(self) -> str:
        return f"/t/{self.slug}/rounds/{self.last_round.number}/"

    @property
    def last_round(self) -> Round:
        return Round.objects.filter(stage=self.stage).latest("number")

    @property
    def leader(self) -> str:
        """Who leads, whom every page of the standings names."""
        name: str = (
            Standing.objects.filter(stage=self.stage)
            .order_by("position")
            .values_list("entry__player__name", flat=True)[0]
        )
        return name

    def start_rounds(self, tables: int) -> None:
        """Start more rounds than anybody plays, until so many tables can report once."""
        while len(self.tables) < tables:
            with transaction.atomic():
                round_ = draw_round(stage=self.stage, by=self.by)
                publish_round(round_=round_, by=self.by)
                start_round(round_=round_, by=self.by, confirm=[EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY])
            self.tables += Table.objects.filter(round=round_).order_by("pk").values_list("pk", flat=True)

    def phones(self, tables: list[int], seats: int) -> dict[int, list[str]]:
        """Claim the first so many seats of these tables; by table, the cookies of their phones."""
        claimed: dict[int, list[str]] = {}
        places = dict(
            Seat.objects.filter(table__in=tables, wind__lte=seats)
            .order_by("wind")
            .values_list("pk", "table_id")
        )
        with transaction.atomic():
            for pk, code in issue_seat_tokens(seats=Seat.objects.filter(pk__in=places), by=self.by).items():
                secret = claim_seat(code=code, key=f"phone-{pk}")[1]
                claimed.setdefault(places[pk], []).append(f"csrftoken={CSRF}; {SEAT_COOKIE}={secret}")
        return claimed

    def desk_cookie(self) -> str:
        """The cookie of the organizer's browser."""
        client = Client()
        assert self.by.user is not None
        client.force_login(self.by.user)
        return f"sessionid={client.cookies['sessionid'].value}"

    def report(self, server: Server, times: int, *, by_phone: bool = False) -> Taken:
        self.start_rounds(times + 1)  # one table is always left to play
        tables = [self.tables.pop() for _time in range(times)]
        if by_phone:
            cookies = self.phones(tables, seats=1)
            named = {table: {"Cookie": cookies[table][0], "X_CSRFToken": CSRF} for table in tables}
        else:
            named = {table: {"Authorization": f"Bearer {self.organizer}"} for table in tables}
        with server.spent(times) as spent:
            for table in tables:
                path, content = f"/api/v1/tables/{table}/scoresheets/", {"points": POINTS}
                answer = server.post(path, content, 201, **named[table])
                self.sheets.append((answer["id"], answer["tag"]))
                self.reported[table] = answer["id"]
        return spent()

    def confirm(self, server: Server, times: int) -> Taken:
        """The referee confirms reports, and each of them counts at once."""
        if len(self.sheets) < times:
            self.report(server, times)
        sheets = [self.sheets.pop() for _time in range(times)]
        with server.spent(times) as spent:
            for sheet, tag in sheets:
                # No worker takes the calls for standings here. As if one did: where one waits, none is sent.
                forget_call(self.stage.tournament_id)
                path = f"/api/v1/scoresheets/{sheet}/confirm/"
                named = {"Authorization": f"Bearer {self.referee}", "If_Match": f'"{tag}"'}
                if server.post(path, {"as_referee": True}, 200, **named)["status"] != "confirmed":
                    raise WrongAnswer(f"{path}: not confirmed")
                self.confirmed.append(sheet)
        return spent()

    def change_standings(self) -> None:
        """Deduct one unit from somebody and publish, as a worker would."""
        entry = Entry.objects.filter(tournament=self.stage.tournament_id).latest("number")
        penalize(stage=self.stage, entry=entry, ruling=Ruling(1, "Bench"), by=self.by)
        publish_standings(self.stage.pk)

    def count_game(self) -> None:
        """Report and confirm one more game in the transaction that is open; nothing is published."""
        table = Table.objects.get(pk=self.tables[0])
        sheet = report_sheet(table=table, report=TableReport(Figures(POINTS)), by=self.by)
        confirm_sheet(sheet=sheet, if_match=sheet.tag, by=self.by_referee, as_referee=True)

    def lost_and_doubled(self) -> tuple[int, int]:
        """How many accepted reports and confirmations are not there, and how many tables have a second result."""
        sheets = Scoresheet.objects.filter(table__in=self.reported)
        found = set(sheets.values_list("table", "pk"))
        counting = set(sheets.filter(status=Scoresheet.Status.CONFIRMED).values_list("pk", flat=True))
        lost = len(set(self.reported.items()) - found) + len(set(self.confirmed) - counting)
        return lost, len(found) - len({table for table, _sheet in found})

    def check(self) -> None:
        """Every report and every confirmation that was accepted is there, once."""
        if (found := self.lost_and_doubled()) != (0, 0):
            raise WrongAnswer(f"{found[0]} lost, {found[1]} doubled of {len(self.reported)} reports")


def open_hall(reports: int, *, slug: str = "bench", players: int = PLAYERS, played: int = PLAYED) -> Hall:
    """Players with some rounds behind them, and rounds enough in play for so many reports."""
    with transaction.atomic():
        organizer, referee = (
            User.objects.get_or_create(email=f"{name}@example.org", defaults={"name": name.title()})[0]
            for name in ("bench", "referee")
        )
        by = Actor(organizer)
        tournament = create_tournament(
            frame=Frame(slug=slug, name=slug.title(), rulebook_id="mleague"), by=by
        )
        stage = tournament.stages.get()
        names = "\n".join(f"{slug.title()} {number}" for number in range(1, players + 1))
        import_players(tournament=tournament, text=f"name\n{names}\n", by=by)
        for number in range(1, played + 1):
            import_results(stage=stage, text=_played(slug.title(), players, number), by=by)
        appoint(tournament=tournament, user=referee, role="referee", by=by)
        organizers, referees = (
            create_api_token(name=slug, scope="manage", days=1, by=Actor(user))[1]
            for user in (organizer, referee)
        )
    publish_standings(stage.pk)
    hall = Hall(slug, stage, players, by, Actor(referee), organizers, referees)
    hall.start_rounds(reports)
    return hall


def create_floor() -> None:
    """The floors' tables, and who may write into them."""
    with connection.cursor() as cursor:
        for statement in (*TABLES, *floor_api.TABLES):
            cursor.execute(statement.format(id=floor_api.ID[connection.vendor]))
    floor_api.Caller.objects.create(token_hash=floor_api.hash_of(FLOORS_TOKEN), name="Bench")


def insert(server: Server, times: int) -> Taken:
    """What Django REST framework does with the same figures."""
    with server.spent(times) as spent:
        for _time in range(times):
            answer = server.post("/games/", {"points": POINTS}, 201, Authorization=f"Bearer {FLOORS_TOKEN}")
            if answer["points"] != POINTS:
                raise WrongAnswer("/games/")
    return spent()


def _played(name: str, players: int, number: int) -> str:
    """The results of one round, as a file to import."""
    lines, tables = ["round,table,player,points"], players // 4
    for table in range(tables):
        for seat, points in enumerate(POINTS):
            player = seat * tables + (table + seat * number) % tables
            lines.append(f"{number},{table + 1},{name} {player + 1},{points}")
    return "\n".join(lines)
