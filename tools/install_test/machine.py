"""A bare Debian with its own systemd on this machine, in an isolated network.

debootstrap's tree and apt's packages are kept outside the repository, so that a second run takes seconds. The
addresses of packages are this machine's settings, copied at run time.
"""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

RELEASES = {"12": "bookworm", "13": "trixie"}
CACHE = Path(os.environ.get("JANTAKU_INSTALL_CACHE", "/var/cache/jantaku-install-test"))
NEEDED = ("debootstrap", "systemd-nspawn", "nsenter")
PACKAGES = "debootstrap systemd-container"
PATIENCE = 90  # seconds for a boot or a shutdown
PATHS = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
# How this machine reaches its registries; apt's settings are files, copied as they are.
PASSED_ON = ("PIP_", "UV_", "SSL_CERT", "REQUESTS_CA", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY")


class CannotRun(RuntimeError):
    """This machine cannot run the test; the message says why."""


class CommandFailed(RuntimeError):
    """A command in the machine had a status other than 0."""


@dataclass
class Machine:
    """A booted Debian. `run` runs shell commands in it as root."""

    root: Path
    archives: Path
    """Packages that apt has fetched before."""
    nspawn: "subprocess.Popen[bytes] | None" = None
    leader: int = 0

    def boot(self) -> None:
        command = [
            "systemd-nspawn",
            "--boot",
            f"--directory={self.root}",
            "--private-network",
            "--register=no",
        ]
        command += ["--keep-unit", "--machine=jantaku-install-test", "--resolv-conf=off", "--link-journal=no"]
        command += ["--console=pipe", f"--bind={self.archives}:/var/cache/apt/archives"]
        with (self.root.parent / "console.log").open("ab") as log:
            self.nspawn = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True
            )
        patience_ends = time.monotonic() + PATIENCE
        while not self._is_up():
            if self.nspawn.poll() is not None or time.monotonic() > patience_ends:
                self.stop()
                console = (self.root.parent / "console.log").read_text(errors="replace")[-1500:]
                raise CannotRun(f"systemd-nspawn does not boot here:\n{console}")
            time.sleep(0.3)

    def _is_up(self) -> bool:
        assert self.nspawn is not None
        children = Path(f"/proc/{self.nspawn.pid}/task/{self.nspawn.pid}/children").read_text().split()
        inits = [pid for pid in children if Path(f"/proc/{pid}/comm").read_text().strip() == "systemd"]
        if not inits:
            return False
        self.leader = int(inits[0])
        state = self.run("systemctl is-system-running", check=False).stdout.strip()
        return state in ("running", "degraded")

    def run(
        self,
        commands: str,
        *,
        check: bool = True,
        network: bool = False,
        timeout: float = 600,
        variables: Mapping[str, str] | None = None,
    ) -> "subprocess.CompletedProcess[str]":
        """Run commands as an operator pastes them: one shell that stops at the first error.

        `network`: with this machine's network, to fetch packages; otherwise in the isolated one.
        """
        enter = ["nsenter", "--target", str(self.leader), "--mount", "--uts", "--ipc", "--pid"]
        enter += [] if network else ["--net"]
        variables_of_call = {"PATH": PATHS, "HOME": "/root", "LANG": "C.UTF-8", "TERM": "dumb"}
        variables_of_call |= {"DEBIAN_FRONTEND": "noninteractive", **(variables or {})}
        variables_of_call |= {
            name: value for name, value in os.environ.items() if name.upper().startswith(PASSED_ON)
        }
        done = subprocess.run(
            [*enter, "/bin/bash", "-c", f"cd /root; set -e\n{commands}"],
            env=variables_of_call,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            check=False,
            timeout=timeout,
            start_new_session=True,
        )
        if check and done.returncode:
            raise CommandFailed(f"$ {commands.strip()}\n{done.stdout[-3000:]}\n(status {done.returncode})")
        return done

    def reboot(self) -> None:
        """Cut the power, and boot again."""
        self.cut_the_power()
        self.boot()

    def cut_the_power(self) -> None:
        if self.leader:
            os.kill(self.leader, signal.SIGKILL)  # killing init kills everything in it
        if self.nspawn:
            self.nspawn.wait(PATIENCE)
        self.leader = 0

    def stop(self) -> None:
        if self.nspawn and self.nspawn.poll() is None:
            if self.leader:
                self.cut_the_power()
            else:
                self.nspawn.kill()
                self.nspawn.wait(PATIENCE)


