"""Files that a cell imports by their path: of every kind, from every folder, and as they are when the cell runs."""

# Cells stand as they would be typed.

import os

import pytest
from driver import Kernel


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """The folder above the notebook's."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "notebooks" / "deep").mkdir(parents=True)
    (folder / "lib").mkdir()
    return folder


@pytest.fixture(scope="module")
def notebook(place):
    kernel = Kernel(folder=place / "notebooks")
    yield kernel
    kernel.close()


@pytest.fixture
def write(place):
    def write(file, text):
        path = place / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    return write


KINDS = {
    "a.ts": "export const value: number = 7;",
    "b.js": "export const value = 7;",
    "c.mjs": "export const value = 7;",
    "d.cjs": "exports.value = 7;",
    "e.js": "module.exports = { value: 7 };",
    "f.mts": "export const value: number = 7;",
    "g.tsx": "export const value: number = 7;",
    "h/index.ts": "export const value: number = 7;",
}
FROM = {"beside": "notebooks", "below": "notebooks/deep", "above": "lib", "far above": "."}


@pytest.mark.parametrize("folder", FROM.values(), ids=FROM.keys())
@pytest.mark.parametrize(("name", "text"), KINDS.items(), ids=KINDS.keys())
def test_a_file_of_every_kind_can_be_imported_from_everywhere(notebook, place, write, folder, name, text):
    write(f"{folder}/kinds/{name}", text)
    stem = name.removesuffix("/index.ts")
    stem = stem.replace(".mts", ".mjs") if stem.endswith(".mts") else stem
    stem = stem if stem.endswith((".mjs", ".cjs")) else stem.split(".")[0]
    relative = os.path.relpath(place / folder / "kinds" / stem, place / "notebooks")
    for path in [relative if relative.startswith(".") else f"./{relative}", str(place / folder / "kinds" / stem)]:
        assert notebook.run(f"import {{ value }} from '{path}'; value").result == "7"
        assert notebook.run(f"(await import('{path}')).value").result == "7"
    if not name.endswith(("mjs", "cjs", "mts")):
        assert notebook.run(f"require('{path}').value").result == "7"


@pytest.mark.parametrize("folder", FROM.values(), ids=FROM.keys())
def test_json_can_be_imported_from_everywhere_and_again_when_it_was_edited(notebook, place, write, folder):
    file = write(f"{folder}/fees.json", '{ "taker": 9 }')
    relative = os.path.relpath(file, place / "notebooks")
    path = relative if relative.startswith(".") else f"./{relative}"
    cell = f"import fees from '{path}'; fees.taker + 1"
    assert notebook.run(cell).result == "10"
    write(f"{folder}/fees.json", '{ "taker": 19 }')
    assert notebook.run(cell).result == "20"
    write(f"{folder}/fees.json", '{ "taker": "9" }')
    assert notebook.run(cell).result == "91"
    write(f"{folder}/fees.json", "0")
    assert notebook.run(f"import none from '{path}'; none").result == "0"


INNER = {
    "inner.ts": ("./inner", "export const n = {};"),
    "inner.js": ("./inner", "export const n = {};"),
    "inner.mjs": ("./inner.mjs", "export const n = {};"),
    "common.js": ("./common", "exports.n = {};"),
    "inner.json": ("./inner.json", '{{ "n": {} }}'),
}


@pytest.mark.parametrize("folder", ["notebooks", "lib"])
@pytest.mark.parametrize(("name", "how"), INNER.items(), ids=INNER.keys())
def test_an_edit_of_what_an_imported_file_imports_is_seen(notebook, write, folder, name, how):
    path, text = how
    text = text if name.endswith(".json") else text.replace("{}", "%d").replace("%d", "{}")
    home = f"{folder}/inner-{name.replace('.', '-')}"
    above = "." if folder == "notebooks" else "../lib"
    write(f"{home}/{name}", text.format(1))
    write(f"{home}/middle.ts", f"import {{ n }} from '{path}';\nexport const m = n * 10;")
    write(f"{home}/outer.ts", "import { m } from './middle';\nexport const o = m + 1;")
    cell = f"import {{ o }} from '{above}/{home.split('/')[1]}/outer'; o"
    assert notebook.run(cell).result == "11"
    write(f"{home}/{name}", text.format(2))
    assert notebook.run(cell).result == "21"
    write(f"{home}/{name}", text.format(345))
    assert notebook.run(cell).result == "3451"


def test_an_edit_in_a_circle_of_files_is_seen(notebook, write):
    write("lib/circle/a.ts", "import { b } from './b';\nexport const one = () => 1;\nexport const a = () => b();")
    write("lib/circle/b.ts", "import { one } from './a';\nexport const b = () => one() + 1;")
    cell = "import { a } from '../lib/circle/a'; a()"
    assert notebook.run(cell).result == "2"
    write("lib/circle/b.ts", "import { one } from './a';\nexport const b = () => one() + 10;")
    assert notebook.run(cell).result == "11"
    write("lib/circle/a.ts", "import { b } from './b';\nexport const one = () => 100;\nexport const a = () => b();")
    assert notebook.run(cell).result == "110"


def test_what_did_not_change_keeps_its_state(notebook, write):
    write("lib/state/counter.ts", "let n = 0;\nexport const next = () => ++n;")
    write("lib/state/edited.ts", "export const text = 'first';")
    cell = "import { next } from '../lib/state/counter'; import { text } from '../lib/state/edited'; [text, next()]"
    assert notebook.run(cell).result == "[ 'first', 1 ]"
    write("lib/state/edited.ts", "export const text = 'second';")
    assert notebook.run(cell).result == "[ 'second', 2 ]"
    os.utime(write("lib/state/counter.ts", "let n = 0;\nexport const next = () => ++n;"))
    assert notebook.run(cell).result == "[ 'second', 3 ]", "the same text is no change"


def test_files_of_one_cell_are_one_module(notebook, write):
    write("lib/one/shared.ts", "export const list: number[] = [];")
    write("lib/one/left.ts", "import { list } from './shared';\nlist.push(1);\nexport const left = list;")
    write("lib/one/right.ts", "import { list } from './shared';\nlist.push(2);\nexport const right = list;")
    cell = "import { left } from '../lib/one/left'; import { right } from '../lib/one/right'; [left === right, left]"
    assert notebook.run(cell).result == "[ true, [ 1, 2 ] ]"


@pytest.mark.parametrize(("folder", "above"), [("notebooks", "."), ("lib", "../lib")])
def test_a_type_error_in_an_inner_file_is_shown_with_its_file_and_line(notebook, write, folder, above):
    write(f"{folder}/typed/inner.ts", "export const n = 1;")
    write(f"{folder}/typed/outer.ts", "import { n } from './inner';\nexport const o = n + 1;")
    cell = f"import {{ o }} from '{above}/typed/outer'; o"
    assert notebook.run(cell).result == "2"
    write(f"{folder}/typed/inner.ts", "const one = 1;\nexport const n: string = one;")
    shown = f"{'' if folder == 'notebooks' else '../lib/'}typed/inner.ts:2:14"
    error = notebook.run(cell).error
    assert error == f"TypeScriptError: {shown} - error TS2322: Type 'number' is not assignable to type 'string'."
    write(f"{folder}/typed/inner.ts", "export const n = 5;")
    assert notebook.run(cell).result == "6"


@pytest.mark.parametrize(("folder", "above"), [("notebooks", "."), ("lib", "../lib")])
def test_a_file_that_was_deleted_is_missed_and_found_again(notebook, write, folder, above):
    inner = write(f"{folder}/gone/inner.ts", "export const n = 1;")
    write(f"{folder}/gone/outer.ts", "export const k = 1;\nexport { n } from './inner';")
    cell = f"import {{ n }} from '{above}/gone/outer'; n"
    for value in ["1", "2"]:
        assert notebook.run(cell).result == value
        inner.unlink()
        assert "gone/outer.ts:2:19 - error TS2307: Cannot find module './inner'" in notebook.run(cell).error
        write(f"{folder}/gone/inner.ts", "export const n = 2;")
    assert notebook.run(cell).result == "2"


@pytest.mark.parametrize(("folder", "above"), [("notebooks", "."), ("lib", "../lib")])
def test_a_file_that_was_missing_is_found_as_soon_as_it_is_there(notebook, write, place, folder, above):
    for k in range(3):
        cell = f"import {{ late }} from '{above}/late{k}'; late"
        error = notebook.run(cell).error
        assert f"1:22 - error TS2307: Cannot find module '{above}/late{k}'" in error
        write(f"{folder}/late{k}.ts", f"export const late = {k};")
        assert notebook.run(cell).result == str(k)
        assert notebook.run("'another'").result == "another"


def test_a_missing_file_says_where_the_path_begins(notebook, place):
    run = notebook.run("import { x } from '../lib/none'; x")
    assert f"This kernel works in {place / 'notebooks'}, where relative paths begin." in run.traceback


def test_a_file_that_failed_is_loaded_again(notebook, write):
    write("lib/failing/inner.ts", "import './outer';\nexport const n = 1;\nthrow new RangeError('inner failed');")
    write("lib/failing/outer.ts", "import { n } from './inner';\nexport const o = () => n;")
    cell = "import { o } from '../lib/failing/outer'; o()"
    for _ in range(2):
        run = notebook.run(cell)
        assert run.error == "RangeError: inner failed"
        assert "lib/failing/inner.ts:3:7" in run.traceback
    write("lib/failing/inner.ts", "import './outer';\nexport const n = 3;")
    assert notebook.run(cell).result == "3"


def test_an_error_shows_the_line_of_the_file_as_it_is_written(notebook, write):
    write(
        "lib/lines.ts",
        "interface A { a: number }\n\nexport type B = A;\n\nexport function fail(): never {\n  const a: B = { a: 1 };\n\n  throw new Error(`${a.a}`);\n}",
    )
    run = notebook.run("import { fail } from '../lib/lines'; fail();")
    assert run.error == "Error: 1"
    assert "lib/lines.ts:8:9" in run.traceback


def test_a_file_is_no_package_and_a_package_no_file(notebook, write):
    write("notebooks/path.ts", "export const own = 'own';")
    assert notebook.run("import { own } from './path'; own").result == "own"
    assert notebook.run("import * as path from 'path'; [path.sep, (path as any).own]").result == "[ '/', undefined ]"


def test_what_modules_have_beside_values(notebook, write, place):
    write(
        "lib/forms.mts",
        "export const enum Side { Buy = 1, Sell = 2 }\nexport type Row = { side: Side };\nexport const here = import.meta.url;\nexport default class Book {}",
    )
    write(
        "lib/forms-outer.ts",
        "import Book, { Side, type Row, here } from './forms.mjs';\nexport type { Row } from './forms.mjs';\nexport * from './forms.mjs';\nexport const row: Row = { side: Side.Sell };\nexport const book = new Book();\nexport { here as there };",
    )
    run = notebook.run(
        "import { row, book, there, Side, type Row } from '../lib/forms-outer'; const same: Row = row; JSON.stringify([same.side, Side.Buy, book.constructor.name, there])"
    )
    assert run.result == f'[2,1,"Book","file://{place}/lib/forms.mts"]'


def test_a_module_cell_and_a_file_import_each_other(notebook, write):
    notebook.run("/** @module rates */\nexport const rate = 2;")
    write("notebooks/uses-rates.ts", "import { rate } from './rates';\nexport const twice = rate * 2;")
    cell = "import { twice } from './uses-rates'; twice"
    assert notebook.run(cell).result == "4"
    notebook.run("/** @module rates */\nexport const rate = 5;")
    assert notebook.run(cell).result == "10"


def test_names_of_a_file_above_are_completed_and_told(notebook, write):
    write("lib/told.ts", "/** The fee in basis points. */\nexport const takerFee = 9;")
    code = "import { take } from '../lib/told'"
    content = notebook.client.complete(code, code.index("take") + 4, reply=True, timeout=60)["content"]
    assert content["matches"] == ["takerFee"]
    code = "import { takerFee } from '../lib/told'; takerFee"
    data = notebook.client.inspect(code, len(code) - 1, reply=True, timeout=60)["content"]["data"]
    assert "The fee in basis points." in data["text/plain"]
