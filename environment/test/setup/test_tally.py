"""The sum over the runners: what they report, and what they fail to report."""

from __future__ import annotations

import pytest
import tally

# As node:test writes it: a test with subtests becomes a testsuite.
NODE_REPORT = """<?xml version="1.0" encoding="utf-8"?>
<testsuites>
    <testsuite name="wma" time="0.02" disabled="0" errors="0" tests="3" failures="1" skipped="1" hostname="here">
        <testcase name="is NaN until the window is full" time="0.001" classname="test"/>
        <testcase name="weighs the newest most" time="0.001" classname="test" failure="1 !== 2">
            <failure type="testCodeFailure" message="1 !== 2">[Error]</failure>
        </testcase>
        <testcase name="later" time="0.001" classname="test"><skipped type="skipped" message="true"/></testcase>
    </testsuite>
    <testcase name="sums" time="0.001" classname="test"/>
    <testcase name="to do" time="0.001" classname="test"><skipped type="todo" message="true"/></testcase>
</testsuites>
"""

# As pytest writes it: a fixture that fails is an error, an expected failure is a skip.
PYTEST_REPORT = """<?xml version="1.0" encoding="utf-8"?><testsuites name="pytest tests"><testsuite name="pytest"
errors="1" failures="1" skipped="1" tests="4" time="0.1"><testcase classname="a" name="one" time="0.1" />
<testcase classname="a" name="two"><failure message="assert 1 == 2">assert</failure></testcase>
<testcase classname="a" name="three"><error message="failed on setup">boom</error></testcase>
<testcase classname="a" name="four"><skipped type="pytest.xfail" message="" /></testcase></testsuite></testsuites>"""

CARGO_OUTPUT = """
running 3 tests
test windows::rounds_halves_to_even ... ok
test windows::slow ... ignored
test sweep::golden ... FAILED

test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.00s

     Running tests/golden.rs (target/debug/deps/golden-1)
test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 2.10s

   Doc-tests ipc_tax_kernel
test result: ok. 0 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s
"""


def test_counts_the_leaves_of_a_node_report() -> None:
    assert tally.junit(NODE_REPORT) == tally.Counts(passed=2, failed=1, skipped=2)


def test_counts_errors_of_a_pytest_report_as_failed() -> None:
    assert tally.junit(PYTEST_REPORT) == tally.Counts(passed=1, failed=2, skipped=1)


def test_sums_all_test_binaries_of_cargo() -> None:
    assert tally.cargo(CARGO_OUTPUT) == tally.Counts(passed=13, failed=1, skipped=1)


def test_a_report_that_is_cut_off_is_none() -> None:
    for report in ("", NODE_REPORT[:400], "not XML"):
        with pytest.raises(ValueError, match="not whole"):
            tally.junit(report)


def test_no_line_of_cargo_is_no_test() -> None:
    assert tally.cargo("error: could not compile `ipc-tax-kernel`") == tally.Counts()
    # What a test prints is no summary.
    assert tally.cargo("the test result: ok. 5 passed; 0 failed; 0 ignored;") == tally.Counts()


@pytest.mark.parametrize(
    ("counts", "exit_code", "passed", "failed", "reason"),
    [
        (tally.Counts(3), 0, 3, 0, None),
        (tally.Counts(3, 2), 1, 3, 2, None),
        # A skip is a failure.
        (tally.Counts(3, 0, 2), 0, 3, 2, "2 skipped"),
        (tally.Counts(3, 1, 2), 1, 3, 3, "2 skipped"),
        # A runner that failed though no test did: after its last report, or in what it did not count.
        (tally.Counts(3), 1, 3, 1, "exit code 1"),
        (tally.Counts(3), -11, 3, 1, "signal 11"),
        (tally.Counts(3, 0, 1), 1, 3, 2, "exit code 1"),
        # No test, whatever the runner thinks of it.
        (tally.Counts(), 0, 0, 1, "no test was run"),
        (tally.Counts(), 5, 0, 1, "no test was run, exit code 5"),
        # No report.
        (None, 0, 0, 1, "no readable report"),
        (None, -9, 0, 1, "signal 9"),
    ],
)
def test_what_counts_as_failed(
    counts: tally.Counts | None, exit_code: int, passed: int, failed: int, reason: str | None
) -> None:
    verdict = tally.verdict(counts, exit_code)
    assert (verdict.passed, verdict.failed) == (passed, failed)
    assert (reason or "") in "; ".join(verdict.reasons)
    assert bool(verdict.reasons) == (reason is not None)


def test_the_last_line_sums_up_and_says_nothing_else() -> None:
    verdicts = [tally.Verdict(12, 0), tally.Verdict(0, 1, ("no test was run",)), tally.Verdict(30, 2)]
    assert tally.last_line(verdicts) == "42 passed, 3 failed"
    assert tally.last_line([]) == "0 passed, 0 failed"
