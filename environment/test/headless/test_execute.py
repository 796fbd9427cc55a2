"""Headless runs: a good notebook makes a page, and each way a cell can fail makes the run fail, by name."""

# Cells stand as they would be typed.

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest
from headless_run import EXECUTE, ROOT, execute, outputs, write
from nbformat.v4 import new_code_cell, new_notebook

FAILURES = {
    "a type error": ("const a: number = 'text';", "TypeScriptError: 1:7 - error TS2322: Type 'string' is not"),
    "a throw": ("throw new RangeError('thrown');", "RangeError: thrown"),
    "a rejected await": ("await Promise.reject(new Error('rejected'));", "Error: rejected"),
    "a floating rejection": ("Promise.reject(new Error('floating')); 1", "Error: floating"),
    "an error in a timer": ("setTimeout(() => { throw new Error('timer'); }, 300); 1", "Error: timer"),
    "a kernel that exits": ("process.exit(3)", "the kernel ended (exit code 3)"),
    "a kernel that is killed": (
        "process.kill(process.pid, 'SIGKILL'); await new Promise(() => {})",
        "the kernel ended",
    ),
    "a burst before a throw": (
        "for (let i = 0; i < 20000; i++) console.log(i); throw new Error('after')",
        "Error: after",
    ),
}


@pytest.mark.parametrize(("code", "message"), FAILURES.values(), ids=FAILURES.keys())
def test_a_run_fails_by(tmp_path, code, message):
    result = execute(tmp_path, write(tmp_path / "02-bad.ipynb", "1 + 1", code))
    assert result.returncode == 1
    assert result.stderr.startswith("failed: 02-bad: cell 2"), result.stderr
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


# Loaded before the kernel: after its threads' sockets are closed, zeromq is called for a third of a second more.
SLOW_CLOSE = """
const Module = require('node:module');
const load = Module._load;
Module._load = function (request, ...rest) {
  const zeromq = load.call(this, request, ...rest);
  if (request !== 'zeromq' || require('node:worker_threads').isMainThread || zeromq.slow) return zeromq;
  zeromq.slow = true;
  const iterate = zeromq.Router.prototype[Symbol.asyncIterator];
  zeromq.Socket.prototype[Symbol.asyncIterator] = function () {
    const { next } = iterate.call(this);
    return {
      next: async () => {
        const step = await next();
        for (const until = Date.now() + 300; step.done && Date.now() < until; ) this.closed;
        return step;
      },
    };
  };
  return zeromq;
};
"""


def test_a_kernel_that_exits_while_its_threads_are_slow_to_close_tells_its_exit_code(tmp_path):
    (tmp_path / "slow-close.cjs").write_text(SLOW_CLOSE)
    environment = {**os.environ, "NODE_OPTIONS": f"--require={tmp_path / 'slow-close.cjs'}"}
    result = execute(tmp_path, write(tmp_path / "bad.ipynb", "process.exit(3)"), env=environment)
    assert (result.returncode, result.stderr) == (1, "failed: bad: cell 1: the kernel ended (exit code 3)\n")


def test_a_run_fails_by_an_error_in_a_timer_while_a_later_cell_runs(tmp_path):
    late = "setTimeout(() => { throw new Error('timer'); }, 300); 1"
    result = execute(tmp_path, write(tmp_path / "bad.ipynb", late, "await new Promise((r) => setTimeout(r, 2000)); 2"))
    assert (result.returncode, result.stderr) == (1, "failed: bad: cell 2: Error: timer (in cell 1)\n")


def test_a_cell_over_its_time(tmp_path):
    notebook = write(tmp_path / "slow.ipynb", "1", "await new Promise(() => {})")
    result = execute(tmp_path, notebook, options=["--timeout", "3"])
    assert (result.returncode, result.stderr.strip()) == (1, "failed: slow: cell 2: no end after 3 s (--timeout)")


def test_a_loop_over_its_time(tmp_path):
    notebook = write(tmp_path / "slow.ipynb", "for (;;) {}")
    result = execute(tmp_path, notebook, options=["--timeout", "3"])
    assert (result.returncode, result.stderr.strip()) == (1, "failed: slow: cell 1: no end after 3 s (--timeout)")


def test_errors_can_not_be_allowed_by_a_tag(tmp_path):
    notebook = new_notebook(cells=[new_code_cell("throw new Error('x')", metadata={"tags": ["raises-exception"]})])
    nbformat.write(notebook, tmp_path / "tagged.ipynb")
    assert execute(tmp_path, tmp_path / "tagged.ipynb").returncode == 1


