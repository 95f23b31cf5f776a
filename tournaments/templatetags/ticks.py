"""The buttons of the form of a hand: two hundred of them in a page that a phone loads again after every hand."""

from collections.abc import Iterable

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString

from tournaments.forms.play.hand_rows import Tick

register = template.Library()


@register.simple_tag
def ticks(shown: Iterable[Tick], *, when: str = "", has_id: bool = True) -> SafeString:
    """One `<label>` with its radio button or checkbox for each; `when` is the class of those not always shown."""
    return SafeString("\n".join(tick(one, when=when, has_id=has_id) for one in shown))


@register.simple_tag
def tick(shown: Tick, *, when: str = "", of: str = "", has_id: bool = True) -> SafeString:
    """The same for a single one. `of` follows its label for those who do not see what it is beside.

    By its id a button is focused again on a page that has changed. A tick in a form that is being filled in needs
    none: such a page waits.
    """
    class_ = f"tick {when}" if when else "tick"
    label = escape(shown.label)
    more = f' id="{escape(shown.id)}"' if has_id else ""
    more += " data-limit" if shown.is_limit else ""
    more += " checked" if shown.is_ticked else ""
    more += f' aria-label="{label}: {escape(of)}"' if of else ""
    note = f" <small>{escape(shown.note)}</small>" if shown.note else ""
    return SafeString(
        f'<label class="{class_}"><input type="{shown.kind}" name="{shown.name}" value="{escape(shown.value)}"'
        f"{more}> <span>{label}{note}</span></label>"
    )
