"""A kernel that runs a cell is shown as busy, whatever else it is asked meanwhile."""

# Front ends show the state of the last status message, whatever request it belongs to. Cells stand as they would be typed.

import pytest


def ask_control(client):
    message = client.session.msg("kernel_info_request", {})
    client.control_channel.send(message)
    return message["header"]["msg_id"]


def send_comm(client):
    message = client.session.msg("comm_open", {"comm_id": "x", "target_name": "jupyter.widget", "data": {}})
    client.shell_channel.send(message)
    return message["header"]["msg_id"]


ASKED = {
    "a completion": lambda client: client.complete("Math.flo"),
    "an inspection": lambda client: client.inspect("Math", 2),
    "whether code is complete": lambda client: client.is_complete("1 +"),
    "the history": lambda client: client.history(hist_access_type="tail", n=1),
    "the kernel, as a reopened page does": lambda client: client.kernel_info(),
    "the comms": lambda client: client.comm_info(),
    "a comm is opened": send_comm,
    "the kernel, over the control channel": ask_control,
}


def states_until(kernel, condition):
    """The status messages up to the one that meets the condition, as (parent, state)."""
    seen = []
    while not seen or not condition(seen[-1]):
        message = kernel.published(60)
        if message["msg_type"] == "status":
            seen.append((message["parent_header"].get("msg_id"), message["content"]["execution_state"]))
    return seen


@pytest.mark.parametrize("ask", ASKED.values(), ids=ASKED.keys())
def test_it_stays_busy_when_asked_for(kernel, ask):
    cell = kernel.start("let go = () => {}; await new Promise<void>((done) => { go = done; console.log('runs'); });")
    kernel.wait_output(cell, "runs")
    asked = ask(kernel.client)
    assert states_until(kernel, lambda status: status == (asked, "idle")) == [(asked, "busy"), (asked, "idle")]
    assert states_until(kernel, lambda _: True) == [(cell, "busy")], "right behind it"
    kernel.manager.interrupt_kernel()
    assert states_until(kernel, lambda status: status == (cell, "idle"))[-1] == (cell, "idle")


def test_it_is_idle_when_asked_after_a_cell(kernel):
    cell = kernel.start("1")
    states_until(kernel, lambda status: status == (cell, "idle"))
    asked = kernel.client.complete("Math.flo")
    states_until(kernel, lambda status: status == (asked, "idle"))
    assert kernel.run("1").status == "ok"
    again = kernel.client.kernel_info()
    seen = states_until(kernel, lambda status: status == (again, "idle"))
    assert seen[-2:] == [(again, "busy"), (again, "idle")]


@pytest.mark.parametrize("first", ["1", "await null", "const a: number = ''", "throw new Error('x')"])
def test_the_end_of_one_cell_does_not_hide_that_the_next_runs(kernel, first):
    cells = [
        kernel.start(first, stop_on_error=False),
        kernel.start("await new Promise((done) => setTimeout(done, 50))"),
    ]
    seen = states_until(kernel, lambda status: status == (cells[1], "idle"))
    own = [status for status in seen if status[0] in cells]
    assert own == [(cell, state) for cell in cells for state in ("busy", "idle")]


def test_cells_that_are_aborted_leave_an_idle_kernel(kernel):
    cells = [kernel.start("throw new Error('x')"), kernel.start("'never'"), kernel.start("'never'")]
    seen = states_until(kernel, lambda status: status == (cells[-1], "idle"))
    assert [state for _, state in seen][-1] == "idle"
    assert [status for status in seen if status == (cells[0], "busy")] == [(cells[0], "busy")]


def test_an_interrupt_of_a_running_cell_ends_with_idle(kernel):
    cell = kernel.start("console.log('runs'); await new Promise(() => {});")
    kernel.wait_output(cell, "runs")
    kernel.manager.interrupt_kernel()
    states_until(kernel, lambda status: status == (cell, "idle"))
    asked = kernel.client.kernel_info()
    after = states_until(kernel, lambda status: status == (asked, "idle"))
    assert (cell, "busy") not in after
    assert kernel.run("1").result == "1"
