"""The last expression of a cell is shown as `show` shows it: tables, figures, lines; never internals, never megabytes."""

# Cells stand as they would be typed.

import base64
import struct
import zlib

import pytest

SET_UP = """
import * as dfd from 'danfojs-node';
import { table } from 'arquero';
import { architectures, gbm, grid, priceFlips, show, startEngine, windowLengths, run } from 'ipc-tax';
const frame = new dfd.DataFrame({ codec: ['raw', 'json'], bytes: [320, 1200] });
const tidy = table({ codec: ['raw', 'json'], bytes: [320, 1200] });
const rows = [{ codec: 'raw', bytes: 320 }, { codec: 'json', bytes: 1200 }];
const figure = priceFlips(gbm({ bars: 600 }), { lengths: [10, 40] });
"""

PLOTLY = "application/vnd.plotly.v1+json"


@pytest.fixture(scope="module")
def ready(kernel):
    assert kernel.run(SET_UP, timeout=120).status == "ok"
    return kernel


def shown(kernel, code, timeout=60):
    """The data of the one result of a cell."""
    run = kernel.run(code, timeout=timeout)
    assert run.status == "ok", run.outputs
    assert [kind for kind, _ in run.outputs] == ["execute_result"], run.outputs
    return run.outputs[0][1]["data"]


@pytest.mark.parametrize(
    "expression",
    ["frame", "tidy", "rows", "frame.loc({ rows: [0, 1] })", "tidy.filter((d: any) => d.bytes > 1)", "tidy.ungroup()"],
)
def test_a_table_is_a_table(ready, expression):
    data = shown(ready, expression)
    assert set(data) == {"text/plain", "text/html"}
    assert data["text/plain"] == "codec  bytes\n─────  ─────\nraw      320\njson   1,200"
    assert "<table>" in data["text/html"] and "1,200" in data["text/html"]


@pytest.mark.parametrize(
    "expression",
    [
        "frame",
        "tidy",
        "tidy.groupby('codec')",
        "rows",
        "figure",
        "{ data: [{ y: [1, 2] }] }",
        "frame['bytes']",
        "'text'",
    ],
)
def test_the_last_expression_is_what_show_shows(ready, expression):
    told = ready.run(f"show({expression})")
    assert [kind for kind, _ in told.outputs] == ["display_data"]
    result = ready.run(f"({expression})").outputs[0][1]
    assert (result["data"], result["metadata"]) == (told.outputs[0][1]["data"], told.outputs[0][1]["metadata"])


def test_a_column_and_grouped_tables_are_tables_too(ready):
    assert shown(ready, "frame['bytes']")["text/plain"].split() == ["bytes", "─────", "320", "1,200"]
    assert shown(ready, "tidy.groupby('codec')")["text/plain"].endswith("grouped by codec: 2 groups")
    assert shown(ready, "frame.groupby(['codec'])")["text/plain"].startswith("[DataFrame grouped by codec] 2 groups")


@pytest.mark.parametrize(
    ("expression", "title"),
    [
        ("figure", "gbm seed 42"),
        ("({ data: [{ type: 'bar', x: ['a'], y: [1] }], layout: { title: { text: 'Bars' } } })", "Bars"),
        ("({ data: [{ y: Float64Array.of(1, 2) }], layout: { title: 'Text' } })", "Text"),
        ("({ data: [{ type: 'pie', values: [1, 2] }] })", "Figure"),
    ],
)
def test_a_figure_is_drawn(ready, expression, title):
    data = shown(ready, expression)
    assert data["text/plain"].startswith(f"[figure] {title}")
    assert data[PLOTLY]["data"] and "<svg" in data["image/svg+xml"]
    png_colours(data["image/png"])


def test_the_picture_of_a_figure_is_a_png_too_and_is_not_blank(ready):
    code = "show({ data: [{ type: 'bar', y: [3, 1, 2], marker: { color: '#d62728' } }] })"
    content = ready.run(code).outputs[0][1]
    width, height, colours = png_colours(content["data"]["image/png"])
    assert content["metadata"]["image/png"] == {"width": width / 1.5, "height": height / 1.5}
    assert colours[b"\xd6\x27\x28"] > width * height / 20, "the bars"
    assert colours[b"\xff\xff\xff"] > width * height / 5, "the ground"
    assert len(content["data"]["image/png"]) < 40_000


