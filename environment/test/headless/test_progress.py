"""What a headless run says while it runs: one short line, in a terminal and in a log."""

# Cells stand as they would be typed.

import io
import os
import pty
import subprocess
from pathlib import Path

import pytest
from headless_run import ROOT, execute, write
from ipc_tax_progress import Progress

FIGURE = "[figure] Time of one sweep. x: ratio to in_process_numba. traces: here: median, 95 % interval; the article"


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        return True

    def fileno(self):
        return self.terminal


@pytest.fixture
def terminal():
    """A terminal of 60 columns."""
    ours, theirs = pty.openpty()
    os.set_blocking(ours, False)
    subprocess.run(["stty", "cols", "60"], stdin=theirs, check=True)
    stream = Terminal()
    stream.terminal = theirs
    yield stream
    os.close(ours)
    os.close(theirs)


def shown(text, **more):
    return {"data": {"text/plain": text}, "metadata": {}, **more}


def line_after(stream, *messages):
    """The line that a run shows at the end of some messages of its first cell."""
    progress = Progress(stream)
    progress.every = 0
    progress.begin("02-one")
    progress.cell(1, 3)
    for kind, content in messages:
        progress.message(kind, content)
    progress.draw(force=True)
    last = stream.getvalue().replace("\r\x1b[K", "\n").rstrip("\n").split("\n")[-1]
    return last.split(" s  ", 1)[1] if " s  " in last else ""


BAR = {"transient": {"display_id": "bar"}}
MESSAGES = {
    "a figure": ([("display_data", shown(FIGURE))], ""),
    "a table": ([("display_data", shown("name  ms\n----  --\na      1"))], ""),
    "a text": ([("display_data", shown("Gate passed: 7 variants against golden."))], ""),
    "a bar": ([("display_data", shown("echo: 3/9", **BAR))], "echo: 3/9"),
    "a bar that changed": (
        [("display_data", shown("echo: 3/9", **BAR)), ("update_display_data", shown("echo: 4/9", **BAR))],
        "echo: 4/9",
    ),
    "a figure after a bar": (
        [("display_data", shown("echo: 3/9", **BAR)), ("display_data", shown(FIGURE))],
        "echo: 3/9",
    ),
    "prints": ([("stream", {"text": "one\ntwo\n\n"})], "two"),
    "colours": ([("stream", {"text": "\x1b[31mred\x1b[0m\x07"})], "red"),
    "a line written over": ([("stream", {"text": "10 %\r20 %\r"})], "20 %"),
    "no text": ([("display_data", {"data": {"image/png": "x"}, "metadata": {}})], ""),
}


@pytest.mark.parametrize(("messages", "line"), MESSAGES.values(), ids=MESSAGES.keys())
def test_only_reports_are_told(terminal, messages, line):
    assert line_after(io.StringIO(), *messages) == line
    assert line_after(terminal, *messages) == line


@pytest.mark.parametrize("text", ["x" * 1000, "word " * 200])
def test_a_line_is_short(terminal, text):
    message = ("stream", {"text": f"{text}\n"})
    line_after(terminal, message)
    assert max(len(line) for line in terminal.getvalue().replace("\r\x1b[K", "\n").split("\n")) == 59
    log = io.StringIO()
    line_after(log, message)
    assert max(len(line) for line in log.getvalue().split("\n")) <= 160


@pytest.mark.parametrize(
    "warning", ["PARTIAL: stopped after 2 of 5 starts: it died.", "GATE FAILED, no time here counts: 7."]
)
def test_what_a_notice_warns_of_stays(terminal, warning):
    notice = ("display_data", shown(f"{warning}\nA quick run: few rounds."))
    for stream in (io.StringIO(), terminal):
        line_after(stream, notice, ("stream", {"text": "more"}))
        assert f"02-one  cell 1/3  {warning}\n" in stream.getvalue()
        assert "A quick run" not in stream.getvalue()


def test_a_notebooks_figures_and_tables_are_not_told_in_the_log(tmp_path):
    os.symlink(ROOT / "node_modules", tmp_path / "node_modules")
    notebook = write(
        tmp_path / "02-shows.ipynb",
        "import { progress, show } from 'ipc-tax';",
        "show({ data: [{ x: [1], y: [2] }], layout: { title: { text: 'Drawn' } } }, { picture: false });"
        "show([{ name: 'a', ms: 1 }]);"
        # longer than the ten seconds between two lines of a log
        "await new Promise((r) => setTimeout(r, 11_000)); show('shown late');",
        "const bar = progress(9, 'echo'); bar.tick(); await new Promise((r) => setTimeout(r, 11_000)); bar.tick(2);",
    )
    result = execute(tmp_path, notebook)
    assert (result.returncode, result.stderr) == (0, "")
    for told in ("[figure]", "traces", "Drawn", "shown late"):
        assert told not in result.stdout
    assert "02-shows  cell 3/3  " in result.stdout and "echo: 3/9 (33 %)" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("02-shows  done in ")
    assert Path(result.stdout.split()[-1]).is_file()
