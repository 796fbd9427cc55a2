"""A linked package that is rebuilt while a notebook uses it."""

# Cells stand as they would be typed.

import os

import pytest
from driver import Kernel


def build(folder, version, extra=""):
    """Writes the package's build: a class, and a function in a file of its own."""
    (folder / "part.js").write_text(f"exports.version = () => {version};\n")
    (folder / "index.js").write_text(
        f"const part = require('./part.js');\nexports.version = part.version;\nexports.Row = class Row {{}};\n{extra}"
    )
    typed = "export declare const added: number;\n" if extra else ""
    (folder / "index.d.ts").write_text(
        f"export declare function version(): number;\nexport declare class Row {{}}\n{typed}"
    )


@pytest.fixture
def package(tmp_path):
    folder = tmp_path / "linked"
    folder.mkdir()
    (folder / "package.json").write_text(
        '{"name": "linked", "version": "1.0.0", "main": "index.js", "types": "index.d.ts"}'
    )
    build(folder, 1)
    work = tmp_path / "work"
    (work / "node_modules").mkdir(parents=True)
    os.symlink(folder, work / "node_modules" / "linked")
    return folder


@pytest.fixture
def notebook(package, tmp_path):
    kernel = Kernel(folder=tmp_path / "work")
    yield kernel
    kernel.close()


IMPORT = "import { version, Row } from 'linked'; version()"


def test_the_import_cell_takes_the_rebuilt_package_and_says_that_values_are_stale(notebook, package):
    assert notebook.run(IMPORT).result == "1"
    assert notebook.run("const row = new Row(); version()").printed == ""
    build(package, 2)
    stale = notebook.run("version()")
    assert stale.result == "1"
    assert "linked was rebuilt after this notebook loaded it: this cell ran on the old build." in stale.printed
    assert notebook.run("version()").printed == "", "told once"
    again = notebook.run(IMPORT)
    assert again.result == "2"
    assert "linked was rebuilt: this cell loaded the new build. Values made before it" in again.printed
    after = notebook.run("[version(), row instanceof Row]")
    assert (after.result, after.printed) == ("[ 2, false ]", "")


def test_new_types_are_there_at_once(notebook, package):
    notebook.run(IMPORT)
    build(package, 2, extra="exports.added = 7;\n")
    assert notebook.run("import { added } from 'linked'; added").result == "7"


def test_a_build_with_the_same_content_is_no_change(notebook, package):
    notebook.run(IMPORT)
    build(package, 1)
    assert notebook.run(IMPORT).printed == ""


def test_installed_packages_are_left_alone(notebook):
    notebook.run("import * as path from 'path'; const first = require.resolve;")
    assert notebook.run("import * as path from 'path'; path.sep").printed == ""
