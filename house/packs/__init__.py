"""Packs: everything about one event as one file that anybody can check offline.

parts       what a room puts in: sheets and papers; rooms are named in `app.py`
writing     a part becomes files, row by row, hashed as they are written
making      parts are made one after another by the ticking process
report      the pack on paper, from the files it has
sealing     the list of hashes goes on the record, a checkpoint is signed, all is zipped
verify_pack the script inside: it needs Python and nothing else
"""
