"""The demo house's tournaments: one is settled, one is played now, one takes entries.

`leading` takes them along their path as directors do, `sessions` plays their stages,
`hands` keys single hands at a console; each tournament has a file of its own.
"""

from datetime import timedelta

from house.demo.load import DemoHouse, brings
from house.demo.staff import SAMIR
from house.notices import contacts
from house.notices.contacts import Contact
from house.notices.models import Audience
from tournaments.demo import classic, friday, summer
from tournaments.demo.sessions import set_up_area


@brings
def tournaments(demo: DemoHouse) -> str:
    """A classic that is settled, a Friday night in round two, an open to enter."""
    inspectors = Contact(
        "Inspectors on site", "inspectors@example.com", "+61390000118", "Level 1"
    )
    contacts.enter(
        demo.session,
        Audience.INSPECTORATE,
        "CROWN3",
        inspectors,
        by=SAMIR.actor,
        now=demo.now - timedelta(days=45),
    )
    set_up_area(demo)
    classic.lead(demo)
    friday.lead(demo)
    summer.lead(demo)
    return "3 tournaments"
