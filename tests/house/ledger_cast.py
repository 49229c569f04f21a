"""Postings without a round: what a patron staked, won or lost, said outright."""

from house.audit import Actor
from house.floor.acts import Act
from house.ledger import services
from house.ledger.postings import Account, Cause
from house.payments.accounts import AT_RISK, PURSE, owner
from rulebook import HOUSE

DAN = Actor("dan", "Dan Dealer", "dealer")


def post(session, patron, round_, now, came_to, kept):
    """Post what a patron won in a round, and what lies there in their name."""
    (net, lies), who = came_to, owner(patron)
    due = {
        Account(PURSE, who, "cents"): net - lies,
        Account(AT_RISK, who, "cents"): lies,
        Account("float", "table 7", "cents"): -net,
    }
    asked = {"kinds": {PURSE, AT_RISK, "float"}, "rules": (HOUSE.at("LEDGER-2"),)}
    act = Act(DAN, now)
    services.reconcile(session, Cause("test", round_), due, act, facts=kept, **asked)
