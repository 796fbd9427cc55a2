"""The project's engine binary, served on a Unix socket and a TCP port for the time of a test."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from pathlib import Path

from wire_client import Client

PROJECT = Path(__file__).resolve().parents[3]
BINARY = PROJECT / "build" / "bin" / "ipc-tax-engine"


class ServedEngine:
    """A running engine; `unix` is its socket's path, `host` and `port` its TCP address."""

    def __init__(self, options: Sequence[str]) -> None:
        # Short: a socket's path may have 107 bytes, and pytest's own folders come near.
        self.folder = tempfile.mkdtemp(prefix="ipc-tax-")
        self.unix = os.path.join(self.folder, "engine.sock")
        command = [BINARY, "serve", "--unix", self.unix, "--tcp", "127.0.0.1:0", "--die-with-stdin", *options]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0
        )
        self.log: list[str] = []
        self.host, self.port = "", 0
        while not (self.port and any("listening unix" in line for line in self.log)):
            assert self.process.stderr is not None
            line = self.process.stderr.readline()
            if not line:
                self.stop()
                raise AssertionError(f"the engine ended before it listened: {''.join(self.log)}")
            self.log.append(line)
            if "listening tcp " in line:
                host, _, port = line.split("listening tcp ")[1].strip().rpartition(":")
                self.host, self.port = host, int(port)
        # Else a full pipe would stop an engine that logs much.
        threading.Thread(target=lambda: self.log.extend(self.process.stderr), daemon=True).start()

    def connect(self, transport: str = "unix", *, bulk: bool = False, timeout: float = 60.0) -> Client:
        """A connection of its own."""
        if transport == "unix":
            return Client.unix(self.unix, bulk=bulk, timeout=timeout)
        return Client.tcp(self.host, self.port, bulk=bulk, timeout=timeout)

    def stop(self) -> int:
        """Closes its stdin, so that it ends; gives its exit code. May be called twice."""
        if self.process.stdin is not None:
            self.process.stdin.close()
        try:
            code = self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
        left = os.path.exists(self.unix)
        shutil.rmtree(self.folder, ignore_errors=True)
        assert not left or code != 0, "the engine left its socket file behind"
        return code
