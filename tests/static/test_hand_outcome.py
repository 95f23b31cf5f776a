"""The form of a hand where nobody answers: the script beside the form, tap by tap."""

import json
import random
from types import SimpleNamespace
from typing import Any

from django.http import QueryDict
from django.utils.http import urlencode

from scoring.game.game import State, start
from scoring.game.log import state_as_json
from scoring.game.outcome import as_json, from_json
from scoring.hand.dead_hand import REASONS
from scoring.hand.yakuman import YAKUMAN
from scoring.lookup.hand_table import hand_table
from scoring.rulebook.rulebook import Rulebook, load
from tests.static.test_scripts import node
from tests.thorough import examples
from tournaments.forms.play.hands import FU, LIMITS, ROLLS, HandForm

FORMS = examples(500, of=4_000)
DOUBLED = {"overlay.wareme": "wareme"}
BOOKS = (
    load("mleague"),
    load("jpml_b").with_house_rules("Friday night", DOUBLED | {"game_end.agariyame": "optional"}),
    load("tenhou_sanma"),
    load("rmu_a").with_house_rules("Friday night", {"overlay.wareme": "dokasen"}),
    load("wsom"),
)
Taps = list[tuple[str, str]]
OTHERS = ("draw", "draw", "abort", "chombo", "gong")
# Of each of these one at most is tapped; of those that name nothing, a seat.
ONE_OF: dict[str, tuple[str, ...]] = {
    "loser": (),
    "marked": (),
    "abort": ("kyuushu", "suufon", "suuriichi"),
    "dice": (*ROLLS, ""),
    "hands_left": ("0", "1", "2"),
    "stop": ("1",),
}


def taps(dice: random.Random, players: int) -> Taps:
    """What thumbs leave in a form: some of it of what was tapped before, some of it missing."""
    seats = [str(seat) for seat in range(players)]
    what = dice.choice([f"{won}{seat}" for won in ("ron", "tsumo") for seat in seats] * 3 + list(OTHERS))
    found = [("if_match", "h0-00000000"), ("seat", "4"), ("what", what)] if dice.random() < 0.98 else []
    for name in ("riichi", "also", "tenpai", "nagashi", "offenders"):
        found += [(name, seat) for seat in seats if dice.random() < 0.25]
    for name, values in ONE_OF.items():
        if dice.random() < 0.7:
            found.append((name, dice.choice(values or seats)))
    for seat in seats:
        han = dice.choice([*map(str, (1, 2, 3, 4, *LIMITS)), "yakuman", "yakuman", ""])
        found += [(f"han{seat}", han), (f"fu{seat}", dice.choice([*map(str, FU), ""]))]
        found += [(f"yakuman{seat}", name) for name in YAKUMAN if dice.random() < 0.08]
        found += [(f"points{seat}", dice.choice(("", "8", "24", "320", "x")))]
        if dice.random() < 0.25:
            found.append((f"dead{seat}", dice.choice((*REASONS, ""))))
        if dice.random() < 0.3:
            found.append((f"pao{seat}", dice.choice([one for one in seats if one != seat])))
    return [(name, value) for name, value in found if value or dice.random() < 0.5]


def a_form(book: Rulebook, state: State, fields: Taps) -> HandForm:
    names = [SimpleNamespace(entry=SimpleNamespace(player=SimpleNamespace(name=name))) for name in "ABCD"]
    seats: Any = names[: book.hand_players]
    return HandForm(book, seats, state, data=QueryDict(urlencode(fields)))


def by_the_form(form: HandForm) -> list[Any]:
    outcome = as_json(from_json(form.cleaned_data["outcome"])) if form.is_valid() else None
    return [form.can_stop, outcome]


def test_what_is_tapped_is_the_same_outcome_to_both():
    dice = random.Random(3)
    tapped = {
        place: [
            (
                start(book)._replace(round=dice.randrange(3), dealer=dice.randrange(book.hand_players)),
                taps(dice, book.hand_players),
            )
            for _form in range(FORMS)
        ]
        for place, book in enumerate(BOOKS)
    }
    lines = [
        {
            "table": hand_table(BOOKS[place]),
            "forms": [[state_as_json(state), fields] for state, fields in forms],
        }
        for place, forms in tapped.items()
    ]

    answers = node("read_hands.mjs", "\n".join(map(json.dumps, lines))).stdout.splitlines()

    read = 0
    for (place, forms), line in zip(tapped.items(), answers, strict=True):
        for (state, fields), (may_stop, outcome) in zip(forms, json.loads(line), strict=True):
            found = [may_stop, outcome and as_json(from_json(outcome))]
            assert found == by_the_form(a_form(BOOKS[place], state, fields)), fields
            read += outcome is not None
    assert read > 0.4 * FORMS * len(BOOKS)


def test_a_form_with_a_field_that_no_phone_knows_is_left_to_the_server():
    draw = [("what", "draw"), ("tiles0", "123m")]
    state = state_as_json(start(BOOKS[0]))
    line = {"table": hand_table(BOOKS[0]), "forms": [[state, draw], [state, [draw[0], ("tiles0", "")]]]}

    [[_stop, unknown], [_stop, empty]] = json.loads(node("read_hands.mjs", json.dumps(line)).stdout)

    assert (unknown, empty) == (None, {"kind": "draw", "riichi": [], "tenpai": [], "nagashi": []})
