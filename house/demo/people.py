"""Three hundred plausible people; none of them real, always the same ones."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, timedelta
from random import Random

from house.people.patrons.names import fold
from house.people.patrons.rules import PatronDetails

SEED = 1159
PATRONS = 300
# Names that go together, so that nobody is called by two halves of the world.
COMMUNITIES = (
    (
        "Olivia Jack Charlotte William Amelia Thomas Isla Henry Chloe Lachlan Ruby",
        "Smith Jones Williams Brown Taylor Wilson Campbell Anderson Murphy Kelly Walsh",
    ),
    ("Minh Linh Thảo Huy Phương Đức Hạnh Tuấn", "Nguyễn Trần Lê Phạm Võ Đặng Bùi"),
    ("Wei Jing Xin Hao Mei Jun Yan Lei", "Zhang Wang Li Chen Liu Huang Zhao Wu"),
    ("Arjun Ananya Rohan Kavya Vikram Divya", "Sharma Patel Singh Iyer Reddy Gupta"),
    (
        "Giulia Marco Francesca Antonio Paola Enzo",
        "Rossi Bianchi Russo Esposito Ferraro D’Angelo",
    ),
    (
        "Eleni Dimitri Sofia Nikos Katerina Spiro",
        "Papadopoulos Nikolaidis Georgiou Katsaros Vasilakis",
    ),
    ("Fatima Omar Layla Hassan Zeinab Ali", "Khoury El-Masri Hamdan Saad Mansour"),
    ("Maria Jose Angelica Paolo Jasmine Rafael", "Santos Reyes Cruz Bautista Garcia"),
    ("Sina Tavita Mele Sione Leilani Filipo", "Tuilagi Faleolo Taufa Leota Vainikolo"),
    ("Aroha Wiremu Kahu Tane", "Ngata Parata Tamihana Hohepa"),
    ("Jedda Kirra Tarni Marlee", "Bundle Egan Mundine Weatherall"),
    ("Zofia Łukasz Agnieszka Paweł", "Kowalski Wójcik Zieliński Nowak"),
    ("Jasna Goran Mirela Dražen", "Horvat Kovačević Marić Jurić"),
    ("Ayşe Mehmet Elif Emre", "Yılmaz Demir Şahin Çelik"),
    ("Selam Abebe Hana Dawit", "Tesfaye Bekele Haile Girma"),
    ("Ji-woo Min-jun Seo-yeon Do-hyun", "Kim Park Choi Jung"),
)
# Fewer people share the rarer names, as in any Australian city.
WEIGHTS = (24, 9, 9, 8, 7, 6, 6, 5, 3, 2, 2, 3, 3, 3, 2, 3)
SUBURBS = (
    ("Southbank", "3006"),
    ("Footscray", "3011"),
    ("Sunshine", "3020"),
    ("Essendon", "3040"),
    ("Brunswick", "3056"),
    ("Preston", "3072"),
    ("Doncaster", "3108"),
    ("Box Hill", "3128"),
    ("Glen Waverley", "3150"),
    ("Clayton", "3168"),
    ("Dandenong", "3175"),
    ("St Kilda", "3182"),
    ("Werribee", "3030"),
    ("Frankston", "3199"),
)
STREETS = (
    "Station Street",
    "High Street",
    "Church Street",
    "Banksia Avenue",
    "Wattle Grove",
    "Railway Parade",
    "Albert Road",
    "Kingfisher Court",
    "Orchard Lane",
)


def people(today: date) -> Iterator[PatronDetails]:
    """Everybody but the doubles, each with a name and a birth date of their own."""
    random = Random(SEED)  # noqa: S311 (it makes up people, not secrets)
    seen: set[tuple[str, date]] = set()
    while len(seen) < PATRONS - len(DOUBLES):
        person = _person(random, len(seen), today)
        if (key := (fold(person.name), person.born_on)) not in seen:
            seen.add(key)
            yield person


def _person(random: Random, number: int, today: date) -> PatronDetails:
    given, family = random.choices(COMMUNITIES, WEIGHTS)[0]
    first, last = random.choice(given.split()), random.choice(family.split())
    suburb, postcode = random.choice(SUBURBS)
    address = fold(f"{first} {last}").replace(" ", ".")
    written, called = random.random(), random.random()
    return PatronDetails(
        given_name=first,
        family_name=last,
        born_on=today - timedelta(days=random.randint(19 * 366, 82 * 365)),
        email=f"{address}.{number}@example.com" if written < 0.8 else "",
        # Numbers that the regulator keeps free for stories.
        phone=f"03 7010 {number + 1000:04}" if called < 0.7 else "",
        street=f"{random.randint(1, 180)} {random.choice(STREETS)}",
        suburb=suburb,
        state="VIC",
        postcode=postcode,
        may_publish_name=random.random() < 0.6,
        is_employee=number % 50 == 7,
        is_contractor=number % 100 == 31,
        is_associate=number % 75 == 12,
    )


# How a clerk in a hurry writes somebody who is on file already.
DOUBLES: tuple[Callable[[PatronDetails], PatronDetails], ...] = (
    lambda one: replace(one, email="", phone="", street=""),
    lambda one: replace(one, given_name=one.family_name, family_name=one.given_name),
    lambda one: replace(
        one,
        given_name=fold(one.given_name).upper(),
        family_name=fold(one.family_name).upper(),
    ),
    lambda one: replace(one, family_name="Marlowe", may_publish_name=False),
)


def doubles(everybody: list[PatronDetails]) -> Iterator[PatronDetails]:
    """The same few people again, each written differently."""
    reached = [one for one in everybody if one.email and one.phone]
    for number, again in enumerate(DOUBLES):
        yield again(reached[20 + 30 * number])
