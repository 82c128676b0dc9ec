"""Reading settings from the environment: each value is understood, or the start ends with a sentence.

Nothing here reads Django's settings, so that every knob can be tried alone.
"""

import os
import secrets
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import SplitResult, unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

SHORTEST_SECRET_KEY = 50  # characters; Django's own deployment check asks for as many
SWITCHES = {"on": True, "true": True, "yes": True, "1": True}
SWITCHES |= {"off": False, "false": False, "no": False, "0": False}
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")
DATABASES = ("postgres", "postgresql", "sqlite")
BROKERS = ("filesystem", "redis", "rediss", "amqp", "amqps")
MAIL_PORTS = {"smtp": 587, "smtps": 465, "smtp+plain": 25}


class Mail(NamedTuple):
    """Django's EMAIL_ settings."""

    backend: str = "django.core.mail.backends.console.EmailBackend"
    host: str = ""
    port: int = 25
    user: str = ""
    password: str = ""
    use_tls: bool = False
    use_ssl: bool = False


class Environment:
    """The variables of a mapping, each read as what it is for. An empty value counts as unset.

    Every method takes the variable's name and what holds without it, and raises ImproperlyConfigured
    with a sentence that names the variable and says what to write. `asked` collects the names.
    """

    def __init__(self, variables: Mapping[str, str]) -> None:
        self.variables = variables
        self.asked: set[str] = set()

    def text(self, name: str, default: str = "") -> str:
        self.asked.add(name)
        return self.variables.get(name, "").strip() or default

    def switch(self, name: str, default: bool) -> bool:
        text = self.text(name, "on" if default else "off")
        if text.lower() not in SWITCHES:
            raise ImproperlyConfigured(f"{name} is {text!r}. Write on or off.")
        return SWITCHES[text.lower()]

    def number(self, name: str, default: int, least: int = 1) -> int:
        text = self.text(name, str(default))
        if not text.isdecimal() or int(text) < least:
            raise ImproperlyConfigured(f"{name} is {text!r}. Write a whole number, {least} or more.")
        return int(text)

    def items(self, name: str, default: str = "") -> list[str]:
        """Values separated by commas."""
        return [part.strip() for part in self.text(name, default).split(",") if part.strip()]

    def hosts(self, name: str, default: str) -> list[str]:
        """Host names as a browser sends them, without scheme, port and path."""
        for host in (found := self.items(name, default)):
            if set(host) & set("/ ") or (":" in host and not host.startswith("[")):
                raise ImproperlyConfigured(
                    f"{name} has {host!r}. Write bare names, separated by commas: misi.example.org,localhost"
                )
        return found

    def origins(self, name: str) -> list[str]:
        """Addresses with a scheme and nothing behind the host."""
        for origin in (found := self.items(name)):
            if origin.split("://")[0] not in ("http", "https") or not address(name, origin).hostname:
                raise ImproperlyConfigured(
                    f"{name} has {origin!r}. Write it with its scheme: https://misi.example.org"
                )
        return found

    def log_level(self, name: str, default: str) -> str:
        if (level := self.text(name, default).upper()) not in LOG_LEVELS:
            raise ImproperlyConfigured(f"{name} is {level!r}. Choose one of {', '.join(LOG_LEVELS)}.")
        return level

    def time_zone(self, name: str, default: str) -> str:
        zone = self.text(name, default)
        try:
            return ZoneInfo(zone).key
        except (ValueError, OSError, ZoneInfoNotFoundError) as error:
            raise ImproperlyConfigured(
                f"{name} is {zone!r}. Write a name such as UTC or Europe/Berlin."
            ) from error

    def data_folder(self, name: str, default: Path) -> Path:
        """The folder for everything a site keeps, made where it is missing."""
        folder = Path(self.text(name, str(default))).expanduser().resolve()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            tempfile.TemporaryFile(dir=folder).close()
        except OSError as error:
            raise ImproperlyConfigured(
                f"{name}: {folder} cannot be written to ({error.strerror}). "
                "Give the folder to the account that runs the site, or name another one."
            ) from error
        return folder

    def secret_key(self, name: str, file: Path) -> str:
        """The key that is set, or the one in `file`, which the first start makes for its owner's eyes."""
        key = self.text(name)
        if not key:
            return kept_secret(file)
        if len(key) < SHORTEST_SECRET_KEY:
            raise ImproperlyConfigured(
                f"{name} has {len(key)} characters; {SHORTEST_SECRET_KEY} are needed. Leave it unset and the "
                "site makes its own, or take what this prints: "
                "python3 -c 'import secrets; print(secrets.token_urlsafe(50))'"
            )
        return key

    def database(self, name: str, default: Path, pool_size: int) -> dict[str, Any]:
        """Django's settings of a database, from a `postgres://` or `sqlite:///` address."""
        url = self.text(name, f"sqlite:///{default}")
        scheme = url.split(":")[0]
        try:
            found: dict[str, Any] = {**dj_database_url.parse(url)} if scheme in DATABASES else {}
        except ValueError:
            found = {}
        if not found.get("NAME"):
            raise ImproperlyConfigured(
                f"{name}, which begins with {scheme!r}, is not understood. "
                "Write postgres://user:password@host:5432/name or sqlite:////folder/file"
            )
        if scheme == "sqlite":
            return found | {"OPTIONS": sqlite_options()}
        pool = {"min_size": 1, "max_size": pool_size, "timeout": 10}
        return found | {"CONN_MAX_AGE": 0, "OPTIONS": found.get("OPTIONS", {}) | {"pool": pool}}

    def broker(self, name: str) -> str:
        """The address of a broker that Celery knows."""
        url = self.text(name, "filesystem://localhost")
        scheme = url.split(":")[0]
        if scheme not in BROKERS or "://" not in url:
            raise ImproperlyConfigured(
                f"{name}, which begins with {scheme!r}, is not understood. "
                "Write redis://host:6379/0, amqp://user:password@host:5672/name or filesystem://localhost"
            )
        return url

    def mail(self, name: str) -> Mail:
        """How mail goes out. Without an address, mails appear in the site's own output."""
        if not (url := self.text(name)):
            return Mail()
        parts = address(name, url)
        if parts.scheme not in MAIL_PORTS or not parts.hostname:
            raise ImproperlyConfigured(
                f"{name} is not understood. Write smtp://user:password@host (STARTTLS, port 587), "
                "smtps://user:password@host (TLS, port 465) or smtp+plain://host (port 25)."
            )
        return Mail(
            backend="django.core.mail.backends.smtp.EmailBackend",
            host=parts.hostname,
            port=parts.port or MAIL_PORTS[parts.scheme],
            user=unquote(parts.username or ""),
            password=unquote(parts.password or ""),
            use_tls=parts.scheme == "smtp",
            use_ssl=parts.scheme == "smtps",
        )


