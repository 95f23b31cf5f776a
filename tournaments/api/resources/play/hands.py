"""Hands: enter, take back, correct, import a whole game, report the result."""

from typing import Any

from django.utils.http import quote_etag
from rest_framework.response import Response

from scoring.game.log import MAX_OUTCOMES
from scoring.hand.dead_hand import REASONS
from tournaments.actions.hands.hands import (
    CorrectedHand,
    change_hand,
    enter_hand,
    enter_log,
    report_hands,
    take_hands_back,
)
from tournaments.actions.hands.text_removal import remove_texts_of_hand
from tournaments.actions.idempotency import Answer
from tournaments.actions.play.locked_tables import Permit
from tournaments.actions.reasons import LONGEST_REASON
from tournaments.api.api_view import ApiView
from tournaments.api.kiosk_view import KioskView, tapped_seat, typed_pin
from tournaments.api.operations import everybody, reads, writes
from tournaments.api.policies import SeatsAndPeople
from tournaments.api.resources.play.at_table import at_table, may_referee
from tournaments.api.resources.play.rounds import find_table
from tournaments.api.schemas.play.hands import HandAnswerShape, HandsShape, hand_answer, hands_shape
from tournaments.api.schemas.play.scoresheets import SheetAnswerShape, sheet_answer
from tournaments.models import HandRecord, Table
from tournaments.models.play.hands import MOST_RECORDS
from tournaments.permissions import can_enter_hands, can_report, can_run
from web.api.fields import Changes, Input, Several, Text, Whole, within
from web.api.policies import Everybody
from web.etags import is_known

_OUTCOME = (
    "What happened, as in POST /rulebooks/{slug}/next/: its kind is win, draw, abort, chombo, gong or adjust; seats "
    "are numbered from 0, the first dealer, and keep their numbers while winds pass on. "
    "A win may tell `details`: its `yaku` by name, whether it is `open`, and how "
    "many of each `dora`, from which the han follow; or the tiles of its `hand` as POST /rulebooks/{slug}/hand/ "
    "takes them, from which everything follows. What is said beside them has to agree. `dead_hands` (in a win, draw, "
    "abort or chombo) lists whose hand was dead: each `seat` with `why`, one of "
    f"{', '.join(REASONS)}. A dead hand neither wins nor is tenpai, nor has it a nagashi mangan, and one that is "
    "dead by kuikae was not in riichi."
)


class EnteringHand(Input):
    outcome = Changes(help_text=_OUTCOME)
    seat = tapped_seat()


class TakingHandsBack(Input):
    """`first`: the number of a hand; it and all later ones are taken back."""

    first = Whole(
        **within(HandRecord, "number"),
        help_text="Number of the first hand to take back; all later ones go with it.",
    )
    seat = tapped_seat()


class HandCorrection(Input):
    number = Whole(**within(HandRecord, "number"), help_text="Number of the hand to correct.")
    outcome = Changes(help_text=_OUTCOME)
    reason = Text(max_length=LONGEST_REASON)


class EnteringGame(Input):
    """A game's log: `format` is 1, `rulebook` the hash of the table's rulebook."""

    format = Whole(min_value=0, max_value=1_000, help_text="Version of the format; 1 today.")
    rulebook = Text(max_length=64, help_text="Hash of the rules that the table plays by.")
    outcomes = Several(child=Changes(), min_length=1, max_length=min(MAX_OUTCOMES, MOST_RECORDS))


class ReportingHands(Input):
    """No other fields: the result follows from the hands."""

    seat, pin = tapped_seat(), typed_pin()


