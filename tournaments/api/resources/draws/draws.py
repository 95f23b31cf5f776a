"""Draws: plan, read, compare, exchange players, redraw, publish, import; late tables."""

from dataclasses import replace
from functools import partial
from typing import Annotated, Any, TypedDict

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from seating.requests import MOST_GAMES_A_DAY
from tournaments.actions.draws.checks import check_in_turn
from tournaments.actions.draws.draft_rounds import publish_draw
from tournaments.actions.draws.draws import commit_seed, discard_draw, plan_of
from tournaments.actions.draws.exchanges import price_of_swap, swap_players
from tournaments.actions.draws.files import COLUMNS, import_draw, is_header
from tournaments.actions.draws.jobs.orders import draw_or_order, redraw_or_order
from tournaments.actions.draws.late_tables import add_late_table
from tournaments.actions.draws.plans import (
    EFFORTS,
    MOST_IN_FINAL,
    MOST_LINE_UP,
    MOST_MATCHES,
    MOST_OF_A_SEASON,
    Plan,
)
from tournaments.actions.idempotency import Answer
from tournaments.actions.play.changed_places import change_places, exchangeable_places_of
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.api.api_view import ApiView
from tournaments.api.fields import (
    CONFIRM_DRAW,
    MOST_OF_A_LIST,
    REMAINDERS,
    ColumnsByHand,
    Confirmed,
    ListInput,
)
from tournaments.api.operations import Nothing, by_itself, everybody, reads, writes
from tournaments.api.resources.imports import FindingShape, HeaderShape
from tournaments.api.resources.play.rounds import MOST_SITTING_OUT, Publishing, find_round
from tournaments.api.resources.setup.tournaments import NO_SUCH, find_stage
from tournaments.api.schemas.draw_jobs import DrawJobShape, draw_job_shape
from tournaments.api.schemas.draws import (
    DrawShape,
    PriceShape,
    SeedShape,
    VerdictShape,
    draw_shape,
    price_shape,
    seed_shape,
    verdict_shape,
)
from tournaments.api.schemas.play.rounds import TablePageShape, table_page
from tournaments.models import Draw, DrawJob, Entry, Round, Stage, Table, Tournament
from tournaments.permissions import can_referee, can_run, is_staff, visible_draws
from web.api.fields import Id, Input, OneOf, Several, Text, Whole, YesNo, longest
from web.api.pagination import Paging, page
from web.api.policies import Everybody
from web.networks import network_of

NOT_DRAWN = (Draw.Method.IMPORTED, Draw.Method.REPAIRED)
METHODS = [(method, label) for method, label in Draw.Method.choices if method not in NOT_DRAWN]


MOST_AT_A_TABLE = 5


class Planning(Input):
    """How to draw. `rounds` may exceed a match day of `games` rounds only for `schedule`, `teams` and `team_season`.
    `remainder`: what to do if the players do not fill the tables (`three` and `five` need a rulebook for tables of
    that size). Without `seed`, the seed committed to in advance is used, or a new one. `effort` 2 to 16 multiplies
    the search time; only for schedule, swiss and met_least.
    """

    method = OneOf(METHODS, help_text="Method of drawing; see docs/draws.md.")
    rounds = Whole(
        min_value=1,
        max_value=MOST_OF_A_SEASON,
        default=1,
        help_text="How many rounds; more than a day only for schedule, teams and team_season.",
    )
    remainder = OneOf(REMAINDERS, default="refuse")
    apart = Several(
        child=OneOf(["team", "club", "country"]),
        max_length=3,
        default=list,
        help_text="Keep players of the same team, club or country apart.",
    )
    balance_winds = YesNo(default=False, help_text="True: give everybody each wind as often as possible.")
    sit_out = Several(child=Id(), max_length=MOST_SITTING_OUT, default=list)
    best = Whole(
        min_value=0,
        max_value=MOST_IN_FINAL,
        default=0,
        help_text="Only this many of the best play; 0 for everybody. For methods of teams: whole teams.",
    )
    afresh = YesNo(default=False, help_text="True: meetings in earlier stages do not count.")
    matches = Whole(
        min_value=0,
        max_value=MOST_MATCHES,
        default=0,
        help_text="For team_season: fours of teams at a time (threes at tables of three); 0 for as many as fit.",
    )
    games = Whole(
        min_value=1,
        max_value=MOST_GAMES_A_DAY,
        default=1,
        help_text="Rounds of a match day, with the same players (team_season: teams) at a table.",
    )
    line_up = Whole(
        min_value=0,
        max_value=MOST_LINE_UP,
        default=0,
        help_text="For team_season: players that a team sends; 0 for all.",
    )
    effort = Whole(min_value=min(EFFORTS), max_value=max(EFFORTS), default=1)
    seed = Text(
        max_length=longest(Draw, "seed"),
        default="",
        allow_blank=True,
        help_text="Seed that was announced; empty to let the server make one.",
    )
    confirm = Confirmed(default=list, help_text=CONFIRM_DRAW)


