"""Sets the project up and runs every test runner, one after the other, also after one has failed.

Prints what the runners print, then one line a runner, then `N passed, N failed` over all of them as the last
line. Exits 1 if anything failed, was skipped, crashed, hung, or ran no test. Reports go to build/test.

Needs only the standard library: it is run before there is a virtual environment.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import tally

PROJECT = Path(__file__).resolve().parent.parent
REPORTS = PROJECT / "build" / "test"
LAST_LINE = REPORTS / "last-line"

# A runner that takes longer hangs, and is ended. Far above what the slowest needs on two busy cores.
WATCHDOG_SECONDS = 3000
# The same for one file of tests, where the runner can tell which it was.
FILE_SECONDS = 900


@dataclass(frozen=True)
class Runner:
    """One program that runs tests, and how to read its counts from its output and from its report file.

    `needs` is run before it; where that fails, the runner is not run and counts as one failure.
    """

    name: str
    command: list[str]
    folder: Path
    report: Path | None
    counts: Callable[[str], tally.Counts]
    needs: list[str] | None = None


def runners() -> list[Runner]:
    """All runners. Called after set-up: the tests of lib are found where they were compiled to."""
    environment_report = REPORTS / "environment.xml"
    pytest = [".venv/bin/python", "-m", "pytest", "environment/test", f"--junitxml={environment_report}"]
    cargo_test = ["cargo", "test", "--workspace", "--no-fail-fast", "--locked"]
    return [
        node_runner("lib", "lib/dist/test/**/*.test.js"),
        Runner("environment", pytest, PROJECT, environment_report, tally.junit),
        node_runner("browser", "environment/test/**/*.test.mjs", needs=["environment/test/browser/ensure.sh"]),
        Runner("engine", cargo_test, PROJECT / "engine-rs", None, tally.cargo),
    ]


def node_runner(name: str, pattern: str, needs: list[str] | None = None) -> Runner:
    """node:test over the files of a pattern, found here: what a folder means to it changed in Node 21."""
    report = REPORTS / f"{name}.xml"
    reporters = [
        "--test-reporter=spec",
        "--test-reporter-destination=stdout",
        "--test-reporter=junit",
        f"--test-reporter-destination={report}",
        f"--test-timeout={FILE_SECONDS * 1000}",
    ]
    tests = sorted(str(test.relative_to(PROJECT)) for test in PROJECT.glob(pattern))
    # Without a file node would look for tests everywhere.
    command = ["node", "--test", *reporters, *tests] if tests else ["echo", f"no file is {pattern}"]
    return Runner(name, command, PROJECT, report, tally.junit, needs)


# What all runners stand on. A failure counts as one, and the runners still tell what they can.
PREPARATIONS = [["make", "--no-print-directory", "--keep-going", "setup"]]


def run(command: list[str], folder: Path, seconds: float = WATCHDOG_SECONDS) -> tuple[int, str]:
    """Runs a command to its end, passing its output on as it comes; gives its exit code and standard output.

    The command leads its own process group, which is ended as a whole when it takes longer than `seconds`, at
    Ctrl-C, and when the command is done: no child of a runner outlives it.
    """
    try:
        process = subprocess.Popen(
            command,
            cwd=folder,
            # A make below this one must not take part in this one's job control.
            env={**os.environ, "MAKEFLAGS": ""},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
            errors="replace",
            process_group=0,
        )
    except OSError as fault:
        print(f"{command[0]} can't be run: {fault}", flush=True)
        return 127, ""

    lines: list[str] = []

    def pass_on() -> None:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            print(line, end="", flush=True)

    # A thread, as a stray grandchild may hold the pipe open after the command has ended.
    reader = threading.Thread(target=pass_on, daemon=True)
    reader.start()
    try:
        exit_code = process.wait(seconds)
    except subprocess.TimeoutExpired:
        print(f"\n{command[0]} is still running after {seconds:g} s: ended", flush=True)
        end_group(process.pid)
        exit_code = process.wait()
    finally:
        end_group(process.pid)
    reader.join(5)
    return exit_code, "".join(lines)


def end_group(leader: int) -> None:
    """Kills what is left of a process group; nothing left is fine."""
    try:
        os.killpg(leader, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def judge(runner: Runner) -> tally.Verdict:
    """Runs one runner and reads its report; a report of an earlier run is removed first."""
    if runner.needs is not None and run(runner.needs, runner.folder)[0] != 0:
        return tally.Verdict(0, 1, (f"not run: {' '.join(runner.needs)} failed",))
    if runner.report is not None:
        runner.report.unlink(missing_ok=True)
    exit_code, output = run(runner.command, runner.folder)
    try:
        text = output if runner.report is None else runner.report.read_text(encoding="utf-8", errors="replace")
        counts = runner.counts(text)
    except (OSError, ValueError):
        counts = None
    return tally.verdict(counts, exit_code)


def main() -> int:
    """Runs it all; the exit code is 0 only if everything passed."""
    REPORTS.mkdir(parents=True, exist_ok=True)
    verdicts: list[tally.Verdict] = []
    summary: list[str] = []

    for step in PREPARATIONS:
        exit_code, _ = run(step, PROJECT)
        if exit_code != 0:
            verdicts.append(tally.Verdict(0, 1))
            summary.append(f"set-up: `{' '.join(step)}` failed with exit code {exit_code}")

    for runner in runners():
        print(f"\n== {runner.name}: {' '.join(runner.command[:4])} ...", flush=True)
        verdict = judge(runner)
        verdicts.append(verdict)
        why = f" ({'; '.join(verdict.reasons)})" if verdict.reasons else ""
        summary.append(f"{runner.name}: {verdict.passed} passed, {verdict.failed} failed{why}")

    print("\n" + "\n".join(summary))
    last_line = tally.last_line(verdicts)
    LAST_LINE.write_text(last_line + "\n", encoding="utf-8")
    print(last_line, flush=True)
    return 0 if all(verdict.failed == 0 for verdict in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
