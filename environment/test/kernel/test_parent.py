"""A kernel whose Jupyter process is killed ends too."""

import os
import signal
import subprocess
import sys
from pathlib import Path

from test_lifetime import gone

START = """
import sys, time
sys.path.insert(0, sys.argv[1])
from driver import Kernel
kernel = Kernel()
print(kernel.pid, flush=True)
time.sleep(600)
"""


def test_the_kernel_ends_when_its_parent_is_killed():
    parent = subprocess.Popen(
        [sys.executable, "-c", START, str(Path(__file__).parent)], stdout=subprocess.PIPE, text=True
    )
    pid = int(parent.stdout.readline())
    os.kill(parent.pid, signal.SIGKILL)
    parent.wait()
    parent.stdout.close()
    assert gone(pid)
