"""All texts that actions take: free text, which must not be in a ledger, or another kind of text."""

import dataclasses
import inspect
import typing
from collections.abc import Iterator
from importlib import import_module
from types import SimpleNamespace

from django.db import models

from tests.tournaments.actions.every_action import all_actions
from tournaments import actions

# What a person types about others or a thing, by the last part of its name.
FREE = {"reason", "imbalance_reason", "accept_unbalanced"}
# The same under names with other meanings elsewhere, and objects that may contain some.
FREE_HERE = {
    "hall.announcements.announce:text",
    # Lists with a column of reasons.
    "imports.results.import_sheet:sheet.rows.cells",
    # Corrections of points have a reason.
    "hands.hands.enter_hand:outcome",
    "hands.hands.change_hand:correction.outcome",
}
# Names of competitions, leagues and their members, places and times: public, and not free text. Names of people and
# teams are in no entry either; see `players.traces`.
CALLED = {
    *(
        "name",
        "slug",
        "division",
        "venue",
        "about",
        "first_stage",
        "club",
        "country",
        "reading",
        "email",
        "own_club",
    ),
    *("host", "mark", "for_whom", "names", "titles", "device_name", "changes", "divisions", "house_rules"),
}
# Lists that organizers write about their event: `test_no_word_of_it_is_in_the_ledger`.
SEALED = {"items", "questions", "answers", "given", "brand", "sponsors", "text_en", "text_ja"}
# Keywords, numbers and secrets.
MACHINES = {
    *("country_limits", "seen", "confirm", "if_match", "key", "code", "pin", "seed", "only", "fell", "roles"),
    *("method", "plan.method", "kind", "preset", "scope", "role", "rulebook_id", "tie_breaks", "after_gong"),
    *("confirmation_rule", "first_stage_kind", "substitutes", "withdrawn", "visibility", "time_zone"),
    *(
        "suffix",
        "colour",
        "carries",
        "rounding",
        "among",
        "to",
        "given_for",
        "columns",
        "file",
        "rows",
        "sha256",
    ),
    *("abort", "bonuses", "length", "platform", "column", "message", "samples", "unreadable", "repaired"),
    *(
        "numbers",
        "proof",
        "algorithm",
        "file_hash",
        "output_hash",
        "public_value",
        "request",
        "request_hash",
        "seed_commitment",
        "paper_counts",
        "sheets",
    ),
}
MACHINES_HERE = {
    # Lists of players and draws have no column of reasons.
    "imports.players.import_players:text",
    "draws.files.import_draw:text",
    "imports.results.import_sheet:sheet.header.titles",
    # A platform's log has corrections without texts.
    "hands.online_games.enter_online_game:game.hands.outcome.reason",
}


def texts_of_actions() -> dict[str, set[str]]:
    """Return each action's texts: parameters, or paths to fields of one."""
    return {name: set(_texts(name)) for name in all_actions()}


def _texts(name: str) -> Iterator[str]:
    module, _dot, function = name.rpartition(".")
    action = inspect.unwrap(getattr(import_module(f"{actions.__name__}.{module}"), function))
    # Return types of actions may be imported for type checking only.
    taken = {
        parameter: hint
        for parameter, hint in action.__annotations__.items()
        if parameter not in ("return", "by", "permit")
    }
    takes = SimpleNamespace(__annotations__=taken, __globals__=action.__globals__)
    for parameter, hint in typing.get_type_hints(takes).items():
        yield from _in(hint, f"{name}:{parameter}", ())


def _in(hint: object, path: str, within: tuple[object, ...]) -> Iterator[str]:
    if hint is str:
        yield path
    elif inspect.isclass(hint) and issubclass(hint, models.Model):
        # Stored already.
        return
    elif dataclasses.is_dataclass(hint) and hint not in within:
        own = typing.get_type_hints(hint)
        for field in dataclasses.fields(hint):
            yield from _in(own[field.name], f"{path}.{field.name}", (*within, hint))
    else:
        for part in typing.get_args(hint):
            yield from _in(part, path, within)


def is_free(text: str) -> bool:
    return text in FREE_HERE or (text not in MACHINES_HERE and _last(text) in FREE)


def is_declared(text: str) -> bool:
    known = FREE | CALLED | SEALED | MACHINES
    return text in FREE_HERE | MACHINES_HERE or _last(text) in known


def _last(text: str) -> str:
    return text.rpartition(":")[2].rpartition(".")[2]