class Again(Input):
    """`reason`: why it is redrawn; public once the draw is published. `effort`: as for a draw; default: that of the
    previous draw.
    """

    reason = Text(
        max_length=LONGEST_REASON, help_text="Why it is drawn again; public once the draw is published."
    )
    effort = Whole(
        min_value=min(EFFORTS),
        max_value=max(EFFORTS),
        required=False,
        help_text="How long to search; left out for as long as before.",
    )
    seed = Text(
        max_length=longest(Draw, "seed"),
        default="",
        allow_blank=True,
        help_text="Seed that was announced; empty to let the server make one.",
    )
    confirm = Confirmed(default=list, help_text=CONFIRM_DRAW)


class Exchange(Input):
    """`dry_run`: only report the effect. Refused with the code please_confirm if a player already has all games of
    the stage (`too_many_games`), or if players of two teams would change to each other's tables (`other_team`);
    repeat the call with that code in `confirm` to proceed. For a round in play, send the dry run's `tag` as
    If-Match.
    """

    one = Id(help_text="Id of the entry of one player.")
    other = Id(help_text="Id of the entry of the other player.")
    dry_run = YesNo(default=False)
    confirm = Confirmed(default=list)


class LateTable(Input):
    """`players`: entries without a seat in the round, in any order; seats are drawn by lot. Refused with the code
    please_confirm if players have not checked in (`players_not_here`), sit in another round in play
    (`players_in_play`), already have all games of the stage (`too_many_games`) or are kept apart (`kept_apart`);
    repeat the call with these codes in `confirm` to proceed.
    """

    players = Several(
        child=Id(),
        max_length=MOST_AT_A_TABLE,
        help_text="Ids of entries without a seat in the round, in any order.",
    )
    confirm = Confirmed(default=list)


class Both(TypedDict):
    round_: Round
    one: Entry
    other: Entry


class DrawFile(ListInput):
    """`csv`: round, table, east, south, west, north, with a header; or `file`, an XLSX or CSV file in base64.
    `dry_run`: only report the effect.
    """

    is_header = staticmethod(is_header)

    columns = ColumnsByHand(COLUMNS)
    dry_run = YesNo(default=False)


class DrawImportShape(TypedDict):
    """What a file changes in a stage, or would change in a dry run. `draw` is the resulting draw."""

    dry_run: bool
    rounds: Annotated[int, "How many rounds the file has."]
    tables: Annotated[int, "How many tables the file has."]
    first: Annotated[int, "Number of its first round in the stage."]
    draw: Annotated[int | None, "Id of the draw it became; null for a dry run or a refusal."]
    header: HeaderShape
    findings: list[FindingShape]


def find_draw(view: ApiView, pk: int) -> Draw:
    return view.find(visible_draws(view.actor).for_display(), pk=pk)


class DrawView(ApiView):
    permission_classes = [Everybody]

    def shown(self, pk: int) -> DrawShape:
        """Return a draw as the caller may see it now."""
        draw = find_draw(self, pk)
        return draw_shape(draw, for_staff=is_staff(self.actor, draw.stage.tournament))

    def drawn_or_ordered(self, found: Draw | DrawJob, *, status: int) -> Answer:
        """Return a draw as the caller may see it, or with 202 the ordered job."""
        if isinstance(found, DrawJob):
            found.refresh_from_db(fields=["ordered_at"])
            return Answer(202, dict(draw_job_shape(found)))
        return Answer(status, dict(self.shown(found.pk)))


class StageDraws(DrawView):
    @reads(
        "listDraws",
        "How a stage's rounds were drawn; drafts are for the staff",
        permission=everybody,
        finds=find_stage,
        gives=DrawShape,
        page=True,
        query=Paging,
        refuses=(400,),
    )
    def get(self, stage: Stage, query: dict[str, Any]) -> Response:
        shape = partial(draw_shape, for_staff=is_staff(self.actor, stage.tournament))
        rows = visible_draws(self.actor).for_display().filter(stage=stage).order_by("pk")
        return page(self.request, rows, query, shape)

    @writes(
        "drawRounds",
        "Draw rounds by any method, as drafts that only the staff see",
        permission=can_run,
        finds=find_stage,
        of="tournament",
        takes=Planning,
        gives=DrawShape,
        status=201,
        orders=DrawJobShape,
    )
    def post(self, stage: Stage, data: dict[str, Any]) -> Answer:
        seed, confirm = data.pop("seed"), data.pop("confirm")
        entries_of(stage.tournament, data["sit_out"], "sit_out")
        plan = Plan(**data)
        return self.drawn_or_ordered(
            draw_or_order(stage=stage, plan=plan, by=self.actor, seed=seed, confirm=confirm), status=201
        )


class ImportDraw(DrawView):
    body_limit = MOST_OF_A_LIST

    @writes(
        "importDraw",
        "Take over rounds drawn elsewhere from a list (CSV, XLSX), all of them or none; at most 2 MB",
        permission=can_run,
        finds=find_stage,
        of="tournament",
        takes=DrawFile,
        gives=DrawImportShape,
    )
    def post(self, stage: Stage, data: dict[str, Any]) -> dict[str, object]:
        return import_draw(
            stage=stage,
            text=data["csv"],
            by=self.actor,
            dry_run=data["dry_run"],
            chosen=data["chosen"],
        ).as_dict()


