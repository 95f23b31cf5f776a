"""Break the rules on purpose, one place at a time, and count the breaks no test notices: what `make mutants` does.

    python -m tools.mutants          run everything again
    python -m tools.mutants table    print the table of the last run

``[tool.mutmut]`` in pyproject.toml selects the code and the tests. The status is 0 if at least 90 of 100 mutants are
noticed in every file. docs/mutation.md explains survivors.
"""

import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

from tools.environment import ROOT, clean

GOAL = 90
MUTMUT = Path(sys.executable).parent / "mutmut"
NOTICED = ("killed", "timeout")
UNTRIED = "not checked"
SHOWN = (*NOTICED, "survived", "no tests", UNTRIED)


def main(arguments: list[str]) -> int:
    """Run (unless only the table is wanted), print the table, and return whether the goal is met."""
    if arguments != ["table"]:
        shutil.rmtree(ROOT / "mutants", ignore_errors=True)
        subprocess.run(
            [MUTMUT, "run", "--max-children", "1"], cwd=ROOT, env=clean(JANTAKU_THOROUGH="1"), check=True
        )
    finished = subprocess.run(
        [MUTMUT, "results", "--all", "true"],
        cwd=ROOT,
        env=clean(JANTAKU_THOROUGH="1"),
        check=True,
        capture_output=True,
        text=True,
    )
    found = count(finished.stdout)
    print(table(found))
    return int(any(score(counts) < GOAL for counts in found.values()))


def count(output: str) -> dict[str, Counter[str]]:
    """Count mutants by module and outcome."""
    found: dict[str, Counter[str]] = {}
    for line in output.splitlines():
        mutant, _, end = line.strip().rpartition(": ")
        if mutant:
            found.setdefault(mutant.rpartition(".")[0], Counter())[end] += 1
    return found


def score(counts: Counter[str]) -> float:
    """Return the percentage of tried mutants that were noticed. Mutants that no test reaches count as tried."""
    tried = counts.total() - counts[UNTRIED]
    return 100 * sum(counts[end] for end in NOTICED) / tried if tried else 0


def table(found: dict[str, Counter[str]]) -> str:
    """Return the counts as a table in Markdown, with totals in the last row."""
    rows = {module.replace(".", "/") + ".py": counts for module, counts in sorted(found.items())}
    rows["together"] = sum(found.values(), Counter())
    lines = [f"| file | mutants | {' | '.join(SHOWN)} | score |", "|---" + "|---:" * (len(SHOWN) + 2) + "|"]
    for name, counts in rows.items():
        cells = [counts.total(), *(counts[end] for end in SHOWN)]
        lines.append(f"| {name} | {' | '.join(map(str, cells))} | {score(counts):.1f} % |")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
