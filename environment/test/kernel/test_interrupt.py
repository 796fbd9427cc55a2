"""Interrupts: whatever a cell does, it ends with KeyboardInterrupt, and the kernel and its values live on."""

# Cells stand as they would be typed.

import os
import signal
import subprocess
import sys
import time

import pytest


def interrupted(kernel, code, *, ready="ready", wait=0.3):
    kernel.foreign = []
    request = kernel.start(code)
    kernel.wait_output(request, ready)
    time.sleep(wait)
    kernel.manager.interrupt_kernel()
    return kernel.finish(request, timeout=20)


BUSY = {
    "a long await": "console.log('ready'); await new Promise((r) => setTimeout(r, 60_000));",
    "an await that never ends": "console.log('ready'); await new Promise(() => {});",
    "a loop": "console.log('ready'); for (;;) {}",
    "a loop after an await": "await new Promise((r) => setTimeout(r, 50)); console.log('ready'); await null; for (;;) {}",
    "a loop in an async function": "const f = async () => { await null; console.log('ready'); await null; for (;;) {} }; await f();",
    "a loop in a timer": "setTimeout(() => { console.log('ready'); setTimeout(() => { for (;;) {} }); }, 20); await new Promise(() => {});",
    "a loop of awaits": "console.log('ready'); for (;;) await new Promise((r) => setTimeout(r, 20));",
    "a loop in an immediate": "setImmediate(() => {}); setImmediate(() => { console.log('ready'); for (;;) {} }); await new Promise(() => {});",
    "a loop of ticks": "const tick = () => process.nextTick(tick); tick(); console.log('ready'); await new Promise(() => {});",
    "a loop in a stream of a child": "require('child_process').spawn('echo', ['x']).stdout.on('data', () => { console.log('ready'); for (;;) {} }); await new Promise(() => {});",
    "a loop in a storage of its own": "new (require('async_hooks').AsyncLocalStorage)().run(1, () => setTimeout(async () => { await null; console.log('ready'); for (;;) {} })); await new Promise(() => {});",
    "a loop while its value is shown": "({ [Symbol.for('nodejs.util.inspect.custom')]: () => { console.log('ready'); for (;;) {} } })",
    "a loop while its error is shown": "throw { [Symbol.for('nodejs.util.inspect.custom')]: () => { console.log('ready'); for (;;) {} } }",
    "a loop of awaits that nobody awaits": "(async () => { console.log('ready'); for (;;) await null; })(); 1",
    "a loop of finished awaits": "console.log('ready'); await new Promise((r) => setTimeout(r, 50)); for (;;) await null;",
}


@pytest.mark.parametrize("code", BUSY.values(), ids=BUSY.keys())
def test_an_interrupt_ends(kernel, code):
    kernel.run("let alive = 'alive';")
    run = interrupted(kernel, code)
    assert run.error == "KeyboardInterrupt: the cell was interrupted"
    assert kernel.run("alive").result == "alive"


def test_a_signal_ends_a_blocking_and_an_awaiting_cell(kernel):
    for code in [BUSY["a long await"], BUSY["a loop"]]:
        kernel.foreign = []
        request = kernel.start(code)
        kernel.wait_output(request, "ready")
        time.sleep(0.3)
        os.kill(kernel.pid, signal.SIGINT)
        assert kernel.finish(request, timeout=20).error.startswith("KeyboardInterrupt")
    assert kernel.run("1").result == "1"


def test_an_interrupted_loop_of_awaits_does_not_live_on(kernel):
    kernel.run(
        "let rounds = 0; async function spin() { for (;;) { await new Promise((r) => setTimeout(r, 10)); rounds++; } }"
    )
    interrupted(kernel, "console.log('ready'); await spin();")
    first = kernel.run("await new Promise((r) => setTimeout(r, 50)); rounds").result
    assert kernel.run("await new Promise((r) => setTimeout(r, 200)); rounds").result == first


@pytest.mark.parametrize("heard", ["ipc-tax:interrupt", "ipc-tax:interrupt-offered"])
@pytest.mark.parametrize(
    "loop", ["for (;;) {}", "setTimeout(() => { for (;;) {} }, 0)"], ids=["at once", "a turn later"]
)
def test_an_interrupt_ends_what_hears_of_it(fresh_kernel, heard, loop):
    fresh_kernel.run(f"process.once('{heard}' as any, () => {{ console.log('heard'); {loop}; }});")
    run = interrupted(fresh_kernel, BUSY["an await that never ends"])
    assert run.error == "KeyboardInterrupt: the cell was interrupted"
    assert fresh_kernel.run("'alive'").result == "alive"


def test_a_signal_in_the_middle_of_a_nested_call_leaves_a_kernel_that_is_whole(kernel):
    kernel.foreign = []
    request = kernel.start(
        "const nested = new (require('async_hooks').AsyncResource)('x'); nested.runInAsyncScope(() => { console.log('ready'); for (;;) {} });"
    )
    kernel.wait_output(request, "ready")
    os.kill(kernel.pid, signal.SIGINT)
    assert kernel.finish(request).error == "KeyboardInterrupt: the cell was interrupted"
    for code in [BUSY["a loop in a timer"], BUSY["a loop in a storage of its own"]]:
        assert interrupted(kernel, code).error == "KeyboardInterrupt: the cell was interrupted"
    assert kernel.run("'alive'").result == "alive"


