"""The Makefile on a small project and a machine of fakes: what is set up when, and that it is done once."""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

import pytest
from fake_machine import Machine

PROJECT = Path(__file__).resolve().parents[3]

# Each fake tool writes what it was asked to $LOG. A file named fail-TOOL beside the log makes it fail midway.
NPM = r"""
[ "$1" = --version ] && { echo 10.9.0; exit; }
echo npm >> "$LOG"
rm -rf node_modules
mkdir -p node_modules/typescript/bin
[ -e "$LOG-fail-npm" ] && exit 1
cat > node_modules/typescript/bin/tsc <<'END'
echo tsc >> "$LOG"
for source in lib/src/*.ts; do
  mkdir -p lib/dist/src
  name=$(basename "$source" .ts)
  touch "lib/dist/src/$name.js" "lib/dist/src/$name.d.ts"
done
[ ! -e "$LOG-fail-tsc" ]
END
"""

CARGO = r"""
[ "$1" = --version ] && { echo 'cargo 1.93.0'; exit; }
[ "$1" = metadata ] && { echo "{\"target_directory\":\"$PWD/target\",\"version\":1}"; exit; }
echo cargo >> "$LOG"
[ -e "$LOG-fail-cargo" ] && exit 1
mkdir -p target/release
mkdir -p target/codecs && echo codecs > target/codecs/ipc-tax-codecs
for program in engine echo-client http-engine zeromq-engine grpc-engine floors variants; do
  echo engine > "target/release/ipc-tax-$program"
done
mkdir -p target/release/deps && echo '_loops_wma:' > target/release/deps/ipc_tax_variants-0.s
for library in so dylib; do echo addon > "target/release/libipc_tax_node.$library"; done
"""

PYTHON = r"""
[ "$1" = -c ] && { echo "$0"; exit; }
[ "$1" = --version ] && { echo Python 3.12.7; exit; }
echo venv >> "$LOG"
rm -rf .venv
mkdir -p .venv/bin
cat > .venv/bin/python <<'END'
#!/bin/sh
[ "$1" = -c ] && { echo runs; exit; }
[ "$2" = jupyterlab ] && echo "lab quick=$IPC_TAX_QUICK bars=$IPC_TAX_BARS close=$IPC_TAX_CLOSE csv=$IPC_TAX_CSV fee=$IPC_TAX_FEE" >> "$LOG"
case "$1" in *execute.py) echo "$@ quick=$IPC_TAX_QUICK bars=$IPC_TAX_BARS close=$IPC_TAX_CLOSE csv=$IPC_TAX_CSV fee=$IPC_TAX_FEE" >> "$LOG" ;; esac
[ "$3" = install ] && { echo pip >> "$LOG"; [ -e "$LOG-fail-pip" ] && exit 1; }
exit 0
END
chmod +x .venv/bin/python
"""

NODE = r"""
[ "$1" = --version ] && { echo v22.12.0; exit; }
[ "$1" = node_modules/typescript/bin/tsc ] && exec sh "$@"
echo "node $1 quick=$IPC_TAX_QUICK bars=$IPC_TAX_BARS close=$IPC_TAX_CLOSE csv=$IPC_TAX_CSV fee=$IPC_TAX_FEE" >> "$LOG"
"""

ALL = ["npm", "venv", "pip", "tsc", "cargo"]


