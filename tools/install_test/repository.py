"""The code that goes into the machine: today's, and before it an older version to upgrade from."""

import shutil
import subprocess
from pathlib import Path

from tools.environment import ROOT
from tools.install_test.machine import Machine


def bring_code(machine: Machine, *, commits_back: int) -> str:
    """Put a repository into the machine whose newest commit is ours, and before it older code with today's deploy/.

    Gives the older commit. What is not committed here does not come along.
    """
    bare, work = machine.root / "root/jantaku.git", machine.root.parent / "work"

    def git(*words: str) -> str:
        named = [
            "git",
            "-c",
            "user.name=install test",
            "-c",
            "user.email=test@example.org",
            "-C",
            str(work),
            *words,
        ]
        return subprocess.run(named, check=True, capture_output=True, text=True).stdout.strip()

    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, work], check=True)
    newest = git("rev-parse", "HEAD")
    git("checkout", "--quiet", "-B", "main", f"HEAD~{commits_back}")
    git("checkout", "--quiet", newest, "--", "deploy")
    git("commit", "--quiet", "--allow-empty", "--message=Older code with this deploy/")
    older = git("rev-parse", "HEAD")
    upgraded = git("commit-tree", f"{newest}^{{tree}}", "-p", older, "-m", "The newest version")
    git("reset", "--quiet", "--hard", upgraded)
    subprocess.run(["git", "clone", "--quiet", "--bare", work, bare], check=True)
    shutil.rmtree(work)
    shutil.copy(Path(__file__).with_name("visitors.py"), machine.root / "root/visitors.py")
    return older


def fetch_packages(machine: Machine, older: str) -> None:
    """Put the packages of both versions into uv's cache in the machine: the upgrade itself then needs no network."""
    machine.run(
        f"git clone -q /root/jantaku.git /root/older && cd /root/older && git checkout -q {older} && make install"
        " && rm -rf /root/older",
        network=True,
    )
