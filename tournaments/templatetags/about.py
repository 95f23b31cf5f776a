"""How what organizers say about their event is shown."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from tournaments.models import Question
from web.text.markdown import markdown_as_html
from web.visitor_language import language

register = template.Library()


@register.filter
def markdown(text: str) -> SafeString:
    return markdown_as_html(text)


@register.filter
def obfuscated(text: str) -> SafeString:
    """A text as people read it, and programs that look for e-mail addresses in pages do not: by character numbers."""
    return mark_safe("".join(f"&#{ord(character)};" for character in text))  # noqa: S308 - numbers alone


@register.filter
def mailto(address: str) -> SafeString:
    """The link to an e-mail address, as `obfuscated`."""
    return obfuscated(f"mailto:{address}")


@register.filter
def in_language(question: Question) -> str:
    """A question in the language of the page, or in the other one."""
    return question.label_for(language())
