"""The page each role lands on: what is blocked, what is due, what comes next."""

from house.desk.items import Item, Panel, Place, Urgency, shows, tells

__all__ = ["Item", "Panel", "Place", "Urgency", "shows", "tells"]