def png_colours(text):
    """Width, height and pixels by colour of a PNG with a palette, given in base64."""
    file = base64.b64decode(text, validate=True)
    assert file[:8] == b"\x89PNG\r\n\x1a\n"
    at, parts = 8, {}
    while at < len(file):
        (length,) = struct.unpack(">I", file[at : at + 4])
        kind, body = file[at + 4 : at + 8], file[at + 8 : at + 8 + length]
        assert struct.unpack(">I", file[at + 8 + length : at + 12 + length]) == (zlib.crc32(kind + body),)
        parts[kind] = parts.get(kind, b"") + body
        at += 12 + length
    width, height, depth, colour = struct.unpack(">IIBB", parts[b"IHDR"][:10])
    assert (depth, colour) == (8, 3)
    pixels = zlib.decompress(parts[b"IDAT"])
    assert len(pixels) == (width + 1) * height
    lines = b"".join(pixels[y * (width + 1) + 1 : (y + 1) * (width + 1)] for y in range(height))
    palette = parts[b"PLTE"]
    colours = {palette[k * 3 : k * 3 + 3]: lines.count(k) for k in range(len(palette) // 3)}
    assert len(colours) > 10, "a blank picture has one"
    return width, height, colours


@pytest.mark.parametrize(
    ("expression", "line"),
    [
        ("gbm({ bars: 600 })", "[series gbm seed 42] 600 bars of seeded"),
        ("architectures", "[section to run] One kernel, four boundaries"),
        ("Promise.resolve(frame)", "[promise] put await before it"),
        ("(async () => figure)()", "[promise] put await before it"),
        ("new Promise(() => {})", "[promise] put await before it"),
        ("[figure, figure]", "[2 figures]"),
    ],
)
def test_what_has_nothing_for_a_reader_is_a_line(ready, expression, line):
    data = shown(ready, expression)
    assert data["text/plain"].startswith(line)
    assert "\n" not in data["text/plain"]


def test_an_engine_and_what_it_holds_are_lines(ready):
    assert ready.run("const engine = await startEngine({ transport: 'unix' })").status == "ok"
    assert shown(ready, "engine")["text/plain"].startswith("[engine] over unix, process ")
    assert shown(ready, "await engine.connect()")["text/plain"] == "[client of an engine]"
    series = shown(ready, "const loaded = await engine.load(gbm({ bars: 1_000 }).close); loaded")
    assert series["text/plain"] == "[series 1 in an engine] 1,000 bars"
    session = shown(ready, "await engine.openLive(windowLengths(20))")
    assert session["text/plain"].startswith("[live session ")
    assert ready.run("await engine.close()").status == "ok"


def test_a_section_is_a_line_and_its_parts_are_tables(ready):
    options = "{ bars: 600, lengths: [6], runs: 1, starts: 1, architectures: ['in_process_v8'] }"
    assert ready.run(f"const section = await run(architectures, {options});", timeout=120).status == "ok"
    text = shown(ready, "section")["text/plain"]
    assert text.startswith("[section architectures] ") and "show(section.rows)" in text
    assert "in_process_v8" in shown(ready, "section.rows")["text/html"]
    assert "measured here" in shown(ready, "section.facts")["text/plain"]


@pytest.mark.parametrize(
    "expression",
    [
        "({ pnl: new Float64Array(150_000), trades: new Int32Array(150_000) })",
        "new Float64Array(150_000)",
        "new Map(Array.from({ length: 150_000 }, (_, i) => [i, { i }]))",
        "new Set(Array.from({ length: 150_000 }, (_, i) => 'x' + i))",
        "Object.fromEntries(Array.from({ length: 150_000 }, (_, i) => ['key ' + i, { a: { b: [i] } }]))",
        "Array.from({ length: 100 }, () => Array.from({ length: 100 }, () => Array.from({ length: 100 }, (_, i) => i)))",
        "Array.from({ length: 150_000 }, (_, i) => ({ i, text: 'x'.repeat(50) }))",
        "[{ samples: new Float64Array(150_000), list: Array.from({ length: 150_000 }, (_, i) => i) }]",
        "({ text: 'x'.repeat(5_000_000) })",
        "'x'.repeat(5_000_000)",
        "Buffer.alloc(5_000_000)",
        "new Array(5_000_000)",
        "[{ a: 1 }, ...new Array(150_000)]",
        "globalThis",
        "({ [Symbol.for('nodejs.util.inspect.custom')]() { return 'x'.repeat(5_000_000); } })",
        "new Error('x'.repeat(5_000_000))",
    ],
)
def test_what_is_large_is_cut(ready, expression):
    data = shown(ready, expression, timeout=120)
    assert sum(len(str(part)) for part in data.values()) < 110_000
    told = ("…", "... ", "more ", "[Array]", "the first 50 of 150,000 rows", "empty items")
    assert any(sign in data["text/plain"] for sign in told), "that something is left out"


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        ("1 + 1", "2"),
        ("[1, 2]", "[ 1, 2 ]"),
        ("({ a: 1, b: { c: [1] } })", "{ a: 1, b: { c: [ 1 ] } }"),
        ("5n", "5n"),
        ("Symbol('s')", "Symbol(s)"),
        ("true", "true"),
        ("Math.max", "[Function: max]"),
        ("new Map([['a', 1]])", "Map(1) { 'a' => 1 }"),
        ("[]", "[]"),
        ("({ data: [{ id: 1 }], page: 2 })", "{ data: [ { id: 1 } ], page: 2 }"),
        ("({ data: [{ type: 'image', url: 'u' }] })", "{ data: [ { type: 'image', url: 'u' } ] }"),
        ("({ data: [[1, 'x']], name: 'g' })", "{ data: [ [ 1, 'x' ] ], name: 'g' }"),
        ("'a \\x1b[31mred\\x1b[0m text'", "a \x1b[31mred\x1b[0m text"),
        ("['\\x1b[31mred']", "[ '\\x1B[31mred' ]"),
        ("const self: any = { n: 1 }; self.self = self; self", "<ref *1> { n: 1, self: [Circular *1] }"),
    ],
)
def test_other_values_are_shown_as_the_console_does(ready, expression, text):
    assert shown(ready, expression) == {"text/plain": text}