class Project:
    """A clone in small, with the real Makefile and the real doctor."""

    def __init__(self, machine: Machine, folder: Path) -> None:
        self.machine = machine
        self.folder = folder
        self.log = folder.parent / "log"
        for path in ("Makefile", "environment/doctor", "engine-rs/crates/variants/build-all.sh"):
            real, copy = PROJECT / path, folder / path
            copy.parent.mkdir(parents=True, exist_ok=True)
            if real.is_dir():
                shutil.copytree(real, copy)
            else:
                shutil.copy(real, copy)
        for path in (
            "package-lock.json",
            "environment/python/requirements.txt",
            "lib/tsconfig.json",
            "lib/package.json",
            "lib/src/index.ts",
            "lib/src/sweep.ts",
            "lib/test/sweep.test.ts",
            "engine-rs/Cargo.toml",
            "engine-rs/crates/server/src/main.rs",
            "notebooks/01-first.ipynb",
        ):
            self.change(path)

    def change(self, path: str) -> None:
        """Writes a file anew, later than everything before."""
        time.sleep(0.02)
        file = self.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{time.time_ns()}\n", encoding="utf-8")

    def make(self, *words: str, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
        """Runs make; gives the finished process."""
        folder = self.folder if cwd is None else cwd
        given = {"LOG": str(self.log), "PYTHON": "python3", **environment}
        return self.machine.run("make", *words, cwd=folder, **given)

    def done(self) -> list[str]:
        """What the fakes were asked since the last time, in order of first asking."""
        lines = self.log.read_text("utf-8").splitlines() if self.log.exists() else []
        self.log.unlink(missing_ok=True)
        # One tool may build several programs.
        return list(dict.fromkeys(lines))

    def fails(self, tool: str, *, fails: bool = True) -> None:
        """Lets a tool fail midway, or no longer."""
        sign = Path(f"{self.log}-fail-{tool}")
        if fails:
            sign.touch()
        else:
            sign.unlink()


@pytest.fixture
def project(machine: Machine, tmp_path: Path) -> Project:
    """A fresh clone in small, nothing set up."""
    for command, script in {"npm": NPM, "cargo": CARGO, "python3": PYTHON, "node": NODE}.items():
        machine.put(command, script)
    return Project(machine, tmp_path / "a project")


def test_sets_up_everything_once(project: Project) -> None:
    first = project.make("setup")
    assert first.returncode == 0, first.stderr
    assert sorted(project.done()) == sorted(ALL)
    assert (project.folder / "build/bin/ipc-tax-engine").read_text() == "engine\n"

    second = project.make("setup")
    assert (second.returncode, second.stderr) == (0, "")
    assert project.done() == []
    assert "Setting up" not in second.stdout
    assert "Building" not in second.stdout


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ("package-lock.json", ["npm", "tsc"]),
        ("environment/python/requirements.txt", ["venv", "pip"]),
        ("lib/src/sweep.ts", ["tsc"]),
        ("lib/src/new.ts", ["tsc"]),
        ("lib/tsconfig.json", ["tsc"]),
        ("engine-rs/crates/server/src/main.rs", ["cargo"]),
        ("notebooks/01-first.ipynb", []),
    ],
)
def test_sets_up_again_what_changed(project: Project, changed: str, expected: list[str]) -> None:
    assert project.make("setup").returncode == 0
    project.done()
    project.change(changed)
    assert project.make("setup").returncode == 0
    assert project.done() == expected
    assert project.make("setup").returncode == 0
    assert project.done() == []


@pytest.mark.parametrize("tool", ["npm", "pip", "tsc", "cargo"])
def test_a_set_up_that_broke_off_is_done_again(project: Project, tool: str) -> None:
    project.fails(tool)
    assert project.make("setup").returncode != 0
    project.fails(tool, fails=False)
    project.done()
    assert project.make("setup").returncode == 0
    assert tool in project.done()
    assert project.make("setup").returncode == 0
    assert project.done() == []


def test_what_was_compiled_from_a_source_that_has_gone_goes_too(project: Project) -> None:
    assert project.make("setup").returncode == 0
    compiled = project.folder / "lib/dist/src"
    assert {path.name for path in compiled.iterdir()} >= {"sweep.js", "sweep.d.ts"}
    time.sleep(0.02)
    (project.folder / "lib/src/sweep.ts").unlink()
    assert project.make("setup").returncode == 0
    assert {path.name for path in compiled.iterdir()} == {"index.js", "index.d.ts"}


def test_a_project_that_was_moved_gets_a_new_python_environment(project: Project) -> None:
    assert project.make("setup").returncode == 0
    project.done()
    project.folder = project.folder.rename(project.folder.parent / "moved")
    assert project.make("setup").returncode == 0
    assert project.done() == ["venv", "pip"]


def test_a_python_environment_that_no_longer_runs_is_made_anew(project: Project) -> None:
    assert project.make("setup").returncode == 0
    project.done()
    (project.folder / ".venv/bin/python").unlink()
    assert project.make("setup").returncode == 0
    assert project.done() == ["venv", "pip"]


def test_a_toolchain_that_is_missing_stops_everything(project: Project) -> None:
    project.machine.remove("cargo")
    for command in ("setup", "run", "test", "lab", "bench"):
        made = project.make(command)
        assert made.returncode != 0
        assert made.stderr.startswith("rust ")
    assert project.done() == []
    assert project.make("test").stdout.splitlines()[-1] == "0 passed, 1 failed"


