"""What the rules refuse, said in Japanese as well; the English is the error's own message.

>>> from scoring.errors import ScoringError
>>> no_yaku = ScoringError("no_yaku", "The hand is complete but has no yaku; dora alone do not win.")
>>> say_refusal(no_yaku, "en")
'The hand is complete but has no yaku; dora alone do not win.'
>>> say_refusal(no_yaku, "ja")
'形はアガリですが役がありません。ドラだけではアガれません。'
"""

from scoring.errors import RuleError
from scoring.rulebook.fields import FIELDS
from scoring.rulebook.labels import LANGUAGES

_JA = {
    "abort_after_a_call": "この途中流局は、チー・ポン・カンのない第1巡に限ります。",
    "below_minimum": "このルールの最低翻数（最低点）に足りません。ドラは数えません。",
    "cannot_happen": "その状況は起こりません。",
    "cannot_stop": "ここで親は終了を選べません。最終局でトップのとき、ルールが認める場合だけです。",
    "contradiction": "両立しない設定です。",
    "draw_again": "白が残りました。5枚を伏せてまぜ、引き直してください。",
    "four_players": "異なる4人の名前が必要です。三人打ちの場決めと開門は定めがありません。",
    "four_riichi_needed": "四家立直には4人のリーチが必要です。",
    "fu_needed": "この翻数では符が必要です。",
    "furiten": "フリテンのためロンできません。",
    "game_over": "この半荘はもう終わっています。",
    "hands_of_four": "5人打ちのルールで計算できるのは半荘の成績だけです。局には4人打ちのルールが必要です。",
    "impossible_patterns": "同時に数えられない役の組み合わせです。",
    "invalid_changes": "ルール変更の書き方が違います。",
    "invalid_chombo": "チョンボの回数が正しくありません。",
    "invalid_counters": "積み棒の本数が範囲外です。",
    "invalid_draws": "取られた牌の枚数が範囲外です。",
    "invalid_goal": "目標は、1人の着順・成績・順位のいずれかです。",
    "invalid_outcome": "局の結果の書き方が違います。",
    "invalid_points": "点数が範囲外か、点棒の単位に合いません。",
    "invalid_state": "局の状態が正しくありません。",
    "invalid_sticks": "供託の本数が範囲外です。",
    "invalid_value": "その項目には入れられない値です。",
    "kan_without_tsumo": "嶺上牌でのアガリはツモです。",
    "malformed": "書き方が正しくありません。",
    "no_marked_seat": "割れ目の席を示してください。",
    "no_nagashi_mangan": "このルールに流し満貫はありません。",
    "no_riichi_sticks": "このゲームに積み棒やリーチ棒はありません。",
    "no_such_abort": "このルールにその途中流局はありません。",
    "no_such_claim": "放銃者以外の1人以上がロンします。",
    "no_such_hand": "そのような手は存在しません（翻・符・役満の組み合わせ）。",
    "no_such_liability": "その責任払い（パオ）は成り立ちません。",
    "no_such_roll": "サイコロの目が正しくありません。",
    "no_such_seat": "その席はありません。",
    "no_value": "翻と符、または役満が必要です。",
    "no_yaku": "形はアガリですが役がありません。ドラだけではアガれません。",
    "not_a_draw": "各自1枚、白を引いた者はもう1枚引きます。牌は東南西北白です。",
    "not_a_meld": "鳴きの形になっていません。",
    "not_a_row": "東南西北と奇数・偶数の数牌を1列に書いてください。",
    "not_complete": "4面子1雀頭にも七対子にも国士無双にもなっていません。",
    "not_riichi": "このルールでは翻と符を数えません。",
    "not_wsom": "このルールではこれらの役を数えません。",
    "noten_riichi": "リーチ者はテンパイでなければなりません。",
    "one_tsumo_only": "ツモアガリは1人だけです。",
    "open_kan_giver_needed": "大明槓をさせた人を示してください。このルールでは嶺上開花の責任払いになります。",
    "open_hand_riichi": "リーチは門前のみです。この手は鳴いています。",
    "points_do_not_balance": "点数の合計が合いません。",
    "red_fives": "赤牌の枚数がこのルールと合いません。",
    "riichi_by_open_hand": "鳴いた手でリーチはできません。",
    "ron_from_oneself": "自分の捨て牌ではアガれません。",
    "seed_unusable": "このシードは使えません。",
    "sticks_do_not_match": "供託よりリーチ者が多くなっています。",
    "too_many_outcomes": "結果の組み合わせが多すぎます。責任払い、またはリーチ棒を含めずに調べてください。",
    "too_few_points_for_riichi": "持ち点が1000点に満たないため、リーチできません。",
    "too_many_of_a_tile": "同じ牌は4枚までです。",
    "undefined": "ルールに定めがありません。",
    "units_do_not_match": "このルールでの役満の倍数と合いません。",
    "unknown_field": "ルールにその項目はありません。",
    "unknown_key": "その項目はありません。",
    "unknown_pattern": "その番号の役はありません。",
    "unknown_procedure": "その手順はありません。",
    "unknown_tile": "その牌はありません。数牌は1から9（0は赤5）、字牌は1から7です。",
    "unknown_yakuman": "その名の役満はありません。",
    "unknown_wind": "風は E・S・W・N のいずれかです。",
    "unreadable_tiles": "牌を読み取れません。123m406p11z のように数字のあとに m・p・s・z を書いてください。",
    "win_from_oneself": "自分の捨て牌ではアガれません。",
    "winner_twice": "同じ人が2度アガっています。",
    "winning_tile_unknown": "アガリ牌を手牌の中から選んでください。",
    "wrong_number_of_players": "人数が合いません。",
    "wrong_number_of_rolls": "サイコロを振る回数が合いません。",
    "wrong_number_of_tiles": "枚数が合いません。鳴きを含めて14枚（槓は3枚と数える）にしてください。",
    "wrong_number_of_wins": "アガった人数が正しくありません。",
}

