"""What is tapped, as the outcome of a hand."""

from typing import Any

import pytest
from django.http import QueryDict

from scoring.game.game import State, start
from scoring.rulebook.rulebook import load
from tests.tournaments.hall import Hall, open_hall, seats_of
from tournaments.forms.play.hands import HandForm
from tournaments.models import Seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def seats() -> list[Seat]:
    return seats_of(open_hall().started().tables.get(number=1))


def tapped(seats: list[Seat], query: str, rulebook: str = "mleague") -> HandForm:
    book = load(rulebook)
    return HandForm(book, seats, start(book), tells=True, data=QueryDict(f"{query}&if_match=h0-00000000"))


@pytest.mark.parametrize(
    ("query", "outcome"),
    [
        (
            "what=ron0&loser=1&riichi=0&han0=3&fu0=40",
            {"kind": "win", "loser": 1, "riichi": [0], "wins": [{"winner": 0, "han": 3, "fu": 40}]},
        ),
        # From a mangan up the fu do not matter, whatever was tapped before.
        (
            "what=tsumo2&han2=8&fu2=30",
            {"kind": "win", "riichi": [], "wins": [{"winner": 2, "han": 8}]},
        ),
        (
            "what=ron0&also=2&loser=3&han0=2&fu0=30&han2=5",
            {
                "kind": "win",
                "loser": 3,
                "riichi": [],
                "wins": [{"winner": 0, "han": 2, "fu": 30}, {"winner": 2, "han": 5}],
            },
        ),
        (
            "what=tsumo1&han1=yakuman&yakuman1=daisangen&yakuman1=tsuuiisou&pao1=3",
            {
                "kind": "win",
                "riichi": [],
                "wins": [
                    {
                        "winner": 1,
                        "yakuman": ["daisangen", "tsuuiisou"],
                        "pao": {"seat": 3, "yaku": "daisangen"},
                    }
                ],
            },
        ),
        # The yaku say how many han; what was tapped is sent all the same, so that both can be compared.
        (
            "what=ron0&loser=1&yaku0=haku&yaku0=honitsu&open0=1&fu0=40&dora0=2&red_dora0=",
            {
                "kind": "win",
                "loser": 1,
                "riichi": [],
                "wins": [
                    {
                        "winner": 0,
                        "fu": 40,
                        "details": {"yaku": ["haku", "honitsu"], "dora": {"dora": 2}, "open": True},
                    }
                ],
            },
        ),
        (
            "what=tsumo1&han1=4&fu1=30&yaku1=pinfu",
            {
                "kind": "win",
                "riichi": [],
                "wins": [{"winner": 1, "han": 4, "fu": 30, "details": {"yaku": ["pinfu"]}}],
            },
        ),
        # The tiles say everything; what they do not show is ticked.
        (
            "what=ron0&loser=1&tiles0=234m406p11z78s9s(777z)&indicators0=3s&chance0=last&giver0=2",
            {
                "kind": "win",
                "loser": 1,
                "riichi": [],
                "wins": [
                    {
                        "winner": 0,
                        "details": {
                            "hand": {
                                "tiles": "234m406p11z789s",
                                "win_tile": "9s",
                                "melds": ["(777z)"],
                                "dora": "3s",
                                "houtei": True,
                            }
                        },
                        "open_kan_from": 2,
                    }
                ],
            },
        ),
        (
            "what=tsumo0&riichi=0&tiles0=11222m&winning0=1m&chance0=first&chance0=ippatsu&under0=9m&han0=5",
            {
                "kind": "win",
                "riichi": [0],
                "wins": [
                    {
                        "winner": 0,
                        "han": 5,
                        "details": {
                            "hand": {
                                "tiles": "11222m",
                                "win_tile": "1m",
                                "ura": "9m",
                                "tenhou": True,
                                "ippatsu": True,
                            }
                        },
                    }
                ],
            },
        ),
        # A hand of which nothing is told but that it is open is told by its han and fu.
        (
            "what=tsumo1&han1=4&fu1=30&open1=1&dora1=0",
            {"kind": "win", "riichi": [], "wins": [{"winner": 1, "han": 4, "fu": 30}]},
        ),
        # Whoever is in riichi is tenpai.
        ("what=draw&tenpai=2&riichi=0", {"kind": "draw", "riichi": [0], "tenpai": [0, 2], "nagashi": []}),
        ("what=chombo&offenders=3", {"kind": "chombo", "riichi": [], "offenders": [3]}),
        ("what=gong&hands_left=0", {"kind": "gong", "hands_left": 0}),
        # Whoever has a dead hand is noten, in riichi too; after the gong nobody is asked.
        (
            "what=draw&tenpai=2&riichi=0&riichi=3&dead0=too_many_tiles&dead1=&dead2=",
            {
                "kind": "draw",
                "riichi": [0, 3],
                "dead_hands": [{"seat": 0, "why": "too_many_tiles"}],
                "tenpai": [2, 3],
                "nagashi": [],
            },
        ),
        (
            "what=ron0&loser=1&han0=3&fu0=40&dead1=kuikae&dead3=wrong_call",
            {
                "kind": "win",
                "loser": 1,
                "riichi": [],
                "dead_hands": [{"seat": 1, "why": "kuikae"}, {"seat": 3, "why": "wrong_call"}],
                "wins": [{"winner": 0, "han": 3, "fu": 40}],
            },
        ),
        (
            "what=chombo&offenders=3&dead3=other",
            {
                "kind": "chombo",
                "riichi": [],
                "dead_hands": [{"seat": 3, "why": "other"}],
                "offenders": [3],
            },
        ),
        ("what=gong&hands_left=0&dead0=other", {"kind": "gong", "hands_left": 0}),
    ],
)
def test_taps_are_an_outcome(seats: list[Seat], query: str, outcome: dict[str, Any]) -> None:
    form = tapped(seats, query)

    assert form.is_valid(), form.errors
    assert form.cleaned_data["outcome"] == outcome


