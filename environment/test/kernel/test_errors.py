"""What a failing cell shows: one error output with name, message, and a stack in the cell's own lines."""

# Cells stand as they would be typed.


def test_a_type_error(kernel):
    run = kernel.run("const ok = 1;\nconst a: number = 'x';")
    assert run.error == "TypeScriptError: 2:7 - error TS2322: Type 'string' is not assignable to type 'number'."
    assert "2 | const a: number = 'x';\n  |       ^" in run.traceback
    assert run.printed == ""


def test_several_type_errors_are_one_output(kernel):
    run = kernel.run("const b: number = 'x';\nmissing();\nconst o: { a: number } = { a: 'b' };")
    assert run.error.startswith("TypeScriptError: 1:7 - error TS2322")
    assert "2:1 - error TS2304: Cannot find name 'missing'." in run.traceback


def test_a_syntax_error(kernel):
    assert kernel.run("const = 1").error.startswith("TypeScriptError: 1:7 - error TS")


def test_a_throw(kernel):
    code = "interface Long { a: number; b: string }\n\nfunction risky(x: number): number {\n  throw new TypeError('boom');\n}\n\nrisky(1);"
    run = kernel.run(code)
    script = f"In[{run.reply['execution_count']}]"
    assert run.error == "TypeError: boom"
    assert f"at risky ({script}:4:9)" in run.traceback
    assert f"at {script}:7:1" in run.traceback
    assert "4 |   throw new TypeError('boom');\n  |         ^" in run.traceback
    assert run.reply["evalue"] == "boom"
    assert "tslab" not in run.traceback and "node:" not in run.traceback and "/kernel/" not in run.traceback


def test_a_throw_in_a_function_of_another_cell(kernel):
    first = kernel.run("type Row = { a: number };\nfunction deep() {\n  throw new RangeError('deep');\n}")
    run = kernel.run("const through = () => deep();\nthrough()")
    assert f"at deep (In[{first.reply['execution_count']}]:3:9)" in run.traceback
    assert f"at through (In[{run.reply['execution_count']}]:1:" in run.traceback


def test_a_rejected_await(kernel):
    run = kernel.run(
        "type X = 1;\nasync function ask() {\n  await null;\n  throw new RangeError('rej');\n}\nawait ask();"
    )
    script = f"In[{run.reply['execution_count']}]"
    assert run.error == "RangeError: rej"
    assert f"at ask ({script}:4:9)" in run.traceback
    assert f"at async {script}:6:1" in run.traceback


def test_a_thrown_value_that_is_no_error(kernel):
    assert kernel.run("throw 5").error == "Uncaught: 5"
    assert kernel.run("throw undefined").error == "Uncaught: undefined"
    assert kernel.run("await Promise.reject({ code: 7 })").error == "Uncaught: { code: 7 }"


def test_an_error_with_a_cause_and_fields(kernel):
    run = kernel.run("throw Object.assign(new Error('outer', { cause: new Error('inner') }), { code: 'E_OUT' })")
    assert run.error == "Error: outer"
    assert "[cause]: Error: inner" in run.traceback
    assert "code: 'E_OUT'" in run.traceback


def test_a_missing_package(kernel):
    assert "Cannot find module 'no-such-package'" in kernel.run("import x from 'no-such-package'; x").error


def test_a_package_that_fails_to_load(kernel):
    run = kernel.run("require('no-such-package')")
    assert run.error.startswith("Error: Cannot find module 'no-such-package'")


def test_a_caught_error_is_no_failure_and_shows_the_cells_lines(kernel):
    run = kernel.run("type Y = 1;\ntry {\n  throw new Error('fine');\n} catch (e) {\n  console.log(e.stack);\n}")
    assert run.status == "ok"
    assert f"at In[{run.reply['execution_count']}]:3:9" in run.printed


def test_the_cell_after_a_failing_one_works(kernel):
    kernel.run("throw new Error('x')")
    assert kernel.run("1 + 1").result == "2"


def test_an_error_whose_stack_was_tampered_with(kernel):
    assert kernel.run("throw Object.assign(new Error('odd'), { stack: undefined })").error == "Error: odd"
    assert kernel.run("throw Object.assign(new Error('odd'), { name: undefined })").status == "error"
    for hostile in [
        "new Proxy({}, {})",
        "new Proxy(new Error('p'), { get(): never { throw new Error('trap'); } })",
        "new Proxy(new Error('p'), { getPrototypeOf(): never { throw new Error('trap'); } })",
        "Object.create(null)",
        "Object.defineProperty(new Error('p'), 'message', { get() { throw new Error('trap'); } })",
    ]:
        run = kernel.run(f"const hostile: any = {hostile}; throw hostile")
        assert run.status == "error" and "TypeScriptError" not in run.error
    assert kernel.run("'alive'").result == "alive"
