"""The buttons of the form of a hand: two hundred of them in a page that a phone loads again after every hand."""

from collections.abc import Iterable

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString

from tournaments.forms.play.hand_rows import Tick

register = template.Library()


@register.simple_tag
def ticks(shown: Iterable[Tick], *, when: str = "") -> SafeString:
    """One `<label>` with its radio button or checkbox for each; `when` is the class of those not always shown."""
    return SafeString("\n".join(tick(one, when=when) for one in shown))


@register.simple_tag
def tick(shown: Tick, *, when: str = "", of: str = "") -> SafeString:
    """The same for a single one. `of` is said after its label to those who do not see beside whom it stands."""
    class_ = f"tick {when}" if when else "tick"
    label = escape(shown.label)
    more = " data-limit" if shown.is_limit else ""
    more += " checked" if shown.is_ticked else ""
    more += f' aria-label="{label}: {escape(of)}"' if of else ""
    note = f" <small>{escape(shown.note)}</small>" if shown.note else ""
    return SafeString(
        f'<label class="{class_}"><input type="{shown.kind}" name="{shown.name}" value="{escape(shown.value)}"'
        f' id="{escape(shown.id)}"{more}> <span>{label}{note}</span></label>'
    )
