"""Who may do what: read off the code, different doors for different roles."""

import re

import pytest

from house.audit.models import AuditRow
from house.people.roles import READERS, Role
from house.people.staff.permissions import permissions
from house.web.access import SAFE


def doors(page: str) -> list[str]:
    rail = page.partition("</nav>")[0]
    return re.findall(r'<li[^>]*><a href="([^"]+)"', rail)


@pytest.mark.rule("HOUSE-ACCESS-1")
def test_two_browsers_with_different_roles_see_different_doors(sign_in):
    admin, dealer = sign_in(Role.ADMIN), sign_in(Role.DEALER)
    admins = doors(admin.get("/desk/").get_data(as_text=True))
    dealers = doors(dealer.get("/desk/").get_data(as_text=True))
    assert "/desk/staff/" in admins
    assert "/desk/staff/" not in dealers
    floor = {"/desk/rulings/", "/desk/disputes/"}  # no business of an administrator
    assert set(dealers) - floor < set(admins)
    assert admin.get("/desk/staff/").status_code == 200
    assert dealer.get("/desk/staff/").status_code == 403
    for door in dealers:
        assert dealer.get(door).status_code == 200


@pytest.mark.rule("HOUSE-ACCESS-1")
def test_who_is_turned_away_is_on_the_record(db, sign_in):
    page = sign_in(Role.DEALER).get("/desk/staff/")
    assert "This is for: compliance or inspector or administrator." in page.get_data(
        as_text=True
    )
    with db.reading() as session:
        entry = session.get_one(AuditRow, 1)
    assert (entry.actor, entry.subject_id) == ("dealer", "/desk/staff/")
    assert entry.rules == ["HOUSE-ACCESS-1"]


def test_the_table_shows_every_endpoint_as_declared(app, sign_in):
    dealer = sign_in(Role.DEALER)
    page = dealer.get("/desk/permissions/?role=&addresses=1").get_data(as_text=True)
    listed = list(permissions(app))
    rules = [r for r in app.url_map.iter_rules() if r.endpoint != "static"]
    assert len(listed) == len(rules)
    for one in listed:
        assert one.path.replace("<", "&lt;").replace(">", "&gt;") in page
        assert one.does.endswith("."), one.path
    assert page.count("<tr>") == len(listed) + 1


def test_permissions_are_said_in_words_and_link_only_what_opens(app, sign_in):
    page = sign_in(Role.DEALER).get("/desk/permissions/").text
    table = page.partition("<table")[2]
    assert "&lt;int:" not in table
    assert 'href="/desk/tables/"' in table
    assert 'href="/desk/staff/"' not in table
    assert 'href="/play/seat"' not in table  # for whoever's phone was let in
    rooms = {one.room for one in permissions(app)}
    assert not any("_" in room for room in rooms)


def test_one_role_sees_only_its_own_permissions(sign_in):
    client = sign_in(Role.DEALER)
    page = client.get("/desk/permissions/?role=dealer").get_data(as_text=True)
    assert "/desk/account" in page
    assert "/desk/staff/" not in page.partition("<table")[2]
    assert client.get("/desk/permissions/?role=king").status_code == 200


@pytest.mark.parametrize("reader", sorted(READERS))
def test_those_who_read_everything_change_only_their_own_account(app, reader):
    own = "Signing in and one’s own account"
    others = [p for p in permissions(app) if p.room != own and not p.access.public]
    changed = {p.path for p in others if p.changes and p.lets(reader)}
    if reader is Role.COMPLIANCE:  # these are kept by compliance itself
        own_rooms = ("/desk/notices/", "/desk/payments/", "/met", "/erase")
        changed = {p for p in changed if not any(room in p for room in own_rooms)}
    if reader is Role.INSPECTOR:  # a count of the cards is theirs to order
        changed.remove("/desk/tables/<int:number>/cards/count")
    changed.remove("/desk/packs/<kind>/<int:subject_id>")  # what they read, as one file
    changed -= {"/desk/deadlines/calendar", "/desk/deadlines/calendar/end"}
    unread = {p.path for p in others if not p.access.changes and not p.lets(reader)}
    assert (changed, unread) == (set(), set())


def test_every_staff_change_but_a_name_asks_again(app):
    grave = {p.path for p in permissions(app) if p.access.step_up}
    changes = {p.path for p in permissions(app) if p.room == "Staff" and p.changes}
    assert changes - grave == {"/desk/staff/<int:staff_id>/name"}


@pytest.mark.parametrize("role", list(Role))
def test_every_role_finds_its_way(sign_in, role):
    client = sign_in(role)
    for path in ("/desk/", "/desk/account", "/desk/permissions/"):
        assert client.get(path).status_code == 200


def test_reading_needs_no_transaction(app):
    for one in permissions(app):
        if set(one.methods) <= SAFE:
            assert one.access.before is None, one.path
