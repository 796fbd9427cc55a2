"""An interrupt of a cell that measures a section: the section comes back with what was complete, and the cell ends."""

# Cells stand as they would be typed.

import os
import signal
import sys
import time
from pathlib import Path

import pytest

# More starts than a test waits for.
LONG = """
import { architectures, loopAttribution, notice, ratioDots, record, run, show } from 'ipc-tax';
const options = { bars: 2_000, lengths: [6, 21], runs: 200, starts: 200, architectures: ['in_process_v8', 'rust_batch_unix'] };
"""
MEASURE = (
    "let section = await run(architectures, options); console.log('after'); show(notice(section)); record(section)"
)


@pytest.fixture
def notebook(kernel, tmp_path):
    """A kernel whose records are the test's own."""
    assert kernel.run(f"process.env.IPC_TAX_RESULTS = {str(tmp_path)!r}; {LONG}").status == "ok"
    return kernel


def interrupt_at(kernel, code, text, interrupt=None):
    """Starts a cell, interrupts it when it has shown `text`; its request."""
    kernel.foreign = []
    request = kernel.start(code)
    kernel.wait_output(request, text, timeout=120)
    (interrupt or kernel.manager.interrupt_kernel)()
    return request


def children(pid):
    """Processes that a process has started and that live."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (process / "stat").read_text().rsplit(")", 1)[1].split()[:2]
        except OSError:
            continue
        if parent == str(pid) and state != "Z":
            found.append(int(process.name))
    return found


@pytest.mark.parametrize("how", ["message", "signal"])
def test_an_interrupt_gives_the_starts_that_were_complete(notebook, tmp_path, how):
    stop = None if how == "message" else lambda: os.kill(notebook.pid, signal.SIGINT)
    run = notebook.finish(interrupt_at(notebook, MEASURE, "start 3 of 200", stop))
    assert run.status == "ok", run.outputs
    assert "after" in run.printed, "the cell went on to its end"
    shown = [content["data"]["text/plain"] for kind, content in run.outputs if kind == "display_data"]
    assert any(text.startswith("PARTIAL: stopped after ") for text in shown), shown
    assert run.result == str(tmp_path / "architectures.json")
    assert (tmp_path / "architectures.json").is_file()
    part = (
        "const { unit, done, asked, why } = section.run.partial; `${unit} ${done >= 2 && done < 200} ${asked} ${why}`"
    )
    assert notebook.run(part).result == "starts true 200 the cell was interrupted"
    drawn = notebook.run("show(ratioDots(section, { against: 'v8' }))")
    assert drawn.status == "ok", drawn.outputs
    assert notebook.run("section.gate.all_ok").result == "true"


def test_cells_queued_behind_it_are_not_run_and_later_ones_are(notebook):
    request = notebook.start(MEASURE)
    queued = notebook.start("'never'")
    notebook.foreign = []
    notebook.wait_output(request, "start 2 of 200", timeout=120)
    notebook.manager.interrupt_kernel()
    assert notebook.finish(request).status == "ok"
    assert notebook.finish(queued).status == "aborted"
    assert notebook.run("section.run.partial.unit").result == "starts"


def test_no_other_section_begins_in_the_interrupted_cell(notebook):
    code = "for (let i = 0; i < 3; i++) section = await run(architectures, options);"
    notebook.run("let section;")
    run = notebook.finish(interrupt_at(notebook, code, "start 2 of 200"))
    assert run.error == (
        "CancelledError: One kernel, four boundaries was cancelled before it began, since its cell was interrupted"
    )
    assert notebook.run("section.run.partial.done >= 1").result == "true", "what the first gave is there"
    again = "section = await run(architectures, { ...options, runs: 1, starts: 1 }); section.run.partial"
    assert notebook.run(again, timeout=120).status == "ok", "the next cell measures as any"


def test_with_nothing_complete_the_error_names_the_section(notebook):
    # The whole workload: its first start takes many seconds.
    whole = "await run(architectures, { runs: 5, starts: 5, bars: 150_000 })"
    run = notebook.finish(interrupt_at(notebook, whole, "start 1 of 5"))
    assert run.error == "CancelledError: One kernel, four boundaries was cancelled before its first start was complete"


# A study that does not heed its signal, where a worker would be killed after three seconds.
DEAF = """
const study = { name: 'deaf', title: 'Deaf', run: (_, { signal }) => {
    console.log('ready');
    signal.addEventListener('abort', () => console.log('told'));
    return new Promise(() => {});
} };
await run(study as any);
"""


def test_a_second_interrupt_ends_the_cell_at_once(notebook):
    request = interrupt_at(notebook, DEAF, "ready")
    notebook.wait_output(request, "told")
    time.sleep(0.5)  # sooner it would be taken for the first one
    notebook.manager.interrupt_kernel()
    assert notebook.finish(request, timeout=60).error == "KeyboardInterrupt: the cell was interrupted"
    assert notebook.run("1 + 1").result == "2"


@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
def test_a_worker_that_dies_leaves_the_starts_before_it(notebook):
    before = set(children(notebook.pid))

    def kill():
        for worker in set(children(notebook.pid)) - before:
            os.kill(worker, signal.SIGKILL)

    run = notebook.finish(interrupt_at(notebook, MEASURE, "start 3 of 200", kill))
    assert run.status == "ok", run.outputs
    assert "ended with signal SIGKILL" in notebook.run("section.run.partial.why").result


def test_a_partial_section_does_not_replace_a_whole_record_unsaid(notebook, tmp_path):
    whole = "record(await run(architectures, { ...options, runs: 1, starts: 1 }))"
    assert notebook.run(whole, timeout=120).status == "ok"
    kept = (tmp_path / "architectures.json").read_text()
    run = notebook.finish(interrupt_at(notebook, MEASURE, "start 2 of 200"))
    assert "keeps its whole record of " in run.printed
    assert "this section is partial, stopped after " in run.printed
    assert "record(section, { replace: true })" in run.printed
    assert (tmp_path / "architectures.json").read_text() == kept
    notebook.run("record(section, { replace: true })")
    assert '"partial":{' in (tmp_path / "architectures.json").read_text()
