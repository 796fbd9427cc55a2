"""Engines of a notebook, one over each transport: they live through an interrupt and leave nothing behind."""

# Cells stand as they would be typed.

import os
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

import pytest
from driver import Kernel

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")

START = """
import { startEngine, transports } from 'ipc-tax';
const own = (name) => ({
    command: process.execPath,
    args: [process.cwd() + '/../lib/dist/test/conformance/peer-program.js', name, 'answer'],
});
const engines = await Promise.all(transports.map((how) => {
    const needed = how.kind === 'child' && how.engineArgs === null;
    return startEngine({ transport: how.name, ...(needed && { program: own(how.name) }) });
}));
for (const engine of engines) await engine.echo(Float64Array.of(1.5));
// Over a child's stdin and stdout a cancelled call ends the child, and the next one starts another.
console.log(engines.flatMap(({ pid }, i) => (transports[i].kind === 'listener' ? [pid] : [])).join(' '));
"""

ECHO_ALL = "(await Promise.all(engines.map((engine) => engine.echo(Float64Array.of(2.5))))).length === engines.length"

# Ended by the interrupt alone: calls of every engine, under way at once.
BUSY = """
setTimeout(() => console.log('ready'), 200);
const results = await Promise.allSettled(engines.map(async (engine) => {
    for (;;) await engine.echo(new Float64Array(100_000));
}));
"""


def processes_with(text):
    """Pids of the processes that inherited an environment with `text` in it."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            alive = (process / "stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
            if alive and text.encode() in (process / "environ").read_bytes():
                found.append(int(process.name))
        except OSError:
            continue
    return found


def eventually(holds, within=20):
    until = time.monotonic() + within
    while not holds():
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


@pytest.fixture
def folder():
    """Where the kernel and its engines put their sockets. Short: a socket's path has 107 bytes."""
    made = tempfile.mkdtemp(prefix="engines-", dir="/tmp")
    yield made
    shutil.rmtree(made)


@pytest.fixture
def notebook(folder):
    kernel = Kernel(environment={"TMPDIR": folder})
    started = kernel.run(START, timeout=120)
    assert started.status == "ok", started.outputs
    kernel.engines = [int(pid) for pid in started.printed.split()]
    assert kernel.engines and set(kernel.engines) <= set(processes_with(folder))
    yield kernel
    kernel.close()


def nothing_left(folder):
    return eventually(lambda: not processes_with(folder)) and eventually(lambda: not list(Path(folder).glob("*.sock")))


def test_they_live_through_an_interrupt(notebook, folder):
    notebook.foreign = []
    request = notebook.start(BUSY)
    notebook.wait_output(request, "ready")
    notebook.manager.interrupt_kernel()
    notebook.finish(request)
    assert set(notebook.engines) <= set(processes_with(folder))
    assert notebook.run(ECHO_ALL).result == "true"
    notebook.run("await Promise.all(engines.map((engine) => engine.close()))")
    assert not set(notebook.engines) & set(processes_with(folder))
    assert not list(Path(folder).glob("*.sock"))


@pytest.mark.parametrize("now", [False, True], ids=["asked to", "killed"])
def test_they_end_with_the_kernel(notebook, folder, now):
    if now:
        os.kill(notebook.pid, signal.SIGKILL)
    else:
        notebook.manager.shutdown_kernel(now=False)
    assert nothing_left(folder), processes_with(folder)


def test_they_end_with_a_restart(notebook, folder):
    notebook.manager.restart_kernel(now=False)
    notebook.client.wait_for_ready(timeout=60)
    assert eventually(lambda: not set(notebook.engines) & set(processes_with(folder)))
    assert eventually(lambda: not list(Path(folder).glob("*.sock")))
    assert notebook.run(START, timeout=120).status == "ok"
    assert notebook.run(ECHO_ALL).result == "true"


def test_killed_ones_leave_no_file_and_say_so(notebook, folder):
    for pid in notebook.engines:
        os.kill(pid, signal.SIGKILL)
    assert eventually(lambda: not list(Path(folder).glob("*.sock")))
    failed = notebook.run(
        "(await Promise.allSettled(engines"
        ".map((engine) => engine.echo(Float64Array.of(1))))).filter(({ status }) => status === 'rejected').length"
    )
    assert int(failed.result) == len(notebook.engines)
    assert notebook.run(START, timeout=120).status == "ok"