@pytest.mark.parametrize(
    ("query", "error"),
    [
        ("", "Please tap what happened in this hand."),
        ("what=won9x", "Please tap what happened in this hand."),
        ("what=ron0&han0=3&fu0=40", "Please tap who dealt in."),
        ("what=tsumo0&yaku0=pinfu&dora0=x", "dora: please enter how many there are."),
        (
            "what=tsumo0&tiles0=12x",
            "“12x” cannot be read as tiles. Write digits and then the suit m, p, s or z: 123m406p11z.",
        ),
        ("what=tsumo0", "Please tap how many han the hand of Bob has."),
        ("what=tsumo0&han0=yakuman", "Please tap which yakuman it is."),
        ("what=abort", "Please tap why this hand was aborted."),
        ("what=chombo", "Please tap whose chombo it is."),
    ],
)
def test_what_is_missing_is_said(seats: list[Seat], query: str, error: str) -> None:
    seats[0].entry.player.name = "Bob"

    form = tapped(seats, query)

    assert not form.is_valid()
    assert [message for messages in form.errors.values() for message in messages] == [error]


@pytest.mark.parametrize("what", ["ron9", "tsumo-", "ron", "9", "drawn", "ron٣"])
def test_what_nobody_can_tap_is_no_outcome(seats: list[Seat], what: str) -> None:
    form = tapped(seats, f"what={what}&loser=1&han9=1&fu9=30")

    assert not form.is_valid() or form.cleaned_data["outcome"]["wins"][0]["winner"] == 9


def test_where_hands_have_points_they_are_typed(seats: list[Seat]) -> None:
    form = tapped(seats, "what=ron1&loser=0&points1=24", "mcr")

    assert form.is_valid(), form.errors
    assert form.cleaned_data["outcome"] == {
        "kind": "win",
        "loser": 0,
        "wins": [{"winner": 1, "points": 24}],
    }


def test_the_dealer_may_end_the_game_in_the_last_hand_only(seats: list[Seat]) -> None:
    book = load("tenhou")
    first, last = start(book), State((25_000,) * 4, round=1, dealer=3, chombo=(0,) * 4)

    assert [HandForm(book, seats, state).can_stop for state in (first, last)] == [
        False,
        "optional" in (book.game_end.agariyame, book.game_end.tenpaiyame),
    ]


