"""Ask drivers how they read addresses: tables of docs/other-software.md, and the expectations of a test.

In a separate environment: `pip install aiormq==7.2.4 AMQPStorm==3.1.4 asyncpg==0.32.0
clickhouse-driver==0.2.11 coredis==6.9.0 dj-database-url==3.1.2 django-environ==0.14.0 kombu==5.7.0
ldap3==2.9.1 nats-py==2.16.0 peewee==4.5.3 pika==1.4.4 'psycopg[binary]==3.3.9' pymongo==4.20.1
redis==8.1.0 SQLAlchemy==2.1.9 tortoise-orm==1.1.9 valkey==6.2.0` and
`pip install --no-deps arq==0.28.0`. Then `python scripts/drivers.py` prints the rows of both tables,
and `python scripts/drivers.py record` writes tests/data/addresses_of_drivers.json. Nothing connects.
"""

from __future__ import annotations

import inspect
import json
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

# The characters that the grammar allows raw in a userinfo (RFC 3986 §3.2.1).
RAW = "!$&'()*+,;=:-._~"
RECORD = Path(__file__).parent.parent / "tests/data/addresses_of_drivers.json"


class Reading(NamedTuple):
    """The values that a driver reads; `name` is the database, the virtual host, or a socket's path."""

    user: str | None = None
    password: str | None = None
    hosts: list[list[Any]] = []  # noqa: RUF012 - never changed
    name: str | int | None = None
    options: dict[str, Any] = {}  # noqa: RUF012 - never changed


def ask(module: str, path: str) -> Any:  # noqa: ANN401 - what it has
    """Return a function of a module."""
    found: Any = import_module(module)
    for name in path.split("."):
        found = getattr(found, name)
    return found


def reading(found: Any, names: str, options: Iterable[str] = ()) -> Reading:  # noqa: ANN401
    """Read user, password, host, port and name from a mapping or an object, and options."""
    take = found.get if hasattr(found, "get") else lambda name: getattr(found, name, None)
    user, password, host, port, name = (take(each) for each in names.split())
    hosts = [] if not host else [[host, int(port) if port else None]]
    given = {each: take(each) for each in options}
    return Reading(user, password, hosts, name, {k: v for k, v in given.items() if v is not None})


def pika(url: str) -> Reading:
    """Read as `pika.URLParameters` does."""
    found = ask("pika", "URLParameters")(url)
    login = found.credentials
    options = {"heartbeat": found.heartbeat} if found.heartbeat is not None else {}
    return Reading(
        login.username, login.password, [[found.host, found.port]], found.virtual_host, options
    )


def aiormq(url: str) -> Reading:
    """Read as `aiormq.connect` does."""
    found = ask("aiormq", "Connection")(url)
    read = reading(found.url, "user password host port path")
    return read._replace(name=found.vhost)


def redis(url: str, module: str = "redis") -> Reading:
    """Read as `redis.from_url` does."""
    found = ask(f"{module}.connection", "parse_url")(url)
    name = found.pop("path", None) or found.get("db")
    known = ("username", "password", "host", "port", "db", "connection_class")
    options = {key: value for key, value in found.items() if key not in known}
    return reading(found, "username password host port db")._replace(name=name, options=options)


def coredis(url: str) -> Reading:
    """Read as `coredis.Redis.from_url` does."""
    found = ask("coredis", "Redis.from_url")(url).connection_pool
    keys = dict(found.connection_kwargs)
    where = getattr(found, "location", None)
    host, port = getattr(where, "host", None), getattr(where, "port", None)
    read = reading(keys | {"host": host, "port": port}, "username password host port db")
    return read._replace(name=getattr(where, "path", None) or keys.get("db"))


def arq(url: str) -> Reading:
    """Read as `RedisSettings.from_dsn` does."""
    found = ask("arq.connections", "RedisSettings.from_dsn")(url)
    read = reading(found, "username password host port database")
    return read._replace(name=found.unix_socket_path or found.database)


def pymongo(url: str) -> Reading:
    """Read as `MongoClient(url)` does."""
    found = ask("pymongo.uri_parser", "parse_uri")(url)
    hosts = [list(host) for host in found["nodelist"]]
    options = {key: value for key, value in found["options"].items() if isinstance(value, str)}
    return Reading(found["username"], found["password"], hosts, found["database"], options)


