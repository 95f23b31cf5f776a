"""Which branches of `{% if %}` in our templates the tests take; `make branches` is red below 99 of 100.

    python -m pytest -p tests.template_branches tests/tournaments …

Pages that a server of a browser's test shows are not seen: it is another process.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.conf import settings
from django.template import Context, VariableDoesNotExist
from django.template.defaulttags import IfNode
from django.template.loader import get_template

ENOUGH = 0.99
NONE = -1
"""The branch of an `{% if %}` without `{% else %}` whose conditions were all false."""


@dataclass(frozen=True, order=True)
class Branch:
    """The `number`-th branch of an `{% if %}`."""

    template: str
    line: int
    condition: str
    number: int

    def __str__(self) -> str:
        which = "with none of its conditions" if self.number == NONE else f"branch {self.number + 1}"
        return f"{self.template}:{self.line}: {which} of {{% {self.condition} %}}"


TAKEN: set[Branch] = set()


def branch(node: Any, number: int) -> Branch:
    return Branch(node.origin.template_name, node.token.lineno, node.token.contents, number)


def render(node: Any, context: Context) -> str:
    """Render as Django does, and record the branch."""
    for number, (condition, nodelist) in enumerate(node.conditions_nodelists):
        try:
            is_true = condition is None or condition.eval(context)
        except VariableDoesNotExist:
            is_true = False
        if is_true:
            TAKEN.add(branch(node, number))
            rendered: str = nodelist.render(context)
            return rendered
    TAKEN.add(branch(node, NONE))
    return ""


def all_branches() -> Iterator[Branch]:
    """Yield the branches of all our templates."""
    folder = settings.BASE_DIR / "templates"
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        found: Any = get_template(str(file.relative_to(folder)))
        for node in found.template.nodelist.get_nodes_by_type(IfNode):
            numbers = list(range(len(node.conditions_nodelists)))
            has_else = node.conditions_nodelists[-1][0] is None
            yield from (branch(node, number) for number in (numbers if has_else else [*numbers, NONE]))


def pytest_configure(config: pytest.Config) -> None:
    setattr(IfNode, "render", render)  # noqa: B010


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    every = set(all_branches())
    terminalreporter.section("branches of templates")
    for one in sorted(every - TAKEN):
        terminalreporter.write_line(str(one))
    terminalreporter.write_line(f"{len(every & TAKEN)} of {len(every)} are taken.")


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    every = set(all_branches())
    if len(every & TAKEN) < ENOUGH * len(every):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
