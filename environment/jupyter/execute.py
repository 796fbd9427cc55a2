"""Runs notebooks headless: `execute.py --out DIR [--timeout S] [--keep-going] NOTEBOOK...`

Each notebook runs in its own kernel, from its own folder, with this process's environment. The executed notebook
(NAME.ipynb) and its page (NAME.html) are written into DIR. Progress goes to the terminal. The first cell that fails
ends its notebook, and without --keep-going the run, with exit code 1 and one line that names the notebook, the cell
and the error; SIGINT and SIGTERM end it
with 130 and 143. The kernel is gone in every case.
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
from jupyter_client.kernelspec import NoSuchKernel  # noqa: E402
from nbclient import NotebookClient  # noqa: E402
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError  # noqa: E402
from nbclient.util import ensure_async  # noqa: E402

KERNEL = "ipc-tax"
DEFAULT_TIMEOUT_S = 1800
STARTUP_TIMEOUT_S = 120
# How long timers that cells left behind may go on after the last one, so that what they throw is seen.
SETTLE_MS = 5000
SETTLE = f"await (globalThis as any).__tslab__.cell.settle({SETTLE_MS})"
ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Failed(Exception):
    """A notebook failed; the text is the one line to show."""


class Progress:
    """The line of the terminal that says where the run is; in a log, a line now and then."""

    def __init__(self, stream):
        self.stream = stream
        self.live = stream.isatty()
        self.every = 0.1 if self.live else 10.0  # seconds between two drawings
        self.started = self.shown = 0.0
        self.notebook = self.place = self.text = ""

    def begin(self, notebook):
        self.notebook, self.place, self.text = notebook, "starting the kernel", ""
        self.started = time.monotonic()
        self.draw(force=True)

    def cell(self, k, n):
        self.place, self.text = f"cell {k}/{n}", ""
        self.draw(force=self.live)

    def say(self, text):
        """What the cell itself reports: the last line of it."""
        lines = [line for line in ANSI.sub("", text).replace("\r", "\n").split("\n") if line.strip()]
        if lines:
            self.text = lines[-1].strip()
        self.draw()

    def draw(self, force=False):
        now = time.monotonic()
        if not force and now - self.shown < self.every:
            return
        self.shown = now
        line = f"{self.notebook}  {self.place}  {now - self.started:.0f} s  {self.text}".rstrip()
        if self.live:
            width = os.get_terminal_size(self.stream.fileno()).columns
            self.stream.write(f"\r\x1b[K{line[: width - 1]}")
        else:
            self.stream.write(f"{line}\n")
        self.stream.flush()

    def end(self, text=""):
        self.stream.write(("\r\x1b[K" if self.live else "") + (f"{text}\n" if text else ""))
        self.stream.flush()


class Client(NotebookClient):
    """nbclient with the cells' own reports passed on as they come."""

    progress = None

    def process_message(self, msg, cell, cell_index):
        content = msg["content"]
        if msg["msg_type"] == "stream":
            self.progress.say(content["text"])
        elif msg["msg_type"] in ("display_data", "update_display_data"):
            self.progress.say(content["data"].get("text/plain", ""))
        return super().process_message(msg, cell, cell_index)


def one_line(error):
    """`error` of a reply: {ename, evalue}, as one line."""
    return ANSI.sub("", f"{error.get('ename', 'Error')}: {error.get('evalue', '')}").split("\n")[0]


def cell_of(traceback):
    """The number of the cell a traceback begins in, or None."""
    place = re.search(r"In\[(\d+)\]:\d", ANSI.sub("", traceback))
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


async def run_cells(notebook, name, folder, timeout, progress):
    """Executes the notebook in place; raises Failed."""
    client = Client(
        notebook,
        kernel_name=KERNEL,
        timeout=timeout,
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
        await client.async_start_new_kernel()
        await client.async_start_new_kernel_client()
        info = await ensure_async(client.kc.kernel_info(reply=True, timeout=timeout))
        notebook.metadata["language_info"] = info["content"]["language_info"]
        for number, (index, cell) in enumerate(cells, start=1):
            progress.cell(number, len(cells))
            await client.async_execute_cell(cell, index, execution_count=number)
        await settle(client, name)
    except CellExecutionError as error:
        message = one_line({"ename": error.ename, "evalue": error.evalue})
        origin = cell_of(error.traceback)
        elsewhere = f" (in cell {origin})" if origin not in (None, number) else ""
        raise Failed(f"{name}: cell {number}: {message}{elsewhere}") from error
    except CellTimeoutError as error:
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


async def run_notebook(path, out, timeout, progress):
    name = path.stem
    began = time.monotonic()
    progress.begin(name)
    try:
        notebook = nbformat.read(path, as_version=4)
    except (OSError, ValueError, nbformat.reader.NotJSONError, nbformat.ValidationError) as error:
        raise Failed(f"{name}: not a notebook: {str(error).splitlines()[0]}") from error
    try:
        await run_cells(notebook, name, path.parent, timeout, progress)
    finally:
        # What there is of a failed run is written too: the page shows how far it came.
        executed = out / f"{name}.ipynb"
        nbformat.write(notebook, executed)
        write_page(nbformat.read(executed, as_version=4), name, path.parent, out / f"{name}.html")
    progress.end(f"{name}  done in {time.monotonic() - began:.0f} s  {out / name}.html")


async def run_all(arguments, progress, stopped):
    """Runs one notebook after the other; with `keep_going` also after a failure, which is raised at the end.

    `stopped` holds the signals that came: after one, what looks like a failure is its doing.
    """
    failures = []
    for path in arguments.notebooks:
        try:
            await run_notebook(path, arguments.out, arguments.timeout, progress)
        except Failed as failure:
            failures.append(str(failure))
            if stopped or not arguments.keep_going:
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
        task = loop.create_task(run_all(arguments, progress, got))

        def cancel(number):
            got.append(number)
            task.cancel()

        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, cancel, number)
        await task

    try:
        asyncio.run(supervised())
    except (Failed, asyncio.CancelledError) as end:
        progress.end()
        # nbclient takes a cancelled wait for a kernel that died.
        print(f"stopped by {signal.Signals(got[0]).name}" if got else f"failed: {end}", file=sys.stderr)
        return 128 + got[0] if got else 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
