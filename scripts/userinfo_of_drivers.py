"""Ask drivers how they read a user and a password: the table of docs/databases.md.

In an environment of its own: `pip install aiormq==7.2.4 AMQPStorm==3.1.4 asyncpg==0.32.0
clickhouse-driver==0.2.11 coredis==6.9.0 dj-database-url==3.1.2 django-environ==0.14.0 kombu==5.7.0
nats-py==2.16.0 peewee==4.5.3 pika==1.4.4 'psycopg[binary]==3.3.9' pymongo==4.20.1 redis==8.1.0
SQLAlchemy==2.1.9 tortoise-orm==1.1.9 valkey==6.2.0` and `pip install --no-deps arq==0.28.0`. Then
`python scripts/userinfo_of_drivers.py` writes the rows. Nothing connects anywhere.
"""

from __future__ import annotations

import inspect
from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Callable

# What the grammar allows raw in a userinfo (RFC 3986 §3.2.1).
RAW = "!$&'()*+,;=:-._~"
Login = tuple[str | None, str | None]


def keys(found: Any, user: str = "username", password: str = "password") -> Login:  # noqa: ANN401, S107
    """Take user and password from a mapping or an object."""
    take = found.get if hasattr(found, "get") else lambda name: getattr(found, name)
    return take(user), take(password)


def asyncpg(url: str) -> Login:
    """Read as `asyncpg.connect(url)` does."""
    parse = import_module("asyncpg.connect_utils")._parse_connect_dsn_and_args  # noqa: SLF001
    names = inspect.signature(parse).parameters
    parameters = parse(**{name: url if name == "dsn" else None for name in names})[1]
    return keys(parameters, "user")


def nats(url: str) -> Login:
    """Read as `nats.connect(url)` does."""
    client = import_module("nats.aio.client").Client()
    client._setup_server_pool(url)  # noqa: SLF001
    return keys(client._server_pool[0].uri)  # noqa: SLF001


def ask(module: str, path: str) -> Any:  # noqa: ANN401 - what it has
    """Give a function of a module."""
    found: Any = import_module(module)
    for name in path.split("."):
        found = getattr(found, name)
    return found


DRIVERS: dict[str, tuple[str, Callable[[str], Login]]] = {
    "pika": ("amqp", lambda url: keys(ask("pika", "URLParameters")(url).credentials)),
    "kombu": ("amqp", lambda url: keys(ask("kombu", "Connection")(url), "userid")),
    "aiormq": ("amqp", lambda url: keys(ask("aiormq", "Connection")(url).url, "user")),
    "AMQPStorm": (
        "amqp",
        lambda url: keys(ask("amqpstorm", "UriConnection")(url, lazy=True).parameters),
    ),
    "redis": ("redis", lambda url: keys(ask("redis.connection", "parse_url")(url))),
    "valkey": ("redis", lambda url: keys(ask("valkey.connection", "parse_url")(url))),
    "coredis": (
        "redis",
        lambda url: keys(ask("coredis", "Redis.from_url")(url).connection_pool.connection_kwargs),
    ),
    "arq": (
        "redis",
        lambda url: keys(ask("arq.connections", "RedisSettings.from_dsn")(url)),
    ),
    "pymongo": ("mongodb", lambda url: keys(ask("pymongo.uri_parser", "parse_uri")(url))),
    "psycopg": (
        "postgresql",
        lambda url: keys(ask("psycopg.conninfo", "conninfo_to_dict")(url), "user"),
    ),
    "asyncpg": ("postgresql", asyncpg),
    "SQLAlchemy": ("postgresql", lambda url: keys(ask("sqlalchemy", "make_url")(url))),
    "peewee": ("postgresql", lambda url: keys(ask("playhouse.db_url", "parse")(url), "user")),
    "tortoise-orm": (
        "postgres",
        lambda url: keys(
            ask("tortoise.backends.base.config_generator", "expand_db_url")(url)["credentials"],
            "user",
        ),
    ),
    "django-environ": (
        "postgresql",
        lambda url: keys(ask("environ", "Env.db_url_config")(url), "USER", "PASSWORD"),
    ),
    "dj-database-url": (
        "postgresql",
        lambda url: keys(ask("dj_database_url", "parse")(url), "USER", "PASSWORD"),
    ),
    "clickhouse-driver": (
        "clickhouse",
        lambda url: keys(ask("clickhouse_driver.util.helpers", "parse_url")(url)[1], "user"),
    ),
    "nats-py": ("nats", nats),
}


def read(driver: str, user: str, password: str) -> Login:
    """Give what a driver reads; nothing where it refuses the text."""
    scheme, reader = DRIVERS[driver]
    try:
        return reader(f"{scheme}://{user}:{password}@h.example/1")
    except Exception:  # noqa: BLE001 - each has errors of its own
        return None, None


def row(driver: str) -> str:
    """Write a row: whether all that is encoded is decoded, and what is read otherwise when it is raw."""
    data = f"p {RAW}%/?#[]@\u00e9"
    encoded = "".join(f"%{octet:02X}" for octet in data.encode())
    user, password = read(driver, quote("u@x", safe=""), encoded)
    decoded = [
        name for name, is_so in (("user", user == "u@x"), ("password", password == data)) if is_so
    ]
    otherwise = [raw for raw in RAW if read(driver, "u", f"p{raw}q") != ("u", f"p{raw}q")]
    cells = [
        driver,
        version(driver),
        " and ".join(decoded),
        " ".join(f"`{raw}`" for raw in otherwise),
    ]
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    for each in DRIVERS:
        print(row(each))  # noqa: T201 - for the page
