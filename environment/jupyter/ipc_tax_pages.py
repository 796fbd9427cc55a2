"""The page of an executed notebook: one HTML file that opens offline, with every figure alive.

`configure` sets it up for whoever converts: JupyterLab's "Save and Export Notebook As HTML" (through
jupyter_server_config.py), `jupyter nbconvert` (jupyter_nbconvert_config.py) and the headless run (`write_page`), so
all three make the same page. The template is nbconvert/templates/ipc-tax.
"""

import html
import re
from pathlib import Path

from jinja2 import pass_context
from markupsafe import Markup
from nbconvert import HTMLExporter
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from safe_html import clean_html
from traitlets.config import Config

HERE = Path(__file__).resolve().parent
PLOTLY = HERE.parents[1] / "node_modules" / "plotly.js" / "dist"
ASSETS = HERE.parents[1] / "lib" / "assets"
FIGURE = "application/vnd.plotly.v1+json"

# What the build of 1.5 MB draws; figures with other traces need the whole plotly.js, 4.8 MB.
CARTESIAN = frozenset(
    [
        "bar",
        "box",
        "contour",
        "heatmap",
        "histogram",
        "histogram2d",
        "histogram2dcontour",
        "image",
        "pie",
        "scatter",
        "scatterternary",
        "violin",
    ]
)


def figures_of(notebook):
    """All plotly figures in the notebook's outputs."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            figure = output.get("data", {}).get(FIGURE)
            if figure is not None:
                yield figure


def plotly_script(notebook):
    """What draws the notebook's figures, as script elements: the smallest build of plotly.js that can, and what keeps
    figures alive; nothing when it has none."""
    traces = [trace.get("type", "scatter") for figure in figures_of(notebook) for trace in figure.get("data", [])]
    if not any(True for _ in figures_of(notebook)):
        return ""
    build = "plotly-cartesian.min.js" if CARTESIAN.issuperset(traces) else "plotly.min.js"
    return script(PLOTLY / build) + script(ASSETS / "figure-scheme.js") + script(ASSETS / "live-figures.js")


def script(path):
    """A file as a script element: nothing in it ends the element or begins a comment."""
    source = path.read_text(encoding="utf-8")
    source = re.sub(r"</(?=script)", r"<\\/", source, flags=re.IGNORECASE).replace("<!--", r"<\!--")
    return Markup(f"<script>{source}</script>")


def figure_description(data):
    """What a figure shows, in words: the library's description, else the title, else the word."""
    text = "".join(data.get("text/plain", "")).split("\n")[0]
    if text.startswith("[figure] "):
        return text.removeprefix("[figure] ")
    title = data[FIGURE].get("layout", {}).get("title")
    title = title.get("text") if isinstance(title, dict) else title
    return re.sub(r"<[^>]*>", "", title).strip() if title else "figure"


def page_title(notebook, name):
    """The notebook's own title: its first heading, else its file's name."""
    for cell in notebook.cells:
        found = re.search(r"^#\s+(.+)$", cell.source, flags=re.MULTILINE) if cell.cell_type == "markdown" else None
        if found:
            return re.sub(r"[*_`$]", "", found.group(1)).strip()
    return name


def mathml(tex, display):
    """TeX as MathML, which browsers draw themselves. What can't be converted stays readable as TeX."""
    # Here, since only pages with maths need it.
    from latex2mathml.converter import convert

    try:
        return Markup(convert(tex, display="block" if display else "inline"))
    except Exception:  # the converter raises a class of its own for each thing it does not know
        tag = "pre" if display else "code"
        return Markup(f'<{tag} class="tex">{html.escape(tex)}</{tag}>')


def tex_output(source):
    """A text/latex output: TeX between its delimiters, or bare."""
    text = "".join(source).strip()
    for opening, closing in (("$$", "$$"), (r"\[", r"\]"), ("$", "$"), (r"\(", r"\)")):
        if text.startswith(opening) and text.endswith(closing) and len(text) > len(opening) + len(closing):
            return mathml(text[len(opening) : -len(closing)], display=opening in ("$$", r"\["))
    return mathml(text, display=True)


class Renderer(IPythonRenderer):
    """nbconvert's Markdown, with maths as MathML and links between notebooks as links between their pages."""

    def link(self, text, url, title=None):
        return super().link(text, re.sub(r"^([\w./-]+)\.ipynb(?=#|$)", r"\1.html", url), title)

    def block_math(self, body):
        return mathml(body, display=True)

    def inline_math(self, body):
        return mathml(body, display=False)

    def latex_environment(self, name, body):
        return mathml(rf"\begin{{{name}}}{body}\end{{{name}}}", display=True)


@pass_context
def markdown(context, source):
    """Markdown as HTML; heading anchors and attached pictures as nbconvert has them."""
    attachments = context.get("cell", {}).get("attachments", {})
    path = context.get("resources", {}).get("metadata", {}).get("path", "")
    renderer = Renderer(escape=False, attachments=attachments, embed_images=True, path=path, anchor_link_text="¶")
    return MarkdownWithMath(renderer=renderer).render(source)


def configure(config):
    """Sets a Jupyter application's configuration up for the project's pages."""
    config.TemplateExporter.extra_template_basedirs = [str(HERE / "nbconvert" / "templates")]
    config.HTMLExporter.template_name = "ipc-tax"
    config.HTMLExporter.embed_images = True
    config.HTMLExporter.filters = {
        "clean_html": clean_html,
        "markdown2html": markdown,
        "tex_output": tex_output,
        "plotly_script": plotly_script,
        "figure_description": figure_description,
        "page_title": page_title,
    }
    return config


def write_page(notebook, name, folder, path):
    """Writes the notebook (executed, in memory) as a page; `folder` is where its pictures are."""
    exporter = HTMLExporter(config=configure(Config()))
    page, _ = exporter.from_notebook_node(notebook, resources={"metadata": {"name": name, "path": str(folder)}})
    path.write_text(page, encoding="utf-8")
