"""Figures in a cell have plotly's own types, so that they can be changed before they are shown."""

# Cells stand as they would be typed.

import subprocess

import pytest
from driver import ROOT

FIGURE = "import { priceFlips, gbm } from 'ipc-tax'; const fig = priceFlips(gbm({ bars: 600 }), { lengths: [10, 40] });"


@pytest.fixture(scope="module")
def figure_kernel(kernel):
    assert kernel.run(FIGURE).status == "ok"
    return kernel


def figure_functions():
    """Every function of the library that makes a figure."""
    script = (
        "const figures = require('./lib/dist/src/figures'); console.log(Object.keys(figures)"
        ".filter((name) => typeof figures[name] === 'function').join(' '))"
    )
    return subprocess.run(["node", "-e", script], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()


def test_every_figure_function_gives_one_that_can_be_changed(kernel):
    names = figure_functions()
    assert len(names) > 25
    tweak = "(f) => { f.layout.title.text = 'x'; f.data[0].marker.color = 'red'; f.layout.yaxis.type = 'log'; }"
    cell = f"import {{ {', '.join(names)} }} from 'ipc-tax';\n"
    cell += "\n".join(f"const of_{name}: (f: ReturnType<typeof {name}>) => void = {tweak};" for name in names)
    assert kernel.run(cell).result is None


@pytest.mark.parametrize(
    "tweak",
    [
        "fig.layout.title.text = 'x'",
        "fig.layout.title = 'x'",
        "fig.layout.xaxis.title = 'bars'; fig.layout.xaxis.range = [0, 100]",
        "fig.data[0].marker = { color: 'red' }; fig.data[0].marker.color = 'blue'",
        "fig.data[0].line.dash = 'dot'; fig.data[0].hovertemplate = '%{y}'; fig.data[0].visible = 'legendonly'",
        "fig.data.push({ type: 'bar', x: [1], y: [2], marker: { color: ['red'] } })",
        "fig.layout.annotations = [{ text: 'here', x: 1, y: 2, showarrow: false }]",
        "fig.layout.xaxis2 = { title: 'above', overlaying: 'x', side: 'top' }",
        "const of = (what: string) => what; fig.data[0].type = of('scattergl'); fig.layout.yaxis.type = of('log')",
        "for (const trace of fig.data) trace.y = trace.y.map((y: number) => y + 1)",
        "fig.layout.legend.orientation = 'v'; fig.layout.height = 600; fig.layout.hovermode = false",
    ],
)
def test_a_change_needs_no_cast(figure_kernel, tweak):
    assert figure_kernel.run(FIGURE).status == "ok"
    assert figure_kernel.run(tweak).status == "ok", figure_kernel.run(tweak).error


@pytest.mark.parametrize(
    ("tweak", "told"),
    [
        ("fig.layout.tilte = 'x'", "Did you mean 'title'?"),
        ("fig.data[0].marker = { colour: 'red' }", "Did you mean to write 'color'?"),
        ("fig.layout.height = 'tall'", "'string' is not assignable to type 'number'"),
    ],
)
def test_a_slip_of_the_pen_is_told(figure_kernel, tweak, told):
    assert told in figure_kernel.run(tweak).traceback


def test_a_figure_with_an_attribute_that_no_type_knows_is_still_shown_and_written(kernel, tmp_path):
    path = tmp_path / "own.html"
    run = kernel.run(
        "import { show, exportHtml } from 'ipc-tax'; const own = { data: [{ y: [1, 2], mine: 1 }], layout: { title: 'own' } };"
        f"show(own); exportHtml(own, {str(path)!r}); exportHtml({{ data: [{{ y: [1], mine: 2 }}] }}, {str(path)!r});"
    )
    assert run.status == "ok", run.error
    assert path.stat().st_size > 1_000_000


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("fig.layout.ti", {"title"}),
        ("fig.layout.title.te", {"text"}),
        ("fig.data[0].marker.col", {"color", "colorscale"}),
        ("fig.layout.yaxis.type = '", {"linear", "log", "date"}),
        ("fig.data[0].mode = 'li", {"lines"}),
    ],
)
def test_attributes_and_their_values_complete(figure_kernel, code, expected):
    content = figure_kernel.client.complete(code, reply=True, timeout=60)["content"]
    assert expected <= set(content["matches"])
