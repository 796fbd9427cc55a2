"""Runs notebooks headless: `execute.py --out DIR [--timeout S] [--keep-going] NOTEBOOK...`

Each notebook runs in its own kernel, from its own folder, with this process's environment. The executed notebook
(NAME.ipynb) and its page (NAME.html) are written into DIR. Progress goes to the terminal. The first cell that fails
ends its notebook, and without --keep-going the run, with exit code 1 and one line that names the notebook, the cell
and the error; SIGINT and SIGTERM interrupt the cell that runs and end it with 130 and 143, a second one at once. The
kernel is gone in every case.
"""

import argparse
import asyncio
import os
import re
import signal
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Project-local settings, before anything of Jupyter's is imported: it reads them at import.
os.environ["JUPYTER_PATH"] = str(HERE)
os.environ["JUPYTER_CONFIG_PATH"] = str(HERE)
for folder in ("config", "data", "runtime"):
    os.environ.setdefault(f"JUPYTER_{folder.upper()}_DIR", str(HERE.parents[1] / "build" / "jupyter" / folder))
os.environ.setdefault("JUPYTER_PLATFORM_DIRS", "1")

import nbformat  # noqa: E402
from ipc_tax_pages import write_page  # noqa: E402
from ipc_tax_progress import Progress, plain  # noqa: E402
from ipc_tax_stopping import OverTime, Stopped, execute_cell, unless_stopped  # noqa: E402
from jupyter_client.kernelspec import NoSuchKernel  # noqa: E402
from nbclient import NotebookClient  # noqa: E402
from nbclient.exceptions import CellExecutionError, DeadKernelError  # noqa: E402
from nbclient.util import ensure_async  # noqa: E402

KERNEL = "ipc-tax"
DEFAULT_TIMEOUT_S = 1800
STARTUP_TIMEOUT_S = 120
# How long timers that cells left behind may go on after the last one, so that what they throw is seen.
SETTLE_MS = 5000
SETTLE = f"await (globalThis as any).__tslab__.cell.settle({SETTLE_MS})"
# A signal that comes sooner than this after the first is the same one: a terminal sends it to every process of a
# command, and who started this one passes it on.
SAME_SIGNAL_S = 1


class Failed(Exception):
    """A notebook failed; the text is the one line to show."""


class Client(NotebookClient):
    """nbclient with the cells' own reports passed on as they come."""

    progress = None

    def process_message(self, msg, cell, cell_index):
        if msg["msg_type"] in ("stream", "display_data", "update_display_data"):
            self.progress.message(msg["msg_type"], msg["content"])
        return super().process_message(msg, cell, cell_index)


def one_line(error):
    """`error` of a reply: {ename, evalue}, as one line."""
    return plain(f"{error.get('ename', 'Error')}: {error.get('evalue', '')}").split("\n")[0]


def cell_of(traceback):
    """The number of the cell a traceback begins in, or None."""
    place = re.search(r"In\[(\d+)\]:\d", plain(traceback))
    return int(place.group(1)) if place else None


async def settle(client, name):
    """Waits for the timers the cells left; raises Failed when one throws."""
    reply = await ensure_async(
        client.kc.execute_interactive(
            SETTLE,
            silent=True,
            store_history=False,
            timeout=SETTLE_MS / 1000 + 30,
            output_hook=lambda message: None,
        )
    )
    content = reply["content"]
    if content["status"] == "ok":
        return
    origin = cell_of("\n".join(content.get("traceback", [])))
    where = f"cell {origin}" if origin else "after the last cell"
    raise Failed(f"{name}: {where}, after its end: {one_line(content)}")


