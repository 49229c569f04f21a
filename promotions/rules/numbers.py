"""Under which number each document asks for each item of the terms."""

from dataclasses import dataclass

from rulebook import NSW3, STAR4, Cite


@dataclass(frozen=True, slots=True)
class Numbers:
    """What terms must contain, each item with the rule that asks for it."""

    all: Cite
    manner: Cite
    awarded: Cite
    eligibility: Cite
    wager: Cite
    nature: Cite
    closing: Cite
    held: Cite
    claiming: Cite
    notified: Cite
    published: Cite
    prizes: Cite
    appliance: Cite
    appliance_make: Cite
    appliance_model: Cite
    appliance_accessories: Cite
    vehicle: Cite
    vehicle_make: Cite
    vehicle_model: Cite
    vehicle_accessories: Cite
    vehicle_on_road: Cite
    travel: Cite
    travel_persons: Cite
    travel_inclusions: Cite
    travel_restriction: Cite
    travel_spending: Cite
    estate: Cite
    estate_dwelling: Cite
    estate_plans: Cite
    estate_contract: Cite
    estate_easements: Cite
    estate_address: Cite
    estate_inclusions: Cite


NSW3_ITEMS = Numbers(
    all=NSW3.at("14.7"),
    manner=NSW3.at("14.7.1"),
    awarded=NSW3.at("14.7.2"),
    eligibility=NSW3.at("14.7.3"),
    wager=NSW3.at("14.7.4"),
    nature=NSW3.at("14.7.5"),
    closing=NSW3.at("14.7.6"),
    held=NSW3.at("14.7.7"),
    claiming=NSW3.at("14.7.8"),
    notified=NSW3.at("14.7.9"),
    published=NSW3.at("14.7.10"),
    prizes=NSW3.at("14.7.11"),
    appliance=NSW3.at("14.7.11.1"),
    appliance_make=NSW3.at("14.7.11.1(i)"),
    appliance_model=NSW3.at("14.7.11.1(ii)"),
    appliance_accessories=NSW3.at("14.7.11.1(iii)"),
    vehicle=NSW3.at("14.7.11.2"),
    vehicle_make=NSW3.at("14.7.11.2(i)"),
    vehicle_model=NSW3.at("14.7.11.2(ii)"),
    vehicle_accessories=NSW3.at("14.7.11.2(iii)"),
    vehicle_on_road=NSW3.at("14.7.11.2(iv)"),
    travel=NSW3.at("14.7.11.3"),
    travel_persons=NSW3.at("14.7.11.3(i)"),
    travel_inclusions=NSW3.at("14.7.11.3(ii)"),
    travel_restriction=NSW3.at("14.7.11.3(iii)"),
    travel_spending=NSW3.at("14.7.11.3(iv)"),
    estate=NSW3.at("14.7.11.4"),
    estate_dwelling=NSW3.at("14.7.11.4(i)"),
    estate_plans=NSW3.at("14.7.11.4(ii)"),
    estate_contract=NSW3.at("14.7.11.4(iii)"),
    estate_easements=NSW3.at("14.7.11.4(iv)"),
    estate_address=NSW3.at("14.7.11.4(v)"),
    estate_inclusions=NSW3.at("14.7.11.4(vi)"),
)
STAR4_ITEMS = Numbers(
    all=STAR4.at("14.8"),
    manner=STAR4.at("14.8.1"),
    awarded=STAR4.at("14.8.2"),
    eligibility=STAR4.at("14.8.3"),
    wager=STAR4.at("14.8.4"),
    nature=STAR4.at("14.8.5"),
    closing=STAR4.at("14.8.6"),
    held=STAR4.at("14.8.7"),
    claiming=STAR4.at("14.8.8"),
    notified=STAR4.at("14.8.9"),
    published=STAR4.at("14.8.10"),
    prizes=STAR4.at("14.8.11"),
    appliance=STAR4.at("14.8.11.1"),
    appliance_make=STAR4.at("14.8.11.1(i)"),
    appliance_model=STAR4.at("14.8.11.1(ii)"),
    appliance_accessories=STAR4.at("14.8.11.1(iii)"),
    vehicle=STAR4.at("14.8.11.2"),
    vehicle_make=STAR4.at("14.8.11.2(i)"),
    vehicle_model=STAR4.at("14.8.11.2(ii)"),
    vehicle_accessories=STAR4.at("14.8.11.2(iii)"),
    vehicle_on_road=STAR4.at("14.8.11.2(iv)"),
    travel=STAR4.at("14.8.11.3"),
    travel_persons=STAR4.at("14.8.11.3(i)"),
    travel_inclusions=STAR4.at("14.8.11.3(ii)"),
    travel_restriction=STAR4.at("14.8.11.3(iii)"),
    travel_spending=STAR4.at("14.8.11.3(iv)"),
    estate=STAR4.at("14.8.11.4"),
    estate_dwelling=STAR4.at("14.8.11.4(i)"),
    estate_plans=STAR4.at("14.8.11.4(ii)"),
    estate_contract=STAR4.at("14.8.11.4(iii)"),
    estate_easements=STAR4.at("14.8.11.4(iv)"),
    estate_address=STAR4.at("14.8.11.4(v)"),
    estate_inclusions=STAR4.at("14.8.11.4(vi)"),
)
