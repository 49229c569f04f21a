"""The pure rules of tournaments: no database, no clock, only values.

Terms       terms (Terms, to_data, from_data), clauses, checklist (checklist, printed),
            formats (TEMPLATES), limits, contradictions
Structure   structure (check, plan), seats, shortfalls, timetable, chipping, prizes
Event       lifecycle (STEPS, transition), path (path), facts (Facts), progress
Afterwards  changes (differences, tellings, to_accept), refunds (refund)
"""