class TableHands(KioskView):
    permission_classes = [SeatsAndPeople]

    @reads(
        "listHands",
        "A table's game hand by hand: the hands that stand, and the game after each. Others than the table and the "
        "staff read them as late as the tournament says",
        permission=everybody,
        finds=find_table,
        gives=HandsShape,
        etag=True,
    )
    def get(self, table: Table) -> Response:
        tournament, seats = table.round.stage.tournament, list(table.seats.all())
        hands = HandRecord.objects.of_table(table.pk)
        if not can_enter_hands(self.actor, seats, tournament):
            hands = hands.open_to_everybody(tournament)
        shape = hands_shape(table, list(hands), tournament.rulebook_for(len(seats)))
        etag = quote_etag(shape["tag"])
        response = Response(status=304) if is_known(self.request, etag) else Response(shape)
        response["ETag"] = etag
        return response

    @at_table(
        "enterHand",
        "Enter what happened in a hand. The same hand from a second phone is answered with the first's record",
        permission=can_enter_hands,
        takes=EnteringHand,
        gives=HandAnswerShape,
        status=201,
        if_match=True,
    )
    def post(self, pk: int, data: dict[str, Any], if_match: str, permit: Permit) -> Answer:
        record = enter_hand(
            table=Table(pk=pk),
            outcome=data["outcome"],
            by=self.actor,
            if_match=if_match,
            permit=permit,
        )
        return Answer(200 if record.is_repeat else 201, dict(hand_answer(record)))


class HandsTakenBack(KioskView):
    permission_classes = [SeatsAndPeople]

    @at_table(
        "takeHandsBack",
        "Take a hand back, and all after it",
        permission=can_enter_hands,
        takes=TakingHandsBack,
        gives=HandAnswerShape,
        status=201,
        if_match=True,
    )
    def post(self, pk: int, data: dict[str, Any], if_match: str, permit: Permit) -> HandAnswerShape:
        record = take_hands_back(
            table=Table(pk=pk),
            first=data["first"],
            by=self.actor,
            if_match=if_match,
            permit=permit,
        )
        return hand_answer(record)


class HandChanged(ApiView):
    permission_classes = [Everybody]

    @at_table(
        "correctHand",
        "Say as the referee what a hand was; the hands after it are paid again",
        permission=may_referee,
        takes=HandCorrection,
        gives=HandAnswerShape,
        status=201,
        if_match=True,
    )
    def post(self, pk: int, data: dict[str, Any], if_match: str, permit: Permit) -> HandAnswerShape:
        record = change_hand(
            table=Table(pk=pk),
            correction=CorrectedHand(**data),
            by=self.actor,
            if_match=if_match,
            permit=permit,
        )
        return hand_answer(record)


class GameTakenIn(ApiView):
    permission_classes = [SeatsAndPeople]

    @at_table(
        "enterGame",
        "Enter a whole game from its log, where no hand stands yet",
        permission=can_report,
        takes=EnteringGame,
        gives=HandAnswerShape,
        status=201,
        if_match=True,
    )
    def post(self, pk: int, data: dict[str, Any], if_match: str, permit: Permit) -> HandAnswerShape:
        record = enter_log(
            table=Table(pk=pk),
            game=dict(data),
            by=self.actor,
            if_match=if_match,
            permit=permit,
        )
        return hand_answer(record)


class HandsReported(KioskView):
    permission_classes = [SeatsAndPeople]

    @at_table(
        "reportHands",
        "Report the game that the hands have made, once it is over",
        permission=can_report,
        binds=True,
        takes=ReportingHands,
        gives=SheetAnswerShape,
        status=201,
        if_match=True,
    )
    def post(self, pk: int, data: dict[str, Any], if_match: str, permit: Permit) -> SheetAnswerShape:
        sheet = report_hands(table=Table(pk=pk), by=self.actor, if_match=if_match, permit=permit)
        return sheet_answer(sheet)


class HandTexts(ApiView):
    permission_classes = [Everybody]

    @writes(
        "removeHandTexts",
        "Remove for good what a person typed with an entry of a game's log; may be repeated",
        permission=can_run,
        finds=find_table,
        of="round.stage.tournament",
        status=204,
    )
    def delete(self, table: Table, number: int) -> None:
        hand = self.find(HandRecord.objects.of_table(table.pk), number=number)
        remove_texts_of_hand(hand=hand, by=self.actor)
