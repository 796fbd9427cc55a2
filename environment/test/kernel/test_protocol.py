"""The Jupyter project's own suite for kernels, and what else of the protocol front ends rely on."""

# The suite is set up by lists in a class.
# ruff: noqa: RUF012

import os
import shutil

import jupyter_kernel_test
from driver import ENVIRONMENT, JUPYTER, KERNEL, ROOT
from jupyter_client import KernelManager
from jupyter_client.kernelspec import KernelSpecManager


class TestPublicSuite(jupyter_kernel_test.KernelTests):
    kernel_name = KERNEL
    language_name = "typescript"
    file_extension = ".ts"
    code_hello_world = "console.log('hello, world')"
    code_stderr = "console.error('oops')"
    completion_samples = [{"text": "Math.hyp", "matches": {"hypot"}}, {"text": "[1].findLastI"}]
    complete_code_samples = ["1", "const a = 1", "function f() {\n  return 1;\n}"]
    incomplete_code_samples = ["function f() {", "const a = [", "if (true) {"]
    code_generate_error = "throw new Error('x')"
    code_execute_result = [{"code": f"{k} + {k}", "result": str(k + k)} for k in range(4)]
    code_display_data = [
        {"code": "import * as tslab from 'tslab'; tslab.display.html('<b>1</b>')", "mime": "text/html"},
        {"code": "import * as tslab from 'tslab'; tslab.display.png(new Uint8Array([1]))", "mime": "image/png"},
    ]
    code_history_pattern = "3 *"
    supported_history_operations = ("tail", "range", "search")
    code_inspect_sample = "parseInt"

    # What does not apply: this kernel has no pager and never clears an output (it replaces them by their id), and
    # the welcome message of JEP 65, a class of its own in the suite, is not sent: it needs an XPUB socket.
    test_pager = None
    test_clear_output = None

    @classmethod
    def setUpClass(cls):
        specs = KernelSpecManager(kernel_dirs=[str(JUPYTER / "kernels")])
        cls.km = KernelManager(kernel_name=KERNEL, kernel_spec_manager=specs)
        cls.km.start_kernel(cwd=str(ROOT / "notebooks"), env=ENVIRONMENT)
        cls.kc = cls.km.client()
        cls.kc.start_channels()
        cls.kc.wait_for_ready(timeout=60)


def test_the_kernelspec_has_no_absolute_path():
    text = (JUPYTER / "kernels" / KERNEL / "kernel.json").read_text()
    assert '"/' not in text and str(ROOT) not in text
    assert os.sep + "home" not in text


def test_inspection_shows_our_doc_comments(kernel):
    kernel.run("/** The fee in basis points. */\nfunction fee(bp: number): number { return bp / 10_000; }")
    for code, position in [("fee", 3), ("fee(3)", 1), ("1 + fee(3)", 6)]:
        data = kernel.client.inspect(code, position, reply=True, timeout=20)["content"]["data"]
        assert data["text/plain"] == "function fee(bp: number): number\n\nThe fee in basis points."


def test_inspection_inside_a_call_shows_the_function(kernel):
    kernel.run("/** Adds. */\nfunction add(a: number, b: number): number { return a + b; }")
    for code in ["add(", "add(1, ", "add(Math.max(1, 2), "]:
        data = kernel.client.inspect(code, len(code), reply=True, timeout=20)["content"]["data"]
        assert data["text/plain"] == "function add(a: number, b: number): number\n\nAdds."


def test_inspection_behind_the_end_of_the_code_is_of_its_end(kernel):
    kernel.run("/** The fee in basis points. */\nfunction fee(bp: number): number { return bp / 10_000; }")
    data = kernel.client.inspect("fee", 5, reply=True, timeout=20)["content"]["data"]
    assert data["text/plain"].endswith("The fee in basis points.")


def test_inspection_of_an_unknown_name_finds_nothing(kernel):
    assert kernel.client.inspect("feee", 3, reply=True, timeout=20)["content"]["found"] is False


def test_completions_tell_their_kind(kernel):
    kernel.run("function feeOf(bp: number): number { return bp; }")
    content = kernel.client.complete("feeO", reply=True, timeout=20)["content"]
    known = content["metadata"]["_jupyter_types_experimental"]
    assert known == [{"text": "feeOf", "type": "function", "start": 0, "end": 4}]


def test_inspection_of_the_library_shows_its_doc_comments(kernel):
    kernel.run("import { OptionError } from 'ipc-tax'")
    content = kernel.client.inspect("OptionError", 4, reply=True, timeout=20)["content"]
    assert content["found"] and "OptionError" in content["data"]["text/plain"]
    assert "\n\n" in content["data"]["text/plain"], "the comment follows the signature"


def test_completion_knows_the_library_and_earlier_cells(kernel):
    kernel.run("const ticksPerDay = 1440;")
    assert "ticksPerDay" in kernel.client.complete("ticksP", reply=True, timeout=20)["content"]["matches"]
    code = "import { Opt } from 'ipc-tax'"
    matches = kernel.client.complete(code, code.index("Opt") + 3, reply=True, timeout=20)["content"]["matches"]
    assert "OptionError" in matches


def test_a_silent_request_leaves_no_trace(kernel):
    before = kernel.run("1").reply["execution_count"]
    run = kernel.run("2", silent=True, store_history=False)
    assert (run.status, run.outputs) == ("ok", [])
    assert kernel.run("3").reply["execution_count"] == before + 1


def test_comm_messages_are_not_printed_into_cells(kernel):
    message = kernel.client.session.msg("comm_open", {"comm_id": "x", "target_name": "jupyter.widget", "data": {}})
    kernel.client.shell_channel.send(message)
    request = kernel.client.comm_info(reply=True, timeout=20)
    assert request["msg_type"] == "comm_info_reply"
    assert kernel.run("1").printed == ""


def test_a_message_with_a_wrong_signature_is_ignored(kernel):
    session = kernel.client.session
    good = session.key
    session.key = b"another"
    try:
        kernel.client.execute("process.exit(1)")
    finally:
        session.key = good
    assert kernel.run("'still here'").result == "still here"


def test_the_kernel_runs_under_the_node_it_is_told(kernel):
    told = os.environ.get("NODE") or shutil.which("node")
    assert kernel.run("require('fs').realpathSync(process.execPath)").result == os.path.realpath(told)


def test_a_library_can_tell_that_it_is_in_the_kernel(kernel):
    assert kernel.run("(globalThis as any)[Symbol.for('ipc-tax.kernel')].tslab").result == "1.0.22"
