"""What a template needs to know: where the house stands and when play begins. Pure."""

from dataclasses import dataclass, replace
from datetime import datetime

from rulebook import CROWN3, MASS, NSW3, STAR4, VIC99
from rulebook.sources import Source
from tournaments.rules.clauses.names import NamesClause

# Documents of the game that the formats are written for; each has its own names.
DOCUMENTS = (CROWN3, MASS, NSW3, STAR4)


_ACTS = {
    CROWN3.code: "Fair Trading Act 1999 (Vic)",
    NSW3.code: "Fair Trading Act 1987 (NSW)",
    STAR4.code: "Fair Trading Act 1987 (NSW)",
    VIC99.code: "Fair Trading Act 1999 (Vic)",
}


EDITIONS = {"Baccarat": "Notice 26", "Caribbean Stud": "Notice 25"}  # of VIC99


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a template needs to know: where the house stands and when play begins."""

    starts_at: datetime
    venue: str
    zone: str = CROWN3.zone.key
    document: Source = CROWN3  # of the game
    game: str = ""  # where the document has several

    @property
    def names(self) -> NamesClause:
        """The names that house and document bring; Acts nobody knows stay open."""
        own, abroad = self.document, self.document is MASS
        names = NamesClause(
            venue=self.venue,
            operator=own.operator,
            regulator=own.regulator,
            fair_trading_act=_ACTS.get(own.code, ""),
            rulebook=own.code,
            edition=own.editions[-1].name,
            zone=self.zone,
        )
        if self.game:
            edition = EDITIONS[self.game]
            names = replace(names, game=self.game, edition=edition)
        if own is CROWN3:
            return names
        act = "" if abroad else names.consumer_act
        return replace(names, promoted=own.operator, consumer_act=act)
