"""What organizers type for a webhook. What may be in it, the action says."""

from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import get_language_info, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournaments.models import Webhook
from tournaments.models.webhooks.webhooks import LONGEST_RECIPIENT, LONGEST_TEMPLATE, LONGEST_TOKEN
from web.text.typed_texts import LONGEST_ADDRESS, as_typed, validate_line, validate_lines
from web.visitor_language import language

Shape = Webhook.Shape
WITH_TEXT = (Shape.DISCORD, Shape.SLACK, Shape.LINE)
# Each in its own language.
LANGUAGES = [(code, get_language_info(code)["name_local"]) for code, _name in settings.LANGUAGES]
KEPT = _("Leave empty to keep the one it has.")


class WebhookForm(forms.Form):
    """A new webhook, or one that is there: then without its format, and with the fields of that alone."""

    shape = forms.ChoiceField(label=pgettext_lazy("of a webhook", "Format"), choices=Shape.choices)
    address = forms.CharField(
        label=pgettext_lazy("of a webhook", "Address"),
        max_length=LONGEST_ADDRESS,
        required=False,
        validators=[validate_line],
        help_text=_("The webhook’s address, as Discord, Slack or your program names it. Not for LINE."),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "spellcheck": "false"}),
    )
    token = forms.CharField(
        label=_("Channel access token"),
        max_length=LONGEST_TOKEN,
        required=False,
        validators=[validate_line],
        help_text=_("For LINE: of your official account’s Messaging API."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    recipient = forms.CharField(
        label=_("Group or person"),
        max_length=LONGEST_RECIPIENT,
        required=False,
        validators=[validate_line],
        help_text=_("For LINE: the ID it is sent to. Empty: to all friends of the account."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    language = forms.ChoiceField(label=pgettext_lazy("field", "Language"), choices=LANGUAGES)
    events = forms.MultipleChoiceField(
        label=_("What is sent"), choices=Webhook.Told.choices, widget=forms.CheckboxSelectMultiple
    )
    template = forms.CharField(
        label=pgettext_lazy("of a webhook", "Message"),
        max_length=LONGEST_TEMPLATE,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "placeholder": "{event}: {text}\n{link}"}),
        help_text=_(
            "For Discord, Slack and LINE. {event}, {text} and {link} are filled in; empty: as shown."
        ),
    )

    def __init__(self, webhook: Webhook | None, data: QueryDict | None) -> None:
        initial: dict[str, Any] = {"language": language(), "events": Webhook.Told.values}
        if webhook is not None:
            initial = {
                name: getattr(webhook, name) for name in ("recipient", "events", "language", "template")
            }
        super().__init__(data, initial=initial)
        if webhook is not None:
            self._keep_those_of(webhook.shape)

    def _keep_those_of(self, shape: str) -> None:
        is_line = shape == Shape.LINE
        for name in ("shape", *(["address"] if is_line else ["token", "recipient"])):
            del self.fields[name]
        if shape not in WITH_TEXT:
            del self.fields["template"]
        self.fields["token" if is_line else "address"].help_text = KEPT

    def clean_template(self) -> str:
        template = as_typed(self.cleaned_data["template"])
        validate_lines(template)
        return template
