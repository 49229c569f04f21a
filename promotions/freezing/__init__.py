"""From open entries to a frozen list, at the closing instant of each draw.

`secret` keeps what the house promises, `promises` what the scrutineer does, `screening`
says who is left out, `listing` streams the others, `closing` freezes them by itself,
`headers` publishes the header, `reading` looks things up in a frozen list.
"""
