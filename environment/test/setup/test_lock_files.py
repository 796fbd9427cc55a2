"""What is installed is fixed to the byte, and from no particular host."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[3]
MANIFEST = json.loads((PROJECT / "package.json").read_text("utf-8"))
NPM_LOCK = json.loads((PROJECT / "package-lock.json").read_text("utf-8"))
REQUIREMENTS = (PROJECT / "environment" / "python" / "requirements.txt").read_text("utf-8")
ASKED = (PROJECT / "environment" / "python" / "requirements.in").read_text("utf-8")

# One requirement: the line that names it and the lines it is continued on.
ENTRY = re.compile(
    r"^([a-z0-9-]+)==(\S+)[^\n]*\\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+",
    re.MULTILINE,
)


@pytest.mark.parametrize("name", ["arquero", "danfojs-node", "plotly.js", "tslab", "zeromq"])
def test_the_five_packages_of_the_notebooks_are_direct_and_exact(name: str) -> None:
    version = MANIFEST["dependencies"][name]
    assert re.fullmatch(r"\d+\.\d+\.\d+", version)
    assert NPM_LOCK["packages"][f"node_modules/{name}"]["version"] == version


def test_every_dependency_is_exact() -> None:
    lib = json.loads((PROJECT / "lib" / "package.json").read_text("utf-8"))
    for manifest in (MANIFEST, lib):
        for group in ("dependencies", "devDependencies", "optionalDependencies"):
            for name, version in manifest.get(group, {}).items():
                assert re.fullmatch(r"\d+\.\d+\.\d+", version), f"{name}: {version}"


def test_the_npm_lock_names_no_registry_and_hashes_everything() -> None:
    for path, package in NPM_LOCK["packages"].items():
        resolved = package.get("resolved", "")
        assert "://" not in resolved, f"{path}: {resolved}"
        if path.startswith("node_modules/") and not package.get("link") and not package.get("inBundle"):
            assert package.get("integrity", "").startswith("sha512-"), path
    npmrc = (PROJECT / ".npmrc").read_text("utf-8")
    assert "omit-lockfile-registry-resolved=true" in npmrc
    assert "registry=" not in npmrc


def test_the_python_lock_names_no_index_and_hashes_everything() -> None:
    assert "://" not in REQUIREMENTS
    assert not re.search(r"^\s*-", re.sub(r"^    --hash=.*$", "", REQUIREMENTS, flags=re.MULTILINE), re.MULTILINE)
    entries = ENTRY.findall(REQUIREMENTS)
    named = re.findall(r"^[a-zA-Z]\S*", REQUIREMENTS, re.MULTILINE)
    assert len(entries) == len(named) > 50


def test_the_python_lock_holds_what_is_asked() -> None:
    locked = set(ENTRY.findall(REQUIREMENTS))
    asked = re.findall(r"^([a-z0-9_-]+)==(\S+)$", ASKED, re.MULTILINE)
    assert len(asked) >= 9
    for name, version in asked:
        assert (name.replace("_", "-"), version) in locked


def test_the_rust_lock_names_no_mirror() -> None:
    lock = (PROJECT / "engine-rs" / "Cargo.lock").read_text("utf-8")
    for source in re.findall(r'^source = "(.*)"$', lock, re.MULTILINE):
        assert source == "registry+https://github.com/rust-lang/crates.io-index"
