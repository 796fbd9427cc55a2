"""The program behind `make test`, with runners that pass, fail, crash, hang and run nothing."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import run_tests
import tally

PROJECT = Path(__file__).resolve().parents[3]

Fake = Callable[..., run_tests.Runner]


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    """Makes a runner of a shell script, which finds the path of its report in $1; there is no set-up."""
    monkeypatch.setattr(run_tests, "REPORTS", tmp_path / "reports")
    monkeypatch.setattr(run_tests, "LAST_LINE", tmp_path / "reports" / "last-line")
    monkeypatch.setattr(run_tests, "PREPARATIONS", [])

    def make(name: str, script: str) -> run_tests.Runner:
        report = tmp_path / f"{name}.xml"
        return run_tests.Runner(name, ["sh", "-c", script, name, str(report)], tmp_path, report, tally.junit)

    return make


def outcome(
    runners: list[run_tests.Runner], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> tuple[int, list[str]]:
    """Runs them as `make test` does; gives the exit code and the lines printed."""
    monkeypatch.setattr(run_tests, "runners", lambda: runners)
    exit_code = run_tests.main()
    lines = capfd.readouterr().out.splitlines()
    assert run_tests.LAST_LINE.read_text("utf-8") == lines[-1] + "\n"
    return exit_code, lines


TWO_PASS = """echo progress; echo '<testsuites><testcase name="a"/><testcase name="b"/></testsuites>' > "$1" """
ONE_FAILS = (
    """echo '<testsuites><testcase name="a"/><testcase name="b"><failure/></testcase></testsuites>' > "$1"; exit 1"""
)
ONE_IS_SKIPPED = """echo '<testsuites><testcase name="a"><skipped/></testcase></testsuites>' > "$1" """


def test_passes_when_all_pass(fake: Fake, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    exit_code, lines = outcome([fake("one", TWO_PASS), fake("two", TWO_PASS)], monkeypatch, capfd)
    assert exit_code == 0
    assert lines[-1] == "4 passed, 0 failed"
    assert "progress" in lines
    assert "one: 2 passed, 0 failed" in lines


@pytest.mark.parametrize(
    ("script", "last_line"),
    [
        (ONE_FAILS, "5 passed, 1 failed"),
        (ONE_IS_SKIPPED, "4 passed, 1 failed"),
        ("exit 0", "4 passed, 1 failed"),
        ("exit 3", "4 passed, 1 failed"),
        ("kill -SEGV $$", "4 passed, 1 failed"),
        (f"{TWO_PASS}; exit 1", "6 passed, 1 failed"),
        ("echo '<testsuites></testsuites>' > \"$1\"", "4 passed, 1 failed"),
        ("echo '<testsuites><testcase' > \"$1\"", "4 passed, 1 failed"),
        ("exec /no/such/program", "4 passed, 1 failed"),
    ],
)
def test_goes_on_after_a_runner_that_failed_and_fails(
    fake: Fake,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    script: str,
    last_line: str,
) -> None:
    runners = [fake("before", TWO_PASS), fake("bad", script), fake("after", TWO_PASS)]
    exit_code, lines = outcome(runners, monkeypatch, capfd)
    assert exit_code == 1
    assert lines[-1] == last_line
    assert "after: 2 passed, 0 failed" in lines


def test_an_old_report_does_not_count(
    fake: Fake, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    runner = fake("one", TWO_PASS)
    assert outcome([runner], monkeypatch, capfd)[0] == 0
    crashes = fake("one", "exit 1")
    assert crashes.report == runner.report
    exit_code, lines = outcome([crashes], monkeypatch, capfd)
    assert (exit_code, lines[-1]) == (1, "0 passed, 1 failed")


def test_a_set_up_that_fails_is_a_failure_and_the_runners_still_run(
    fake: Fake, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(run_tests, "PREPARATIONS", [["false"], ["true"]])
    exit_code, lines = outcome([fake("one", TWO_PASS)], monkeypatch, capfd)
    assert (exit_code, lines[-1]) == (1, "2 passed, 1 failed")
    assert "set-up: `false` failed with exit code 1" in lines


def test_a_runner_that_lacks_what_it_needs_is_not_run_and_is_a_failure(
    fake: Fake, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    lacks = dataclasses.replace(fake("lacks", TWO_PASS), needs=["sh", "-c", "echo 'get a browser'; exit 1"])
    has = dataclasses.replace(fake("has", TWO_PASS), needs=["true"])
    exit_code, lines = outcome([lacks, has], monkeypatch, capfd)
    assert (exit_code, lines[-1]) == (1, "2 passed, 1 failed")
    assert lines.count("get a browser") == 1
    assert lines.count("progress") == 1


def test_a_runner_that_hangs_is_ended_with_its_children(tmp_path: Path) -> None:
    child = tmp_path / "child"
    exit_code, output = run_tests.run(
        ["sh", "-c", f"sleep 600 & echo $! > {child}; echo begun; wait"], tmp_path, seconds=0.5
    )
    assert exit_code < 0
    assert output == "begun\n"
    await_end(int(child.read_text()))


def test_a_child_that_outlives_its_runner_is_ended(tmp_path: Path) -> None:
    child = tmp_path / "child"
    began = time.monotonic()
    exit_code, _ = run_tests.run(["sh", "-c", f"sleep 600 & echo $! > {child}"], tmp_path)
    assert exit_code == 0
    assert time.monotonic() - began < 60
    await_end(int(child.read_text()))


def test_a_command_that_is_not_there_is_a_failure(tmp_path: Path) -> None:
    assert run_tests.run(["/no/such/program"], tmp_path) == (127, "")


def test_the_runners_are_those_of_the_project() -> None:
    runners = run_tests.runners()
    assert [runner.name for runner in runners] == ["lib", "environment", "browser", "engine"]
    lib, pytest_runner, browser, cargo = (runner.command for runner in runners)
    assert lib[:2] == browser[:2] == ["node", "--test"]
    assert any(word.endswith(".test.js") for word in lib)
    assert any(word.endswith(".test.mjs") for word in browser)
    assert pytest_runner[1:4] == ["-m", "pytest", "environment/test"]
    assert cargo[:3] == ["cargo", "test", "--workspace"]


def test_node_and_pytest_write_reports_that_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.test.cjs").write_text(
        "const { test } = require('node:test');\n"
        "test('passes', () => {});\n"
        "test('has parts', async (t) => {\n"
        "  await t.test('one', () => {});\n"
        "  await t.test('two', { skip: true }, () => {});\n"
        "});\n"
        "test('fails', () => { throw new Error('<&>'); });\n",
        encoding="utf-8",
    )
    (tmp_path / "crash.test.cjs").write_text("process.exit(3);\n", encoding="utf-8")
    (tmp_path / "hangs.test.cjs").write_text("setTimeout(() => {}, 600_000);\n", encoding="utf-8")
    report = tmp_path / "node.xml"
    words = ["--test", "--test-timeout=10000", "--test-reporter=junit", f"--test-reporter-destination={report}"]
    words += ["a.test.cjs", "crash.test.cjs", "hangs.test.cjs"]
    done = subprocess.run(["node", *words], cwd=tmp_path, capture_output=True, timeout=60, check=False, env=outside())
    assert done.returncode == 1
    assert tally.junit(report.read_text("utf-8")) == tally.Counts(passed=2, failed=3, skipped=1)
    assert 'hangs.test.cjs"' in report.read_text("utf-8")

    (tmp_path / "test_a.py").write_text(
        "import pytest\n"
        "def test_passes(): pass\n"
        "def test_fails(): assert False\n"
        "@pytest.mark.skip\ndef test_later(): pass\n",
        encoding="utf-8",
    )
    report = tmp_path / "pytest.xml"
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}", "test_a.py"]
    done = subprocess.run([sys.executable, *words], cwd=tmp_path, capture_output=True, timeout=60, check=False)
    assert done.returncode == 1
    assert tally.junit(report.read_text("utf-8")) == tally.Counts(passed=1, failed=1, skipped=1)


def outside() -> dict[str, str]:
    """This environment without what tells a `node --test` that it runs below another."""
    return {name: value for name, value in os.environ.items() if name != "NODE_TEST_CONTEXT"}


def await_end(process: int) -> None:
    """Waits until a process is gone, or is a zombie nobody has reaped yet."""
    for _ in range(200):
        try:
            os.kill(process, 0)
            state = Path(f"/proc/{process}/stat").read_text("utf-8")
        except (ProcessLookupError, FileNotFoundError):
            return
        if state.rpartition(")")[2].split()[0] == "Z":
            return
        time.sleep(0.05)
    raise AssertionError(f"process {process} is still there")
