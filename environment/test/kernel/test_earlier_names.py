"""Every form in which a cell can use a name of an earlier cell."""

import pytest

SETUP = """
const y = [1, 2]; let n = 5; const s = 'k';
class Base { v = 1; hi() { return 'hi'; } }
function fn(a: number, b = 2) { return a + b; }
function self(this: any) { return this === undefined || this === globalThis; }
enum En { A, B }
const obj = { a: 1, b: { c: 2 } };
type T = { a: number };
interface I { q: number }
const tag = (t: TemplateStringsArray) => t[0];
namespace NS { export const z = 9; }
const row = { price: 3, lots: [{ q: 1 }] };
const price = 'outer';
let z1 = 0; const z2 = 1;
abstract class AB { abstract f(): number; }
async function* ticks() { yield 1; yield 2; }
const big = 10n;
"""

FORMS = [
    ("({ y })", "{ y: [ 1, 2 ] }"),
    ("const o2 = { y, n }; o2.n", "5"),
    ("fn(...([1] as [number]))", "3"),
    ("[...y, 3]", "[ 1, 2, 3 ]"),
    ("({ ...obj, d: 1 })", "{ a: 1, b: { c: 2 }, d: 1 }"),
    ("`${s}-${n}`", "k-5"),
    ("tag`x`", "x"),
    ("({ n } = { n: 77 }); n", "77"),
    ("[n] = [78]; n", "78"),
    ("({ a: n } = obj); n", "1"),
    ("({ price: n } = row); n", "3"),
    ("n = 5; n++; n", "6"),
    ("n += 2; n", "8"),
    ("n ??= 3; n", "8"),
    ("typeof y", "object"),
    ("class Kid extends Base { w = y.length; } new Kid().hi() + new Kid().w", "hi2"),
    ("new Base().v", "1"),
    ("En.B", "1"),
    ("({ [s]: 1 })", "{ k: 1 }"),
    ("({ y: y })", "{ y: [ 1, 2 ] }"),
    ("({ price: 1 })", "{ price: 1 }"),
    ("({ m() { return y; } }).m()", "[ 1, 2 ]"),
    ("(() => { const y = 'shadow'; return { y }; })()", "{ y: 'shadow' }"),
    ("((n: number) => ({ n }))(3)", "{ n: 3 }"),
    ("const g = (a = y) => a; g()", "[ 1, 2 ]"),
    ("let sum = 0; for (const v of y) sum += v; sum", "3"),
    ("for (n = 0; n < 2; n++) {} n", "2"),
    ("for (n of y) {} n", "2"),
    ("const { a, b: { c } } = obj; a + c", "3"),
    ("a + c", "3"),
    ("const q: T & I = { a: 1, q: 2 }; q.q", "2"),
    ("y.map((v) => v * n)", "[ 2, 4 ]"),
    ("y as number[]", "[ 1, 2 ]"),
    ("y!", "[ 1, 2 ]"),
    ("y?.length", "2"),
    ("NS.z", "9"),
    ("let caught; try { throw y; } catch (y) { caught = y; } caught", "[ 1, 2 ]"),
    ("await Promise.all(y.map(async (v) => v))", "[ 1, 2 ]"),
    ("new Map([[s, y]])", "Map(1) { 'k' => [ 1, 2 ] }"),
    ("const f2 = function fn2() { return fn(1); }; f2()", "3"),
    ("fn.call(null, 1)", "3"),
    ("self()", "true"),
    ("self?.()", "true"),
    ("s in { k: 1 }", "true"),
    ("import * as path from 'path'; path.sep", "/"),
    ("path.join('a', 'b')", "a/b"),
    ("({ path }).path.sep", "/"),
    ("import { basename as bn } from 'path'; bn('/x/y')", "y"),
    ("({ bn }).bn('/q/r')", "r"),
    ("import fs, { existsSync } from 'fs'; typeof fs.statSync + existsSync('/')", "functiontrue"),
    ("existsSync('/nowhere')", "false"),
    ("export {}", None),
    ("let und: number; und", None),
    ("und = 4; und", "4"),
    ("var vv = 1; vv", "1"),
    ("vv = 2; vv", "2"),
    ("class P extends AB { f() { return 7; } } new P().f()", "7"),
    ("(n++, n)", "3"),
    ("const [p1, ...rest] = [1, 2, 3]; rest", "[ 2, 3 ]"),
    ("function rec(k: number): number { return k ? rec(k - 1) : 0; } rec(3)", "0"),
    ("rec(2)", "0"),
    ("({ big })", "{ big: 10n }"),
    ("({ obj }).obj", "{ a: 1, b: { c: 2 } }"),
    ("const { price: p9, lots: [{ q: q9 }] } = row; [p9, q9, price]", "[ 3, 1, 'outer' ]"),
    ("const { price: p10 = 4, ...r10 } = row; r10", "{ lots: [ { q: 1 } ] }"),
    ("({ z1 = 9 } = {} as any); z1", "9"),
    ("const h = ({ price }: { price: number }) => ({ price, z2 }); h(row)", "{ price: 3, z2: 1 }"),
    ("outer: for (const i of y) { for (;;) { continue outer; } } 'ended'", "ended"),
    ("const seen = []; for await (const t of ticks()) seen.push(t); seen", "[ 1, 2 ]"),
    ("for (var i2 = 0; i2 < 3; i2++) {} i2", "3"),
    ("delete (obj as any).a; obj", "{ b: { c: 2 } }"),
]


@pytest.fixture(scope="module")
def cells(kernel):
    assert kernel.run(SETUP).status == "ok"
    return kernel


@pytest.mark.parametrize(("code", "expected"), FORMS, ids=[code for code, _ in FORMS])
def test_a_name_of_an_earlier_cell(cells, code, expected):
    assert cells.run(code).result == expected
