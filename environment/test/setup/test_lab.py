"""`make lab`: JupyterLab with the project's kernel and its figures, and with nothing of the user's."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from listening import wait_until_listening

PROJECT = Path(__file__).resolve().parents[3]
TOKEN = "for-this-test"


class Lab:
    """A server started by `make lab`, without its set-up, which has run before."""

    def __init__(self, home: Path) -> None:
        options = f"--no-browser --allow-root --port=0 --IdentityProvider.token={TOKEN}"
        # Settings a user may have, all of them wrong for us.
        user = {
            "HOME": str(home),
            "JUPYTER_CONFIG_DIR": str(home / "config"),
            "JUPYTER_DATA_DIR": str(home / "data"),
            "JUPYTER_PATH": str(home / "path"),
            "PYTHONPATH": str(home / "python"),
        }
        self.process = subprocess.Popen(
            ["make", "-o", "setup", "lab", f"LAB={options}"],
            cwd=PROJECT,
            env={**os.environ, **user, "MAKEFLAGS": ""},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            process_group=0,
        )
        assert self.process.stderr is not None
        self.log = ""
        for line in self.process.stderr:
            self.log += line
            if found := re.search(r"http://127\.0\.0\.1:(\d+)/", line):
                self.address = found.group()
                break
        else:
            raise AssertionError(f"the server did not start: {self.log}")
        threading.Thread(target=self.process.stderr.read, daemon=True).start()
        wait_until_listening("127.0.0.1", int(found.group(1)))

    def get(self, path: str) -> str:
        """What the server answers."""
        request = urllib.request.Request(self.address + path, headers={"Authorization": f"token {TOKEN}"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.read().decode()

    def stop(self) -> None:
        """Ends make and the server."""
        os.killpg(self.process.pid, signal.SIGTERM)
        self.process.wait(30)


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """One server for the module, in a home of its own where a spec and a faulty setting lie in wait."""
    home = tmp_path_factory.mktemp("home")
    spec = home / "data" / "kernels" / "of-the-user" / "kernel.json"
    spec.parent.mkdir(parents=True)
    spec.write_text(json.dumps({"argv": ["false"], "display_name": "of the user", "language": "none"}))
    (home / "config").mkdir()
    (home / "config" / "jupyter_server_config.json").write_text('{"ServerApp": {"root_dir": "/no/such/folder"}}')
    served = Lab(home)
    yield served
    served.stop()


def told(lab: Lab, path: str) -> Any:
    """An answer in JSON."""
    return json.loads(lab.get(path))


def test_the_kernel_is_there_and_the_default(lab: Lab) -> None:
    kernels = told(lab, "api/kernelspecs")
    assert kernels["default"] == "ipc-tax"
    spec = kernels["kernelspecs"]["ipc-tax"]["spec"]
    assert spec["language"] == "typescript"
    assert not any(os.path.isabs(word) for word in spec["argv"])
    assert "of-the-user" not in kernels["kernelspecs"]


def test_the_notebooks_are_there(lab: Lab) -> None:
    names = {entry["name"] for entry in told(lab, "api/contents")["content"]}
    assert {path.name for path in (PROJECT / "notebooks").glob("*.ipynb")} <= names


def test_what_draws_figures_is_there(lab: Lab) -> None:
    assert "ipc-tax-figures" in lab.get("lab")
    for file in (
        "lab/extensions/ipc-tax-figures/static/extension.js",
        "static/live-figures.js",
        "static/figure-scheme.js",
    ):
        assert lab.get(file).startswith("//"), file
    assert "plotly.js v" in lab.get("static/plotly.min.js")[:1_000]
