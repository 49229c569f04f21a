"""Secret wagers: written on a form, sealed, examined, announced, open to inspection.

`forms` seals what was written and opens it again, `handing_in` takes a form,
`examining` is the Game Supervisor before the hand, `announcing` after it,
`inspecting` shows the forms of the last hand to its table, and `part` is what
the hands of a tournament ask of all this. What a form must say is pure:
`tournaments/rules/secret_wagers.py`.
"""