async def run_cells(notebook, name, folder, timeout, progress, halt):
    """Executes the notebook in place; raises Failed, and Stopped when the run was stopped."""
    client = Client(
        notebook,
        kernel_name=KERNEL,
        timeout=None,  # a cell that is over its time is interrupted first: see execute_cell
        startup_timeout=STARTUP_TIMEOUT_S,
        raise_on_iopub_timeout=True,
        iopub_timeout=30,
        allow_errors=False,
        force_raise_errors=True,
        record_timing=False,
        resources={"metadata": {"path": str(folder)}},
        shutdown_kernel="immediate",
    )
    client.progress = progress
    client.reset_execution_trackers()
    clear_outputs(notebook)
    client.nb.metadata["kernelspec"] = {
        "name": KERNEL,
        "display_name": "TypeScript (tslab)",
        "language": "typescript",
    }
    cells = [(i, cell) for i, cell in enumerate(notebook.cells) if cell.cell_type == "code" and cell.source.strip()]
    number = 0
    client.km = client.create_kernel_manager()
    try:
        await unless_stopped(client.async_start_new_kernel(), halt)
        await unless_stopped(client.async_start_new_kernel_client(), halt)
        info = await unless_stopped(ensure_async(client.kc.kernel_info(reply=True, timeout=timeout)), halt)
        notebook.metadata["language_info"] = info["content"]["language_info"]
        for number, (index, cell) in enumerate(cells, start=1):
            if halt.is_set():
                raise Stopped
            progress.cell(number, len(cells))
            await execute_cell(client, cell, index, number, timeout, halt)
        await unless_stopped(settle(client, name), halt)
    except CellExecutionError as error:
        message = one_line({"ename": error.ename, "evalue": error.evalue})
        origin = cell_of(error.traceback)
        elsewhere = f" (in cell {origin})" if origin not in (None, number) else ""
        raise Failed(f"{name}: cell {number}: {message}{elsewhere}") from error
    except OverTime as error:
        raise Failed(f"{name}: cell {number}: no end after {timeout:g} s (--timeout)") from error
    except DeadKernelError as error:
        place = f"cell {number}" if number else "start"
        raise Failed(f"{name}: {place}: the kernel ended{exit_code(client)}") from error
    except (RuntimeError, NoSuchKernel) as error:
        place = f"cell {number}" if number else "start"
        raise Failed(f"{name}: {place}: {error}") from error
    finally:
        await stop(client)


def clear_outputs(notebook):
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None


def exit_code(client):
    process = getattr(getattr(client.km, "provisioner", None), "process", None)
    code = process.poll() if process else None
    return "" if code is None else f" (exit code {code})"


async def stop(client):
    """Kills the kernel and removes its connection file."""
    if client.kc is not None:
        client.kc.stop_channels()
    if client.km.has_kernel:
        await asyncio.shield(ensure_async(client.km.shutdown_kernel(now=True)))
    client.km.cleanup_connection_file()


async def run_notebook(path, out, timeout, progress, halt):
    name = path.stem
    began = time.monotonic()
    progress.begin(name)
    try:
        notebook = nbformat.read(path, as_version=4)
    except (OSError, ValueError, nbformat.reader.NotJSONError, nbformat.ValidationError) as error:
        raise Failed(f"{name}: not a notebook: {str(error).splitlines()[0]}") from error
    try:
        await run_cells(notebook, name, path.parent, timeout, progress, halt)
    finally:
        # What there is of a failed run is written too: the page shows how far it came.
        executed = out / f"{name}.ipynb"
        nbformat.write(notebook, executed)
        write_page(nbformat.read(executed, as_version=4), name, path.parent, out / f"{name}.html")
    progress.end(f"{name}  done in {time.monotonic() - began:.0f} s  {out / name}.html")


async def run_all(arguments, progress, halt):
    """Runs one notebook after the other; with `keep_going` also after a failure, which is raised at the end.

    `halt` is set by a signal: after that, what looks like a failure is its doing.
    """
    failures = []
    for path in arguments.notebooks:
        try:
            await run_notebook(path, arguments.out, arguments.timeout, progress, halt)
        except Failed as failure:
            failures.append(str(failure))
            if halt.is_set() or not arguments.keep_going:
                break
            progress.end(f"failed: {failure}")
    if failures:
        raise Failed("; ".join(failures))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="where notebooks and pages are written")
    parser.add_argument("--timeout", type=float, default=DEFAULT_TIMEOUT_S, metavar="S", help="seconds a cell may take")
    parser.add_argument("--keep-going", action="store_true", help="run the other notebooks too when one fails")
    parser.add_argument("notebooks", type=Path, nargs="+", metavar="NOTEBOOK")
    arguments = parser.parse_args()
    for path in arguments.notebooks:
        if not path.is_file():
            parser.error(f"no such notebook: {path}")
    arguments.out.mkdir(parents=True, exist_ok=True)
    progress = Progress(sys.stdout)
    got = []

    async def supervised():
        loop = asyncio.get_running_loop()
        halt = asyncio.Event()
        task = loop.create_task(run_all(arguments, progress, halt))
        first = 0.0

        def on_signal(number):
            nonlocal first
            if not got:
                first = time.monotonic()
                progress.end("stopping: the cell is interrupted, and what it has measured kept (again: at once)")
                halt.set()
            elif time.monotonic() - first > SAME_SIGNAL_S:
                task.cancel()
            got.append(number)

        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, on_signal, number)
        await task

    try:
        asyncio.run(supervised())
    except (Failed, Stopped, asyncio.CancelledError) as end:
        progress.end()
        # nbclient takes a cancelled wait for a kernel that died.
        print(f"stopped by {signal.Signals(got[0]).name}" if got else f"failed: {end}", file=sys.stderr)
        return 128 + got[0] if got else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
