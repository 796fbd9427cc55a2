"""The page of a notebook: whole in one file, the same from every way it can be made."""

# Cells stand as they would be typed.

import base64
import json
import os
import re
import subprocess
import sys
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import pytest
from nbconvert import HTMLExporter
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

ROOT = Path(__file__).resolve().parents[3]
JUPYTER = ROOT / "environment" / "jupyter"
sys.path.insert(0, str(JUPYTER))

from ipc_tax_pages import configure, write_page  # noqa: E402
from traitlets.config import Config  # noqa: E402

FIGURE = "application/vnd.plotly.v1+json"
MATHS = "# The *tax*\n\nInline $\\sigma\\sqrt{n}$.\n\n$$\\sum_{i=1}^n w_i x_i$$\n\n\\begin{align}a &= b\\end{align}\n"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><title>still</title></svg>'


def figure(kind="scatter", title="A </script> <b>title</b>"):
    return new_output(
        "display_data",
        {
            FIGURE: {"data": [{"type": kind, "y": [1, 2, 3]}], "layout": {"title": {"text": title}}, "config": {}},
            "image/svg+xml": SVG,
            "text/plain": '[figure] A "title", x, y',
        },
    )


def notebook(*outputs, text="# The *tax*"):
    cell = new_code_cell("show(figure)", outputs=list(outputs), execution_count=1)
    made = new_notebook(cells=[new_markdown_cell(text), cell])
    made.metadata["kernelspec"] = {"name": "ipc-tax", "display_name": "TypeScript (tslab)", "language": "typescript"}
    made.metadata["language_info"] = {"name": "typescript", "file_extension": ".ts"}
    return made


def page_of(made, folder):
    nbformat.write(made, folder / "02-page.ipynb")
    write_page(nbformat.read(folder / "02-page.ipynb", as_version=4), "02-page", folder, folder / "02-page.html")
    return (folder / "02-page.html").read_text(encoding="utf-8")


class Loads(HTMLParser):
    """What a browser would fetch for a page."""

    def __init__(self):
        super().__init__()
        self.found = []
        self.scripts = 0

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.scripts += tag == "script"
        sources = [given.get("src"), given.get("srcset"), given.get("data"), given.get("poster")]
        if tag in ("link", "base", "use", "image"):
            sources += [given.get("href"), given.get("xlink:href")]
        self.found += [f"<{tag} {source[:80]}>" for source in sources if source and not source.startswith("data:")]


def loads(page):
    parser = Loads()
    parser.feed(page)
    styles = "".join(re.findall(r"<style[^>]*>(.*?)</style>", page, flags=re.DOTALL))
    fetched = [url for url in re.findall(r"url\(\s*['\"]?([^)'\"]+)", styles) if not url.startswith(("data:", "#"))]
    return parser.found + fetched + re.findall(r"@import[^;]*", styles)


@pytest.fixture
def page(tmp_path):
    return page_of(notebook(figure(), figure()), tmp_path)


def test_it_loads_nothing(page):
    assert loads(page) == []
    assert "default-src 'none'" in page


def test_plotly_is_in_it_once_in_the_version_that_lab_draws_with(page):
    found = re.findall(r"plotly\.js \(cartesian - minified\) v([\d.]+)", page)
    installed = json.loads((ROOT / "node_modules" / "plotly.js" / "package.json").read_text())["version"]
    assert found == [installed]


def test_rarer_traces_get_the_whole_of_plotly(tmp_path):
    page = page_of(notebook(figure("scatter3d")), tmp_path)
    assert re.findall(r"plotly\.js v([\d.]+)", page[:2_000_000])
    assert "plotly.js (cartesian" not in page


def test_a_page_without_figures_carries_no_plotly(tmp_path):
    page = page_of(notebook(new_output("stream", name="stdout", text="only text")), tmp_path)
    assert "plotly.js" not in page
    assert len(page) < 1_000_000


def test_each_figure_has_its_data_a_description_and_a_still_picture(page):
    assert page.count("""<div aria-label='A "title", x, y' class="figure" role="img">""") == 2
    data = re.findall(r'<script type="application/json">(.*?)</script>', page, flags=re.DOTALL)
    assert [json.loads(text)["layout"]["title"]["text"] for text in data] == ["A </script> <b>title</b>"] * 2
    still = base64.b64encode(SVG.encode()).decode()
    assert page.count(f'src="data:image/svg+xml;base64,{still}"') == 2


def test_language_and_title(page):
    assert '<html lang="en">' in page
    assert "<title>The tax</title>" in page


def test_maths_is_drawn_by_the_browser_itself(tmp_path):
    page = page_of(notebook(figure(), text=MATHS), tmp_path)
    assert page.count("<math ") == 3
    assert "<msqrt>" in page and "<munderover>" in page and "<mtable" in page
    assert "$" not in re.sub(r"<(script|style).*?</\1>", "", page, flags=re.DOTALL)


def test_maths_that_can_not_be_converted_stays_readable(tmp_path):
    page = page_of(notebook(text="Odd: $\\left( a$ end."), tmp_path)
    assert "<math" in page or 'class="tex"' in page