@contextmanager
def bare_debian(release: str, *, keep: bool) -> Iterator[Machine]:
    """Boot a new machine; it is deleted afterwards, unless kept for inspection."""
    missing = [name for name in NEEDED if not shutil.which(name)]
    if missing or os.geteuid() != 0:
        lacking = ", ".join(missing) or "only the rights of root"
        raise CannotRun(
            f"it needs root, {', '.join(NEEDED)}; missing: {lacking} (apt-get install {PACKAGES})"
        )
    base = CACHE / f"debian-{release}"
    if not base.is_dir():
        _debootstrap(base, release)
    (CACHE / f"archives-{release}" / "partial").mkdir(parents=True, exist_ok=True)
    folder = CACHE / f"run-{os.getpid()}"
    folder.mkdir()
    machine = Machine(folder / "root", CACHE / f"archives-{release}")
    try:
        subprocess.run(["cp", "--archive", "--reflink=auto", base, machine.root], check=True)
        _hand_over_settings(machine.root, release)
        machine.boot()
        yield machine
    finally:
        machine.stop()
        if keep:
            print(f"The machine is kept in {folder}.")
        else:
            shutil.rmtree(folder, ignore_errors=True)


def _debootstrap(base: Path, release: str) -> None:
    print(f"Fetching a bare Debian {release}, once …", flush=True)
    CACHE.mkdir(parents=True, exist_ok=True)
    making = base.with_name(f"{base.name}.new")
    shutil.rmtree(making, ignore_errors=True)
    with (CACHE / "debootstrap.log").open("wb") as log:
        command = ["debootstrap", "--variant=minbase", "--include=systemd,systemd-sysv,dbus,ca-certificates"]
        done = subprocess.run(
            [*command, RELEASES[release], making, *_mirror()], stdout=log, stderr=log, check=False
        )
    if done.returncode:
        raise CannotRun(f"debootstrap failed; see {CACHE / 'debootstrap.log'}")
    making.rename(base)


def _mirror() -> list[str]:
    """Return this machine's first Debian mirror, if any; otherwise debootstrap uses its default."""
    for source in sorted(Path("/etc/apt").glob("sources.list.d/*.sources")):
        for line in source.read_text().splitlines():
            if line.startswith("URIs:"):
                return [line.split()[1]]
    for line in Path("/etc/apt/sources.list").read_text().splitlines():
        if line.startswith("deb "):
            return [next(word for word in line.split() if "://" in word)]
    return []


def _hand_over_settings(root: Path, release: str) -> None:
    """Copy this machine's package sources, trusted certificates and name resolution."""
    (root / "etc/machine-id").unlink(missing_ok=True)  # made at the first boot
    (root / "etc/apt/sources.list").unlink(missing_ok=True)
    for kind in ("sources.list", "sources.list.d/*.sources", "sources.list.d/*.list", "apt.conf.d/99*"):
        for file in Path("/etc/apt").glob(kind):
            _copy_for(release, file, root / "etc/apt" / file.relative_to("/etc/apt"))
    for name in ("etc/pip.conf", "etc/resolv.conf", "etc/ssl/certs/ca-certificates.crt"):
        if (Path("/") / name).exists():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).unlink(missing_ok=True)
            shutil.copy(Path("/") / name, root / name)
    own = Path("/usr/local/share/ca-certificates")
    if own.is_dir():
        shutil.copytree(own, root / own.relative_to("/"), dirs_exist_ok=True)
    (root / "etc/apt/apt.conf.d/keep").write_text('Binary::apt::APT::Keep-Downloaded-Packages "true";\n')
    # Without a network card this waits two minutes, and delays nginx.
    (root / "etc/systemd/system/systemd-networkd-wait-online.service").symlink_to("/dev/null")
    with (root / "etc/hosts").open("a") as hosts:
        hosts.write("127.0.0.1 localhost league.example.org\n::1 localhost league.example.org\n")


def _copy_for(release: str, file: Path, there: Path) -> None:
    """Adapt sources if this machine's Debian is another release than the one under test."""
    text = file.read_text()
    for name in RELEASES.values():
        text = text.replace(name, RELEASES[release])
    there.write_text(text)
