"""A tslab that is not the one the patches were written for is refused, by name, before any cell runs."""

# Cells stand as they would be typed.

import json
import os
import shutil
import subprocess

import pytest
from driver import ENVIRONMENT, ROOT

LIST = "console.log(JSON.stringify(require(process.argv[1]).map((p) => ({ ...p, edits: p.edits.map(({ file, find }) => ({ file, find })) }))))"


def patches():
    index = ROOT / "environment" / "kernel" / "patches" / "index.cjs"
    found = subprocess.run(
        ["node", "-e", LIST, str(index)], env=ENVIRONMENT, capture_output=True, text=True, check=True
    )
    return json.loads(found.stdout)


PATCHES = patches()


@pytest.fixture
def copy(tmp_path):
    """The launcher beside its own copy of tslab, whose other packages are the project's."""
    shutil.copytree(ROOT / "environment" / "kernel", tmp_path / "kernel")
    shutil.copytree(ROOT / "node_modules" / "tslab", tmp_path / "node_modules" / "tslab")
    for package in (ROOT / "node_modules").iterdir():
        target = tmp_path / "node_modules" / package.name
        if not target.exists():
            os.symlink(package, target)
    return tmp_path


def launch(folder):
    return subprocess.run(
        ["node", str(folder / "kernel" / "launch.cjs"), str(folder / "none.json")],
        env=ENVIRONMENT,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_each_patch_says_what_it_is_for():
    for patch in PATCHES:
        assert patch["name"] and patch["symptom"].endswith(".") and patch["cause"].endswith("."), patch["name"]
        assert patch["edits"], patch["name"]


@pytest.mark.parametrize("patch", PATCHES, ids=[patch["name"] for patch in PATCHES])
def test_a_changed_source_is_refused(copy, patch):
    edit = patch["edits"][0]
    file = copy / "node_modules" / "tslab" / edit["file"]
    first, rest = edit["find"].lstrip()[0], edit["find"].lstrip()[1:]
    file.write_text(
        file.read_text().replace(edit["find"], edit["find"].replace(first + rest, f"{first} /* other */ {rest}"))
    )
    result = launch(copy)
    assert result.returncode == 1
    assert f'the kernel patch "{patch["name"]}" does not fit' in result.stderr
    assert edit["find"] in result.stderr


def test_another_version_is_refused(copy):
    manifest = copy / "node_modules" / "tslab" / "package.json"
    manifest.write_text(manifest.read_text().replace('"1.0.22"', '"1.0.23"'))
    result = launch(copy)
    assert result.returncode == 1
    assert result.stderr == "ipc-tax kernel: tslab 1.0.23 is installed; the kernel's patches are for 1.0.22\n"


def test_no_connection_file_is_one_clear_line():
    result = subprocess.run(
        ["node", str(ROOT / "environment" / "kernel" / "launch.cjs")], env=ENVIRONMENT, capture_output=True, text=True
    )
    assert result.returncode == 1
    assert result.stderr.startswith("ipc-tax kernel: usage: launch.cjs CONNECTION_FILE")


def test_a_connection_file_that_is_not_there(tmp_path):
    result = launch_with(tmp_path / "none.json")
    assert result.returncode == 1
    assert "none.json" in result.stderr


def launch_with(connection):
    return subprocess.run(
        ["node", str(ROOT / "environment" / "kernel" / "launch.cjs"), str(connection)],
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        timeout=60,
    )