def test_a_latex_output(tmp_path):
    page = page_of(notebook(new_output("display_data", {"text/latex": "$$\\int x$$"}), text="x"), tmp_path)
    assert '<math display="block"' in page and "∫" in page


def environment(folder):
    return {
        **os.environ,
        "JUPYTER_PATH": str(JUPYTER),
        "JUPYTER_CONFIG_PATH": str(JUPYTER),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
    }


def test_nbconvert_makes_the_same_page(page, tmp_path):
    subprocess.run(
        [sys.executable, "-m", "nbconvert", "--to", "html", "--output", "other", str(tmp_path / "02-page.ipynb")],
        env=environment(tmp_path),
        cwd=tmp_path,
        check=True,
        capture_output=True,
        timeout=60,
    )
    assert (tmp_path / "other.html").read_text(encoding="utf-8") == page


SERVER = """
import sys
from jupyterlab.labapp import LabApp
from jupyter_server.nbconvert.handlers import get_exporter
app = LabApp.initialize_server(argv=["--no-browser", "--allow-root", "--port=0", f"--ServerApp.root_dir={sys.argv[1]}"])
exporter = get_exporter("html", config=app.config, log=app.log)
import nbformat
notebook = nbformat.read(sys.argv[2], as_version=4)
page, _ = exporter.from_notebook_node(notebook, resources={"metadata": {"name": "02-page", "path": sys.argv[1]}})
open(sys.argv[3], "w", encoding="utf-8").write(page)
lab = LabApp(parent=app)
print(app.kernel_manager.default_kernel_name, lab.news_url, lab.check_for_updates_class.__name__, lab.extension_manager)
"""


def test_the_export_menu_of_lab_makes_the_same_page(page, tmp_path):
    result = subprocess.run(
        [sys.executable, "-c", SERVER, str(tmp_path), str(tmp_path / "02-page.ipynb"), str(tmp_path / "lab.html")],
        env=environment(tmp_path),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "lab.html").read_text(encoding="utf-8") == page
    assert result.stdout.split()[-4:] == ["ipc-tax", "None", "NeverCheckForUpdate", "readonly"]


def test_links_between_notebooks_become_links_between_their_pages(tmp_path):
    text = "[one](01-one.ipynb) [part](02-two.ipynb#Part) [far](https://example.org/a.ipynb) [file](notes.md)"
    page = page_of(notebook(text=text), tmp_path)
    links = re.findall(r'<a href="([^"]*)"', page)
    assert links == ["01-one.html", "02-two.html#Part", "https://example.org/a.ipynb", "notes.md"]


class Events(HTMLParser):
    """A page as what a parser sees: neither quotes nor the order of attributes count."""

    def __init__(self, page):
        super().__init__()
        self.found = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, {name: (value or "").rstrip(";") for name, value in attributes}))

    def handle_data(self, data):
        if data.strip():
            self.found.append(data.strip())


def converted(made, sanitize):
    exporter = HTMLExporter(config=configure(Config()), sanitize_html=sanitize)
    return exporter.from_notebook_node(made, resources={"metadata": {"name": "02-page", "path": "."}})[0]


TABLE = '<table><thead><tr><th scope="col" align="right" style="text-align: right; font-variant-numeric: tabular-nums">'
TABLE += "n</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>\n<p><em>the first 1 of 2 rows</em></p>"
PROSE = MATHS + "\n## Part\n\n- **bold** `code` [one](01-one.ipynb)\n\n| a | b |\n| --- | --: |\n| 1 | 2 |\n"


def test_the_page_is_the_same_when_lab_sanitizes_it():
    table = new_output("display_data", {"text/html": TABLE, "text/plain": "n"})
    made = notebook(figure(), table, text=PROSE)
    plain, sanitized = (Events(converted(made, sanitize)).found for sanitize in (False, True))
    assert ("h2", {"id": "Part"}) in sanitized
    assert sanitized == plain


def test_a_sanitized_page_keeps_nothing_that_runs_or_loads():
    text = '<img src="https://example.org/x.png"><script>alert(1)</script>\n\n<p onclick="alert(2)">p</p>\n\n'
    text += '<a href="javascript:alert(3)">a</a> <a href="data:text/html,x">b</a>'
    harmful = new_output("display_data", {"text/html": '<iframe src="https://example.org"></iframe><b>kept</b>'})

    def tags_of(made):
        body = converted(made, True).split("<main>")[-1]
        return [event for event in Events(body).found if isinstance(event, tuple)]

    tags = tags_of(notebook(harmful, text=text))
    assert ("b", {}) in tags
    assert "iframe" not in [tag for tag, _ in tags]
    # the page's own scripts, and no other
    assert Counter(tag for tag, _ in tags_of(notebook()))["script"] == Counter(tag for tag, _ in tags)["script"]
    values = [(name, value) for _, attributes in tags for name, value in attributes.items()]
    assert not [
        value for name, value in values if name.startswith("on") or re.match(r"(https?|javascript|data):", value)
    ]
