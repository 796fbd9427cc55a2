"""What a test runner reported, as numbers, and what counts as failed.

A skipped test counts as failed: nobody sees it, so it would rot. A runner that crashed, left no report, or
ran nothing counts as one failure too, so that silence never passes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree import ElementTree


@dataclass(frozen=True)
class Counts:
    """The tests a runner reported, by outcome."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0


@dataclass(frozen=True)
class Verdict:
    """What a runner adds to the sum, and why beyond the tests that failed by themselves."""

    passed: int
    failed: int
    reasons: tuple[str, ...] = ()


def junit(report: str) -> Counts:
    """Counts of a JUnit report, the form that both node:test and pytest write.

    Only leaves are counted, as node:test nests a testsuite for every test that has subtests. Raises
    ValueError if the text is no whole XML document, which is what a runner that died leaves.
    """
    try:
        root = ElementTree.fromstring(report)
    except ElementTree.ParseError as fault:
        raise ValueError(f"the report is not whole: {fault}") from fault
    passed = failed = skipped = 0
    for case in root.iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
    return Counts(passed, failed, skipped)


# The line cargo's harness ends each test binary with.
_CARGO_SUMMARY = re.compile(r"^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;", re.MULTILINE)


def cargo(output: str) -> Counts:
    """Counts of `cargo test`: the summary lines of all its test binaries, ignored tests as skipped."""
    sums = [0, 0, 0]
    for line in _CARGO_SUMMARY.finditer(output):
        for place, figure in enumerate(line.groups()):
            sums[place] += int(figure)
    return Counts(*sums)


def verdict(counts: Counts | None, exit_code: int) -> Verdict:
    """What counts: the tests that failed or were skipped, and one more where the runner itself failed.

    `counts` is None where there was no readable report. A negative exit code is the signal that ended the
    runner.
    """
    if counts is None:
        return Verdict(0, 1, (f"no readable report, {_ending(exit_code)}",))
    failed = counts.failed + counts.skipped
    reasons = []
    if counts.skipped:
        reasons.append(f"{counts.skipped} skipped, which counts as failed")
    if counts == Counts():
        failed += 1
        reasons.append(f"no test was run, {_ending(exit_code)}")
    elif exit_code != 0 and counts.failed == 0:
        failed += 1
        reasons.append(f"no test failed, but the runner did: {_ending(exit_code)}")
    return Verdict(counts.passed, failed, tuple(reasons))


def last_line(verdicts: list[Verdict]) -> str:
    """The sum over all runners, in the form that is promised for the last line."""
    return f"{sum(v.passed for v in verdicts)} passed, {sum(v.failed for v in verdicts)} failed"


def _ending(exit_code: int) -> str:
    return f"exit code {exit_code}" if exit_code >= 0 else f"ended by signal {-exit_code}"
