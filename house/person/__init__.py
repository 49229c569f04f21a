"""A person's data: what each room has on them, given out as one file or erased.

`parts` is what rooms tell, `rooms` what those of the house have, `file` what is given
out, `erasing` what goes and what stays.
"""
