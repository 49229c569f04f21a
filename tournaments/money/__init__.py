"""Every cent of a tournament's entries: on the ledger, on a receipt, in a shift.

`accounts` names the accounts, `taking` takes payments, `buying` sells what can be had
after the entry, `refunding` and `correcting` give back, `shifts` are drawers of
cashiers, `receipts` and `paper` are what is handed over, `queries` adds up.
"""