def psycopg(url: str) -> Reading:
    """Read as libpq does."""
    found = dict(ask("psycopg.conninfo", "conninfo_to_dict")(url))
    hosts = found.pop("host", "").split(",") if "host" in found else []
    ports = str(found.pop("port", "")).split(",")
    ports += [ports[0] if len(ports) == 1 else ""] * (len(hosts) - len(ports))
    both = [[host, int(port) if port else None] for host, port in zip(hosts, ports, strict=False)]
    login = found.pop("user", None), found.pop("password", None)
    return Reading(*login, both, found.pop("dbname", None), found)


def asyncpg(url: str) -> Reading:
    """Read as `asyncpg.connect(url)` does."""
    parse = import_module("asyncpg.connect_utils")._parse_connect_dsn_and_args  # noqa: SLF001
    names = inspect.signature(parse).parameters
    given: dict[str, Any] = {name: url if name == "dsn" else None for name in names}
    addresses, found = parse(**given)
    hosts = [[each, None] if isinstance(each, str) else list(each) for each in addresses]
    options = found.server_settings or {}
    return Reading(found.user, found.password, hosts, found.database, dict(options))


def sqlalchemy(url: str) -> Reading:
    """Read as `create_engine(url)` does."""
    found = ask("sqlalchemy", "make_url")(url)
    return reading(found, "username password host port database")._replace(
        options=dict(found.query)
    )


def peewee(url: str) -> Reading:
    """Read as `playhouse.db_url.connect` does."""
    found = ask("playhouse.db_url", "parse")(url)
    read = reading(found, "user password host port database")
    known = ("user", "password", "host", "port", "database")
    return read._replace(options={key: found[key] for key in found if key not in known})


def tortoise(url: str) -> Reading:
    """Read as `Tortoise.init(db_url=url)` does."""
    found = ask("tortoise.backends.base.config_generator", "expand_db_url")(url)["credentials"]
    known = "user password host port database"
    if "file_path" in found:
        return Reading(name=found["file_path"])
    options = {key: found[key] for key in found if key not in known.split()}
    return reading(found, known)._replace(options=options)


def django_environ(url: str) -> Reading:
    """Read as `env.db()` does."""
    found = ask("environ", "Env.db_url_config")(url)
    return reading(found, "USER PASSWORD HOST PORT NAME")._replace(options=found.get("OPTIONS", {}))


def dj_database_url(url: str) -> Reading:
    """Read as `dj_database_url.parse` does."""
    found = ask("dj_database_url", "parse")(url)
    return reading(found, "USER PASSWORD HOST PORT NAME")._replace(options=found.get("OPTIONS", {}))


def clickhouse(url: str) -> Reading:
    """Read as `Client.from_url` does."""
    host, found = ask("clickhouse_driver.util.helpers", "parse_url")(url)
    read = reading(found | {"host": host}, "user password host port database")
    known = ("user", "password", "port", "database")
    return read._replace(options={key: found[key] for key in found if key not in known})


def nats(url: str) -> Reading:
    """Read as `nats.connect(url)` does."""
    client = import_module("nats.aio.client").Client()
    client._setup_server_pool(url)  # noqa: SLF001
    return reading(client._server_pool[0].uri, "username password hostname port path")  # noqa: SLF001


def ldap3(url: str) -> Reading:
    """Read as `ldap3.Server` does."""
    found = ask("ldap3.utils.uri", "parse_uri")(url)
    return reading(found, "user password host port base")


DRIVERS: dict[str, tuple[str, Callable[[str], Reading]]] = {
    "pika": ("amqp", pika),
    "kombu": (
        "amqp",
        lambda url: reading(
            ask("kombu", "Connection")(url), "userid password hostname port virtual_host"
        ),
    ),
    "aiormq": ("amqp", aiormq),
    "AMQPStorm": (
        "amqp",
        lambda url: reading(
            ask("amqpstorm", "UriConnection")(url, lazy=True).parameters,
            "username password hostname port virtual_host",
            ["heartbeat", "timeout"],
        ),
    ),
    "redis": ("redis", redis),
    "valkey": ("redis", lambda url: redis(url, "valkey")),
    "coredis": ("redis", coredis),
    "arq": ("redis", arq),
    "pymongo": ("mongodb", pymongo),
    "psycopg": ("postgresql", psycopg),
    "asyncpg": ("postgresql", asyncpg),
    "SQLAlchemy": ("postgresql", sqlalchemy),
    "peewee": ("postgresql", peewee),
    "tortoise-orm": ("postgres", tortoise),
    "django-environ": ("postgresql", django_environ),
    "dj-database-url": ("postgresql", dj_database_url),
    "clickhouse-driver": ("clickhouse", clickhouse),
    "nats-py": ("nats", nats),
    "ldap3": ("ldap", ldap3),
}

