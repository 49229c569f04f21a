"""Entries from a list that somebody sends: CSV or XLSX, exactly once a file and row.

`files` reads cells, `columns` what they mean, `staging` keeps the rows until they are
taken, `matching` finds who is meant, `weighing` asks every guard of an entry,
`writing` enters a batch, `services` begins, goes on and gives up.
"""
