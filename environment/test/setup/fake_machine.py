"""A machine of fakes: a PATH that holds just what a test puts there."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3]

# What the project's shell scripts use beside the toolchains.
PLAIN_TOOLS = (
    *(
        "awk",
        "basename",
        "cat",
        "chmod",
        "cmp",
        "cp",
        "cut",
        "dirname",
        "echo",
        "env",
        "find",
        "grep",
        "head",
    ),
    *("ls", "make", "mkdir", "mktemp", "mv", "printf", "pwd", "readlink", "rm", "sed", "sh", "sleep", "sort"),
    *("tail", "touch", "tr", "true", "uname", "wc"),
)


class Machine:
    """A folder of commands, to be the whole PATH of what is run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        for tool in PLAIN_TOOLS:
            if (path := shutil.which(tool)) is not None:
                (folder / tool).symlink_to(path)

    def put(self, command: str, script: str) -> None:
        """Puts a command there, replacing one of that name."""
        path = self.folder / command
        path.unlink(missing_ok=True)
        path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        path.chmod(0o755)

    def remove(self, command: str) -> None:
        """Takes a command away."""
        (self.folder / command).unlink()

    def put_python(self, command: str, version: str | None = None) -> None:
        """Puts a Python there that says it is of `version`; without one, says the truth."""
        if version is None:
            self.put(command, f'exec "{sys.executable}" "$@"')
            return
        numbers = ", ".join(version.split("."))
        lie = f"import sys; sys.version_info = ({numbers}); exec(sys.argv.pop(1))"
        self.put(command, f'[ "$1" = -c ] && exec "{sys.executable}" -c "{lie}" "$2"; echo "Python {version}"')

    def run(self, *command: str | Path, cwd: Path = PROJECT, **environment: str) -> subprocess.CompletedProcess[str]:
        """Runs a command on this machine and nothing else of the real one's."""
        return subprocess.run(
            [str(word) for word in command],
            cwd=cwd,
            env={"PATH": str(self.folder), "HOME": str(self.folder), "PWD": str(cwd), **environment},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
