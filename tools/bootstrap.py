"""Make the environment: `python3 tools/bootstrap.py FOLDER base|sentry|dev`. Runs before anything is installed.

Everything is installed from the hashed locks in requirements/: by uv in seconds, or by pip if uv is unavailable or
cannot reach its packages (it does not read pip's configuration). The syntax also parses on older Pythons, so that
they can report being too old.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

REQUIREMENTS = Path(__file__).resolve().parent.parent / "requirements"
OLDEST = (3, 11)


def main() -> None:
    if sys.version_info < OLDEST:
        found, oldest = sys.version.split()[0], ".".join(map(str, OLDEST))
        sys.exit(
            f"Jantaku needs Python {oldest} or newer; this is {found}. Name one: make PYTHON=python3.12 …"
        )
    folder, wanted = Path(sys.argv[1]), REQUIREMENTS / f"{sys.argv[2]}.txt"
    python = folder / "bin" / "python"
    if not works(python):
        make_environment(folder)
    print(f"Installing {wanted.name} …", flush=True)
    if not install_by_uv(python, wanted):
        print("uv could not do it; pip does the same, it only takes longer …", flush=True)
        if not pip(python, wanted):
            sys.exit(f"The packages of {wanted.name} could not be installed. Is the network there?")


def works(python: Path) -> bool:
    """Whether this environment's Python still runs, which requires the Python it was made from."""
    return python.exists() and subprocess.call([python, "-c", ""], stderr=subprocess.DEVNULL) == 0


def make_environment(folder: Path) -> None:
    """Make an empty environment: by venv, or by an installed uv if venv is incomplete."""
    print(f"Making {folder} …", flush=True)
    done = subprocess.run(
        [sys.executable, "-m", "venv", "--clear", folder], capture_output=True, text=True, check=False
    )
    if done.returncode == 0:
        return
    if shutil.which("uv") and subprocess.call(["uv", "venv", "--quiet", "--clear", "--seed", folder]) == 0:
        return
    sys.exit(f"{(done.stdout + done.stderr).strip()}\nOn Debian or Ubuntu: apt install python3-venv")


def install_by_uv(python: Path, wanted: Path) -> bool:
    """Install the lock with uv, fetched by pip; return whether it worked."""
    uv = python.parent / "uv"
    if not uv.exists() and not pip(python, REQUIREMENTS / "uv.txt"):
        return False
    command = [str(uv), "pip", "install", "--quiet", "--require-hashes", "--compile-bytecode"]
    # The machine's certificates: office networks may have their own.
    return subprocess.call([*command, "--system-certs", "--python", python, "--requirement", wanted]) == 0


def pip(python: Path, wanted: Path) -> bool:
    """Install the lock with pip; return whether it worked."""
    command = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.call([python, *command, "--requirement", wanted], env=environment) == 0


if __name__ == "__main__":
    main()
