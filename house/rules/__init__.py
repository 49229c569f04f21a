"""The documents as pages: browse, search, and see where each rule is held."""
