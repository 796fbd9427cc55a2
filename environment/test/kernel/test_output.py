"""Output: complete, in order, live."""

# Cells stand as they would be typed.

from itertools import pairwise

import pytest


@pytest.mark.parametrize("lines", [600, 5_000, 50_000])
def test_a_burst_of_lines_is_complete_and_in_order(kernel, lines):
    run = kernel.run(f"for (let i = 0; i < {lines}; i++) console.log('line ' + i);", timeout=120)
    assert run.status == "ok"
    assert run.printed == "".join(f"line {i}\n" for i in range(lines))


def test_a_burst_of_displays_is_complete_and_in_order(kernel):
    run = kernel.run(
        "import * as tslab from 'tslab'; for (let i = 0; i < 3000; i++) tslab.display.text('d' + i);", timeout=120
    )
    assert [content["data"]["text/plain"] for kind, content in run.outputs] == [f"d{i}" for i in range(3000)]


def test_output_and_error_streams_and_displays_keep_their_order(kernel):
    run = kernel.run(
        "import * as tslab from 'tslab'; console.log('a'); console.error('b'); tslab.display.text('c'); console.log('d'); 'e'"
    )
    kinds = [(kind, content.get("name"), content.get("text")) for kind, content in run.outputs]
    assert kinds == [
        ("stream", "stdout", "a\n"),
        ("stream", "stderr", "b\n"),
        ("display_data", None, None),
        ("stream", "stdout", "d\n"),
        ("execute_result", None, None),
    ]


def test_output_comes_before_the_error(kernel):
    run = kernel.run("console.log('before'); throw new Error('x')")
    assert [kind for kind, _ in run.outputs] == ["stream", "error"]


def test_a_blocking_cell_shows_what_it_prints(kernel):
    kernel.foreign = []
    request = kernel.start(
        "const t = Date.now(); for (let i = 0; i < 10; i++) { while (Date.now() - t < 150 * i); console.log(`step ${i}`); }"
    )
    sent = [kernel.wait_output(request, f"step {i}") for i in range(9)]
    kernel.finish(request)
    gaps = [(after - before).total_seconds() for before, after in pairwise(sent)]
    assert all(gap > 0.05 for gap in gaps), gaps


def test_what_is_printed_right_before_a_blocking_loop_is_shown(kernel):
    for k in range(3):
        kernel.foreign = []
        request = kernel.start(f"console.log('begin {k}'); {{ const t = Date.now(); while (Date.now() - t < 800); }}")
        sent = kernel.wait_output(request, f"begin {k}")
        kernel.finish(request)
        assert (kernel.ended - sent).total_seconds() > 0.7


def test_all_that_is_shown_before_a_blocking_loop_is_seen(kernel):
    # zeromq.js would leave each 512th message to a turn that does not come.
    kernel.foreign = []
    request = kernel.start(
        "import * as tslab from 'tslab'; for (let i = 0; i < 1100; i++) tslab.display.text(`d${i} `); for (;;) {}"
    )
    for i in range(1100):
        kernel.wait_output(request, f"d{i} ")
    kernel.manager.interrupt_kernel()
    assert kernel.finish(request).error.startswith("KeyboardInterrupt")


def test_lines_printed_before_a_blocking_loop_are_seen(kernel):
    kernel.foreign = []
    request = kernel.start("for (let i = 0; i < 60; i++) console.log(`row ${i} `); for (;;) {}")
    kernel.wait_output(request, "row 59 ")
    kernel.manager.interrupt_kernel()
    assert kernel.finish(request).error.startswith("KeyboardInterrupt")


def test_text_in_pieces_of_a_character(kernel):
    run = kernel.run(
        "const e = Buffer.from('€'); process.stdout.write(e.subarray(0, 1)); process.stdout.write(e.subarray(1));"
    )
    assert run.printed == "€"


def test_the_callback_of_a_write_is_called(kernel):
    assert (
        kernel.run("await new Promise<void>((done) => process.stdout.write('x', () => done())); 'called'").result
        == "called"
    )


def test_a_large_output(kernel):
    run = kernel.run("console.log('x'.repeat(20_000_000))", timeout=120)
    assert len(run.printed) == 20_000_001


def test_updates_of_a_display_arrive(kernel):
    run = kernel.run("import * as tslab from 'tslab'; const d = tslab.newDisplay(); d.text('1'); d.text('2');")
    assert [kind for kind, _ in run.outputs] == ["display_data", "update_display_data"]
