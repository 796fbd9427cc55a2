"""A kernel driven over the Jupyter protocol, as a notebook would drive it."""

import atexit
import os
import shutil
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty

ROOT = Path(__file__).resolve().parents[3]
# Connection files are written here; Jupyter reads this when it is imported.
os.environ.setdefault("JUPYTER_RUNTIME_DIR", str(ROOT / "build" / "jupyter" / "runtime"))

from jupyter_client import KernelManager  # noqa: E402
from jupyter_client.kernelspec import KernelSpecManager  # noqa: E402

JUPYTER = ROOT / "environment" / "jupyter"
KERNEL = "ipc-tax"


def kernel_environment():
    """The kernel's environment; NODE=/path/to/node in ours runs it under another Node."""
    environment = dict(os.environ)
    node = environment.pop("NODE", None)
    if node:
        folder = tempfile.mkdtemp(prefix="ipc-tax-node-")
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        os.symlink(Path(node).resolve(), Path(folder) / "node")
        environment["PATH"] = folder + os.pathsep + environment["PATH"]
    return environment


ENVIRONMENT = kernel_environment()


@dataclass
class Run:
    """What one cell did: the reply's content, and the outputs in order as (message type, content)."""

    reply: dict
    outputs: list = field(default_factory=list)

    @property
    def status(self):
        return self.reply["status"]

    @property
    def errors(self):
        return [content for kind, content in self.outputs if kind == "error"]

    @property
    def error(self):
        """NAME: MESSAGE of the one error output."""
        assert len(self.errors) == 1, self.outputs
        assert self.reply["ename"] == self.errors[0]["ename"]
        return f"{self.errors[0]['ename']}: {self.errors[0]['evalue']}"

    @property
    def traceback(self):
        return "\n".join(self.errors[0]["traceback"])

    @property
    def printed(self):
        return "".join(content["text"] for kind, content in self.outputs if kind == "stream")

    @property
    def result(self):
        """The text of the last expression; fails when the cell did."""
        assert self.status == "ok", self.outputs
        shown = [content["data"]["text/plain"] for kind, content in self.outputs if kind == "execute_result"]
        return shown[0] if shown else None


class Kernel:
    """One running kernel. `launcher`: another launch.cjs than the project's."""

    def __init__(self, folder=ROOT / "notebooks", environment=None):
        specs = KernelSpecManager(kernel_dirs=[str(JUPYTER / "kernels")])
        self.manager = KernelManager(kernel_name=KERNEL, kernel_spec_manager=specs)
        self.manager.start_kernel(cwd=str(folder), env={**ENVIRONMENT, **(environment or {})})
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=60)

    @property
    def pid(self):
        return self.manager.provisioner.pid

    def published(self, timeout):
        """The next message of the output channel; says how the kernel stands where none comes."""
        try:
            return self.client.get_iopub_msg(timeout=timeout)
        except Empty:
            raise AssertionError(f"nothing was published for {timeout} s; {self.standing()}") from None

    def standing(self):
        """Whether the process lives, and what its threads do."""
        code = self.manager.provisioner.process.poll()
        if code is not None:
            return f"the kernel ended with {code}"
        threads = []
        for task in Path(f"/proc/{self.pid}/task").glob("*"):
            name, fields = (task / "stat").read_text().rsplit(")", 1)
            threads.append(f"{name.split('(', 1)[1]} {fields.split()[0]} {(task / 'wchan').read_text()}")
        return f"the kernel's threads: {', '.join(threads)}"

    def start(self, code, **options):
        """Sends a cell; `finish` waits for its end."""
        return self.client.execute(code, **options)

    def finish(self, request, timeout=60):
        """The Run of a cell that was sent. Outputs of other cells go to `self.foreign`."""
        outputs = []
        while True:
            message = self.published(timeout)
            if message["parent_header"].get("msg_id") != request:
                self.foreign.append((message["parent_header"].get("msg_id"), message["msg_type"], message["content"]))
                continue
            kind, content = message["msg_type"], message["content"]
            if kind == "status" and content["execution_state"] == "idle":
                self.ended = message["header"]["date"]
                break
            if kind not in ("status", "execute_input"):
                outputs.append((kind, content))
        while True:
            reply = self.client.get_shell_msg(timeout=timeout)
            if reply["parent_header"].get("msg_id") == request:
                return Run(reply["content"], outputs)

    def run(self, code, timeout=60, **options):
        self.foreign = []
        return self.finish(self.start(code, **options), timeout)

    def wait_output(self, request, text, timeout=30):
        """Waits until a cell has printed `text`, or shown it; returns when the kernel sent it."""
        until = time.monotonic() + timeout
        while time.monotonic() < until:
            message = self.published(timeout)
            content = message["content"]
            told = content.get("text") or content.get("data", {}).get("text/plain", "")
            if message["parent_header"].get("msg_id") == request and text in told:
                return message["header"]["date"]
        raise AssertionError(f"{text!r} was not printed")

    def close(self):
        self.client.stop_channels()
        if self.manager.has_kernel:
            self.manager.shutdown_kernel(now=True)
        self.manager.cleanup_resources()