def test_what_waits_behind_a_loop_is_called(kernel):
    kernel.run("const called: string[] = [];")
    for wait in ["setImmediate", "setTimeout", "process.nextTick"]:
        code = f"{wait}(() => {{ console.log('ready'); for (;;) {{}} }}); {wait}(() => called.push('{wait}')); await new Promise(() => {{}});"
        assert interrupted(kernel, code).error == "KeyboardInterrupt: the cell was interrupted"
    assert kernel.run("called.join()").result == "setImmediate,setTimeout,process.nextTick"


def test_an_immediate_is_what_it_is_in_node(kernel):
    kernel.run("import * as timers from 'timers'; import { promisify } from 'util'; const order: string[] = [];")
    kernel.run(
        "setImmediate((a, b) => order.push(a + b), 'i', 1); process.nextTick(() => order.push('tick')); "
        "Promise.resolve().then(() => order.push('promise')); timers.setImmediate(() => order.push('i2')); "
        "clearImmediate(setImmediate(() => order.push('cleared'))); order.push(await promisify(setImmediate)('i3'));"
    )
    assert kernel.run("order.join()").result == "tick,promise,i1,i2,i3"
    assert kernel.run("setImmediate(1 as any)").error.startswith('TypeError: The "callback" argument must be')


def test_the_library_hears_of_an_interrupt(kernel):
    kernel.run("let heard = 0; process.on('ipc-tax:interrupt' as any, () => { heard++; });")
    interrupted(kernel, BUSY["a long await"])
    assert kernel.run("heard").result == "1"
    interrupted(kernel, BUSY["a loop after an await"])
    assert kernel.run("heard").result == "2"


def test_an_interrupt_runs_finally_blocks_of_awaits_that_come_back(kernel):
    kernel.run("let cleaned = false;")
    interrupted(
        kernel,
        "console.log('ready'); try { for (;;) await new Promise((r) => setTimeout(r, 20)); } finally { cleaned = true; }",
    )
    assert kernel.run("await new Promise((r) => setTimeout(r, 100)); cleaned").result == "true"


def test_an_interrupt_stops_the_cells_that_wait(kernel):
    kernel.foreign = []
    first = kernel.start(BUSY["a loop"])
    queued = kernel.start("'never'")
    kernel.wait_output(first, "ready")
    kernel.manager.interrupt_kernel()
    assert kernel.finish(first).status == "error"
    assert kernel.finish(queued).status == "aborted"


def test_an_interrupt_of_an_idle_kernel_does_nothing(kernel):
    kernel.manager.interrupt_kernel()
    time.sleep(0.5)
    assert kernel.run("'fine'").result == "fine"


def test_an_interrupt_during_compilation_waits_for_it(kernel):
    kernel.foreign = []
    request = kernel.start("import * as danfo from 'danfojs-node'; for (;;) {}")
    time.sleep(0.1)
    kernel.manager.interrupt_kernel()
    assert kernel.finish(request, timeout=60).error.startswith("KeyboardInterrupt")
    assert kernel.run("1 + 1").result == "2"


def test_who_listens_to_signals_is_called_once_each_after_any_interrupt(fresh_kernel):
    fresh_kernel.run("process.on('SIGINT', () => {});")
    listeners = fresh_kernel.run("process.listenerCount('SIGINT')").result
    for code in BUSY.values():
        interrupted(fresh_kernel, code)
    assert fresh_kernel.run("process.listenerCount('SIGINT')").result == listeners


def test_interrupts_one_after_the_other(kernel):
    for code in list(BUSY.values()) * 2:
        run = interrupted(kernel, code, wait=0.05)
        assert run.error.startswith("KeyboardInterrupt")
    assert kernel.run("1 + 1").result == "2"


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells how long a thread waited for a processor")
def test_what_is_slow_for_want_of_a_processor_is_not_ended_half_way(fresh_kernel):
    one = min(os.sched_getaffinity(0))
    others = [subprocess.Popen([sys.executable, "-c", "while True: pass"], stdin=subprocess.DEVNULL) for _ in range(12)]
    fresh_kernel.run("let begun = 0, ended = 0;")
    try:
        for pid in [other.pid for other in others] + [
            int(task) for task in os.listdir(f"/proc/{fresh_kernel.pid}/task")
        ]:
            os.sched_setaffinity(pid, {one})
        run = interrupted(
            fresh_kernel,
            """
            console.log('ready');
            for (;;) {
                begun++;
                const until = process.cpuUsage().user + 40_000;
                while (process.cpuUsage().user < until);
                ended++;
                await new Promise((resolve) => setTimeout(resolve));
            }
            """,
        )
        assert run.error == "KeyboardInterrupt: the cell was interrupted"
    finally:
        for other in others:
            other.kill()
            other.wait()
    assert fresh_kernel.run("begun > 0 && begun === ended").result == "true"


def test_the_heartbeat_goes_on_in_a_blocking_cell(kernel):
    kernel.foreign = []
    request = kernel.start("console.log('ready'); { const t = Date.now(); while (Date.now() - t < 3000); }")
    kernel.wait_output(request, "ready")
    kernel.client.hb_channel.unpause()
    time.sleep(2)
    assert kernel.client.hb_channel.is_beating()
    kernel.finish(request)
