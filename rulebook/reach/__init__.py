"""Which code the entrances of the product lead to, worked out from its source.

An entrance is a route, a command, a deadline or a hook: a function that something
registers and the app then asks. From there the walk follows every name, attribute and
string of the code, and takes a branch only if what is given can lead into it.
"""

from rulebook.reach.report import Reach, Unreached, read

__all__ = ["Reach", "Unreached", "read"]
