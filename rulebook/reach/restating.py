"""Rules that one document takes over from another, under its own citations.

A rulebook that restates another lists its citations apart from the values they are for.
Such a citation is asked where the one it stands for is asked, and nowhere else.
"""

import ast
from collections.abc import Iterator, Mapping

from rulebook.citations import cited, is_citation
from rulebook.reach.symbols import Kind, Module, Project, Symbol
from rulebook.reach.walk import Cited

RESTATED = "game.rulebooks.restated:restated"
Way = tuple[str, ...]  # from an entrance, symbol by symbol


def restated(project: Project, ways: Mapping[Cited, Way]) -> Mapping[Cited, Way]:
    """The ways, where a restated citation has the way of the one it stands for."""
    found = dict(ways)
    for module, call in _calls(project):
        before, _, *lists = call.args
        by_clause = _by_clause(ways, _module_of(project, module, before))
        for rule_id, line, clause in _listed(project, module, lists):
            place = (module.file, line, rule_id)
            found.pop(place, None)
            if clause in by_clause:
                found[place] = by_clause[clause]
    return found


def _calls(project: Project) -> Iterator[tuple[Module, ast.Call]]:
    for symbol in project.symbols():
        module = symbol.module
        if symbol.kind is not Kind.CONSTANT or "restated" not in module.imports:
            continue
        for node in (each for top in symbol.nodes for each in ast.walk(top)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                meaning = project.meaning(module, node.func.id)
                if isinstance(meaning, Symbol) and meaning.id == RESTATED:
                    yield module, node


def _module_of(project: Project, module: Module, node: ast.expr) -> Module | None:
    """The module that has the rules taken over: nsw3 in nsw3.RULES."""
    name = node.value if isinstance(node, ast.Attribute) else node
    if not isinstance(name, ast.Name):
        return None
    match project.meaning(module, name.id):
        case Module() as found:
            return found
        case Symbol(module=found):
            return found
    return None


def _by_clause(ways: Mapping[Cited, Way], before: Module | None) -> dict[str, Way]:
    """The shortest way to each clause that the rules taken over cite."""
    found: dict[str, Way] = {}
    for (file, _, rule_id), way in ways.items():
        clause = rule_id.partition("-")[2]
        if before is not None and file == before.file:
            found[clause] = min(found.get(clause, way), way, key=len)
    return found


def _listed(
    project: Project, module: Module, lists: list[ast.expr]
) -> Iterator[tuple[str, int, str]]:
    """Each citation that is listed, with the clause it stands for."""
    named = (each.id for each in lists if isinstance(each, ast.Name))
    for symbol in (project.meaning(module, name) for name in named):
        for top in symbol.nodes if isinstance(symbol, Symbol) else ():
            had = dict(_numbers_before(top))
            for node in ast.walk(top):
                if isinstance(node, ast.Call) and is_citation(node):
                    rule_id = cited(node) or ""
                    clause = had.get(node, rule_id.partition("-")[2])
                    yield rule_id, node.lineno, clause


def _numbers_before(top: ast.AST) -> Iterator[tuple[ast.expr, str]]:
    """The number a clause had, where it stands beside the new citation."""
    for node in ast.walk(top):
        if isinstance(node, ast.Dict):
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant):
                    yield value, str(key.value)
