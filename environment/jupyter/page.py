"""The page of an executed notebook: one HTML file that opens offline. The template decides what is in it."""

from pathlib import Path

from nbconvert import HTMLExporter
from traitlets.config import Config

TEMPLATES = Path(__file__).resolve().parent / "nbconvert" / "templates"


def write_page(notebook, title, path):
    """Writes the notebook (executed, in memory) as one HTML page."""
    exporter = HTMLExporter(config=Config(), template_name="lab")
    page, _ = exporter.from_notebook_node(notebook, resources={"metadata": {"name": title}})
    path.write_text(page, encoding="utf-8")