@pytest.mark.parametrize("command", [["run"], ["lab"], ["notebook", "N=1"]], ids=lambda words: words[0])
def test_a_command_hands_its_options_on(project: Project, command: list[str]) -> None:
    def told(*words: str, **environment: str) -> str:
        made = project.make(*command, *words, **environment)
        assert made.returncode == 0, made.stderr
        return project.done()[-1].split(" quick=")[1]

    prices = project.folder / "prices.csv"
    prices.write_text("Date,Adj Close,Close\n2020-01-01,1,2\n", encoding="utf-8")
    assert told() == " bars= close= csv= fee="
    assert told("QUICK=1") == "1 bars= close= csv= fee="
    assert told("QUICK=0") == " bars= close= csv= fee="
    assert told("BARS=prices.csv", "CLOSE=Adj Close") == f" bars={prices} close=Adj Close csv= fee="
    assert told(f"BARS={prices}") == f" bars={prices} close= csv= fee="
    assert told("BARS=", "CLOSE=", "CSV=", "FEE=") == " bars= close= csv= fee="
    assert told(QUICK="1", BARS="prices.csv") == f"1 bars={prices} close= csv= fee="
    assert told(IPC_TAX_QUICK="1", IPC_TAX_BARS=str(prices)) == f"1 bars={prices} close= csv= fee="
    assert told("QUICK=0", IPC_TAX_QUICK="1") == " bars= close= csv= fee="
    csv = """CSV={"symbol":"it's"}"""
    assert told("BARS=prices.csv", csv) == f""" bars={prices} close= csv={{"symbol":"it's"}} fee="""
    numbered = told("BARS=prices.csv", "CLOSE=5", 'CSV={"header":false}')
    assert numbered == f' bars={prices} close=5 csv={{"header":false}} fee='
    for fee in ("0", "0.002", ".5", "1e-9", "100"):
        assert told(f"FEE={fee}") == f" bars= close= csv= fee={fee}"
    assert told(IPC_TAX_FEE="0.002") == " bars= close= csv= fee=0.002"


def test_a_notebook_has_pages_of_its_own_and_leaves_the_report_alone(project: Project) -> None:
    assert project.make("notebook", "N=01").returncode == 0
    assert "--out build/notebook notebooks/01-first.ipynb" in project.done()[-1]


def test_a_relative_price_file_starts_where_make_was_called(project: Project, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "it's mine.csv").write_text("close\n1\n", encoding="utf-8")
    made = project.make("-C", str(project.folder), "run", "BARS=it's mine.csv", cwd=elsewhere)
    assert made.returncode == 0, made.stderr
    assert f"bars={elsewhere}/it's mine.csv " in project.done()[-1]