class TestWhoIsDoubled:
    """Where the seat whose wall is broken is doubled, the dealer's roll says which that is."""

    @pytest.fixture
    def hall(self) -> Hall:
        return open_hall(house_rules={"overlay.wareme": "wareme", "overlay.wareme_on_noten": True})

    def outcome(self, hall: Hall, query: str, dealer: int = 0) -> dict[str, Any]:
        book = hall.tournament.rulebook
        state = start(book)._replace(dealer=dealer)
        seats = seats_of(hall.started().tables.get(number=1))
        typed = QueryDict(f"what=tsumo0&han0=3&fu0=30&if_match=h0-00000000&{query}")
        form = HandForm(book, seats, state, data=typed)
        assert form.is_valid(), form.errors
        return form.cleaned_data["outcome"]

    @pytest.mark.parametrize(
        ("roll", "dealer", "marked"), [("5", 0, 0), ("2", 0, 1), ("7", 0, 2), ("12", 0, 3), ("2", 3, 0)]
    )
    def test_by_the_roll(self, hall: Hall, roll: str, dealer: int, marked: int) -> None:
        assert self.outcome(hall, f"dice={roll}", dealer)["marked"] == marked

    def test_whoever_was_tapped_is_it_whatever_the_roll(self, hall: Hall) -> None:
        assert self.outcome(hall, "dice=5&marked=3")["marked"] == 3

    @pytest.mark.parametrize("query", ["", "dice=1", "dice=13", "dice=a"])
    def test_what_is_no_roll_says_nothing(self, hall: Hall, query: str) -> None:
        assert "marked" not in self.outcome(hall, query)

    def test_elsewhere_nobody_is_asked(self, seats: list[Seat]) -> None:
        form = tapped(seats, "what=tsumo0&han0=3&fu0=30&dice=5")

        assert (form.dice, form.is_valid()) == ([], True)
        assert "marked" not in form.cleaned_data["outcome"]


def test_a_hand_that_told_its_yaku_is_shown_with_them(seats: list[Seat]) -> None:
    """A form that begins with an outcome says the same outcome when it is sent."""
    details = {"yaku": ["haku", "toitoi"], "dora": {"dora": 2}, "open": True}
    outcome = {
        "kind": "win",
        "loser": 1,
        "riichi": [],
        "wins": [{"winner": 0, "han": 5, "fu": 40, "details": details}],
    }
    book = load("mleague")

    row = HandForm(book, seats, start(book), tells=True, outcome=outcome).rows[0]

    assert [tick.value for tick in row.yaku if tick.is_ticked] == ["haku", "toitoi"]
    assert [(field.name, field.value) for field in row.dora] == [
        ("dora0", "2"),
        ("ura_dora0", ""),
        ("red_dora0", ""),
    ]
    assert (row.is_open.is_ticked, row.tells_yaku) == (True, True)


def test_the_yaku_that_are_offered_are_those_of_the_rulebook(seats: list[Seat]) -> None:
    """Without ippatsu; of flushes an open hand has one han less."""
    rows = {name: tapped(seats, "", name).rows[0] for name in ("mleague", "jpml_a", "wsom")}
    offered = {name: {tick.value: tick.note for tick in row.yaku} for name, row in rows.items()}

    assert set(offered["mleague"]) - set(offered["jpml_a"]) == {"ippatsu"}
    assert (offered["mleague"]["honitsu"], offered["mleague"]["pinfu"]) == ("3/2", "1")
    assert (offered["wsom"], rows["wsom"].dora) == ({}, [])


@pytest.mark.parametrize(
    ("edition", "query", "chances", "norths"),
    [
        ("mleague", "what=tsumo1&tiles1=1m&chance1=last&chance1=first", {"haitei", "chiihou"}, None),
        ("mleague", "what=ron1&loser=2&tiles1=1m&chance1=first&chance1=chankan", {"renhou", "chankan"}, None),
        ("tenhou_sanma", "what=ron1&loser=2&tiles1=1m&norths1=2", set(), 2),
    ],
)
def test_what_a_tick_means_depends_on_how_it_was_won(
    seats: list[Seat], edition: str, query: str, chances: set[str], norths: int | None
) -> None:
    form = tapped(seats[: load(edition).hand_players], query, edition)

    assert form.is_valid(), form.errors
    hand = form.cleaned_data["outcome"]["wins"][0]["details"]["hand"]
    assert {name for name, value in hand.items() if value is True} == chances
    assert hand.get("kita") == norths


def test_norths_are_a_number(seats: list[Seat]) -> None:
    form = tapped(seats[:3], "what=tsumo1&tiles1=1m&norths1=x", "tenhou_sanma")

    assert form.errors == {"__all__": ["Norths set aside: please enter how many."]}


def test_a_hand_that_told_its_tiles_is_shown_with_them(seats: list[Seat]) -> None:
    """Han and fu are not tapped: they follow, whatever the tiles become."""
    hand = {"tiles": "234m406p11z789s", "win_tile": "9s", "melds": ["(777z)"], "dora": "3s", "houtei": True}
    details = {"yaku": ["chun", "houtei"], "open": True, "dora": {"dora": 1, "red_dora": 1}, "hand": hand}
    win = {"winner": 0, "han": 4, "fu": 30, "open_kan_from": 3, "details": details}
    book = load("jpml_a")

    row = HandForm(
        book, seats, start(book), tells=True, outcome={"kind": "win", "loser": 1, "riichi": [], "wins": [win]}
    ).rows[0]

    assert [field.value for field in row.tiles] == ["234m406p11z789s (777z)", "9s", "3s"]
    assert [tick.value for tick in row.chances if tick.is_ticked] == ["last"]
    assert [tick.value for tick in row.givers if tick.is_ticked] == ["3"]
    assert (row.tells_tiles, row.tells_yaku) == (True, False)
    assert not any(tick.is_ticked for tick in (*row.han, *row.fu))


