"""Run `jantaku` as if this were Windows: `python windows.py COMMAND …`, for a test.

Unix-only features are removed before our code is imported: modules, attributes, and UTF-8 as the default encoding of
files (`-X warn_default_encoding`). The standard library, and libraries that support Windows themselves, are imported
before.
"""

import asyncio
import concurrent.futures.process
import importlib.abc
import locale
import logging.handlers
import multiprocessing.synchronize
import os
import select
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
import warnings
from pathlib import Path

import billiard.compat
import ifaddr
import platformdirs

READ_BEFORE = (
    asyncio,
    billiard.compat,
    concurrent.futures.process,
    ifaddr,
    locale,
    logging.handlers,
    multiprocessing.synchronize,
    platformdirs,
    selectors,
    shutil,
    subprocess,
    tempfile,
    uuid,
)
MODULES = {
    *("crypt", "curses", "fcntl", "grp", "nis", "ossaudiodev", "posix", "pty", "pwd", "readline", "resource"),
    *("spwd", "syslog", "termios", "tty"),
    "numpy",  # only tests have it; openpyxl uses it if present
}
ATTRIBUTES = {
    os: (
        *(
            "chown",
            "chroot",
            "confstr",
            "ctermid",
            "fchmod",
            "fchown",
            "fork",
            "forkpty",
            "getegid",
            "geteuid",
        ),
        *("getgid", "getgroups", "getloadavg", "getpgid", "getpgrp", "getpriority", "getresuid", "getsid"),
        *(
            "getuid",
            "initgroups",
            "killpg",
            "lchown",
            "lockf",
            "mkfifo",
            "mknod",
            "nice",
            "openpty",
            "pathconf",
        ),
        *("posix_fadvise", "posix_fallocate", "posix_spawn", "pread", "pwrite", "readv", "register_at_fork"),
        *("sched_getaffinity", "sched_yield", "sendfile", "setegid", "seteuid", "setgid", "setgroups"),
        *(
            "setpgid",
            "setpriority",
            "setsid",
            "setuid",
            "statvfs",
            "sync",
            "sysconf",
            "uname",
            "wait",
            "wait3",
        ),
        *("O_CLOEXEC", "O_DIRECTORY", "O_NOCTTY", "O_NOFOLLOW", "O_NONBLOCK", "O_SYNC"),
    ),
    select: ("epoll", "poll"),
    signal: (
        *("SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSTOP", "SIGTSTP"),
        *("SIGUSR1", "SIGUSR2", "SIGWINCH", "alarm", "pause", "pthread_kill", "pthread_sigmask", "setitimer"),
        *("siginterrupt", "sigpending", "sigtimedwait", "sigwait"),
    ),
    socket: ("AF_UNIX", "MSG_DONTWAIT", "MSG_NOSIGNAL", "SO_REUSEPORT", "socketpair"),
    time: ("clock_settime", "tzset"),
}


class NoUnix(importlib.abc.MetaPathFinder):
    """Reports Unix modules as missing."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name.partition(".")[0] in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


for module in MODULES & sys.modules.keys() - {"posix"}:
    del sys.modules[module]
sys.meta_path.insert(0, NoUnix())
for holder, names in ATTRIBUTES.items():
    for name in names:
        if hasattr(holder, name):
            delattr(holder, name)

PRODUCT = Path(os.environ["JANTAKU_TRIED"])
ROOMS = "|".join(sorted(path.parent.name for path in PRODUCT.glob("*/__init__.py")))
warnings.filterwarnings("ignore", category=EncodingWarning)
warnings.filterwarnings("error", category=EncodingWarning, module=rf"({ROOMS})\b")
sys.path.insert(0, str(PRODUCT))

from jantaku.__main__ import main  # noqa: E402 - after all that was taken away

main()
