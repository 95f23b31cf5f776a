"""The buttons of a hand: everything shown is escaped."""

from tournaments.forms.play.hand_rows import Tick
from tournaments.templatetags.ticks import tick, ticks

HAN = Tick("han0", "5", "5 <han>", is_ticked=True, note="1 & 2", is_limit=True)
RIICHI = Tick("riichi", "s0", "Riichi", is_ticked=False, kind="checkbox")


def test_a_tick_has_its_label_and_what_a_script_has_to_know() -> None:
    assert ticks([HAN, RIICHI]) == (
        '<label class="tick"><input type="radio" name="han0" value="5" id="han0-5" data-limit checked> '
        "<span>5 &lt;han&gt; <small>1 &amp; 2</small></span></label>\n"
        '<label class="tick"><input type="checkbox" name="riichi" value="s0" id="riichi-s0"> '
        "<span>Riichi</span></label>"
    )


def test_a_tick_of_a_player_says_whose_it_is_and_is_shown_when_it_can_be_meant() -> None:
    assert tick(RIICHI, when="for-hand", of='A"b') == (
        '<label class="tick for-hand"><input type="checkbox" name="riichi" value="s0" id="riichi-s0"'
        ' aria-label="Riichi: A&quot;b"> <span>Riichi</span></label>'
    )
