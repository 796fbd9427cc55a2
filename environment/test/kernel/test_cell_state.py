"""What cells leave to each other: variables, namespaces, modules, and what a failing cell leaves."""

# Cells stand as they would be typed.


def test_a_closure_sees_what_later_cells_assign(fresh_kernel):
    fresh_kernel.run("let n = 4; const read = () => n; const bump = () => { n += 1; };")
    fresh_kernel.run("n = 13;")
    assert fresh_kernel.run("bump(); [n, read()]").result == "[ 14, 14 ]"


def test_a_closure_sees_assignments_by_destructuring_loops_and_var(kernel):
    kernel.run("let da = 0; var db = 0; const both = () => [da, db];")
    kernel.run("({ x: da } = { x: 5 }); for (db of [1, 2]) {}")
    assert kernel.run("both()").result == "[ 5, 2 ]"


def test_functions_of_other_cells_use_the_newest_declaration(kernel):
    kernel.run("const rate = 2;")
    kernel.run("const charge = (x: number) => x * rate;")
    kernel.run("const rate = 3;")
    assert kernel.run("charge(2)").result == "6"


def test_a_name_keeps_its_value_until_its_new_declaration_is_reached(kernel):
    kernel.run("const tax = 2;")
    kernel.run("const taxed = (x: number) => x * tax;")
    assert kernel.run("const first = taxed(2); const tax = 3; [first, taxed(2)]").result == "[ 4, 6 ]"


def test_a_failing_cell_declares_nothing_and_loses_nothing(kernel):
    kernel.run("const kept = 'before'; let other = 1;")
    assert kernel.run("const kept = 'after'; let other = 2; throw new Error('half-way')").status == "error"
    assert kernel.run("[kept, other]").result == "[ 'before', 1 ]"


def test_a_namespace_survives_between_cells(kernel):
    kernel.run("namespace Fees { export const taker = 9; export interface Row { a: number } }")
    kernel.run("const between = 1;")
    kernel.run("const later: Fees.Row = { a: 2 };")
    assert kernel.run("Fees.taker + later.a").result == "11"
    kernel.run("namespace Fees { export const taker = 10; }")
    assert kernel.run("Fees.taker").result == "10"
    assert kernel.run("const row2: Fees.Row = { a: 2 };").status == "error"


def test_classes_enums_and_types_survive_between_cells(kernel):
    kernel.run("class Point { constructor(readonly x = 1) {} } enum Side { Buy, Sell } type Pair = [Point, Side];")
    kernel.run("const pass = 0;")
    assert kernel.run("const pair: Pair = [new Point(2), Side.Sell]; pair[0].x + pair[1]").result == "3"


def test_a_module_cell_reports_its_errors(kernel):
    run = kernel.run("/** @module broken */\nexport const a: number = 'text';")
    assert run.error == "TypeScriptError: 2:14 - error TS2322: Type 'string' is not assignable to type 'number'."
    assert run.status == "error"


def test_a_module_cell_can_be_imported(kernel):
    assert kernel.run("/** @module prices */\nexport const last = 42;").status == "ok"
    assert kernel.run("import { last } from './prices'; last").result == "42"


def test_decorated_classes_and_generators(kernel):
    kernel.run("const marked: string[] = []; const mark = (c: Function) => { marked.push(c.name); };")
    kernel.run("@mark class Marked {} function* two() { yield 1; yield 2; }")
    assert kernel.run("[...two(), marked, new Marked() instanceof Marked]").result == "[ 1, 2, [ 'Marked' ], true ]"


def test_a_recursive_function_and_a_class_that_names_itself(kernel):
    kernel.run("let depth = 0; function down(k: number) { depth++; if (k) down(k - 1); }")
    kernel.run("down(4)")
    assert kernel.run("depth").result == "5"
    kernel.run("class Node1 { static root = new Node1(); next?: Node1; }")
    assert kernel.run("Node1.root instanceof Node1").result == "true"
