"""The repository in the machine: ours as the newest version, with the history of older ones."""

import shutil
import subprocess

from tools.environment import ROOT
from tools.install_test.machine import CannotRun, Machine

NEWEST = "newest-version"
"""The tag that an operator upgrades to."""


def bring_code(machine: Machine, older: list[str]) -> None:
    """Copy our repository into the machine and tag its newest commit. Uncommitted changes are left out.

    `older`: the versions to upgrade from, with their own deploy/.
    """
    bare = machine.root / "root/jantaku.git"

    def git(*words: str) -> None:
        subprocess.run(["git", "-C", str(bare), *words], check=True, capture_output=True, text=True)

    subprocess.run(["git", "clone", "--quiet", "--bare", "--no-hardlinks", ROOT, bare], check=True)
    git("branch", "--force", "main", "HEAD")
    git("symbolic-ref", "HEAD", "refs/heads/main")
    git("tag", NEWEST)
    for commit in older:
        try:
            git("merge-base", "--is-ancestor", commit, "HEAD")
        except subprocess.CalledProcessError as error:
            raise CannotRun(
                f"this repository does not follow from {commit}; is its history whole?"
            ) from error
    shutil.copy(ROOT / "tools" / "install_test" / "visitors.py", machine.root / "root/visitors.py")


def fetch_packages(machine: Machine, older: str) -> None:
    """Put an older version's packages into uv's cache in the machine, so that upgrades need no network."""
    machine.run(
        f"git clone -q /root/jantaku.git /root/older && cd /root/older && git checkout -q {older} && make install"
        " && rm -rf /root/older",
        network=True,
    )
