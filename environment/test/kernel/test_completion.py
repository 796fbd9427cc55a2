"""Names that complete inside a text: those of the option it is given to, in place of what is typed."""

# Cells stand as they would be typed; | is the cursor.

import json
import subprocess

import pytest
from driver import ROOT

IMPORTS = (
    "import { architectures, echoCurve, lowerFloors, run, serializationTax, startEngine, tunedKernel } from 'ipc-tax'"
)


@pytest.fixture(scope="module")
def names():
    """The names the library itself takes, by option."""
    script = (
        "const t = require('ipc-tax'); console.log(JSON.stringify({ architectures: t.architectureNames(), "
        "clients: t.ECHO_CLIENT_NAMES, codecs: t.codecNames, transports: t.ECHO_TRANSPORTS, which: t.KERNEL_NAMES }))"
    )
    made = subprocess.run(["node", "-e", script], cwd=ROOT, capture_output=True, text=True, check=True)
    return {option: set(known) for option, known in json.loads(made.stdout).items()}


def completed(kernel, marked):
    """What completes at the cursor, and the text when the first of it is taken."""
    assert kernel.run(IMPORTS).status == "ok"
    at = marked.index("|")
    code = marked.replace("|", "")
    content = kernel.client.complete(code, at, reply=True, timeout=60)["content"]
    matches = content["matches"]
    taken = code[: content["cursor_start"]] + (matches or [""])[0] + code[content["cursor_end"] :]
    return set(matches), taken


@pytest.mark.parametrize(
    ("marked", "option"),
    [
        ("await run(architectures, { architectures: ['|", "architectures"),
        ("await run(architectures, { architectures: ['|'] })", "architectures"),
        ("await run(architectures, { runs: 2, architectures: ['in_process_v8', '|'] })", "architectures"),
        ("const options = { architectures: ['|", "architectures"),
        ("const options = {\n  bars: 20_000,\n  runs: 2,\n  architectures: ['|'],\n};", "architectures"),
        ('const options = { architectures: ["|"] }', "architectures"),
        ("await run(echoCurve, { clients: ['|'] })", "clients"),
        ("const options = { clients: ['|", "clients"),
        ("await run(echoCurve, { transports: ['|'] })", "transports"),
        ("const options = { floats: [1], clients: [], transports: ['|'] }", "transports"),
        ("await run(serializationTax, { codecs: ['|'] })", "codecs"),
        ("const options = { codecs: ['|", "codecs"),
        ("await run(tunedKernel, { which: ['|'] })", "which"),
    ],
)
def test_all_names_of_an_option(kernel, names, marked, option):
    matches, _ = completed(kernel, marked)
    assert matches == names[option]


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("await startEngine({ transport: '|", {"unix", "tcp", "shared-memory", "spawn"}),
        ("await startEngine({ kernel: '|' })", {"naive", "unchecked", "direct", "tuned"}),
        ("const options = { kernel: '|' }", {"naive", "tuned"}),
        ("const options = { transport: '|', rounds: 1 }", {"unix", "tcp"}),
        ("await run(lowerFloors, { transports: ['|'] })", {"unix", "shared-memory", "zeromq-tcp"}),
    ],
)
def test_names_of_other_options(kernel, marked, expected):
    matches, _ = completed(kernel, marked)
    assert expected <= matches


@pytest.mark.parametrize(
    ("marked", "taken"),
    [
        (
            "await startEngine({ transport: 'shared-memory-d|' })",
            "await startEngine({ transport: 'shared-memory-doorbell' })",
        ),
        ("const o = { architectures: ['rust_batch_unc|'] }", "const o = { architectures: ['rust_batch_unchecked'] }"),
        ("const o = { architectures: ['rust_batch_unc|", "const o = { architectures: ['rust_batch_unchecked"),
        ("await startEngine({ kernel: 'na|x' })", "await startEngine({ kernel: 'naive' })"),
    ],
)
def test_a_completion_takes_the_place_of_what_is_typed(kernel, marked, taken):
    assert completed(kernel, marked)[1] == taken


@pytest.mark.parametrize(
    "marked", ["const text = 'rust_|'", "const x = { nothing: '|' }", "f('|')", "const o = { [k]: '|' }"]
)
def test_a_text_that_is_no_name_completes_with_nothing(kernel, marked):
    assert completed(kernel, marked)[0] == set()
