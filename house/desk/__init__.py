"""The page each role lands on: what is blocked, what is due, what comes next."""

from house.desk.items import Item, Urgency, tells

__all__ = ["Item", "Urgency", "tells"]
