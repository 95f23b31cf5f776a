"""The commands of docs/install.md, as they stand there."""

import re
from dataclasses import dataclass

from tools.environment import ROOT

DOMAIN = "league.example.org"
_HEADING = re.compile(r"^#+ (.+)$")


@dataclass(frozen=True)
class Block:
    """The commands between two fences, and the heading they stand under."""

    heading: str
    commands: str


def blocks(text: str | None = None) -> list[Block]:
    """Every block of shell commands in the manual, from the first to the last."""
    found, heading, commands = [], "", None
    for line in (text or (ROOT / "docs" / "install.md").read_text()).splitlines(keepends=True):
        if commands is None and (match := _HEADING.match(line)):
            heading = match[1]
        elif line.startswith("```sh"):
            commands = ""
        elif line.startswith("```") and commands is not None:
            found.append(Block(heading, commands))
            commands = None
        elif commands is not None:
            commands += line
    return found


def under(heading: str) -> list[str]:
    """The commands under the heading that begins so."""
    found = [block.commands for block in blocks() if block.heading.startswith(heading)]
    if not found:
        raise LookupError(f"docs/install.md has no commands under “{heading}”")
    return found
