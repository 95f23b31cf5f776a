from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.response import Response

from players.api.fields import Name
from scoring.rulebook.fields import MAX_UMA
from scoring.standing.ranking import TIE_BREAKS
from tournaments.actions.actor import Actor
from tournaments.actions.leagues.divisions import MOST_DIVISIONS
from tournaments.actions.play.ending import finish_tournament, reopen_tournament
from tournaments.actions.setup.archiving import archive_tournament, bring_back_tournament
from tournaments.actions.setup.house_rules import change_house_rules
from tournaments.actions.setup.odd_tables import name_odd_rulebook
from tournaments.actions.setup.tie_breaks import set_tie_breaks
from tournaments.actions.setup.tournaments import Frame, add_stage, create_tournament
from tournaments.api.api_view import ApiView
from tournaments.api.fields import Confirmed, Title
from tournaments.api.operations import Nothing, everybody, one_of, reads, writes
from tournaments.api.schemas.structure import (
    StageShape,
    TournamentPageShape,
    TournamentShape,
    head_shape,
    stage_shape,
    tournament_page,
    tournament_shape,
)
from tournaments.models import LedgerHead, Season, Stage, TableFormat, Tournament
from tournaments.models.setup.structure import earliest_first, latest_first
from tournaments.permissions import (
    can_create_tournaments,
    can_run,
    listed_tournaments,
    usable_seasons,
)
from web.api.fields import MOST_ID, Address, Changes, Id, Input, OneOf, Several, Text, Whole, longest, within
from web.api.pagination import Paging, page
from web.api.policies import Everybody

ORDERS = {
    "starts_on": (earliest_first(), "name", "pk"),
    "-starts_on": (latest_first(), "name", "pk"),
    "name": ("name", "pk"),
    "-name": ("-name", "pk"),
}


class TournamentQuery(Paging):
    league = serializers.SlugField(
        max_length=60, required=False, help_text="Tournaments of the league with this address (slug)."
    )
    season = serializers.IntegerField(
        min_value=1, max_value=MOST_ID, required=False, help_text="Tournaments of the season with this id."
    )
    status = serializers.ChoiceField(
        Tournament.Status.choices, required=False, help_text="Tournaments in this state."
    )
    starts_from = serializers.DateField(
        required=False, help_text="Tournaments that start on this day or later."
    )
    starts_until = serializers.DateField(
        required=False, help_text="Tournaments that start on this day or earlier."
    )
    search = serializers.CharField(
        max_length=60, required=False, help_text="Tournaments whose name contains this text."
    )
    ordering = serializers.ChoiceField(
        sorted(ORDERS), default="-starts_on", help_text="Order of the list; a minus sign reverses it."
    )