class CommitSeed(DrawView):
    @writes(
        "commitSeed",
        "Fix the seed of the stage's next draw and publish its hash",
        permission=can_run,
        finds=find_stage,
        of="tournament",
        takes=Nothing,
        gives=SeedShape,
    )
    def post(self, stage: Stage) -> SeedShape:
        return seed_shape(commit_seed(stage=stage, by=self.actor))


class OneDraw(DrawView):
    @by_itself(
        "getDraw", "A draw: method, seed or its hash, quality, record", permission=everybody, gives=DrawShape
    )
    def get(self, request: Request, pk: int) -> Response:
        return Response(self.shown(pk))

    @writes(
        "discardDraw",
        "Discard the drafts of a draw; the ledger still records that they were drawn",
        permission=can_run,
        finds=find_draw,
        of="stage.tournament",
        status=204,
    )
    def delete(self, stored: Draw) -> None:
        discard_draw(old=stored, by=self.actor)


class CheckDraw(DrawView):
    @reads(
        "checkDraw",
        "Draw the published rounds again and compare",
        permission=everybody,
        finds=find_draw,
        gives=VerdictShape,
        refuses=(422,),
    )
    def get(self, draw: Draw) -> VerdictShape:
        return verdict_shape(check_in_turn(draw, network=network_of(self.request)))


class RedrawDraw(DrawView):
    @writes(
        "redrawDraw",
        "Draw all drafts of a draw again",
        permission=can_run,
        finds=find_draw,
        of="stage.tournament",
        takes=Again,
        gives=DrawShape,
        orders=DrawJobShape,
    )
    def post(self, stored: Draw, data: dict[str, Any]) -> Answer:
        effort = data.pop("effort", None)
        before = plan_of(stored)
        plan = replace(before, effort=effort or before.effort)
        found = redraw_or_order(old=stored, plan=plan, by=self.actor, **data)
        return self.drawn_or_ordered(found, status=200)


class PublishDraw(DrawView):
    @writes(
        "publishDraw",
        "Show everybody all rounds of a draw",
        permission=can_run,
        finds=find_draw,
        of="stage.tournament",
        takes=Publishing,
        gives=DrawShape,
    )
    def post(self, stored: Draw, data: dict[str, Any]) -> DrawShape:
        publish_draw(draw=stored, by=self.actor, **data)
        return self.shown(stored.pk)


class Swap(DrawView):
    @by_itself(
        "swapPlayers",
        "Exchange two players of a round that is not over, or only ask what it would cost",
        permission=can_run,
        takes=Exchange,
        gives=PriceShape,
        changes=True,
        if_match=False,
    )
    def post(self, request: Request, pk: int) -> Response:
        round_ = find_round(self, pk)
        is_in_play = round_.status == Round.Status.STARTED
        may = can_referee if is_in_play else can_run
        self.allow(may(self.actor, round_.stage.tournament), may)
        data = self.validated_data(Exchange)
        if_match = self.version() if is_in_play and not data["dry_run"] else ""
        one, other = (
            entries_of(round_.stage.tournament, [data[name]], name)[data[name]] for name in ("one", "other")
        )

        def action() -> PriceShape:
            price = price_of_swap(round_=round_, one=one, other=other)
            both: Both = {"round_": round_, "one": one, "other": other}
            if data["dry_run"]:
                places = exchangeable_places_of(**both) if is_in_play else None
            elif is_in_play:
                places = change_places(**both, if_match=if_match, by=self.actor, confirm=data["confirm"])
            else:
                places = None
                swap_players(**both, by=self.actor, confirm=data["confirm"])
            tag = places.tag if places is not None else None
            return price_shape(price, done=not data["dry_run"], tag=tag)

        return self.do(action)


class LateTables(DrawView):
    @by_itself(
        "addTable",
        "Seat latecomers at a new table of a round in play, by lot",
        permission=can_run,
        takes=LateTable,
        gives=TablePageShape,
        status=201,
        changes=True,
    )
    def post(self, request: Request, pk: int) -> Response:
        round_ = find_round(self, pk)
        tournament = round_.stage.tournament
        self.allow(can_run(self.actor, tournament))
        data = self.validated_data(LateTable)
        people = entries_of(tournament, data["players"], "players")

        def action() -> TablePageShape:
            players = [people[pk] for pk in data["players"]]
            added = add_late_table(round_=round_, players=players, by=self.actor, confirm=data["confirm"])
            table = Table.objects.select_related("round__stage__tournament__usual_format").get(pk=added.pk)
            return table_page(table, list(table.seats.for_display()), for_staff=True)

        return self.do(action, status=201)


def entries_of(tournament: Tournament, ids: list[int], field: str) -> dict[int, Entry]:
    """Return entries by id; a field error if an id is not of this tournament."""
    rows = Entry.objects.filter(tournament=tournament, pk__in=ids).select_related("player")
    found = {entry.pk: entry for entry in rows}
    if len(found) != len(set(ids)):
        raise serializers.ValidationError({field: [NO_SUCH]})
    return found
