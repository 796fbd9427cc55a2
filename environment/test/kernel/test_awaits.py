"""Awaits at the top level of a cell, in every form."""

# Cells stand as they would be typed.

import pytest

FORMS = [
    ("const w = await (async () => 5)(); w", "5"),
    ("await (async () => { throw 1; })().catch(() => 'caught')", "caught"),
    ("await [1][0]", "1"),
    ("await -1", "-1"),
    ("await null", None),
    ("await `${1}`", "1"),
    ("await /a/.exec('a')?.[0]", "a"),
    (
        "const got = []; for await (const x of (async function* () { yield 1; yield 2; })()) got.push(x); got",
        "[ 1, 2 ]",
    ),
    ("const all = []; for await (const x of [Promise.resolve(1), 2]) all.push(x); all", "[ 1, 2 ]"),
    ("const { a = await Promise.resolve(3) } = {} as { a?: number }; a", "3"),
    ("if (await Promise.resolve(true)) 'yes'", None),
    ("const f = async () => await Promise.resolve(4); await f()", "4"),
    ("const late = async () => { for await (const x of [1]) return x; }; await late()", "1"),
    ("(await import('node:path')).sep", "/"),
    (
        "let text = ''; try { await Promise.reject(new Error('no')); } catch (e) { text = e.message; } finally { text += '!'; } text",
        "no!",
    ),
]


@pytest.mark.parametrize(("code", "expected"), FORMS, ids=[code for code, _ in FORMS])
def test_a_top_level_await(kernel, code, expected):
    assert kernel.run(code).result == expected


def test_breaking_out_of_for_await_closes_the_iterator(kernel):
    kernel.run(
        "let closed = false; async function* gen() { try { for (let i = 0; ; i++) yield i; } finally { closed = true; } }"
    )
    kernel.run("for await (const i of gen()) { if (i === 2) break; }")
    assert kernel.run("closed").result == "true"


def test_an_error_in_an_async_iterator_reaches_the_cell(kernel):
    run = kernel.run("for await (const i of (async function* () { yield 1; throw new RangeError('dry'); })()) {}")
    assert run.error == "RangeError: dry"