def address(name: str, url: str) -> SplitResult:
    """The parts of an address. Raises ImproperlyConfigured where its host or port makes no sense."""
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - read here, so that a port that is no number is refused here
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} holds an address that is not understood: {error}.") from error
    return parts


def kept_secret(file: Path) -> str:
    """The secret in a file that only its owner can read, made if there is none. Nobody sees half of it."""
    if not file.exists():
        with tempfile.NamedTemporaryFile("w", dir=file.parent) as draft:
            draft.write(secrets.token_urlsafe(50))
            draft.flush()
            link_once(Path(draft.name), file)
    return file.read_text().strip()


def link_once(draft: Path, file: Path) -> None:
    """Give a finished file its name, unless another process was faster."""
    try:
        os.link(draft, file)
    except FileExistsError:
        return


def sqlite_options() -> dict[str, Any]:
    """Writers queue at BEGIN instead of failing half-way, and readers never wait for them."""
    return {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }


def broker_options(url: str, folder: Path) -> dict[str, Any]:
    """Celery's transport options. The broker that is a folder looks broken at kombu's own interval of 1 s."""
    if not url.startswith("filesystem:"):
        return {}
    for name in ("queue", "control"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    queue = str(folder / "queue")
    return {
        "data_folder_in": queue,
        "data_folder_out": queue,
        "control_folder": str(folder / "control"),
        "polling_interval": 0.1,
    }