@pytest.mark.parametrize("typed", ["", "&points1=many", "&points1=-8", "&points1=1234567890"])
def test_what_a_hand_is_worth_is_asked_where_hands_have_points(seats: list[Seat], typed: str) -> None:
    seats[1].entry.player.name = "Bob"

    form = tapped(seats, f"what=ron1&loser=0{typed}", "mcr")

    assert form.errors == {"__all__": ["Please enter what the hand of Bob is worth."]}


def test_a_dead_hand_is_chosen_in_a_folded_list_and_shown_with_the_hand_it_was_entered_with(
    seats: list[Seat],
) -> None:
    book = load("mleague")
    outcome = {"kind": "draw", "tenpai": [], "dead_hands": [{"seat": 2, "why": "out_of_turn"}]}

    new, entered = HandForm(book, seats, start(book)), HandForm(book, seats, start(book), outcome=outcome)

    assert (new.tells_dead_hands, [field.chosen for field in new.dead_hands]) == (False, [""] * 4)
    assert [(field.name, field.chosen) for field in entered.dead_hands] == [
        ("dead0", ""),
        ("dead1", ""),
        ("dead2", "out_of_turn"),
        ("dead3", ""),
    ]
    assert entered.tells_dead_hands
    assert new.dead_hands[0].reasons[:2] == [
        ("too_many_tiles", "too many tiles"),
        ("too_few_tiles", "too few tiles"),
    ]


def shown(form: HandForm) -> dict[str, str]:
    """The yakuman of a row, and for whom and how they are offered where that is not always so."""
    return {tick.value: when for when, tick in form.rows[1].yakuman if when}


def test_yakuman_are_offered_to_whoever_can_win_them(seats: list[Seat]) -> None:
    first_turn = {
        "tenhou": "by-tsumo of-dealer without-riichi",
        "chiihou": "by-tsumo of-others without-riichi",
    }
    doubled = load("mahjongsoul")

    assert shown(tapped(seats, "")) == first_turn
    # Four concealed triplets that are won on a discard are those on the pair, where they are paid twice.
    assert shown(HandForm(doubled, seats, start(doubled))) == {"suuankou": "by-tsumo", **first_turn}


def test_renhou_is_among_them_where_it_is_a_yakuman(seats: list[Seat]) -> None:
    book = load("mleague").with_house_rules("x", {"yaku.renhou": "yakuman"})

    form = HandForm(book, seats, start(book))

    assert shown(form)["renhou"] == "by-ron of-others without-riichi"
    assert "renhou" not in [tick.value for _when, tick in tapped(seats, "").rows[0].yakuman]


@pytest.mark.parametrize(
    ("rulebook", "offered"),
    [("mcr", False), ("mleague", False), ("jpml_a", True), ("tenhou", True), ("ema_2025", True)],
)
def test_a_second_winner_is_offered_where_more_than_the_nearest_can_count(
    seats: list[Seat], rulebook: str, offered: bool
) -> None:
    book = load(rulebook)
    state = State((25_000,) * 4, chombo=(0,) * 4)

    assert {row.also is not None for row in HandForm(book, seats, state).rows} == {offered}


def test_a_second_winner_that_was_entered_is_shown_in_the_correction(seats: list[Seat]) -> None:
    outcome = {"kind": "win", "loser": 3, "wins": [{"winner": 0, "han": 5}, {"winner": 1, "han": 5}]}
    book = load("mleague")

    form = HandForm(book, seats, start(book), outcome=outcome)

    assert [row.also.is_ticked for row in form.rows if row.also] == [False, True, False, False]


def test_each_row_has_the_wind_of_the_hand_and_the_first_dealer_is_marked(seats: list[Seat]) -> None:
    book = load("mleague")

    form = HandForm(book, seats, start(book)._replace(round=1, dealer=2))

    assert [(row.wind, row.is_dealer, row.deals_first) for row in form.rows] == [
        (3, False, True),
        (4, False, False),
        (1, True, False),
        (2, False, False),
    ]
