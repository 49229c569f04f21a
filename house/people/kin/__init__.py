"""Whom a member of staff belongs to: their own patron record, and their relatives.

`models` keeps what was declared, `services` declares it and takes it back, `queries`
tells it to whoever must keep staff and relatives out, `views` is the page for it.
"""
