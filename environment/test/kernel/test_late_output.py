"""What a cell sets off prints under that cell, whichever runs by then."""

# Cells stand as they would be typed.

import pytest

# Each prints `late N` some times, from the code that it sets off, and never in the cell's own turn.
LATE = {
    "setInterval": "let ticks = 0; const ticking = setInterval(() => { console.log('late'); if (++ticks === 40) clearInterval(ticking); }, 5);",
    "setTimeout": "setTimeout(() => console.log('late'), 20);",
    "setImmediate in a timer": "setTimeout(() => setImmediate(() => console.log('late')), 10);",
    "a promise": "new Promise((done) => setTimeout(done, 20)).then(() => console.log('late'));",
    "an async function": "(async () => { await new Promise((done) => setTimeout(done, 20)); console.log('late'); })();",
    "a tick": "setTimeout(() => process.nextTick(() => queueMicrotask(() => console.log('late'))), 20);",
    "an event": "const told = new (require('events'))(); told.on('x', () => console.log('late')); setTimeout(() => told.emit('x'), 20);",
    "a stream of a child": "require('child_process').spawn('sh', ['-c', 'sleep 0.1; echo late']).stdout.on('data', (text: Buffer) => console.log(`${text}`));",
    "the end of a child": "require('child_process').exec('sleep 0.1', () => console.log('late'));",
    "a file": "require('fs').readFile('/dev/null', () => setTimeout(() => console.log('late'), 20));",
    "a worker": "new (require('worker_threads').Worker)(\"setTimeout(() => require('worker_threads').parentPort.postMessage('late'), 50)\", { eval: true }).on('message', (text: string) => console.log(text));",
    "process.stdout": "setTimeout(() => process.stdout.write('late'), 20);",
    "stderr": "setTimeout(() => console.error('late'), 20);",
    "process.stderr": "setTimeout(() => process.stderr.write(Buffer.from('late')), 20);",
    "a display": "setTimeout(() => require('tslab').display.text('late'), 20);",
    "show": "import { show } from 'ipc-tax'; setTimeout(() => show('late'), 20);",
}


def until_idle(kernel, request):
    """All messages of the output channel up to the end of a request, as (parent, kind, content)."""
    seen = []
    while not seen or seen[-1] != (request, "status", {"execution_state": "idle"}):
        message = kernel.published(60)
        seen.append((message["parent_header"].get("msg_id"), message["msg_type"], message["content"]))
    return seen


def printed(seen, request):
    return "".join(content["text"] for parent, kind, content in seen if parent == request and kind == "stream")


@pytest.mark.parametrize("code", LATE.values(), ids=LATE.keys())
def test_it_prints_under_the_cell_that_set_it_off(kernel, code):
    first = kernel.start(f"{code} 1;")
    seen = until_idle(kernel, first)
    for _ in range(40):
        other = kernel.start("await new Promise((done) => setTimeout(done, 50)); console.log('own')")
        seen += until_idle(kernel, other)
        assert printed(seen, other) == "own\n", "only what it printed itself"
        assert not [kind for parent, kind, _ in seen if parent == other and kind == "display_data"]
        if any(parent == first and "late" in str(content) for parent, kind, content in seen if kind != "execute_input"):
            return
    raise AssertionError(seen)


def test_three_cells_that_print_at_once_keep_their_lines_apart(fresh_kernel):
    requests = [
        fresh_kernel.start(f"let n{k} = 0; const t{k} = setInterval(() => {{ console.log('cell {k}', n{k}++); }}, 3);")
        for k in range(3)
    ]
    waiting = fresh_kernel.start(
        "while (Math.min(n0, n1, n2) < 30) await new Promise((done) => setTimeout(done, 5)); [t0, t1, t2].map(clearInterval);"
    )
    last = fresh_kernel.start("await new Promise((done) => setTimeout(done, 50));")
    seen = until_idle(fresh_kernel, last)
    assert printed(seen, waiting) == printed(seen, last) == ""
    for k, request in enumerate(requests):
        lines = printed(seen, request).splitlines()
        assert lines == [f"cell {k} {n}" for n in range(len(lines))]
        assert len(lines) >= 30


def test_a_function_of_an_earlier_cell_prints_under_the_cell_that_calls_it(kernel):
    kernel.run(
        "const say = (text: string) => console.log(text); const said = new (require('events'))(); said.on('x', say);"
    )
    assert kernel.run("say('called')").printed == "called\n"
    assert kernel.run("said.emit('x', 'emitted'); 1").printed == "emitted\n"
    assert (
        kernel.run("setTimeout(say, 10, 'timed'); await new Promise((done) => setTimeout(done, 300));").printed
        == "timed\n"
    )


def test_an_update_reaches_the_output_of_an_earlier_cell(fresh_kernel):
    """Its id finds it; a headless run takes updates from the running cell only."""
    fresh_kernel.run("import { progress } from 'ipc-tax'; const bar = progress(3, 'sweep');")
    run = fresh_kernel.run("bar.tick(); bar.done();")
    assert [kind for kind, _ in run.outputs][-1:] == ["update_display_data"]


def test_a_late_error_is_shown_in_the_cell_that_set_it_off(fresh_kernel):
    """Also where the failing function is an earlier cell's."""
    fresh_kernel.run("const fail = () => { throw new Error('late'); };")
    second = fresh_kernel.start("setTimeout(fail, 50); 2")
    fresh_kernel.foreign = []
    fresh_kernel.finish(second)
    while True:
        message = fresh_kernel.published(30)
        if message["msg_type"] == "error":
            break
    assert message["parent_header"]["msg_id"] == second
