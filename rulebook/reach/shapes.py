"""What comes out of a value of a kind: its elements, its items, its attributes."""

import ast

from rulebook.reach.classes import Class
from rulebook.reach.kinds import One, Type, either, one

MAPPINGS = {"Mapping", "dict", "defaultdict", "MutableMapping", "OrderedDict"}


def each_in(found: Type) -> Type:
    """What kind of value comes out when such a value is gone through."""
    if found is None:
        return None
    return either(*(_each(kind) for kind in found))


def _each(kind: One) -> Type:
    if kind.name == "tuple":
        return either(*kind.made_of)
    if kind.name == "str":
        return one("str")
    if kind.product is not None or not kind.made_of:
        return None
    return kind.made_of[0]  # of a class that is an enumeration, its members


def item(found: Type, index: int) -> Type:
    """What kind of value stands at a place of such a value."""
    if found is None:
        return None
    given: list[Type] = []
    for kind in found:
        if kind.name == "tuple":
            inside = -len(kind.made_of) <= index < len(kind.made_of)
            given.append(kind.made_of[index] if inside else None)
        else:
            given.append(_each(kind))
    return either(*given)


def looked_up(found: Type, key: ast.expr) -> Type:
    """What kind of value is found under a key or at an index."""
    if found is None or isinstance(key, ast.Slice):
        return found
    index = key.value if isinstance(key, ast.Constant) else None
    given: list[Type] = []
    for kind in found:
        if kind.name in MAPPINGS:
            given.append(kind.made_of[1] if len(kind.made_of) == 2 else None)
        elif isinstance(index, int):
            given.append(item(frozenset({kind}), index))
        else:
            given.append(_each(kind))
    return either(*given)


def of_outside(kind: One, name: str) -> Type:
    """What a method of a mapping or of a list gives."""
    if kind.name in MAPPINGS and len(kind.made_of) == 2:
        key, value = kind.made_of
        gives = {
            "items": one("list", one("tuple", key, value)),
            "values": one("list", value),
            "keys": one("list", key),
            "copy": frozenset({kind}),
        }
        gives |= dict.fromkeys(("get", "pop", "setdefault"), value)
        return one("Callable", gives[name]) if name in gives else None
    if name in ("pop", "popleft") and kind.made_of:
        return one("Callable", _each(kind))
    if name in ("union", "intersection", "difference", "copy"):
        return one("Callable", frozenset({kind}))
    return None


def result(found: Type) -> Type:
    """What a call of such a value gives."""
    if found is None:
        return None
    return either(
        *(
            kind.made_of[0]
            if kind.name in ("type", "Callable") and kind.made_of
            else None
            for kind in found
        )
    )


def entered(found: Type) -> Type:
    """What “with … as” binds."""
    if found is None:
        return None
    return either(
        *(
            kind.made_of[0] if kind.name == "entered" else frozenset({kind})
            for kind in found
        )
    )


def filled_in(kind: One, owner: Class, annotation: ast.expr | None) -> Type | bool:
    """What a type variable of a class stands for; False where it is none."""
    name = annotation.id if isinstance(annotation, ast.Name) else None
    if name == "Self":
        return frozenset({kind})
    if name not in owner.variables:
        return False
    index = owner.variables.index(name)
    return kind.made_of[index] if index < len(kind.made_of) else None


def last_name(node: ast.expr) -> str:
    """The last name of a decorator or of what is called."""
    if isinstance(node, ast.Call):
        return last_name(node.func)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