def test_good_notebooks_run_one_after_the_other(tmp_path):
    first = write(
        tmp_path / "01-first.ipynb", "import { OptionError } from 'ipc-tax'; typeof OptionError", "console.log('x')"
    )
    second = write(tmp_path / "02-second.ipynb", "process.env.IPC_TAX_QUICK", "process.cwd()")
    os.symlink(ROOT / "node_modules", tmp_path / "node_modules")
    result = execute(tmp_path, first, second, env={**os.environ, "IPC_TAX_QUICK": "1"})
    assert (result.returncode, result.stderr) == (0, "")
    assert outputs(tmp_path, "01-first")[0][0]["data"]["text/plain"] == "function"
    assert outputs(tmp_path, "01-first")[1][0]["text"] == "x\n"
    assert [out[0]["data"]["text/plain"] for out in outputs(tmp_path, "02-second")] == ["1", str(tmp_path)]
    assert "01-first  done in" in result.stdout
    assert (tmp_path / "out" / "02-second.html").is_file()
    notebook = json.loads((tmp_path / "out" / "01-first.ipynb").read_text())
    assert notebook["metadata"]["kernelspec"]["name"] == "ipc-tax"
    assert notebook["metadata"]["language_info"]["name"] == "typescript"
    assert all("execution" not in cell["metadata"] for cell in notebook["cells"]), "no times in the notebook"


def test_a_long_output_is_whole(tmp_path):
    notebook = write(tmp_path / "long.ipynb", "for (let i = 0; i < 50000; i++) console.log('line ' + i);")
    assert execute(tmp_path, notebook).returncode == 0
    text = "".join(output["text"] for output in outputs(tmp_path, "long")[0])
    assert text == "".join(f"line {i}\n" for i in range(50000))


def test_what_a_cell_reports_is_shown_while_it_runs(tmp_path):
    notebook = write(
        tmp_path / "live.ipynb",
        "for (let i = 0; i < 13; i++) { console.log(`round ${i}`); await new Promise((r) => setTimeout(r, 1000)); }",
    )
    result = execute(tmp_path, notebook)
    assert "live  cell 1/1  " in result.stdout and "round " in result.stdout


@pytest.mark.parametrize("options", [[], ["--keep-going"]], ids=["one", "keep-going"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stopped_run_leaves_nothing_behind(tmp_path, number, options):
    after = write(tmp_path / "after.ipynb", "1")
    notebook = write(
        tmp_path / "stop.ipynb",
        "import fs from 'node:fs'; fs.writeFileSync('pid', String(process.pid));",
        "for (;;) {}",
    )
    run = subprocess.Popen(
        [sys.executable, str(EXECUTE), "--out", str(tmp_path / "out"), *options, str(notebook), str(after)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    pid_file = tmp_path / "pid"
    until = time.monotonic() + 60
    while not (pid_file.exists() and pid_file.read_text()) and time.monotonic() < until:
        time.sleep(0.1)
    time.sleep(0.5)
    run.send_signal(number)
    _, stderr = run.communicate(timeout=20)
    assert run.returncode == 128 + number
    assert stderr.strip() == f"stopped by {number.name}"
    until = time.monotonic() + 5
    while Path(f"/proc/{pid_file.read_text()}").exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert not Path(f"/proc/{pid_file.read_text()}").exists()
    assert not (tmp_path / "out" / "after.ipynb").exists()


def test_no_such_notebook(tmp_path):
    result = execute(tmp_path, tmp_path / "none.ipynb")
    assert result.returncode == 2
    assert "no such notebook: " in result.stderr


def test_a_file_that_is_no_notebook(tmp_path):
    (tmp_path / "text.ipynb").write_text("not json")
    result = execute(tmp_path, tmp_path / "text.ipynb")
    assert result.returncode == 1
    assert result.stderr.strip().startswith("failed: text: not a notebook: ")


def test_a_failing_run_still_writes_its_page(tmp_path):
    notebook = write(tmp_path / "half.ipynb", "console.log('came this far')", "throw new Error('no further')")
    execute(tmp_path, notebook)
    page = (tmp_path / "out" / "half.html").read_text()
    assert "came this far" in page and "no further" in page


def test_with_keep_going_the_others_run_too_and_the_failure_is_told_at_the_end(tmp_path):
    bad, good = write(tmp_path / "01-bad.ipynb", "throw new Error('first')"), write(tmp_path / "02-good.ipynb", "6 * 7")
    run = execute(tmp_path, bad, good, options=["--keep-going"])
    assert run.returncode == 1
    assert run.stderr.splitlines()[-1] == "failed: 01-bad: cell 1: Error: first"
    assert outputs(tmp_path, "02-good")[0][0].data["text/plain"] == "42"
    assert (tmp_path / "out" / "02-good.html").exists()
