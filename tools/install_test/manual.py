"""The commands of docs/install.md, unchanged."""

import re
from dataclasses import dataclass

from tools.environment import ROOT

DOMAIN = "league.example.org"
_HEADING = re.compile(r"^#+ (.+)$")


@dataclass(frozen=True)
class Block:
    """The commands of a fenced block, and its heading."""

    heading: str
    commands: str


def blocks(text: str | None = None) -> list[Block]:
    """Return all blocks of shell commands in the manual, in order."""
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
    """Return the commands under the heading with this prefix."""
    found = [block.commands for block in blocks() if block.heading.startswith(heading)]
    if not found:
        raise LookupError(f"docs/install.md has no commands under “{heading}”")
    return found
