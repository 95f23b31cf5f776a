"""Yaku as people read them: codes stay, names are those that players say, with the EMA's beside them."""

from scoring.hand.riichi.named_yaku import BY_FREQUENCY, ORDINARY
from scoring.hand.riichi.names import BY_CODE
from scoring.hand.yakuman import YAKUMAN

LABELS = {
    "riichi": ("Riichi", "立直"),
    "tsumo": ("Menzen tsumo · fully concealed hand", "門前清自摸和"),
    "tanyao": ("Tanyao · all simples", "断么九"),
    "pinfu": ("Pinfu", "平和"),
    "ippatsu": ("Ippatsu", "一発"),
    "haku": ("Haku · white dragon", "役牌 白"),
    "hatsu": ("Hatsu · green dragon", "役牌 發"),
    "chun": ("Chun · red dragon", "役牌 中"),
    "seat_wind": ("Seat wind", "自風牌"),
    "round_wind": ("Round wind · prevalent wind", "場風牌"),
    "honitsu": ("Honitsu · half flush", "混一色"),
    "iipeikou": ("Iipeikou · pure double chii", "一盃口"),
    "sanshoku": ("Sanshoku · mixed triple chii", "三色同順"),
    "toitoi": ("Toitoi · all pons", "対々和"),
    "chiitoitsu": ("Chiitoitsu · seven pairs", "七対子"),
    "ittsuu": ("Ittsuu · pure straight", "一気通貫"),
    "chanta": ("Chanta · outside hand", "混全帯么九"),
    "chinitsu": ("Chinitsu · full flush", "清一色"),
    "sanankou": ("Sanankou · three concealed pons", "三暗刻"),
    "haitei": ("Haitei · last tile drawn", "海底撈月"),
    "houtei": ("Houtei · last discard", "河底撈魚"),
    "junchan": ("Junchan · terminals in all sets", "純全帯么九"),
    "rinshan": ("Rinshan kaihou · after a kan", "嶺上開花"),
    "shousangen": ("Shousangen · little three dragons", "小三元"),
    "double_riichi": ("Double riichi", "ダブル立直"),
    "honroutou": ("Honroutou · all terminals and honours", "混老頭"),
    "chankan": ("Chankan · robbing the kan", "搶槓"),
    "ryanpeikou": ("Ryanpeikou · twice pure double chii", "二盃口"),
    "sanshoku_doukou": ("Sanshoku doukou · triple pon", "三色同刻"),
    "renhou": ("Renhou · blessing of man", "人和"),
    "sankantsu": ("Sankantsu · three kans", "三槓子"),
}
YAKUMAN_LABELS = {
    "kokushi": ("Kokushi musou · thirteen orphans", "国士無双"),
    "chuuren": ("Chuuren poutou · nine gates", "九蓮宝燈"),
    "suuankou": ("Suuankou · four concealed pons", "四暗刻"),
    "daisangen": ("Daisangen · big three dragons", "大三元"),
    "shousuushii": ("Shousuushii · little four winds", "小四喜"),
    "ryuuiisou": ("Ryuuiisou · all green", "緑一色"),
    "suukantsu": ("Suukantsu · four kans", "四槓子"),
    "tsuuiisou": ("Tsuuiisou · all honours", "字一色"),
    "chinroutou": ("Chinroutou · all terminals", "清老頭"),
    "daisuushii": ("Daisuushii · big four winds", "大四喜"),
    "kokushi_13": ("Kokushi musou, 13-sided wait", "国士無双十三面待ち"),
    "suuankou_tanki": ("Suuankou tanki", "四暗刻単騎待ち"),
    "junsei_chuuren": ("Junsei chuuren", "純正九蓮宝燈"),
    "tenhou": ("Tenhou · blessing of heaven", "天和"),
    "chiihou": ("Chiihou · blessing of earth", "地和"),
    "renhou": ("Renhou · blessing of man", "人和"),
}


def labels(codes):
    return {code: (BY_CODE[code].label("en"), BY_CODE[code].label("ja")) for code in codes}


def test_a_list_for_people_has_every_yaku_with_the_most_frequent_first():
    assert list(labels(BY_FREQUENCY).items()) == list(LABELS.items())
    assert set(BY_FREQUENCY) == set(ORDINARY)


def test_yakuman_are_called_as_players_call_them():
    assert labels(YAKUMAN) == YAKUMAN_LABELS


def test_what_is_kept_stays_in_the_order_in_which_it_was_always_kept():
    """The yaku of a sealed record are in this order; another would make it another record."""
    assert list(ORDINARY)[:8] == [
        "tsumo",
        "riichi",
        "ippatsu",
        "chankan",
        "rinshan",
        "haitei",
        "houtei",
        "double_riichi",
    ]
