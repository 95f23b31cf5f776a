"""A game that was played online, at the desk: looked at hand by hand, then saved."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.game.game import final_result
from scoring.online.online_game import PLATFORMS
from scoring.online.settling import SettledHand
from tournaments.actions.errors import ActionError
from tournaments.actions.hands.online_games import EnteredGame, enter_online_game, takes_online_games
from tournaments.forms.play.online_games import OnlineGameForm, written
from tournaments.models import HandRecord, Tournament, Wind
from tournaments.models.play.hands import EMPTY_LOG
from tournaments.permissions import can_score
from tournaments.templatetags.hands import Cell
from tournaments.views.desk.frame import DeskFormView
from tournaments.views.desk.play.tables import find_table
from tournaments.views.hand_sentences import outcome_as_html
from tournaments.views.hands_wording import cells_of, name_of_hand, say_over
from tournaments.views.repeatable_forms import Outcome
from web.visitor_language import language


class EnterOnlineGame(DeskFormView):
    """The log of a table's online game. The first time it is only looked at; `do=enter` saves it."""

    permission = can_score
    template_name = "hands/online.html"
    tab = "desk"
    found: EnteredGame | None = None

    def dispatch(self, request: HttpRequest, tournament: Tournament, **kwargs: Any) -> HttpResponseBase:
        self.table = find_table(tournament, kwargs["pk"])
        self.seats = list(self.table.seats.for_display())
        self.rulebook = tournament.rulebook_for(len(self.seats))
        if not takes_online_games(self.rulebook):
            raise Http404
        return super().dispatch(request, tournament, **kwargs)

    def get_form(self, data: QueryDict | None) -> OnlineGameForm:
        return OnlineGameForm(self.seats, data, self.request.FILES if data is not None else None)

    def do(self, form: OnlineGameForm) -> HttpResponse:
        return super().do(form) if self.request.POST.get("do") == "enter" else self.render_page(form)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        return {"is_over": self.enter(data).sheet is not None}

    def enter(self, data: dict[str, Any], *, dry_run: bool = False) -> EnteredGame:
        return enter_online_game(
            table=self.table,
            game=data["game"],
            players=data["players"],
            by=self.by,
            if_match=data["if_match"],
            dry_run=dry_run,
        )

    def render_page(self, form: OnlineGameForm, status: int = 200) -> HttpResponse:
        data = form.cleaned_data if form.is_bound else {}
        if "game" in data:
            try:
                self.found = self.enter(data, dry_run=True)
            except ActionError as refusal:
                if refusal.message not in form.non_field_errors():
                    form.add_error(None, refusal.message)
                status = refusal.status
        return super().render_page(form, status)

    def get_success_message(self, outcome: Outcome) -> str:
        if outcome.body["is_over"]:
            message = _("The game of table %(number)s was saved. Its result is waiting for confirmation.")
        else:
            message = _(
                "The hands of table %(number)s were saved. By the rules of this table, the game is not over."
            )
        return message % {"number": self.table.number}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_table", self.tournament.slug, self.table.pk)

    def get_context(self, form: OnlineGameForm) -> dict[str, Any]:
        last = HandRecord.objects.of_table(self.table.pk).only("number", "hash").last()
        return {
            "table": self.table,
            "round": self.table.round,
            "tag": last.tag if last else EMPTY_LOG,
            "units": self.rulebook.units_per_point,
            **(self._what_was_found(form, self.found) if self.found else {}),
        }

    def _what_was_found(self, form: OnlineGameForm, found: EnteredGame) -> dict[str, Any]:
        """The game as it was understood: who is who, every hand, what the platform paid otherwise, how it ends."""
        game, state = found.settled.game, found.settled.state
        people = {seat.entry_id: seat.entry.player.name for seat in self.seats}
        names = [
            people[player] if player else nickname or "–"
            for player, nickname in zip(found.players, game.names, strict=True)
        ]
        lines = [
            {
                "name": name_of_hand(hand.before),
                "html": outcome_as_html(self.rulebook, hand.before, hand.outcome, names),
                "cells": cells_of(hand.before, hand.after, hand.outcome, names),
                "platform_cells": _by_the_platform(hand, names) if hand.differs else (),
            }
            for hand in found.settled.hands
        ]
        shares = final_result(self.rulebook, state).seats if state.over else [None] * len(names)
        return {
            "platform": PLATFORMS[game.platform].in_language(language()),
            "game_json": written(game),
            "who": [
                (Wind(place + 1), nickname, name, chosen)
                for place, (nickname, name, chosen) in enumerate(
                    zip(game.names, form.choices, found.players, strict=True)
                )
            ],
            "seats": self.seats,
            "is_unclear": None in found.players,
            "is_other_order": None not in found.players and found.players != [*people],
            "lines": lines,
            "differing": sum(hand.differs for hand in found.settled.hands),
            "apart": [
                (name, ours - theirs)
                for name, ours, theirs in zip(names, state.points, found.settled.platform_points, strict=True)
                if ours != theirs
            ],
            "over": say_over(state),
            "result": list(zip(names, state.points, found.settled.platform_points, shares, strict=True)),
        }


def _by_the_platform(hand: SettledHand, names: Sequence[str]) -> list[Cell]:
    """How the platform changed the points of a hand."""
    ours = cells_of(hand.before, hand.after, hand.outcome, names)
    return [
        Cell(cell.name, cell.wind, change, None)
        for cell, change in zip(ours, hand.platform_change, strict=True)
    ]
