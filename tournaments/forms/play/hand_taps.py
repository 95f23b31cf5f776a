"""The hand form filled in from an entered hand."""

from collections.abc import Mapping
from typing import Any

from tournaments.forms.play.hand_details import taps_of_details
from tournaments.forms.play.laid_tiles import texts_of_tiles

# A hand with this many han has the same value with any fu.
LIMITS = (5, 6, 8, 11, 13)
YAKUMAN_CHOICE = "yakuman"


def taps_of(outcome: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the form's ticks for this outcome, by field name."""
    seats = ("riichi", "tenpai", "nagashi", "offenders")
    found = {name: [str(seat) for seat in outcome[name]] for name in seats if name in outcome}
    found |= {
        name: [str(outcome[name])] for name in ("loser", "marked", "abort", "hands_left") if name in outcome
    }
    found |= {f"dead{dead['seat']}": [dead["why"]] for dead in outcome.get("dead_hands", [])}
    wins = outcome.get("wins", [])
    for win in wins:
        at = win["winner"]
        details = win.get("details", {})
        if "hand" in details:
            # The tiles determine the rest.
            found |= texts_of_tiles(details["hand"], at)
        elif win.get("yakuman"):
            found[f"han{at}"], found[f"yakuman{at}"] = [YAKUMAN_CHOICE], list(win["yakuman"])
        elif "han" in win:
            found[f"han{at}"] = [str(max((one for one in LIMITS if one <= win["han"]), default=win["han"]))]
            found[f"fu{at}"] = [str(win["fu"])] if "fu" in win else []
        if "hand" not in details:
            found |= taps_of_details(details, at)
        if "open_kan_from" in win:
            found[f"giver{at}"] = [str(win["open_kan_from"])]
        if "points" in win:
            found[f"points{at}"] = [str(win["points"])]
        if "pao" in win:
            found[f"pao{at}"] = [str(win["pao"]["seat"])]
    if wins:
        found["what"] = [f"{'ron' if 'loser' in outcome else 'tsumo'}{wins[0]['winner']}"]
        found["also"] = [str(win["winner"]) for win in wins[1:]]
    elif outcome["kind"] != "adjust":
        found["what"] = [str(outcome["kind"])]
    if outcome.get("stop"):
        found["stop"] = ["1"]
    return found
