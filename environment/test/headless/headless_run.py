"""Notebooks of a few cells, run headless as `make notebook` runs them."""

import subprocess
import sys
from pathlib import Path

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

ROOT = Path(__file__).resolve().parents[3]
EXECUTE = ROOT / "environment" / "jupyter" / "execute.py"


def write(path, *cells):
    nbformat.write(new_notebook(cells=[new_markdown_cell("# A notebook"), *map(new_code_cell, cells)]), path)
    return path


def execute(folder, *notebooks, options=(), **given):
    return subprocess.run(
        [sys.executable, str(EXECUTE), "--out", str(folder / "out"), *options, *map(str, notebooks)],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=180,
        **given,
    )


def outputs(folder, name):
    notebook = nbformat.read(folder / "out" / f"{name}.ipynb", as_version=4)
    return [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
