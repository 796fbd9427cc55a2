"""Sweeps inside the notebook's own process: the addon, WebAssembly, worker threads."""

# Cells stand as they would be typed.

import time

import pytest
from driver import Kernel

CELL = """
import { compareResults, gbm, GOLDEN_RESULT, grid, inSharedMemory, nativeSweep, nativeSweepSync } from 'ipc-tax';
import { openSweepPool, wasmSweep, wasmSweepAsync, windowLengths } from 'ipc-tax';
const { close } = gbm();
const combos = grid().map(windowLengths);
const endless = { close: new Float64Array(4e6), combos: Array(200).fill(windowLengths(400)) };
const pool = await openSweepPool({ workers: 2 });
"""

SWEEPS = [
    "await nativeSweep(close, combos, { kernel: 'tuned', threads: 2 })",
    "await nativeSweep(inSharedMemory(close), combos, { kernel: 'direct' })",
    "nativeSweepSync(close, combos, { kernel: 'tuned' })",
    "wasmSweep(close, combos, { kernel: 'tuned' })",
    "await wasmSweepAsync(close, combos, { kernel: 'tuned' })",
    "await pool.sweep(close, combos, { kernel: 'wasm-tuned' })",
    "await pool.sweep(close, combos, { kernel: 'tuned-typescript' })",
]


@pytest.fixture(scope="module")
def notebook():
    kernel = Kernel()
    cell = kernel.run(CELL)
    assert not cell.errors, cell.traceback
    yield kernel
    kernel.close()


@pytest.mark.parametrize("sweep", SWEEPS)
def test_a_cell_sweeps_in_its_process(notebook, sweep):
    cell = notebook.run(f"compareResults(GOLDEN_RESULT, {sweep}).identical")
    assert not cell.errors, cell.traceback
    assert cell.result == "true"


@pytest.mark.parametrize("sweep", ["nativeSweep(", "pool.sweep("])
def test_an_interrupt_ends_the_sweep_too(notebook, sweep):
    cell = f"const sweeping = {sweep}endless.close, endless.combos); console.log('sweeping'); await sweeping"
    request = notebook.start(cell)
    notebook.wait_output(request, "sweeping")
    time.sleep(0.3)
    notebook.manager.interrupt_kernel()
    assert notebook.finish(request).error == "KeyboardInterrupt: the cell was interrupted"
    # The pool does one sweep at a time, so this waits for the one before, if that goes on.
    after = notebook.run("(await pool.sweep(close.subarray(0, 100), combos)).pnl.length")
    assert after.result == "80"
