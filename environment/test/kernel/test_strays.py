"""Errors that no promise of the cell carries are never silent."""

# Cells stand as they would be typed.

import time


def test_a_floating_rejection_fails_the_cell(kernel):
    run = kernel.run("const one = 1;\nPromise.reject(new Error('floating')); one")
    assert run.error == "Error: floating"
    assert "2 | Promise.reject(new Error('floating')); one" in run.traceback


def test_a_rejected_async_function_nobody_awaits(kernel):
    assert kernel.run("(async () => { throw new Error('lost'); })(); 1").error == "Error: lost"


def test_an_error_in_a_timer_fails_the_cell_that_runs(kernel):
    run = kernel.run(
        "setTimeout(() => { throw new Error('timer'); }, 10); await new Promise((r) => setTimeout(r, 500)); 'x'"
    )
    assert run.error == "Error: timer"


def test_an_error_in_a_callback_does_not_leave_the_cell_hanging(kernel):
    run = kernel.run(
        "await new Promise((done) => setTimeout(() => { throw new Error('before done'); done(1); }, 10))", 10
    )
    assert run.error == "Error: before done"


def test_an_error_after_the_cells_end_is_shown_in_that_cell_and_fails_the_next(kernel):
    first = kernel.start("setTimeout(() => { throw new Error('late'); }, 100); 'ended'")
    assert kernel.finish(first).result == "ended"
    time.sleep(0.5)
    kernel.foreign = []
    request = kernel.start("'not run'")
    run = kernel.finish(request)
    shown = [content for parent, kind, content in kernel.foreign if kind == "error" and parent == first]
    assert [error["evalue"] for error in shown] == ["late"]
    assert run.error == "Error: late"
    assert "An earlier cell failed after it had ended; this cell was not run:" in run.traceback
    assert kernel.run("'runs again'").result == "runs again"


def test_a_rejection_that_is_handled_is_no_error(kernel):
    assert kernel.run("const p = Promise.reject(new Error('h')); p.catch(() => {}); 'fine'").result == "fine"
    assert kernel.run("await Promise.allSettled([Promise.reject(new Error('h'))]); 'fine'").result == "fine"


def test_an_error_event_nobody_listens_to(kernel):
    run = kernel.run(
        "import { EventEmitter } from 'events'; setTimeout(() => new EventEmitter().emit('error', new Error('event')), 5); await new Promise((r) => setTimeout(r, 300));"
    )
    assert run.error == "Error: event"
