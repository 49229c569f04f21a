"""Settings read from the environment once, loudly, before anything starts."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from house import secret_keys
from house.database_url import normal_url, wrong_database
from house.retention.kinds import FORGOTTEN, NEVER_SHORTER, Forgotten

ROOT = Path(__file__).parent.parent
INSTANCE = ROOT / "instance"
LONGEST_DAYS = 100 * 366
ADDRESS = re.compile(r"https?://[^\s/?#]+(/[^\s?#]*)?")
MELBOURNE = ZoneInfo("Australia/Melbourne")


class Mode(StrEnum):
    """Whether real people and money depend on this house, or it is for trying out."""

    PRODUCTION = "production"
    DEMO = "demo"


class Incomplete(Exception):
    """The settings do not add up; every reason is listed."""

    def __init__(self, reasons: list[str]) -> None:
        self.reasons = tuple(reasons)
        lines = "".join(f"\n  - {reason}" for reason in reasons)
        super().__init__(f"House Rules cannot start with these settings:{lines}")


@dataclass(frozen=True, slots=True)
class Smtp:
    """The mail server that takes our messages; without one they go to a folder."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class Config:
    """Everything that differs between one house and another."""

    mode: Mode
    database_url: str = field(repr=False)
    secret_key: str = field(repr=False)
    old_secret_keys: tuple[str, ...] = field(default=(), repr=False)
    house_name: str = "Southbank House"
    public_url: str = "http://localhost"  # where people find us
    hosts: tuple[str, ...] = ()  # the names we answer to; any, if none
    zone: ZoneInfo = MELBOURNE
    behind_tls: bool = False
    trusted_proxies: int = 0
    threads: int = 8  # requests that one worker works on at once, and its connections
    # What one address may ask of a worker: a full venue may share a single one.
    public_at_once: int = 3000
    public_a_second: int = 100
    outbox: Path = INSTANCE / "outbox"
    checkpoints: Path = INSTANCE / "house-checkpoints"  # apart from the database
    checkpoint_key: Path = INSTANCE / "house-checkpoint-key"
    compliance_email: tuple[str, ...] = ()
    press: Path = INSTANCE / "press"  # what was printed, to be given out again
    imports: Path = INSTANCE / "house-imports"  # lists, until their rows are taken
    packs: Path = INSTANCE / "house-packs"  # everything about an event, to be taken
    smtp: "Smtp | None" = None
    idle_minutes: int = 30
    absolute_hours: int = 12
    step_up_minutes: int = 5
    from_hand: bool = True  # dealers may deal from the hand where a document lets them
    publish_by_two: bool = False  # who wrote terms last does not publish them
    tables_kept_minutes: int = 60  # before a tournament starts at them
    cash_needs_shift: bool = True  # cash and chips go through somebody's own drawer
    identity_on_arrival: bool = True  # somebody looks at a document of each player
    waiting_offer_minutes: int = 30  # a place stands for somebody who waits
    application_hold_minutes: int = 0  # a place stands for an application; 0: none
    prize_cash_mark_dollars: int = 10_000  # from which a prize in cash is marked
    prize_days: int = 30  # that a prize waits to be collected
    watch_seconds: int = 1  # standings are looked up again by a process after so long
    backups: Path | None = None  # the folder for one each night
    backups_kept: int = 7
    keep: Mapping[str, timedelta] = field(
        default_factory=lambda: {kind.name: kind.usual for kind in FORGOTTEN}
    )
    argon_memory_kib: int = 47_104
    argon_rounds: int = 3

    @classmethod
    def from_env(cls, env: Mapping[str, str], instance: Path = INSTANCE) -> "Config":
        """Read the settings, or say everything that is missing or wrong."""
        reader = _Reader(env)
        mode = reader.mode()
        production = mode is Mode.PRODUCTION
        default_url = f"sqlite:///{instance / 'house.sqlite3'}"
        config = cls(
            mode=mode,
            database_url=reader.database(None if production else default_url),
            secret_key=reader.secret(production=production, instance=instance),
            old_secret_keys=reader.old_secrets(),
            house_name=reader.text(
                "HOUSE_NAME", None if production else "Southbank House"
            ),
            public_url=(
                public_url := reader.address(
                    None
                    if production
                    else f"http://127.0.0.1:{env.get('PORT') or 8000}"
                )
            ),
            hosts=reader.hosts(public_url) if production else (),
            zone=reader.zone(None if production else "Australia/Melbourne"),
            behind_tls=production,
            trusted_proxies=reader.count("TRUSTED_PROXIES", 0),
            threads=reader.at_least_one("THREADS", 8),
            public_at_once=reader.at_least_one("PUBLIC_AT_ONCE", 3000),
            public_a_second=reader.at_least_one("PUBLIC_A_SECOND", 100),
            outbox=Path(env.get("OUTBOX", instance / "outbox")),
            checkpoints=reader.path("CHECKPOINTS", "checkpoints", instance),
            checkpoint_key=reader.path("CHECKPOINT_KEY", "checkpoint-key", instance),
            compliance_email=reader.addresses("COMPLIANCE_EMAIL"),
            press=Path(env.get("PRESS", instance / "press")),
            imports=reader.path("IMPORTS", "imports", instance),
            packs=reader.path("PACKS", "packs", instance),
            smtp=reader.smtp(),
            idle_minutes=reader.count("IDLE_MINUTES", 30),
            absolute_hours=reader.count("ABSOLUTE_HOURS", 12),
            from_hand=reader.flag("HAND_DEALING", default=True),
            publish_by_two=reader.count("PUBLISH_BY_TWO", 0) > 0,
            tables_kept_minutes=reader.count("TABLES_KEPT_MINUTES", 60),
            cash_needs_shift=reader.flag("CASH_NEEDS_SHIFT", default=True),
            identity_on_arrival=reader.flag("IDENTITY_ON_ARRIVAL", default=True),
            waiting_offer_minutes=reader.at_least_one("WAITING_OFFER_MINUTES", 30),
            application_hold_minutes=reader.count("APPLICATION_HOLD_MINUTES", 0),
            prize_cash_mark_dollars=reader.at_least_one(
                "PRIZE_CASH_MARK_DOLLARS", 10_000
            ),
            prize_days=reader.at_least_one("PRIZE_DAYS", 30),
            watch_seconds=reader.count("WATCH_SECONDS", 1),
            backups=reader.folder("BACKUPS"),
            backups_kept=reader.at_least_one("BACKUPS_KEPT", 7),
            keep={kind.name: reader.period(kind) for kind in FORGOTTEN},
        )
        if reader.reasons:
            raise Incomplete(reader.reasons)
        return config


