"""The line of the terminal that says where a headless run is."""

import os
import re
import time

ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
LINE_ENDS = re.compile(r"[\r\n]+")
# Longer lines are cut: to the terminal's width where there is one.
LOG_COLUMNS = 160
# What a section's notice begins with where its figures are not to be taken as they stand.
WARNINGS = ("PARTIAL: ", "GATE FAILED")


def plain(text):
    """`text` without colours and other control characters, its line ends kept."""
    return CONTROL.sub("", ANSI.sub("", text))


class Progress:
    """One line: notebook, cell, seconds, and what the cell reports. Written over in a terminal; in a log, a line of it
    now and then."""

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

    def message(self, kind, content):
        """A cell's output, of which only reports are told: what it prints, and a display that changes in place, as a
        progress bar is. Figures, tables and texts are results: they are in the page. Only what a notice warns of stays
        on a line of its own."""
        if kind == "stream":
            self.say(content["text"])
            return
        text = content.get("data", {}).get("text/plain", "")
        if kind == "update_display_data" or content.get("transient", {}).get("display_id"):
            self.say(text)
            return
        for line in plain(text).split("\n"):
            if line.startswith(WARNINGS):
                self.end(f"{self.notebook}  {self.place}  {line}")

    def say(self, text):
        """What the cell reports: the last line of it."""
        lines = [line.strip() for line in LINE_ENDS.split(plain(text)) if line.strip()]
        if lines:
            self.text = lines[-1]
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
            self.stream.write(f"{line[:LOG_COLUMNS]}\n")
        self.stream.flush()

    def end(self, text=""):
        self.stream.write(("\r\x1b[K" if self.live else "") + (f"{text}\n" if text else ""))
        self.stream.flush()
