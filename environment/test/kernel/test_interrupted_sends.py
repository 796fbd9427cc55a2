"""An interrupt that comes while the kernel sends: every message goes out, once, and the cell's end is not lost."""

# Cells stand as they would be typed. A busy machine holds the kernel up anywhere; here it is held up on purpose right
# after a message has gone out, so that the interrupt, sent when that message is there, always comes in between.

import json

import pytest

HOLD = """
const zmq = require('zeromq');
/** Holds up the kernel's next send that has all of `words` in it, when it has gone out. */
const hold = (socket: any, ...words: string[]) => {
  const { send } = socket.prototype;
  const held = function (this: any, frames: any[]) {
    const sending = send.call(this, frames);
    if (words.every((word) => frames.some((frame) => String(frame).includes(word)))) {
      delete socket.prototype.send;
      const until = Date.now() + 1_500;
      while (Date.now() < until) {}
    }
    return sending;
  };
  Object.defineProperty(socket.prototype, 'send', { value: held, configurable: true });
};
"""


def parent(message):
    return message["parent_header"].get("msg_id")


def outputs_until(kernel, condition):
    """Messages of the output channel up to the one that meets the condition. A second copy of one raises."""
    seen = []
    while not seen or not condition(seen[-1]):
        seen.append(kernel.published(60))
    return seen


def all_idle(requests):
    """Whether the idle status of each request, named by its id or its type, has come by now."""

    def condition(message):
        if message["content"].get("execution_state") == "idle":
            requests.discard(parent(message))
            requests.discard(message["parent_header"].get("msg_type"))
        return not requests

    return condition


def interrupt_when_sent(kernel, request, kind, text=""):
    """Interrupts when that message of the request is there; returns all of its messages when both are done."""
    before = outputs_until(
        kernel, lambda m: parent(m) == request and m["msg_type"] == kind and text in json.dumps(m["content"])
    )
    kernel.manager.interrupt_kernel()
    idle_was_sent = (kind, text) == ("status", "idle")
    after = outputs_until(kernel, all_idle({"interrupt_request"} if idle_was_sent else {request, "interrupt_request"}))
    return [(m["msg_type"], m["content"]) for m in before + after if parent(m) == request]


def kinds(messages):
    return [kind for kind, content in messages if kind not in ("status", "execute_input")]


OUTPUTS = {
    "a line": ("console.log('held'); for (;;) {}", "stream"),
    "a line of a cell that waits": ("console.log('held'); await new Promise(() => {});", "stream"),
    "a line after an await": ("await null; console.log('held'); for (;;) {}", "stream"),
    "a line of a timer": (
        "setTimeout(() => { console.log('held'); for (;;) {} }); await new Promise(() => {});",
        "stream",
    ),
    "a line to stderr": ("console.error('held'); for (;;) {}", "stream"),
    "a display": ("require('tslab').display.text('held'); for (;;) {}", "display_data"),
}


@pytest.mark.parametrize(("code", "kind"), OUTPUTS.values(), ids=OUTPUTS.keys())
def test_an_output_is_sent_once(fresh_kernel, code, kind):
    fresh_kernel.run(HOLD)
    request = fresh_kernel.start(f"hold(zmq.Publisher, '\"held'); {code}")
    assert kinds(interrupt_when_sent(fresh_kernel, request, kind, "held")) == [kind, "error"]
    reply = fresh_kernel.client.get_shell_msg(timeout=60)
    assert (reply["content"]["status"], reply["content"].get("ename")) == ("error", "KeyboardInterrupt")
    assert fresh_kernel.run("'alive'").result == "alive"


# What the kernel sends when the cell itself is over.
ENDS = {
    "the result": ("hold(zmq.Publisher, 'execute_result'); 'its end'", "execute_result", ["execute_result"], "ok"),
    "the result after an await": (
        "hold(zmq.Publisher, 'execute_result'); await null; 'its end'",
        "execute_result",
        ["execute_result"],
        "ok",
    ),
    "the error": (
        "hold(zmq.Publisher, '\"error\"'); await null; throw new Error('its end')",
        "error",
        ["error"],
        "error",
    ),
    "the idle status": ("hold(zmq.Publisher, '\"idle\"'); await null;", "status", [], "ok"),
}


@pytest.mark.parametrize(("code", "kind", "shown", "status"), ENDS.values(), ids=ENDS.keys())
def test_the_end_of_a_cell_is_sent_once_and_whole(fresh_kernel, code, kind, shown, status):
    fresh_kernel.run(HOLD)
    request = fresh_kernel.start(code)
    text = "idle" if kind == "status" else "its end"
    assert kinds(interrupt_when_sent(fresh_kernel, request, kind, text)) == shown
    reply = fresh_kernel.client.get_shell_msg(timeout=60)
    assert (reply["msg_type"], parent(reply), reply["content"]["status"]) == ("execute_reply", request, status)
    assert reply["content"].get("ename") == ("Error" if status == "error" else None)
    assert fresh_kernel.run("'alive'").result == "alive"


REPLIES = {
    "execute_reply": (lambda client: client.execute("'x'"), '"execution_count":3'),
    "history_reply": (lambda client: client.history(hist_access_type="tail", n=1), ""),
    "complete_reply": (lambda client: client.complete("Math.flo"), ""),
    "kernel_info_reply": (lambda client: client.kernel_info(), ""),
}


@pytest.mark.parametrize(("kind", "ask", "content"), [(k, *v) for k, v in REPLIES.items()], ids=REPLIES.keys())
def test_a_reply_is_sent_once_and_its_idle_status_follows(fresh_kernel, kind, ask, content):
    fresh_kernel.run(HOLD)
    assert fresh_kernel.run(f"hold(zmq.Router, '{kind}', '{content}');").status == "ok"
    request = ask(fresh_kernel.client)
    reply = fresh_kernel.client.get_shell_msg(timeout=60)
    assert (reply["msg_type"], parent(reply)) == (kind, request)
    fresh_kernel.manager.interrupt_kernel()
    outputs_until(fresh_kernel, all_idle({request, "interrupt_request"}))
    assert fresh_kernel.run("'alive'").result == "alive"