# `cannot_happen` names the field that is at odds with the rest.
_CANNOT_JA = {
    "chankan": "搶槓は、他家の加槓牌でのロンに限ります（その牌を他に持っていてはいけません）。",
    "chiihou": "地和は子の第一ツモでのアガリです。",
    "dora": "ドラ表示牌は5枚までで、裏ドラはその下にあります。",
    "haitei": "海底撈月は最後の牌のツモアガリで、嶺上牌ではありません。",
    "houtei": "河底撈魚は最後の捨て牌でのロンです。",
    "ippatsu": "一発はリーチ後の一巡だけで、カンが入ると消えます。",
    "kita": "抜きドラは三人打ちだけで、北は4枚までです。",
    "melds": "第一巡のアガリに鳴きはありません。三人打ちでチーはできません。",
    "renhou": "人和は子の第一巡のロンです。",
    "riichi": "天和・地和・人和とリーチは両立しません。",
    "rinshan": "嶺上開花は槓のある手の、嶺上牌でのツモアガリです。",
    "round_wind": "場風は東・南・西・北のいずれかです。",
    "seat_wind": "この人数の卓にその席はありません。",
    "tenhou": "天和は親の配牌でのアガリです。第一巡は最後の巡でも槓の巡でもありません。",
    "tiles": "三人打ちで2萬から8萬は使いません。",
    "ura": "裏ドラはリーチの後だけです。",
}


def say_refusal(error: RuleError, language: str) -> str:
    """Why the rules refuse something, in "en" or "ja". A code without Japanese words keeps its English ones."""
    if language != LANGUAGES[1]:
        return error.message
    if error.code == "needs_event_setting":
        fields = "、".join(FIELDS[path].ja if path in FIELDS else path for path in error.fields)
        return f"ルールに定めがなく、大会で決める必要があります：{fields}。"
    if error.code == "cannot_happen" and error.field in _CANNOT_JA:
        return _CANNOT_JA[error.field]
    return _JA.get(error.code, error.message)
