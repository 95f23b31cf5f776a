"""Views of computations: POST /api/v1/rulebooks/{id}/hand/ and others. They store nothing, so they need no
Idempotency-Key.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import Http404
from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from rules.api import inputs, schemas
from rules.api.old_names import as_requested, in_new_names, with_old_names
from scoring.ceremony.dice import CHAIRS
from scoring.ceremony.seats import PROCEDURES
from scoring.errors import RulebookError, RuleError
from scoring.rulebook.rulebook import Rulebook, load
from scoring.text.errors import say_refusal
from scoring.verbs import VERBS
from web.api.base_view import BaseApiView
from web.api.errors import error_body
from web.api.policies import Anybody
from web.api.schema import describe

MALFORMED = frozenset(
    {
        *("malformed", "unknown_key", "unknown_yakuman", "invalid_state", "invalid_outcome"),
        *("unreadable_tiles", "unknown_tile"),
    }
)


class Computation(BaseApiView):
    """A verb of `scoring`, computed by a rulebook."""

    permission_classes = [Anybody]

    def compute(self, verb: str, slug: str, question: type[inputs.Question]) -> Response:
        """Validate the input and answer; refusals of `scoring` are 400 or 422 in the API's error shape."""
        book = edition(slug)
        data = self.validated_data(question)
        try:
            answer = VERBS[verb]({**self.known(book), **in_new_names(verb, data), "rulebook": slug})
        except RuleError as error:
            return refused(error, as_requested(verb, data, error.fields))
        return Response(with_old_names(verb, answer))

    def known(self, book: Rulebook) -> Mapping[str, Any]:
        """Return defaults of the input that follow from the rulebook."""
        return {}


def edition(slug: str) -> Rulebook:
    """Return the edition, or raise 404."""
    try:
        return load(slug)
    except RulebookError as error:
        raise Http404 from error


def refused(error: RuleError, named: Sequence[str] = ()) -> Response:
    """Return 400 for unreadable input, 422 for what the rules refuse. `named`: the fields at fault, by input name."""
    message = say_refusal(error, get_language())
    fields = {name: [message] for name in named or error.fields}
    return Response(error_body(error.code, message, fields), status=400 if error.code in MALFORMED else 422)


def _post_for(
    verb: str, name: str, summary: str, takes: type[inputs.Question], gives: type
) -> Callable[..., Any]:
    @describe(name, summary, takes=takes, gives=gives, refuses=(403, 415, 422))
    def post(self: Computation, request: Request, slug: str) -> Response:
        return self.compute(verb, slug, takes)

    return post


class HandValue(Computation):
    post = _post_for(
        "hand",
        "valueHand",
        "Tiles to yaku, han, fu and payment",
        inputs.HandInput,
        schemas.HandShape,
    )


class Payment(Computation):
    post = _post_for(
        "payment",
        "settleWin",
        "A win in han and fu to what everybody pays",
        inputs.PaymentInput,
        schemas.PaymentShape,
    )


class GameResult(Computation):
    post = _post_for(
        "result",
        "settleGame",
        "Final points to places and totals",
        inputs.ResultInput,
        schemas.GameResultShape,
    )


class DrawnHand(Computation):
    post = _post_for(
        "draw", "settleDraw", "A hand that nobody wins", inputs.DrawInput, schemas.DrawnHandShape
    )


class Chombo(Computation):
    post = _post_for("chombo", "settleChombo", "What a chombo costs", inputs.ChomboInput, schemas.ChomboShape)


class Next(Computation):
    post = _post_for(
        "next",
        "playHand",
        "A game's state and what happened, to its next state",
        inputs.NextInput,
        schemas.NextShape,
    )


class Conditions(Computation):
    post = _post_for(
        "conditions",
        "findConditions",
        "What a player needs from the coming hand",
        inputs.ConditionsInput,
        schemas.ConditionsShape,
    )


class Ceremony(Computation):
    post = _post_for(
        "ceremony",
        "drawSeats",
        "Dice and tiles, or a seed, to seats and first dealer",
        inputs.CeremonyInput,
        schemas.CeremonyShape,
    )

    def known(self, book: Rulebook) -> Mapping[str, Any]:
        draw = book.seating.seat_draw
        if book.table.players != CHAIRS:
            return {}  # `scoring` refuses the input with a reason
        return {"procedure": draw} if isinstance(draw, str) and draw in PROCEDURES else {}


class Wall(Computation):
    post = _post_for("wall", "openWall", "Where the wall is broken", inputs.WallInput, schemas.WallShape)


class Wsom(Computation):
    post = _post_for(
        "wsom",
        "valuePatterns",
        "Tiles to the patterns of the World Series of Mahjong",
        inputs.WsomInput,
        schemas.PatternHandShape,
    )

    def compute(self, verb: str, slug: str, question: type[inputs.Question]) -> Response:
        if edition(slug).score.table != "zung_jung":
            return refused(
                RuleError("not_wsom", "This rulebook does not count these patterns.", fields=["rulebook"])
            )
        return super().compute(verb, slug, question)
