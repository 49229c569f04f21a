"""Which tests carry a rule, read from the source of the tests."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rulebook.citations import called, cited, first_sentence, is_citation

TESTS = "tests"
# A file that neither marks a rule nor has a column of that name carries none.
MARKS = re.compile(r"mark\.rule|['\" ]rule['\",]")
Constants = Mapping[str, ast.expr]


@dataclass(frozen=True, slots=True)
class Test:
    """A test that carries a rule, and what it proves in words."""

    __test__ = False

    rule_id: str
    file: str
    line: int
    name: str
    sentence: str


def read(root: Path) -> tuple[Test, ...]:
    """Read every test below a project's root, once for each rule it carries."""
    paths = sorted((root / TESTS).rglob("*.py"))
    return tuple(test for path in paths for test in _read(root, path))


def _read(root: Path, path: Path) -> Iterator[Test]:
    text = path.read_text(encoding="utf-8")
    if not MARKS.search(text):
        return
    name = path.relative_to(root).as_posix()
    module = ast.parse(text, filename=name)
    constants = dict(_assigned(module.body))
    marks = _pytestmarks(module.body)
    yield from _tests_in(module.body, name, "", _carried(marks, constants), constants)


def _tests_in(
    body: Iterable[ast.stmt],
    file: str,
    prefix: str,
    inherited: tuple[str, ...],
    constants: Constants,
) -> Iterator[Test]:
    """The tests of a module or class with every rule they carry, each rule once."""
    for node in body:
        if isinstance(node, ast.ClassDef):
            marks = [*node.decorator_list, *_pytestmarks(node.body)]
            more = (*inherited, *_carried(marks, constants))
            yield from _tests_in(
                node.body, file, f"{prefix}{node.name}.", more, constants
            )
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            own = _carried(node.decorator_list, constants)
            said = first_sentence(ast.get_docstring(node) or "") or _spoken(node.name)
            for rule_id in dict.fromkeys((*inherited, *own)):
                yield Test(rule_id, file, node.lineno, prefix + node.name, said)


def _spoken(name: str) -> str:
    """A test's name as a sentence."""
    words = name.removeprefix("test_").replace("_", " ")
    return words[:1].upper() + words[1:]


def _assigned(body: Iterable[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            target = node.targets[0]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = zip(target.elts, node.value.elts, strict=False)
                yield from ((called(name), value) for name, value in pairs)
            else:
                yield called(target), node.value
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            yield called(node.target), node.value


def _pytestmarks(body: Iterable[ast.stmt]) -> list[ast.expr]:
    marks = dict(_assigned(body)).get("pytestmark")
    return _elements(marks, {}) if marks is not None else []


def _elements(node: ast.expr, constants: Constants) -> list[ast.expr]:
    """The elements of a list that is written out, here or under a name above."""
    if isinstance(node, ast.Starred):
        return _elements(node.value, constants)
    if isinstance(node, ast.Name) and node.id in constants:
        return _elements(constants[node.id], {})
    if not isinstance(node, ast.List | ast.Tuple | ast.Set):
        return [node]
    return [
        each
        for element in node.elts
        for each in (
            _elements(element, constants)
            if isinstance(element, ast.Starred)
            else [element]
        )
    ]


def _carried(marks: Iterable[ast.expr], constants: Constants) -> tuple[str, ...]:
    """The rules that marks and parametrised cases name."""
    found: list[str] = []
    for mark in marks:
        if not isinstance(mark, ast.Call):
            continue
        if called(mark.func) == "rule":
            named = _elements(ast.List(mark.args), constants)
            found += filter(None, (_rule_id(each, constants) for each in named))
        elif called(mark.func) == "parametrize":
            found += _in_cases(mark, constants)
    return tuple(found)


def _in_cases(mark: ast.Call, constants: Constants) -> Iterator[str]:
    """The rules of each case: a column named “rule”, or a mark on the case."""
    given = {keyword.arg: keyword.value for keyword in mark.keywords}
    names, *cases = (*mark.args, *given.values())
    columns = _columns(names)
    for case in _elements(cases[0], constants) if cases else ():
        values = _elements(case, {})
        if isinstance(case, ast.Call) and called(case.func) == "param":
            values = case.args
            extra = [k.value for k in case.keywords if k.arg == "marks"]
            marks = [m for value in extra for m in _elements(value, {})]
            yield from _carried(marks, constants)
        named = [v for name, v in zip(columns, values, strict=False) if name == "rule"]
        yield from filter(None, (_rule_id(each, constants) for each in named))


def _columns(names: ast.expr) -> list[str]:
    written = [
        element.value
        for element in _elements(names, {})
        if isinstance(element, ast.Constant) and isinstance(element.value, str)
    ]
    return [name.strip() for text in written for name in text.split(",")]


def _rule_id(node: ast.expr, constants: Constants) -> str | None:
    if isinstance(node, ast.Name) and node.id in constants:
        return _rule_id(constants[node.id], {})
    if isinstance(node, ast.Call) and is_citation(node):
        return cited(node)
    literal = node.value if isinstance(node, ast.Constant) else None
    return literal if isinstance(literal, str) else None