# Each is read with the driver's scheme, and shown by one component.
PROBES: dict[str, tuple[str, Callable[[Reading], Any]]] = {
    "`h/d#f`": ("h.example/d#f", lambda read: read.name),
    "`h/1/2`": ("h.example/1/2", lambda read: read.name),
    "`h/1%2F2`": ("h.example/1%2F2", lambda read: read.name),
    "`h1,h2`": ("h1.example,h2.example/1", lambda read: [host for host, _ in read.hosts]),
    "`%2Ft%2Fs.sock`": ("%2Ft%2Fs.sock/d", lambda read: [host for host, _ in read.hosts]),
    "`h/1?host=k`": ("h.example/1?host=k.example", lambda read: [host for host, _ in read.hosts]),
    "`?o=a+b`": (
        "h.example/1?application_name=a+b",
        lambda read: read.options.get("application_name"),
    ),
}


def tried(driver: str, url: str) -> Reading | str:
    """Return what a driver reads, or the name of its error: messages of errors have passwords."""
    try:
        return DRIVERS[driver][1](url)
    except Exception as error:  # noqa: BLE001 - each has errors of its own
        return type(error).__name__


def login(driver: str, user: str, password: str) -> tuple[str | None, str | None]:
    """Return the user and the password that a driver reads; None if it refuses the text."""
    read = tried(driver, f"{DRIVERS[driver][0]}://{user}:{password}@h.example/1")
    return (None, None) if isinstance(read, str) else read[:2]


def row_of_login(driver: str) -> list[str]:
    """Report what the driver decodes, and which raw characters it reads differently."""
    data = f"p {RAW}%/?#[]@\u00e9"
    encoded = "".join(f"%{octet:02X}" for octet in data.encode())
    user, password = login(driver, quote("u@x", safe=""), encoded)
    decoded = [
        name for name, is_so in (("user", user == "u@x"), ("password", password == data)) if is_so
    ]
    otherwise = [raw for raw in RAW if login(driver, "u", f"p{raw}q") != ("u", f"p{raw}q")]
    return [" and ".join(decoded), " ".join(f"`{raw}`" for raw in otherwise)]


def row_of_probes(driver: str) -> list[str]:
    """Report what the driver reads in each probe."""
    scheme = DRIVERS[driver][0]

    def cell(text: str, shown: Callable[[Reading], Any]) -> str:
        read = tried(driver, f"{scheme}://{text}")
        if isinstance(read, str):
            return "refused"
        found = shown(read)
        if isinstance(found, list):
            return " ".join(f"`{host}`" for host in found).replace(".example", "")
        return "" if found is None else f"`{found}`"

    return [cell(*probe) for probe in PROBES.values()]


def record() -> None:
    """Rewrite the record of what the drivers read in its addresses.

    The addresses come from the documentation of each driver or of its service.
    """
    rows = []
    for known in json.loads(RECORD.read_text(encoding="utf-8")):
        driver, _, _ = known["driver"].partition(" ")
        read = tried(driver, known["address"])
        found = {"error": read} if isinstance(read, str) else read._asdict()
        address = {"driver": f"{driver} {version(driver)}", "address": known["address"]}
        rows.append(address | found)
    lines = ",\n".join(json.dumps(row, default=str) for row in rows)
    RECORD.write_text(f"[\n{lines}\n]\n", encoding="utf-8")


def table(head: list[str], row: Callable[[str], list[str]]) -> None:
    """Print a table with a row for each driver."""
    lines = [head, ["---"] * len(head), *([each, *row(each)] for each in DRIVERS)]
    print("\n".join(f"| {' | '.join(line)} |" for line in lines), end="\n\n")  # noqa: T201


if __name__ == "__main__":
    if sys.argv[1:] == ["record"]:
        record()
    else:
        table(
            ["Reader", "Version", "Decodes", "Reads raw in a password as something else"],
            lambda driver: [version(driver), *row_of_login(driver)],
        )
        table(["Reader", *PROBES], row_of_probes)
