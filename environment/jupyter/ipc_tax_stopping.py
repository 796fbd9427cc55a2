"""How a headless run ends before its time: the cell that runs is interrupted, and may still end by itself."""

import asyncio

from nbclient.util import ensure_async

# How long an interrupted cell may take to end: a section gives its workers three seconds, and is then recorded.
INTERRUPTED_S = 20


class Stopped(Exception):
    """A signal ended the run."""


class OverTime(Exception):
    """A cell did not end in its time."""


async def ends_first(task, halt, timeout=None):
    """Waits for a task until the run is stopped or `timeout` is over; whether the task has ended. It is not cancelled."""
    halted = asyncio.ensure_future(halt.wait())
    try:
        await asyncio.wait({task, halted}, timeout=timeout, return_when=asyncio.FIRST_COMPLETED)
    finally:
        halted.cancel()
    return task.done()


def begun(coroutine):
    """Its task, of which nobody need ask how it ended: nbclient takes a cancelled wait for a kernel that died."""
    task = asyncio.ensure_future(coroutine)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return task


async def unless_stopped(coroutine, halt):
    """What a coroutine gives; it is given up, and Stopped raised, when the run is stopped."""
    task = begun(coroutine)
    try:
        if await ends_first(task, halt):
            return task.result()
    finally:
        task.cancel()
    raise Stopped


async def execute_cell(client, cell, index, number, timeout, halt):
    """Executes a cell. Over its time, or when the run is stopped, it is interrupted, and may still end by itself: a
    section that it measures keeps what is complete, and is recorded. Raises OverTime, or Stopped."""
    task = begun(client.async_execute_cell(cell, index, execution_count=number))
    try:
        if await ends_first(task, halt, timeout):
            task.result()
            return
        await ensure_async(client.km.interrupt_kernel())
        await asyncio.wait({task}, timeout=INTERRUPTED_S)
    finally:
        task.cancel()
    raise Stopped if halt.is_set() else OverTime
