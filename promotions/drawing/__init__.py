"""The draw room: from a frozen list to winners, and to whoever replaces one.

models      the rows; nothing of them ever changes
setting_up  who draws, presents and watches, held against the list
presence    the scrutineer's phrase and the public value, for one round
room        a draw as it stands before it is held, for the gates in `rules/room.py`
holding     the draw and its replacement rounds, once each
lists       the drum of a frozen list, and whose tickets were drawn
certificates  what proves a draw, signed; `archive` works all of them out again
vacancies   a prize falls vacant by two signatures; `calling` where one has to be there
again       giving a draw up, and drawing under the next number
barrel      paper tickets drawn by hand
winners     who has won what now
staging     names on the big screen, one after another
"""
