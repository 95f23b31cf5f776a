"""The calculator when a table disagrees: several winners, liability, the doubled seat, a tournament's own rules."""

import re

import pytest
from django.test import Client

from scoring.rulebook.rulebook import load
from scoring.verbs.hand import hand
from tests.rules.views.test_rulebooks import text_of

pytestmark = pytest.mark.django_db
DRAGONS = "tiles=123m11s(555z)(666z)(777z)"
# South: riichi, pinfu, all simples, 3 han 30 fu. West: riichi, 1 han 40 fu. Both win on East's 5 of bamboos.
SOUTH = "tiles=234567m33p45634s5s&seat=S&riichi=riichi"
WEST = "b_tiles=123m456p777s99s34s&b_seat=W&b_riichi=riichi"
OF_SOUTH = "tiles=123m456p11s78s9s(777z)&seat=S"


def ask(query: str, path: str = "/calculator/", language: str = "") -> str:
    return text_of(f"{language}{path}?{query}").replace("&#x27;", "'")


def by_seat(query: str, path: str = "/calculator/") -> dict[str, list[str]]:
    """The table of payments: seat to its cells, a minus as the page writes it."""
    page = Client().get(f"{path}?{query}").content.decode()
    table = re.search(r'<table class="by-seat">.*?</table>', page, re.DOTALL)
    assert table, "no payment by seat"
    rows = re.findall(r"<tr>\s*<th scope=\"row\">(\w+).*?</th>(.*?)</tr>", table[0], re.DOTALL)
    return {
        name: [re.sub(r"<[^>]+>", "", cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", cells)]
        for name, cells in rows
    }


def test_the_usual_tsumo_is_paid_seat_by_seat_without_asking_anything_more():
    assert by_seat(f"{OF_SOUTH}&win=tsumo&honba=1&sticks=1") == {
        "East": ["−600"],
        "South": ["+2,400"],
        "West": ["−400"],
        "North": ["−400"],
    }


def test_a_ron_says_who_pays_as_soon_as_it_is_known_who_discarded():
    unknown = ask(f"{OF_SOUTH}&win=ron")
    known = ask(f"{OF_SOUTH}&win=ron&discarder=N&honba=1")

    assert "The discarder 1,000" in unknown
    assert "Choose the discarder to see the payment by seat." in unknown
    assert "North (discarder) 1,000 + 300 = 1,300" in known
    assert by_seat(f"{OF_SOUTH}&win=ron&discarder=N&honba=1")["North"] == ["−1,300"]


def test_two_winners_of_one_discard_are_paid_as_the_rulebook_divides_counters_and_sticks():
    query = f"{SOUTH}&{WEST}&honba=2&sticks=3&discarder=E&win=ron"

    # EMA: counters to each, everybody's own stick back, the rest to the next in turn.
    assert by_seat(query, "/rulebooks/ema_2025/calculator/") == {
        "East": ["−4,500", "−1,900", "−6,400"],
        "South": ["+6,500", "0", "+6,500"],
        "West": ["0", "+2,900", "+2,900"],
        "North": ["0", "0", "0"],
    }
    page = ask(query, "/rulebooks/ema_2025/calculator/")
    assert "South 6,500 3 han 30 fu 3 han 30 fu 3,900 + 2 counters 600 + 2 sticks 2,000 = 6,500" in page
    assert "West 2,900 1 han 40 fu 1 han 40 fu 1,300 + 2 counters 600 + 1 stick 1,000 = 2,900" in page
    assert "This includes 3,000 points of riichi sticks from the table." in page
    # Tenhou: the next in turn takes everything that lies on the table.
    assert by_seat(query, "/rulebooks/tenhou/calculator/")["West"] == ["0", "+1,300", "+1,300"]


def test_where_only_the_next_in_turn_wins_the_page_says_so():
    query = f"rulebook=mleague&{SOUTH}&{WEST}&discarder=N&win=ron"

    assert "West is not paid: South is next in turn after the discarder (head bump)." in ask(query)
    assert "西家のアガリは認められず、放銃者から見て先の南家のアガリとなります（頭ハネ）。" in ask(
        query, language="/ja"
    )

    turned = query.replace("seat=S", "seat=N", 1).replace("discarder=N", "discarder=S")
    assert "North is not paid: West is next in turn after the discarder (head bump)." in ask(turned)


def test_three_winners_abort_the_hand_where_the_rulebook_says_so():
    three = f"{SOUTH}&{WEST}&c_han=2&c_fu=30&c_seat=N&discarder=E&win=ron&sticks=2"

    assert "no payments are made" in ask(three, "/rulebooks/jpml_a/calculator/")
    assert by_seat(three, "/rulebooks/ema_2025/calculator/")["North"] == ["0", "0", "+2,000", "+2,000"]


def test_another_winner_may_be_given_in_han_and_fu():
    assert by_seat(
        "han=4&fu=30&seat=S&b_han=1&b_fu=40&b_seat=W&discarder=E&win=ron&honba=1",
        "/rulebooks/tenhou/calculator/",
    ) == {
        "East": ["−8,000", "−1,300", "−9,300"],
        "South": ["+8,000", "0", "+8,000"],
        "West": ["0", "+1,300", "+1,300"],
        "North": ["0", "0", "0"],
    }
    assert "4 han 30 fu 7,700 + 1 counter 300 = 8,000" in ask(
        "rulebook=jpml_a&han=4&fu=30&seat=S&honba=1&win=ron"
    )


def test_winners_of_one_discard_hold_no_tile_five_times_between_them():
    both = (
        "tiles=555m123p789p22s34s5s&seat=S&riichi=riichi&b_tiles=555m123p789p22z34s&b_seat=W&b_riichi=riichi"
    )
    both += "&discarder=E&win=ron"

    assert "these hands hold 6 between them" in ask(both)
    assert "同じ牌は4枚までです。" in ask(both, language="/ja")


def test_liability_for_a_tsumo_is_paid_by_one():
    page = ask(f"{DRAGONS}&seat=S&liable=W&win=tsumo&honba=1&rulebook=mleague")

    assert "West is liable for big three dragons and pays all of it." in page
    assert "West (liable) 32,000 + 300 = 32,300" in page
    assert by_seat(f"{DRAGONS}&seat=S&liable=W&win=tsumo&honba=1")["West"] == ["−32,300"]


def test_liability_for_a_ron_is_halved_and_the_counters_go_where_the_rulebook_says():
    query = f"{DRAGONS}&seat=S&liable=W&discarder=N&win=ron&honba=1"

    assert by_seat(query)["West"] == ["−16,300"]  # M-League: the liable player pays them
    assert by_seat(query, "/rulebooks/jpml_a/calculator/")["North"] == ["−16,300"]  # JPML: the discarder
    assert "西家は大三元の責任払い：放銃者と折半します。" in ask(query, language="/ja")
    assert "West is liable for big three dragons and discarded the tile: pays all of it." in ask(
        query.replace("discarder=N", "discarder=W")
    )


def test_somebody_may_be_liable_for_the_hand_of_a_second_winner():
    pinfu = "tiles=234567m345p99s23s1s&seat=S&riichi=riichi"
    query = f"{pinfu}&b_tiles=123m1s1s(555z)(666z)(777z)&b_seat=W&b_liable=N&discarder=E&win=ron"

    # EMA: both are paid; North and the discarder share the yakuman.
    paid = by_seat(query, "/rulebooks/ema_2016/calculator/")
    assert (paid["West"][-1], paid["North"][-1]) == ("+32,000", "−16,000")
    page = ask(query, "/rulebooks/ema_2016/calculator/")
    assert "North is liable for big three dragons and splits the payment with the discarder." in page
    # The first winner's hand is none that liability is for.
    assert "No one can be liable for this hand" in ask(f"{query}&liable=N", "/rulebooks/ema_2016/calculator/")
    # M-League pays one winner only: nobody asks about a second one's liability.
    assert "b_liable" not in Client().get("/rulebooks/mleague/calculator/").content.decode()


def test_a_rulebook_without_liability_says_that_it_is_paid_as_usual():
    page = ask(f"{DRAGONS}&seat=S&liable=W&win=tsumo", "/rulebooks/rmu_a/calculator/")

    assert "This rulebook has no liability for this hand: normal payments apply." in page
    assert "East 16,000 West 8,000 North 8,000" in page


def test_the_open_kan_of_a_replacement_tile_makes_its_giver_pay_where_the_rulebook_says():
    kan = "tiles=234m456p67s22z5s(1111s)&seat=S&kan_from=E&win=tsumo"

    assert "East fed the open kan and pays everything." in ask(kan, "/rulebooks/jpml_a/calculator/")
    assert "normal payments apply" in ask(kan, "/rulebooks/mleague/calculator/")


@pytest.mark.parametrize(
    ("query", "english", "japanese"),
    [
        (
            f"{DRAGONS}&seat=S&liable=W&win=ron",
            "Choose who discarded the winning tile",
            "放銃者を選んでください",
        ),
        (f"{SOUTH}&{WEST}&win=ron", "Choose who discarded the winning tile", "放銃者を選んでください"),
        (f"{OF_SOUTH}&liable=W&win=tsumo", "No one can be liable for this hand", "責任払いの対象"),
        (f"{OF_SOUTH}&han=3&fu=30&win=tsumo", "not both", "どちらか一方"),
        (f"{SOUTH}&{WEST}&win=tsumo", "Only one player can win by tsumo", "ツモアガリは1人だけ"),
        (f"{OF_SOUTH}&discarder=S&win=ron", "on their own discard", "自分の捨て牌"),
        ("han=3&fu=30&seat=S&liable=W&win=tsumo", "Liability needs tiles", "牌が必要です"),
        (
            "tiles=11s[5555z][6666z](7777z)[1111m]&seat=S&liable=W&win=tsumo&last=1s",
            "Choose the yakuman",
            "どの役満",
        ),
        (f"wareme=wareme&{OF_SOUTH}&win=tsumo", "whose wall was broken", "割れ目の席"),
        (f"wareme=dokasen&dice=5&{OF_SOUTH}&win=tsumo", "how many tiles have left", "牌山から取られた枚数"),
    ],
)
def test_what_is_still_missing_is_named_in_both_languages(query, english, japanese):
    assert english in ask(query)
    assert japanese in ask(query, language="/ja")


def test_the_doubled_seat_pays_and_receives_twice():
    page = ask(f"wareme=wareme&doubled=W&{OF_SOUTH}&win=tsumo&honba=1")

    assert "(wareme pays 2 times)" in page
    assert "West (doubled) 600 + 200 = 800 (×2)" in page
    assert by_seat(f"wareme=wareme&doubled=S&{OF_SOUTH}&win=tsumo")["East"] == ["−1,000"]


def test_the_doubled_seat_is_found_from_the_dice():
    # 7 points to the seat opposite the dealer; by then its wall is used up to the next one.
    assert by_seat(f"wareme=wareme&dice=7&{OF_SOUTH}&win=tsumo")["West"] == ["−600"]
    assert by_seat(f"wareme=dokasen&dice=5&drawn=57&{OF_SOUTH}&win=tsumo")["North"] == ["−600"]


def test_without_limits_a_hand_grows_on():
    assert "8 han 30 fu 122,900" in ask("nolimit=on&han=8&fu=30&seat=S&win=ron")


def test_the_world_series_pays_the_next_in_turn_and_names_the_seats():
    path = "/rulebooks/wsom/calculator/"
    rows = by_seat("tiles=111222333m555p1z1z&last=1z&seat=S&win=ron&discarder=N", path)

    assert rows["East"] == rows["West"] == ["−25"]
    assert int(rows["North"][0].replace("−", "").replace(",", "")) > 25
    assert "liable" not in Client().get(path).content.decode()


def test_what_is_seldom_needed_is_folded_away_until_it_is_used():
    plain = Client().get(f"/calculator/?{OF_SOUTH}&win=ron").content.decode()
    used = Client().get(f"/calculator/?{DRAGONS}&liable=W&discarder=E&seat=S&win=ron").content.decode()

    assert plain.count("<details") == 4
    assert not re.search(r"<details[^>]* open", plain)
    assert len(re.findall(r"<details[^>]* open", used)) == 1


def test_without_javascript_a_key_writes_into_the_hand_of_the_winner_that_is_chosen():
    page = Client().get(f"/calculator/?{SOUTH}&of=b&add=5p").content.decode()

    assert 'name="b_tiles" value="5p"' in page
    assert "Second winner" in page
    assert re.search(r"<details[^>]*data-others[^>]* open", page)
    of_three = Client().get(f"/calculator/?{SOUTH}&{WEST}&of=c&add=5p").content.decode()
    assert re.findall(r'<p class="whose">\s*(\w+ winner)', of_three) == ["Second winner", "Third winner"]


def test_three_players_have_no_north_and_at_most_two_winners():
    page = Client().get("/rulebooks/tenhou_sanma/calculator/").content.decode()

    assert 'value="N"' not in page
    assert 'name="b_tiles"' in page
    assert 'name="c_tiles"' not in page


@pytest.mark.parametrize("edition", ["mleague", "jpml_a", "ema_2025", "tenhou"])
@pytest.mark.parametrize("win", ["tsumo", "ron"])
def test_the_page_pays_what_the_library_answers(edition, win):
    query = {
        "rulebook": load(edition).content(), "tiles": "123m1s1s", "melds": ["(555z)", "(666z)", "(777z)"],
        "win_tile": "1s", "win": win, "seat_wind": "S", "dealer": 0, "winner": 1, "loser": 3 if win == "ron" else
        None, "honba": 2,
        "deposits": 1, "pao": {"seat": 2, "yaku": "daisangen"},
    }  # fmt: skip
    page = by_seat(
        f"{DRAGONS}&seat=S&liable=W&discarder=N&honba=2&sticks=1&win={win}",
        f"/rulebooks/{edition}/calculator/",
    )

    shown = [int(cells[-1].replace("−", "-").replace(",", "")) for cells in page.values()]

    assert shown == hand(query)["delta"]


@pytest.mark.parametrize(
    "query",
    [
        "b_tiles=zzz&tiles=1m&win=ron",
        "b_tiles=" + "1m" * 200,
        "of=x&add=1m",
        "liable=Q&win=ron&tiles=1m",
        "dice=99&wareme=wareme&win=ron&tiles=1m",
        "drawn=1&wareme=dokasen&dice=5",
        "wareme=maybe&nolimit=maybe",
        "han=-1&fu=20&win=ron",
        "han=40&win=tsumo",
        "kan_from=S&seat=S&tiles=234m456p67s22z5s(1111s)&win=tsumo&rulebook=jpml_a",
        "nolimit=on&han=39&fu=170&win=tsumo",
        "rulebook=wsom&wareme=wareme&nolimit=on&b_han=3&win=ron&tiles=1m",
        "rulebook=tenhou_sanma&wareme=dokasen&dice=5&han=3&fu=30&win=ron",
    ],
)
def test_nonsense_is_answered_and_never_breaks(query):
    assert Client().get(f"/calculator/?{query}").status_code == 200
