"""Headless runs that are stopped, or over their time: the cell is interrupted, and keeps what it has measured."""

# Cells stand as they would be typed.

import json
import os
import re
import signal
import subprocess
import sys
import time

import nbformat
import pytest
from headless_run import EXECUTE, ROOT, execute, outputs, write

MEASURE = """
import { architectures, notice, record, run, show } from 'ipc-tax';
const options = { bars: 2_000, lengths: [6, 21], runs: 1_000, starts: 1_000, architectures: ['in_process_v8', 'rust_batch_unix'] };
"""
CELLS = [
    MEASURE,
    "const section = await run(architectures, options); record(section); show(notice(section));",
    "throw new Error('never run')",
]


@pytest.fixture
def folder(tmp_path):
    os.symlink(ROOT / "node_modules", tmp_path / "node_modules")
    return tmp_path


def start(folder, *notebooks, **given):
    """A run under way; its records are in `folder`."""
    return subprocess.Popen(
        [sys.executable, "-u", str(EXECUTE), "--out", str(folder / "out"), *map(str, notebooks)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, "IPC_TAX_RESULTS": str(folder / "results")},
        **given,
    )


def wait_for(run, told):
    """Reads what a run says, a line every ten seconds, until one is as `told`."""
    for line in run.stdout:
        if found := re.search(told, line):
            return found
    raise AssertionError(run.stderr.read())


def partial(folder):
    """Of the recorded section."""
    return json.loads((folder / "results" / "architectures.json").read_text())["run"]["partial"]


@pytest.mark.parametrize("times", [1, 2], ids=["once", "twice within a moment"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_run_keeps_what_was_measured(folder, number, times):
    run = start(folder, write(folder / "02-long.ipynb", *CELLS), write(folder / "03-after.ipynb", "1"))
    wait_for(run, r"start ([3-9]|\d\d+) of \d")
    for _ in range(times):
        run.send_signal(number)
    stdout, stderr = run.communicate(timeout=120)
    assert (run.returncode, stderr.strip()) == (128 + number, f"stopped by {number.name}")
    assert "stopping: the cell is interrupted, and what it has measured kept" in stdout
    assert "02-long  cell 2/3  PARTIAL: stopped after " in stdout
    part = partial(folder)
    assert part["unit"] == "starts" and part["asked"] == 1000 and 2 <= part["done"] < 1000
    assert part["why"] == "the cell was interrupted"
    assert outputs(folder, "02-long")[2] == [], "the cells behind it are not run"
    assert "PARTIAL: stopped after " in (folder / "out" / "02-long.html").read_text()
    assert not (folder / "out" / "03-after.ipynb").exists()


@pytest.mark.parametrize("again", [True, False], ids=["by a second signal", "after a while"])
def test_a_cell_that_takes_the_interrupt_and_goes_on_is_ended_all_the_same(folder, again):
    takes = "process.on('ipc-tax:interrupt-offered' as any, (interrupt: any) => interrupt.take());"
    says = "setInterval(() => console.log('alive', process.pid), 200); await new Promise(() => {});"
    run = start(folder, write(folder / "02-deaf.ipynb", f"{takes} {says}"))
    pid = int(wait_for(run, r"alive (\d+)").group(1))
    run.send_signal(signal.SIGINT)
    wait_for(run, "stopping: ")
    if again:
        time.sleep(1.5)  # sooner it would be taken for the first one
        run.send_signal(signal.SIGINT)
    _, stderr = run.communicate(timeout=120)
    assert (run.returncode, stderr.strip()) == (130, "stopped by SIGINT")
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_section_over_its_time_keeps_what_was_measured_and_fails_the_run(folder):
    notebook = write(folder / "02-long.ipynb", *CELLS)
    result = execute(
        folder,
        notebook,
        options=["--timeout", "25"],
        env={**os.environ, "IPC_TAX_RESULTS": str(folder / "results")},
    )
    assert (result.returncode, result.stderr) == (1, "failed: 02-long: cell 2: no end after 25 s (--timeout)\n")
    assert partial(folder)["done"] >= 1
    page = nbformat.read(folder / "out" / "02-long.ipynb", as_version=4)
    assert any("PARTIAL: stopped after " in json.dumps(cell.get("outputs", [])) for cell in page.cells)
