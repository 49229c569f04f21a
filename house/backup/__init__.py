"""Backups: the whole house in one file, and the way back.

`archive` is the file, `dumps` what each database gives and takes, `taking` and
`restoring` the two acts, `keys` which key is needed to read what is sealed.
"""
