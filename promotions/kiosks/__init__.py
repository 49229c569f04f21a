"""Kiosks: a device by the promotion, where a patron sees their own tickets.

`devices` gives and withdraws their addresses, `serving` finds whose card it is and lets
them swipe in, `views` is what the kiosk shows, `desk_views` what marketing sees of it.
"""
