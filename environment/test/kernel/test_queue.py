"""Cells that are sent while another one runs."""

# Cells stand as they would be typed.


def test_a_cell_right_after_a_failing_one_runs(kernel):
    for _ in range(5):
        assert kernel.run("throw new Error('x')").status == "error"
        assert kernel.run("'ran'").result == "ran"


def test_cells_sent_before_a_failure_are_aborted(kernel):
    for failing in [
        "throw new Error('x')",
        "await new Promise((_, no) => setTimeout(no, 200))",
        "const a: number = ''",
    ]:
        kernel.foreign = []
        first = kernel.start(failing)
        queued = [kernel.start("'never'") for _ in range(3)]
        assert kernel.finish(first).status == "error"
        for request in queued:
            run = kernel.finish(request)
            assert run.status == "aborted"
            assert run.outputs == []
        assert kernel.run("'next'").result == "next"


def test_cells_run_on_when_a_failure_must_not_stop_them(kernel):
    kernel.foreign = []
    first = kernel.start("throw new Error('x')", stop_on_error=False)
    second = kernel.start("'ran'")
    assert kernel.finish(first).status == "error"
    assert kernel.finish(second).result == "ran"


def test_cells_run_in_the_order_they_were_sent(kernel):
    kernel.foreign = []
    kernel.run("const order: number[] = [];")
    requests = [
        kernel.start(f"await new Promise((r) => setTimeout(r, {60 - 20 * k})); order.push({k});") for k in range(3)
    ]
    for request in requests:
        assert kernel.finish(request).status == "ok"
    assert kernel.run("order").result == "[ 0, 1, 2 ]"


def test_completion_is_answered_while_a_cell_awaits(kernel):
    kernel.foreign = []
    request = kernel.start("await new Promise(() => {})")
    reply = kernel.client.complete("Math.flo", reply=True, timeout=20)
    assert "floor" in reply["content"]["matches"]
    kernel.manager.interrupt_kernel()
    assert kernel.finish(request).status == "error"