@pytest.mark.parametrize("expression", ["undefined", "null", "void 0", "const unused = frame", "let x = figure", ""])
def test_nothing_is_shown_of_nothing(ready, expression):
    run = ready.run(expression)
    assert (run.status, run.outputs) == ("ok", [])


@pytest.mark.parametrize(
    "expression",
    [
        "class G { get data(): any { throw new Error('data'); } get columns(): any { throw new Error('c'); } } new G()",
        "({ get layout() { throw new Error('layout'); }, data: [] })",
        "({ [Symbol.for('nodejs.util.inspect.custom')]() { throw new Error('mine'); } })",
        "({ get [Symbol.toStringTag]() { throw new Error('tag'); } })",
        "new Proxy({}, { get() { throw new Error('trap'); }, ownKeys() { throw new Error('trap'); } })",
        "[{ get a() { throw new Error('row'); }, b: 2 }]",
        "const around: any = { data: [{ y: [1] }], layout: {} }; around.layout.self = around; around",
        "({ data: [{ y: new Map([[1, 2]]) }], layout: {} })",
        "Object.create(null)",
    ],
)
def test_what_throws_when_it_is_looked_at_does_not_fail_the_cell(ready, expression):
    assert len(shown(ready, expression)["text/plain"]) < 2_000
    assert ready.run("1 + 1").result == "2"


def test_a_value_that_never_ends_to_show_itself_can_be_interrupted(ready):
    request = ready.start(
        "({ [Symbol.for('nodejs.util.inspect.custom')]() { process.stdout.write('shows'); for (;;) {} } })"
    )
    ready.foreign = []
    ready.wait_output(request, "shows")
    ready.manager.interrupt_kernel()
    run = ready.finish(request)
    assert run.reply["ename"] == "KeyboardInterrupt"
    assert ready.run("1 + 1").result == "2"


def test_tables_are_shown_without_the_library_being_imported(fresh_kernel):
    code = "import { table } from 'arquero'; table({ a: [1, 2] })"
    assert shown(fresh_kernel, code, timeout=120)["text/plain"] == "a\n─\n1\n2"


def test_the_console_prints_as_it_does(ready):
    run = ready.run("console.log({ a: 1 }); console.log([1, 2, 3])")
    assert run.printed == "{ a: 1 }\n[ 1, 2, 3 ]\n"
    assert ready.run("console.log('x'.repeat(200_000))").printed == "x" * 200_000 + "\n"
    assert len(ready.run("console.log(new Float64Array(150_000)); console.log(frame)").printed) < 30_000