@pytest.mark.parametrize("command", ["run", "lab", "notebook"])
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["BARS=none.csv"], "BARS='none.csv': no such file"),
        (["BARS=/nope.csv", "QUICK=1"], "BARS='/nope.csv': no such file"),
        (["BARS=notebooks"], "BARS='notebooks': no such file"),
        (["CLOSE=close"], "CLOSE='close' names a column of a price file: give BARS=file.csv too"),
        (['CSV={"skip":1}'], """CSV='{"skip":1}' says how a price file is read: give BARS=file.csv too"""),
        (["FEE=-0.1"], "FEE='-0.1': expected a number from 0 to 100, in percent of a trade's entry price"),
        (["FEE=0,09"], "FEE='0,09': expected a number"),
        (["FEE=100.5"], "FEE='100.5': expected a number"),
        (["FEE=nan"], "FEE='nan': expected a number"),
        (["FEE=0x10"], "FEE='0x10': expected a number"),
        (["FEE=9%"], "FEE='9%': expected a number"),
        (["BARS=", "CLOSE=close"], "CLOSE='close' names a column of a price file: give BARS=file.csv too"),
        (["BARS=prices.csv", "CLOSE=Clos"], "CLOSE='Clos': no such column in "),
        (["BARS=prices.csv", "CLOSE=close"], "CLOSE='close': no such column in "),
        (["BARS=prices.csv", "CLOSE=Adj Open"], "CLOSE='Adj Open': no such column in "),
    ],
)
def test_a_wrong_option_is_told_before_anything_is_set_up(
    project: Project, command: str, words: list[str], told: str
) -> None:
    (project.folder / "prices.csv").write_text("Date,Adj Close,Close\n2020-01-01,1,2\n", encoding="utf-8")
    made = project.make(command, *words)
    assert made.returncode != 0
    assert made.stderr.startswith(told)
    assert project.done() == []


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_column_that_may_be_there_is_left_to_the_library(project: Project, encoding: str) -> None:
    assert project.make("setup").returncode == 0
    for header, column in [
        ("Date;Close", "Close"),
        ('"Date","Adj Close"', "Adj Close"),
        ("date,close_price", "close_price"),
        ("2024-01-01,5.5", "2"),
        ("Price,Close,Close\nTicker,AAPL,MSFT", "Close AAPL"),
        ("日付,終値", "終値"),
        ('date,"the ""close"""', 'the "close"'),
        ("date,-close", "-close"),
    ]:
        (project.folder / "prices.csv").write_text(f"{header}\n2024-01-01,5\n", encoding=encoding)
        made = project.make("run", "BARS=prices.csv", f"CLOSE={column}")
        assert made.returncode == 0, made.stderr


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["run", "QICK=1"], "QICK='1': make run has no such option; it takes QUICK BARS CLOSE CSV FEE."),
        (["run", "bars=x.csv"], "bars='x.csv': make run has no such option; it takes QUICK BARS CLOSE CSV FEE."),
        (["run", "N=03"], "N='03': make run has no such option; it takes QUICK BARS CLOSE CSV FEE."),
        (["lab", "N=03"], "N='03': make lab has no such option; it takes LAB QUICK BARS CLOSE CSV FEE."),
        (
            ["notebook", "N=1", "ROUNDS=2"],
            "ROUNDS='2': make notebook has no such option; it takes N QUICK BARS CLOSE CSV FEE.",
        ),
        (["bench", "BARS=x.csv"], "BARS='x.csv': make bench has no such option; it takes none."),
        (["test", "QUICK=1"], "QUICK='1': make test has no such option; it takes none."),
        (["setup", "CLOSE=x"], "CLOSE='x': make setup has no such option; it takes none."),
        (["clean", "all=1"], "all='1': make clean has no such option; it takes ALL."),
        (["doctor", "QUICK=it's"], "QUICK='it's': make doctor has no such option; it takes none."),
        (["lint", "QUICK="], "QUICK='': make lint has no such option; it takes none."),
    ],
)
def test_an_option_that_would_be_ignored_is_refused_by_name(project: Project, words: list[str], told: str) -> None:
    made = project.make(*words)
    assert made.returncode != 0
    assert made.stderr.startswith(told), made.stderr
    assert "For a tool beneath it, put it first: " in made.stderr
    assert project.done() == []


def test_variables_of_tools_and_of_the_environment_are_taken_as_before(project: Project) -> None:
    words = ["PYTHON=python3", "CARGO_BUILD_JOBS=1", "CI=1", "npm_config_loglevel=error", "https_proxy="]
    assert project.make("setup", *words).returncode == 0
    project.done()
    assert project.make("run", QICK="1", bars="x.csv", N="03").returncode == 0
    assert project.make("setup", "run", "QUICK=1").returncode == 0
    assert project.make("bench", BARS="/nope.csv", CLOSE="x").returncode == 0


@pytest.mark.parametrize("words", [[], ["N=02"], ["N=0*"]])
def test_a_notebook_is_named_by_its_number(project: Project, words: list[str]) -> None:
    if words == ["N=0*"]:
        project.change("notebooks/02-second.ipynb")
    made = project.make("notebook", *words)
    assert made.returncode != 0
    assert "notebooks/01-first.ipynb" in made.stdout + made.stderr


def test_clean_keeps_what_was_installed(project: Project) -> None:
    assert project.make("setup").returncode == 0
    project.done()
    assert project.make("clean").returncode == 0
    assert project.make("setup").returncode == 0
    assert sorted(project.done()) == ["cargo", "tsc"]
    assert project.make("clean", "ALL=1").returncode == 0
    assert project.make("setup").returncode == 0
    assert sorted(project.done()) == sorted(ALL)


def test_make_alone_prints_a_line_for_each_command(project: Project) -> None:
    made = project.make()
    assert made.returncode == 0
    words = [line.split()[1] for line in made.stdout.splitlines()]
    assert words[:4] == ["run", "test", "lab", "notebook"]
    assert {"bench", "lint", "fmt", "clean", "doctor", "setup"} <= set(words)
    assert project.done() == []