class _Reader:
    """Reads one setting at a time and remembers what is wrong with each."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self.env = env
        self.reasons: list[str] = []

    def text(self, name: str, default: str | None) -> str:
        value = self.env.get(name, "").strip() or default
        if value is None:
            self.reasons.append(f"{name} is not set; production needs it.")
        return value or ""

    def mode(self) -> Mode:
        value = self.env.get("HOUSE_MODE", Mode.DEMO)
        try:
            return Mode(value)
        except ValueError:
            self.reasons.append(
                f"HOUSE_MODE is “{value}”; it is either production or demo."
            )
            return Mode.PRODUCTION

    def zone(self, default: str | None) -> ZoneInfo:
        name = self.text("HOUSE_ZONE", default)
        try:
            return ZoneInfo(name or "UTC")
        except (ZoneInfoNotFoundError, ValueError):
            self.reasons.append(
                f"HOUSE_ZONE is “{name}”; give a zone such as Australia/Melbourne."
            )
            return ZoneInfo("UTC")

    def hosts(self, public_url: str) -> tuple[str, ...]:
        others = self.env.get("HOUSE_HOSTS", "").split()
        return tuple(filter(None, (urlsplit(public_url).hostname, *others)))

    def address(self, default: str | None) -> str:
        value = self.text("HOUSE_URL", default).rstrip("/")
        if value and not ADDRESS.fullmatch(value):
            self.reasons.append(
                f"HOUSE_URL is “{value}”; give one such as https://house.example."
            )
        return value

    def path(self, name: str, ending: str, instance: Path) -> Path:
        """A place named after the database: each house has its own."""
        url = normal_url(self.env.get("DATABASE_URL", ""))
        file = url.removeprefix("sqlite:///") if url.startswith("sqlite:///") else ""
        house = Path(file).with_suffix("") if file else instance / "house"
        return Path(self.env.get(name) or f"{house}-{ending}")

    def addresses(self, name: str) -> tuple[str, ...]:
        found = tuple(self.env.get(name, "").replace(",", " ").split())
        if bad := [one for one in found if "@" not in one[1:-1]]:
            self.reasons.append(f"{name} has “{bad[0]}”, which is no e-mail address.")
        return found

    def count(self, name: str, default: int) -> int:
        value = self.env.get(name, str(default))
        if not (value.isascii() and value.isdigit()):
            self.reasons.append(f"{name} is “{value}”; it is a whole number.")
            return default
        return int(value)

    def period(self, kind: Forgotten) -> timedelta:
        days, least = self.count(kind.setting, kind.usual.days), kind.least
        if days < least.value.days:
            self.reasons.append(
                f"{kind.setting} is {days}; {least.cite} keeps these for "
                f"{least.value.days} days at least, and no setting is shorter "
                f"({NEVER_SHORTER})."
            )
        return timedelta(days=min(days, LONGEST_DAYS))

    def at_least_one(self, name: str, default: int) -> int:
        value = self.count(name, default)
        if value < 1:
            self.reasons.append(f"{name} is {value}; it is at least 1.")
        return value

    def folder(self, name: str) -> Path | None:
        value = self.text(name, "")
        return Path(value).absolute() if value else None

    def flag(self, name: str, *, default: bool) -> bool:
        value = self.env.get(name, "").strip().lower() or ("no", "yes")[default]
        if value not in ("yes", "no"):
            self.reasons.append(f"{name} is “{value}”; it is either yes or no.")
        return value == "yes"

    def smtp(self) -> Smtp | None:
        host = self.text("SMTP_HOST", "")
        if not host:
            return None
        port = self.count("SMTP_PORT", 587)
        if not 1 <= port <= 65_535:
            self.reasons.append(f"SMTP_PORT is “{port}”; it lies from 1 to 65535.")
        sender = self.text("SMTP_FROM", "")
        if "@" not in sender or any(c.isspace() for c in sender):
            self.reasons.append("SMTP_FROM is needed: the address mail comes from.")
        user, password = self.text("SMTP_USER", ""), self.env.get("SMTP_PASSWORD", "")
        if bool(user) != bool(password):
            self.reasons.append("SMTP_USER and SMTP_PASSWORD belong together.")
        return Smtp(host, port, sender, user, password)

    def database(self, default: str | None) -> str:
        url = normal_url(self.text("DATABASE_URL", default))
        if url and (wrong := wrong_database(url)):
            self.reasons.append(f"DATABASE_URL {wrong}")
        return url

    def secret(self, *, production: bool, instance: Path) -> str:
        value = self.env.get("SECRET_KEY", "")
        if not (value or production):
            return secret_keys.kept(instance / "secret-key")
        self._require_strong("SECRET_KEY", value)
        return value

    def old_secrets(self) -> tuple[str, ...]:
        values = tuple(self.env.get("OLD_SECRET_KEYS", "").split())
        for number, value in enumerate(values, 1):
            self._require_strong(f"OLD_SECRET_KEYS, number {number},", value)
        return values

    def _require_strong(self, name: str, value: str) -> None:
        if wrong := secret_keys.weakness(value):
            self.reasons.append(
                f"{name} {wrong}. Take one from `openssl rand -hex 32`."
            )
