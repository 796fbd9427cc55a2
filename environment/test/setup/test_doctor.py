"""The doctor on machines that lack something: one line for each fault, with how to get it."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path

import pytest
from fake_machine import Machine

PROJECT = Path(__file__).resolve().parents[3]
DOCTOR = PROJECT / "environment" / "doctor" / "doctor.sh"


def faults(machine: Machine, **environment: str) -> list[str]:
    """The doctor's lines on standard error; exit code and --quiet must agree with them."""
    loud = machine.run(DOCTOR, **environment)
    quiet = machine.run(DOCTOR, "--quiet", **environment)
    assert quiet.stdout == ""
    assert quiet.stderr == loud.stderr
    assert loud.returncode == quiet.returncode == (1 if loud.stderr else 0)
    return loud.stderr.splitlines()


def test_says_nothing_when_quiet_and_all_is_well(machine: Machine) -> None:
    assert faults(machine) == []
    loud = machine.run(DOCTOR).stdout
    for line in ("node     ok: 22.12.0", "npm      ok: 10.9.0", "rust     ok: 1.93.0", "doctor: all is well"):
        assert line in loud


@pytest.mark.parametrize(
    ("command", "name", "how"),
    [
        ("node", "node", "nodejs.org"),
        ("npm", "npm", "nodejs.org"),
        ("cargo", "rust", "rustup"),
        ("cc", "linker", "build-essential"),
        ("python3", "python", "python3-venv"),
        ("make", "make", "apt-get install make"),
    ],
)
def test_names_what_is_missing_in_one_line(machine: Machine, command: str, name: str, how: str) -> None:
    machine.remove(command)
    (line,) = faults(machine)
    assert line.startswith(name)
    assert re.search(r"not found|no Python 3\.11 to 3\.13", line)
    assert how in line.partition("Get it: ")[2]


@pytest.mark.parametrize(
    ("command", "name", "says", "version", "minimum"),
    [
        ("node", "node", "v20.18.3", "20.18.3", "20.19"),
        ("node", "node", "v18.20.8", "18.20.8", "20.19"),
        ("npm", "npm", "9.2.0", "9.2.0", "10"),
        ("cargo", "rust", "cargo 1.63.0 (fd9c4297c 2022-07-01)", "1.63.0", "1.93"),
        ("make", "make", "GNU Make 3.80", "3.80", "3.81"),
    ],
)
def test_names_what_is_too_old(
    machine: Machine, command: str, name: str, says: str, version: str, minimum: str
) -> None:
    machine.put(command, f"echo '{says}'")
    (line,) = faults(machine)
    assert line.startswith(name)
    assert f"{version} is too old; {minimum} or newer is needed. Get it: " in line


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("node", "v20.19.0"),
        ("node", "v24.1.0"),
        ("npm", "11.19.1"),
        ("cargo", "cargo 1.93.0"),
        ("cargo", "cargo 2.0.0"),
    ],
)
def test_takes_the_minimum_and_what_is_newer(machine: Machine, command: str, says: str) -> None:
    machine.put(command, f"echo '{says}'")
    assert faults(machine) == []


def test_a_command_that_fails_is_not_there(machine: Machine) -> None:
    machine.put("cargo", "echo 'rustup could not choose a version of cargo to run' >&2; exit 1")
    (line,) = faults(machine)
    assert line.startswith("rust ")
    assert "'cargo --version' fails" in line


def test_a_compiler_that_cannot_link_is_told(machine: Machine) -> None:
    machine.put("cc", "exit 1")
    (line,) = faults(machine)
    assert "can't link" in line


def test_a_missing_static_library_is_told_on_linux(machine: Machine) -> None:
    machine.put("cc", '[ "$1" != -static ]')
    machine.put("uname", "echo Linux")
    (line,) = faults(machine)
    assert "not statically" in line
    assert "glibc-static" in line
    machine.put("uname", "echo Darwin")
    assert faults(machine) == []


def test_every_fault_has_its_line(machine: Machine) -> None:
    for command in ("node", "npm", "cargo", "cc", "python3"):
        machine.remove(command)
    assert [line.split()[0] for line in faults(machine)] == ["node", "npm", "rust", "linker", "python"]


def test_a_python_that_is_only_a_shim_is_passed_over(machine: Machine) -> None:
    machine.put("python3.13", "echo 'pyenv: python3.13: command not found' >&2; exit 127")
    machine.put("python3.12", "exit 127")
    assert faults(machine) == []


@pytest.mark.parametrize("version", ["3.10.13", "3.14.0", "2.7.18"])
def test_a_python_of_another_version_will_not_do(machine: Machine, version: str) -> None:
    machine.put_python("python3", version)
    (line,) = faults(machine)
    assert line.startswith("python")


@pytest.mark.parametrize("version", ["3.11.0", "3.12.7", "3.13.1"])
def test_a_python_of_three_versions_will_do(machine: Machine, version: str) -> None:
    machine.put_python("python3", version)
    assert faults(machine) == []


def test_a_python_without_venv_will_not_do(machine: Machine) -> None:
    # Debian's python3 without python3-venv: the module ensurepip is not there.
    hide = "import sys; sys.modules['ensurepip'] = None; exec(sys.argv[1])"
    machine.put("python3", f'exec "{sys.executable}" -c "{hide}" "$2"')
    (line,) = faults(machine)
    assert "venv" in line


def test_the_users_choice_of_python_is_the_only_candidate(machine: Machine) -> None:
    (line,) = faults(machine, PYTHON="python9")
    assert "PYTHON=python9" in line
    machine.put_python("my-python")
    machine.remove("python3")
    assert faults(machine, PYTHON="my-python") == []


def test_an_unknown_argument_is_refused(machine: Machine) -> None:
    done = machine.run(DOCTOR, "--loud")
    assert done.returncode == 2
    assert "'--loud'" in done.stderr


def test_minimums_are_those_of_the_manifests() -> None:
    script = DOCTOR.read_text(encoding="utf-8")
    node = json.loads((PROJECT / "package.json").read_text("utf-8"))["engines"]["node"]
    rust = tomllib.loads((PROJECT / "engine-rs" / "Cargo.toml").read_text("utf-8"))
    assert f"node_minimum={node.removeprefix('>=')}\n" in script
    assert f"rust_minimum={rust['workspace']['package']['rust-version']}\n" in script