class Order(Several):
    """Names of criteria; the order is validated with the tournament's rules."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            child=OneOf([(name, one.title) for name, one in TIE_BREAKS.items()]),
            max_length=len(TIE_BREAKS),
            **kwargs,
        )


class FixedScore(Whole):
    """The score of each substitute's game; its limit is checked with the tournament's rules."""

    def __init__(self, **kwargs: Any) -> None:
        help_text = (
            "With fixed_score: what each game brings a substitute, in whole points of the result, such as -30. Left "
            "out: as the rulebook says, if it does."
        )
        super().__init__(
            min_value=-MAX_UMA, max_value=MAX_UMA, required=False, allow_null=True, help_text=help_text
        )


_CONFIRM = (
    "House rules that can hardly be meant are refused with the code please_confirm and say what would follow; if it "
    "is meant, send them again with the codes named there, such as game_sum."
)
_ORDER = (
    "By what standings are ordered, the most important first: total, then what orders equal totals, and lot at the "
    "end. Left out: as the rulebook says, else total, wins, seconds, lot."
)


class NewTournament(Input):
    slug = Address(help_text="Part of the address that will name it, such as spring-open-2026.")
    name = Title()
    rulebook = Text(
        max_length=longest(TableFormat, "rulebook_id"),
        help_text="Id of the rulebook edition, such as mleague.",
    )
    house_rules = Changes(default=dict)
    season = Id(
        required=False, allow_null=True, help_text="Id of the season; null for a tournament of its own."
    )
    division = Name(default="", allow_blank=True)
    level = Whole(min_value=1, max_value=MOST_DIVISIONS, default=1)
    venue = Text(max_length=longest(Tournament, "venue"), default="", allow_blank=True)
    starts_on = serializers.DateField(required=False, allow_null=True)
    ends_on = serializers.DateField(required=False, allow_null=True)
    time_zone = Text(max_length=longest(Tournament, "time_zone"), default="Asia/Tokyo")
    visibility = OneOf(Tournament.Visibility.choices, default=Tournament.Visibility.PUBLIC)
    confirmation_rule = OneOf(
        Tournament.ConfirmationRule.choices, default=Tournament.ConfirmationRule.ALL_OTHERS
    )
    confirmations_needed = Whole(
        **within(Tournament, "confirmations_needed"), required=False, allow_null=True
    )
    paper_counts = OneOf(Tournament.PaperCounts.choices, default=Tournament.PaperCounts.WITHOUT_PHONES)
    tie_breaks = Order(default=list, help_text=_ORDER)
    substitutes = OneOf(Tournament.Substitutes.choices, default=Tournament.Substitutes.OWN_SCORE)
    substitute_score = FixedScore()
    withdrawn = OneOf(Tournament.Withdrawn.choices, default=Tournament.Withdrawn.RANKED)
    confirm = Confirmed(default=list, help_text=_CONFIRM)
    first_stage = Name(
        default="", allow_blank=True, help_text="Name of the first stage; empty for the usual one."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        first, last = attrs.get("starts_on"), attrs.get("ends_on")
        if first and last and last < first:
            raise serializers.ValidationError({"ends_on": [_("The last day is before the first day.")]})
        return attrs


class NewHouseRules(Input):
    """All changes to the edition, not only new ones. `rulebook_hash`: the hash of the rules as seen."""

    house_rules = Changes(help_text="All changes over the edition, not only new ones.")
    rulebook_hash = Text(max_length=64, help_text="Hash of the rules as they were seen.")
    confirm = Confirmed(default=list, help_text=_CONFIRM)


class NewTieBreaks(Input):
    """The criteria that order standings, the most important first and `lot` last."""

    tie_breaks = Order(help_text=_ORDER)


class NewOddRulebook(Input):
    """`house_rules` change the named edition: field of the rulebook → value, such as `table.players` → 3."""

    players = Whole(min_value=1, max_value=9, help_text="Players at such a table.")
    rulebook = Text(max_length=longest(TableFormat, "rulebook_id"))
    house_rules = Changes(default=dict)
    confirm = Confirmed(default=list, help_text=_CONFIRM)


class NewStage(Input):
    name = Name()
    kind = OneOf(Stage.Kind.choices, default=Stage.Kind.ROUNDS, help_text="rounds or free_play.")


class Finishing(Input):
    """Unfinished parts are refused with the code please_confirm; repeat the call with the codes named there in
    `confirm` to leave them open: stages_empty, rounds_open, results_missing, nights_open.
    """

    confirm = Confirmed(default=list)


class Tournaments(ApiView):
    permission_classes = [Everybody]

    @reads(
        "listTournaments",
        "Tournaments open to everybody, and one's own",
        permission=everybody,
        finds=None,
        gives=TournamentShape,
        page=True,
        query=TournamentQuery,
        refuses=(400,),
    )
    def get(self, query: dict[str, Any]) -> Response:
        found = {
            "season__league__slug": query.get("league"),
            "season": query.get("season"),
            "status": query.get("status"),
            "starts_on__gte": query.get("starts_from"),
            "starts_on__lte": query.get("starts_until"),
            "name__icontains": query.get("search"),
        }
        rows = listed_tournaments(self.actor).select_related("season__league")
        rows = rows.filter(**{name: value for name, value in found.items() if value is not None})
        return page(self.request, rows.order_by(*ORDERS[query["ordering"]]), query, tournament_shape)

    @writes(
        "createTournament",
        "Set up a tournament; you become its organizer",
        permission=can_create_tournaments,
        finds=None,
        takes=NewTournament,
        gives=TournamentPageShape,
        status=201,
    )
    def post(self, data: dict[str, Any]) -> TournamentPageShape:
        season, confirm = season_to_use(self.actor, data.pop("season", None)), data.pop("confirm")
        frame = Frame(rulebook_id=data.pop("rulebook"), season=season, **data)
        return full(create_tournament(frame=frame, by=self.actor, confirm=confirm))


NO_SUCH = gettext_lazy("This does not exist, or you are not allowed to use it.")


def season_to_use(actor: Actor, pk: int | None) -> Season | None:
    """Return the season; only its organizers and the operator may add tournaments to it."""
    if pk is None:
        return None
    season = usable_seasons(actor).filter(pk=pk).first()
    if season is None:
        raise serializers.ValidationError({"season": [NO_SUCH]})
    return season


class HouseRules(ApiView):
    permission_classes = [Everybody]

    @writes(
        "changeHouseRules",
        "Play by the edition with these changes and no others; until the first game starts",
        permission=can_run,
        takes=NewHouseRules,
        gives=TournamentPageShape,
        refuses=(412,),
    )
    def post(self, tournament: Tournament, data: dict[str, Any]) -> TournamentPageShape:
        return full(
            change_house_rules(
                tournament=tournament,
                house_rules=data["house_rules"],
                seen=data["rulebook_hash"],
                confirm=data["confirm"],
                by=self.actor,
            )
        )


class TieBreaks(ApiView):
    permission_classes = [Everybody]

    @writes(
        "setTieBreaks",
        "Order equal totals by these criteria; until the first game starts",
        permission=can_run,
        takes=NewTieBreaks,
        gives=TournamentPageShape,
    )
    def post(self, tournament: Tournament, data: dict[str, Any]) -> TournamentPageShape:
        return full(set_tie_breaks(tournament=tournament, tie_breaks=data["tie_breaks"], by=self.actor))


class Finish(ApiView):
    permission_classes = [Everybody]

    @writes(
        "finishTournament",
        "Close a tournament: nothing more can be drawn or started",
        permission=can_run,
        takes=Finishing,
        gives=TournamentPageShape,
    )
    def post(self, tournament: Tournament, data: dict[str, Any]) -> TournamentPageShape:
        return full(finish_tournament(tournament=tournament, by=self.actor, **data))


class ReopenTournament(ApiView):
    permission_classes = [Everybody]

    @writes(
        "reopenTournament",
        "Open a finished tournament again",
        permission=can_run,
        takes=Nothing,
        gives=TournamentPageShape,
    )
    def post(self, tournament: Tournament) -> TournamentPageShape:
        return full(reopen_tournament(tournament=tournament, by=self.actor))


class Archive(ApiView):
    permission_classes = [Everybody]

    @writes(
        "archiveTournament",
        "Fold a tournament away in the accounts of its staff; its public pages stay as they are",
        permission=can_run,
        takes=Nothing,
        gives=TournamentPageShape,
    )
    def post(self, tournament: Tournament) -> TournamentPageShape:
        return full(archive_tournament(tournament=tournament, by=self.actor))


class BringBack(ApiView):
    permission_classes = [Everybody]

    @writes(
        "bringBackTournament",
        "Bring a tournament back from the archive",
        permission=can_run,
        takes=Nothing,
        gives=TournamentPageShape,
    )
    def post(self, tournament: Tournament) -> TournamentPageShape:
        return full(bring_back_tournament(tournament=tournament, by=self.actor))


class OddRulebooks(ApiView):
    permission_classes = [Everybody]

    @writes(
        "nameOddRulebook",
        "Name the rulebook for tables of three or five beside tables of four; pinned when a round starts",
        permission=can_run,
        takes=NewOddRulebook,
        gives=TournamentPageShape,
    )
    def post(self, tournament: Tournament, data: dict[str, Any]) -> TournamentPageShape:
        rulebook_id = data.pop("rulebook")
        return full(name_odd_rulebook(tournament=tournament, rulebook_id=rulebook_id, by=self.actor, **data))


class Stages(ApiView):
    permission_classes = [Everybody]

    @reads(
        "listStages",
        "The stages of a tournament, first to last",
        permission=everybody,
        gives=StageShape,
        page=True,
        query=Paging,
    )
    def get(self, tournament: Tournament, query: dict[str, Any]) -> Response:
        stages = tournament.stages.order_by("ordinal")
        return page(self.request, stages, query, stage_shape)

    @writes(
        "addStage", "Add the next stage", permission=can_run, takes=NewStage, gives=StageShape, status=201
    )
    def post(self, tournament: Tournament, data: dict[str, Any]) -> StageShape:
        return stage_shape(add_stage(tournament=tournament, by=self.actor, **data))


find_stage = one_of(Stage, "tournament")


def full(tournament: Tournament) -> TournamentPageShape:
    head = LedgerHead.objects.get(tournament=tournament)
    stages = [stage_shape(stage) for stage in tournament.stages.order_by("ordinal")]
    return tournament_page(tournament, stages=stages, head=head_shape(head))
