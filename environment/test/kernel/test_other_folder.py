"""A notebook that is opened outside of the project's folder."""

# Cells stand as they would be typed.

import os

import pytest
from driver import ROOT, Kernel


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("elsewhere")


@pytest.fixture(scope="module")
def notebook(folder):
    kernel = Kernel(folder=folder)
    yield kernel
    kernel.close()


GIVEN = [
    ("import { gbm } from 'ipc-tax'; gbm().close.length", "150000"),
    ("import * as aq from 'arquero'; aq.table({ a: [1, 2] }).numRows()", "2"),
    ("import { Publisher } from 'zeromq'; typeof Publisher", "function"),
    ("import * as tslab from 'tslab'; typeof tslab.display.text", "function"),
    ("typeof (await import('ipc-tax')).gbm", "function"),
    ("require('ipc-tax/package.json').name", "ipc-tax"),
    ("Buffer.from('types of Node').length + process.argv.length > 0", "true"),
]


@pytest.mark.parametrize(("cell", "expected"), GIVEN, ids=[cell for cell, _ in GIVEN])
def test_the_projects_packages_are_there(notebook, cell, expected):
    assert notebook.run(cell).result == expected


def test_their_types_are_there(notebook):
    assert notebook.run("import { gbm } from 'ipc-tax'; const n: string = gbm();").error.startswith(
        "TypeScriptError: 1:38 - error TS2322: Type 'Series' is not assignable to type 'string'."
    )
    data = notebook.client.inspect("import { gbm } from 'ipc-tax'; gbm", 33, reply=True, timeout=60)["content"]["data"]
    assert "geometric Brownian motion" in data["text/plain"]


def test_a_file_of_the_folder_uses_them_too(notebook, folder):
    (folder / "mine.ts").write_text(
        "import { gbm } from 'ipc-tax';\nexport const bars = (): number => gbm().close.length;"
    )
    assert notebook.run("import { bars } from './mine'; bars()").result == "150000"
    assert notebook.run("import { gbm } from 'ipc-tax'; gbm === require('ipc-tax').gbm").result == "true"


MISSING = [
    "import { x } from 'not-installed'; x",
    "import 'not-installed/part'; import { x } from 'not-installed'; x",
    "require('not-installed')",
    "await import('not' + '-installed')",
]


@pytest.mark.parametrize("cell", MISSING)
def test_what_is_not_there_is_told_with_the_ways_out(notebook, folder, cell):
    run = notebook.run(cell)
    assert run.status == "error"
    for told in [
        "Cannot find module 'not-installed",
        f"This kernel works in {folder}, and takes packages from node_modules there and above",
        f"ipc-tax, plotly.js, tslab, zeromq of the project in {ROOT}.",
        "Install it in that folder (npm install not-installed)",
        "or open the notebook in a folder that has it.",
    ]:
        assert told in run.traceback, run.traceback


def test_what_a_file_lacks_is_told_too(notebook, folder):
    (folder / "lacks.ts").write_text("import { x } from '@scope/not-installed/deep';\nexport const y = x;")
    run = notebook.run("import { y } from './lacks'; y")
    assert run.error.startswith("TypeScriptError: lacks.ts:1:19 - error TS2307: Cannot find module '@scope/not-")
    assert "(npm install @scope/not-installed)" in run.traceback


def test_a_package_of_the_project_that_it_does_not_name_is_not_given(notebook):
    assert (ROOT / "node_modules" / "msgpackr").is_dir()
    assert "Cannot find module 'msgpackr'" in notebook.run("import 'msgpackr'; require('msgpackr')").traceback


def test_the_folders_own_package_comes_first(tmp_path):
    package = tmp_path / "node_modules" / "arquero"
    package.mkdir(parents=True)
    (package / "package.json").write_text('{"name": "arquero", "main": "index.js", "types": "index.d.ts"}')
    (package / "index.js").write_text("exports.own = 'its own';")
    (package / "index.d.ts").write_text("export const own: string;")
    kernel = Kernel(folder=tmp_path)
    try:
        assert kernel.run("import { own } from 'arquero'; own").result == "its own"
        assert kernel.run("import { gbm } from 'ipc-tax'; gbm().close.length").result == "150000"
    finally:
        kernel.close()


def test_a_package_that_lacks_one_of_its_own_says_which(notebook, folder):
    package = folder / "node_modules" / "broken"
    package.mkdir(parents=True, exist_ok=True)
    (package / "index.js").write_text("require('lacking');")
    run = notebook.run("require('broken')")
    assert "Cannot find module 'lacking'" in run.error
    assert os.path.join("broken", "index.js") in run.traceback
