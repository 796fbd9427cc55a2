"""The kernel leaves when it is told to, and its children with it."""

# Cells stand as they would be typed.

import json
import os
import signal
import socket
import subprocess
import time

import pytest
from driver import ENVIRONMENT, ROOT

# As the engine is started: in its own group, and ending when its stdin closes.
CHILD = """
import { spawn } from 'node:child_process';
const child = spawn('cat', [], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
child.unref();
child.pid
"""


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def gone(pid, within=10):
    until = time.monotonic() + within
    while is_alive(pid) and time.monotonic() < until:
        time.sleep(0.05)
    return not is_alive(pid)


@pytest.fixture
def child(fresh_kernel):
    pid = int(fresh_kernel.run(CHILD).result)
    assert is_alive(pid)
    yield pid
    if is_alive(pid):
        os.kill(pid, signal.SIGKILL)


def test_a_child_lives_through_an_interrupt(fresh_kernel, child):
    fresh_kernel.foreign = []
    for code in ["console.log('ready'); await new Promise(() => {});", "console.log('ready'); for (;;) {}"]:
        request = fresh_kernel.start(code)
        fresh_kernel.wait_output(request, "ready")
        fresh_kernel.manager.interrupt_kernel()
        assert fresh_kernel.finish(request).status == "error"
    time.sleep(0.3)
    assert is_alive(child)


def test_a_child_dies_with_the_kernel_on_shutdown(fresh_kernel, child):
    pid = fresh_kernel.pid
    fresh_kernel.run("setInterval(() => {}, 1000); new (require('node:net').Server)().listen(0);")
    fresh_kernel.manager.shutdown_kernel(now=False)
    assert gone(pid) and gone(child)


def test_a_child_dies_with_the_kernel_on_restart(fresh_kernel, child):
    pid = fresh_kernel.pid
    fresh_kernel.manager.restart_kernel(now=False)
    assert gone(pid) and gone(child)
    fresh_kernel.client.wait_for_ready(timeout=60)
    assert fresh_kernel.run("1 + 1").result == "2"
    assert fresh_kernel.run("child").status == "error"


def test_a_child_dies_with_the_kernel_on_kill(fresh_kernel, child):
    pid = fresh_kernel.pid
    os.kill(pid, signal.SIGKILL)
    assert gone(pid) and gone(child)


def test_a_blocking_cell_does_not_hold_up_a_shutdown(fresh_kernel, child):
    request = fresh_kernel.start("console.log('ready'); for (;;) {}")
    fresh_kernel.wait_output(request, "ready")
    pid = fresh_kernel.pid
    fresh_kernel.manager.shutdown_kernel(now=False)
    assert gone(pid) and gone(child)


def test_process_exit_in_a_cell_ends_the_kernel_with_that_code(fresh_kernel, child):
    fresh_kernel.start("process.exit(3)")
    assert gone(child)
    process = fresh_kernel.manager.provisioner.process
    process.wait(timeout=10)
    assert process.returncode == 3


def test_a_kernel_whose_control_thread_failed_does_not_wait_for_it(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        ports = [f"{channel}_port" for channel in ("shell", "iopub", "stdin", "hb")]
        connection = dict.fromkeys(ports, 0) | {"control_port": taken.getsockname()[1], "ip": "127.0.0.1"}
        connection |= {"transport": "tcp", "key": "k", "signature_scheme": "hmac-sha256"}
        file = tmp_path / "connection.json"
        file.write_text(json.dumps(connection))
        command = ["node", str(ROOT / "environment" / "kernel" / "launch.cjs"), str(file)]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT) as kernel:
            said = next(line for line in kernel.stderr if "control thread failed" in line)
            began = time.monotonic()
            assert "Address already in use" in said + kernel.stderr.read()
            assert kernel.wait() == 1
            # It would wait for five seconds.
            assert time.monotonic() - began < 4
