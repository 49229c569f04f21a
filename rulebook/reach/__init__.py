"""Which code the entrances of the product lead to, worked out from its source."""
