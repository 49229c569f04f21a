"""Who plays here: names, player cards, exclusions, merging."""
