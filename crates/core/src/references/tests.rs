//! Tables of texts, and the parts of them that are masked.

use super::*;
use crate::random::random;
use crate::syntax::text::{Latin1, READS, Ucs2, Ucs4};

/// One answer in all storages.
fn everywhere(text: &str, masking: Masking) -> String {
    let shown = masked(text, masking).into_owned();
    let ucs4: Vec<u32> = text.chars().map(u32::from).collect();
    let in_ucs4 = secrets(Ucs4(&ucs4), masking);
    let octets = |i: usize| text.char_indices().nth(i).map_or(text.len(), |(octets, _)| octets);
    let in_utf8: Vec<_> =
        in_ucs4.iter().map(|range| octets(range.start)..octets(range.end)).collect();
    assert_eq!(hidden(text, &in_utf8), shown, "{text}");
    if let Ok(ucs2) = ucs4.iter().map(|&c| u16::try_from(c)).collect::<Result<Vec<_>, _>>() {
        assert_eq!(secrets(Ucs2(&ucs2), masking), in_ucs4);
    }
    if let Ok(latin1) = ucs4.iter().map(|&c| u8::try_from(c)).collect::<Result<Vec<_>, _>>() {
        assert_eq!(secrets(Latin1(&latin1), masking), in_ucs4);
    }
    assert_eq!(masked(&shown, masking), shown, "masked twice: {text}");
    shown
}

#[test]
fn passwords_are_masked_wherever_a_reference_stands() {
    for (text, expected) in [
        ("ftp://anna:secret@h/", "ftp://anna:***@h/"),
        (
            "sentinel://:pw@h1:26379/0;sentinel://:pw2@h2:26379/0",
            "sentinel://:***@h1:26379/0;sentinel://:***@h2:26379/0",
        ),
        ("https://a:b@h/ and https://c:secret@k/", "https://a:***@h/ and https://c:***@k/"),
        ("amqp://u:p@h1:5672,amqp://u:q@h2:5672", "amqp://u:***@h1:5672,amqp://u:***@h2:5672"),
        ("amqp://u:p@h1,v:q@h2/x", "amqp://u:***@h2/x"),
        ("https://h/login?next=https://u:pw@k/", "https://h/login?next=https://u:***@k/"),
        ("?dsn=postgres://u:pw@h/d", "?dsn=postgres://u:***@h/d"),
        ("https://h/proxy/https://u:pw@h/", "https://h/proxy/https://u:***@h/"),
        ("https://h/#https://u:pw@h", "https://h/#https://u:***@h"),
        ("view-source:https://u:pw@h/", "view-source:https://u:***@h/"),
        ("blob:https://u:pw@h/1", "blob:https://u:***@h/1"),
        ("git::https://u:pw@h/x?ref=1", "git::https://u:***@h/x?ref=1"),
        (
            "failover:(tcp://u:pw@h:61616,tcp://v:qw@k:61616)?a=b",
            "failover:(tcp://u:***@h:61616,tcp://v:***@k:61616)?a=b",
        ),
        ("jdbc:postgresql://u:pw@h/db", "jdbc:postgresql://u:***@h/db"),
        ("jdbc:oracle:thin:scott/tiger@//h:1521/x", "jdbc:oracle:thin:scott/***@//h:1521/x"),
        ("a jdbc:oracle:oci:u/p/q@h:1521:x b@c", "a jdbc:oracle:oci:u/***@h:1521:x b@c"),
        ("jdbc:oracle:thin:@//h/x", "jdbc:oracle:thin:@//h/x"),
        ("jdbc:oracle:kprb:u/pw@h", "jdbc:oracle:kprb:u/***@h"),
        // A scheme without slashes after an encoded character, a plus or a digit.
        ("https://k/%20http:u:p&w@h/", "https://k/%20http:u:***@h/"),
        ("https://k/%C3%ABredis:u:p&w@h/", "https://k/%C3%ABredis:u:***@h/"),
        ("https://k/?q=x+http:u:p&w@h/", "https://k/?q=x+http:u:***@h/"),
        ("https://k/1-sip:u:p&w@h/", "https://k/1-sip:u:***@h/"),
        // Two slashes after an encoded separator, as after the separator.
        ("https://k/%20//u:p&w@h/", "https://k/%20//u:***@h/"),
        ("https://k/a%7C//u:p&w@h", "https://k/a%7C//u:***@h"),
        ("https://k/%41//u:p&w@h", "https://k/%41//u:p&w@h"),
        // A token takes the place of a user name.
        ("nats://secret@h:4222,nats://u:pw@k", "nats://***@h:4222,nats://u:***@k"),
        // Neither a scheme nor slashes.
        ("http_proxy=anna:pw@proxy.example:3128", "http_proxy=anna:***@proxy.example:3128"),
        ("--proxy 'a:p@w:d@127.0.0.1:80'", "--proxy 'a:***@127.0.0.1:80'"),
        // The scope of a package does not end a password.
        ("https://u:pw@npm.example/@scope/pkg", "https://u:***@npm.example/@scope/pkg"),
        ("https://u:pw@h/npm/@a/b@1.0?c", "https://u:***@h/npm/@a/b@1.0?c"),
        ("https://u:p/@w@h/", "https://u:***@h/"),
        ("sip:u:pw@h;transport=tcp", "sip:u:***@h;transport=tcp"),
        ("https//u:pw@h/x", "https//u:***@h/x"),
        ("?next=//u:pw@h", "?next=//u:***@h"),
        ("/r?u=https%3A%2F%2Fu%3Apw%40k%2F&x=a@b", "/r?u=https%3A%2F%2Fu%3A***%40k%2F&x=a@b"),
        ("/r?u=https%3a//u:p%40w@k/", "/r?u=https%3a//u:***@k/"),
        ("http:\\/\\/u:pw@h\\/x", "http:\\/\\/u:***@h\\/x"),
        ("https://ghp_x@h/ https://ghp_y@h/", "https://***@h/ https://***@h/"),
        // Raw delimiters in a password.
        ("postgresql://u:p@ss#1@h:5432/db", "postgresql://u:***@h:5432/db"),
        ("postgresql://u:p#w@h/db", "postgresql://u:***@h/db"),
        ("postgresql://u:p?w@h/db", "postgresql://u:***@h/db"),
        ("postgresql://u:p/w@h/db", "postgresql://u:***@h/db"),
        ("postgresql://u#p:w@h/db", "postgresql://u#p:***@h/db"),
        ("postgresql://u:1#2@h/db", "postgresql://u:***@h/db"),
        ("postgresql://u:1?2@h/db", "postgresql://u:***@h/db"),
        // No host follows, so the text there is masked too, and the rest stays a reference.
        ("https://u:p@h/?a@b:c", "https://u:***@***"),
        ("https://u:p@h/a@/b", "https://u:***@***/b"),
        ("postgres//u:pw@h/db", "postgres//u:***@h/db"),
        ("foo:///u:pw@h/", "foo:///u:***@h/"),
        ("postgresql://u:p%w@h/db", "postgresql://u:***@h/db"),
        ("postgresql://u:p w@h/db", "postgresql://u:***@h/db"),
        ("https://a:b@h/?to=https://c:d@k/", "https://a:***@h/?to=https://c:***@k/"),
        // Punctuation of other scripts is not part of a path.
        ("\u{ff08}//u:pw@h/\u{ff09}", "\u{ff08}//u:***@h/\u{ff09}"),
        ("\u{201c}//u:pw@h\u{201d} \u{a0}//u:pw@h", "\u{201c}//u:***@h\u{201d} \u{a0}//u:***@h"),
        ("?next=https://u:p&w@k/", "?next=https://u:***@k/"),
        ("('https://u:p'w@k/')", "('https://u:***@k/')"),
        ("http://anna:s3cret%40h/x", "http://anna:***/x"),
    ] {
        assert_eq!(everywhere(text, Masking::Userinfo), expected);
        assert_eq!(everywhere(text, Masking::Everything), expected);
    }
}

#[test]
fn what_is_no_secret_is_not_touched() {
    for text in [
        "",
        "fixed issue #12 in main",
        "GET https://h/p?x=1 200 in 3ms",
        r#"{"error":"no http://localhost:3000//x","user":"joey@example.org"}"#,
        r#"{"error":"http://localhost:3000","user":"joey:x@example.org"}"#,
        "{'error':'http://localhost:3000','user':'joey@example.org'}",
        "{'error':'no http://localhost:3000','user':'joey@example.org'}",
        "{'error':'http://localhost:3000//x','user':'joey@example.org'}",
        "/go?next=https://localhost:3000&mail=joe@example.org",
        "/go?next=https://k&mail=a:b@example.org",
        "/go?next=https%3A%2F%2Fk%3A80&mail=joe@example.org",
        "https://anna@example.org/ https://bank.example@evil.example/",
        "https://h/npm/vue@3 https://h/@user https://h:80/@user",
        "https://good.example#@evil.example/",
        "git@github.com:o/r.git",
        "no // reference: a@b",
        "line 3: no “s:a” at 12:30 ERROR:root:joe@example.org",
        "mailto:a:b@c urn:x:y@z",
        "see (http://localhost:30000), “http://localhost:3000” and `http://h:80`.",
        "mongodb://h1:27017,h2:27017/db kafka://b1:9092;b2:9092",
        "http://h:{port}/ http://h:${PORT}/ http://h:8080\\api http://[::1]:80/",
        "file:///C:/Users/x file:///a:b/c",
        "ws://h?a=joe@example.org s://h?a:b@c http://h:80?mail=a:joe@example.org",
        "http://h//b:s@h /a//b:c@d /\u{e9}//b:s@h",
        "http:a/b:s@h",
        "https://h/?page_token=x&nextToken=y",
        "password=x or what? token=y",
        "12:30;token=x a;token=x 12:30:token=x",
        "https://slack.com/services/T01 https://h/services/x https://h/hooks/short",
        "/?key=name /?key=a.b/c-0123456789abcdefghij /?appid=730&key=",
        "/?lang=sk_SK&continent=ASIA&q=npm_a",
        "#[pyo3(signature=(x))] #[attr(token=a,b=c)]",
        "http://%s:%d/ http://%s:%(port)s http://h:%d' http://h:{}/ http://h:$PORT/ http://h:$(P)",
        "http://host:port/ http://h:PORT http://h:$DB_PORT/x http://h:%PORT%/ http://h:your-port/",
        "c:\\\\c:..\\a",
        "jdbc:sqlserver://1.1.1.1:1443;databaseName=S;user=u",
        "jdbc:sqlserver://h:1443;user=a@b;database=c:d",
        "jdbc:databricks://h:443;x=y jdbc:spark://h:1/d;a=b jdbc:impala://h:1;a=b couchbase://h:1;a=b",
        "http://h:8080;v=1/x",
        "tr=udp://a.example:80&tr=udp://b.example:6969 ^[\\/a-z\\:\\@]",
        "ERROR:root:joe@example.org:x 12:30:15 a@b:80 nginx:1.2@sha256:0123456789abcdef",
    ] {
        assert_eq!(everywhere(text, Masking::Userinfo), text);
        assert_eq!(everywhere(text, Masking::Everything), text);
    }
}

#[test]
fn secrets_by_name_and_webhooks_are_masked_in_references_only() {
    for (text, expected) in [
        ("https://h/?sig=a&b=c#id_token=d;e", "https://h/?sig=***&b=c#id_token=***"),
        ("GET /cb?code=a&state=b HTTP/1.1", "GET /cb?code=***&state=*** HTTP/1.1"),
        // The reader of a value decides where it ends.
        ("https://h/?password=p;w", "https://h/?password=***"),
        ("https://h/?a=1&pwd=p;;w&b=c", "https://h/?a=1&pwd=***&b=c"),
        ("/cb?code=p;w&state=q;;v#t", "/cb?code=***&state=***#t"),
        ("https://h/#access_token=p;w&a=b", "https://h/#access_token=***&a=b"),
        ("redis://h:6379/0?password=p;w&db=1", "redis://h:6379/0?password=***&db=1"),
        ("?u=%2Fb%3Ftoken%3Dp%3Bw%26y%3Dz&c", "?u=%2Fb%3Ftoken%3D***%26y%3Dz&c"),
        ("/x?a=1;token=p;b=2", "/x?a=1;token=***"),
        // Names, and values that look like tokens.
        ("/?key=AIzaSyA-1234567890", "/?key=***"),
        ("/?key=abcdefghij0123456789&b", "/?key=***&b"),
        ("/?appid=b1b15e88fa79&passkey=p#oobCode=o", "/?appid=***&passkey=***#oobCode=***"),
        ("/v1?secret_id=s&bindpw=b", "/v1?secret_id=***&bindpw=***"),
        ("file:a.db?_pragma_key=x'2D'", "file:a.db?_pragma_key=***"),
        ("/api?x-functions-key=s", "/api?x-functions-key=***"),
        ("/?q=ghp_abcde&r=glpat-abcde;f", "/?q=***&r=***"),
        ("/#x=eyJhbGciOi.e30.c", "/#x=***"),
        ("?token=&TOKEN=é", "?token=&TOKEN=***"),
        ("/a?u=https://h/?accessToken=x&b=c", "/a?u=https://h/?accessToken=***&b=c"),
        ("/a?u=%2Fb%3Ftoken%3Dx%26y%3Dz&c=d", "/a?u=%2Fb%3Ftoken%3D***%26y%3Dz&c=d"),
        ("//h/:_authToken=x/y", "//h/:_authToken=***/y"),
        ("s3://b/state=CA/token=x?a=b", "s3://b/state=CA/token=***?a=b"),
        ("https://h/a;jsessionid=x?y=z", "https://h/a;jsessionid=***?y=z"),
        // Without a slash, a scheme marks a text as a reference.
        ("jdbc:h2:mem:x;USER=a;PASSWORD=y", "jdbc:h2:mem:x;USER=a;PASSWORD=***"),
        ("url='jdbc:derby:db;user=a;password=y'", "url='jdbc:derby:db;user=a;password=***"),
        ("sip:u@h;password=x tel:+1;token=y", "sip:u@h;password=*** tel:+1;token=***"),
        ("app:token=x?code=y", "app:token=***?code=***"),
        (
            "jdbc:sqlserver://h;user=a;password=x/y;z=1",
            "jdbc:sqlserver://h;user=a;password=***;z=1",
        ),
        (
            r#"{"u":"{\"v\":\"/x?token=y\",\"w\":1}"}"#,
            r#"{"u":"{\"v\":\"/x?token=***\",\"w\":1}"}"#,
        ),
        ("/x?a=1\\u0026sig=y\\u0026b=2", "/x?a=1\\u0026sig=***\\u0026b=2"),
        ("/x?a\\u003d1\\u0026sig\\u003Dy\\u003d", "/x?a\\u003d1\\u0026sig\\u003D***"),
        ("https://hooks.slack.com/services/T/B/X?a=b", "https://hooks.slack.com/services/***?a=b"),
        (
            "https://HOOKS.slack.com.:443//%73ervices//T/B/X",
            "https://HOOKS.slack.com.:443//%73ervices//***",
        ),
        ("see hooks.slack.com/services/T/B/X now", "see hooks.slack.com/services/*** now"),
        ("to:hooks.slack.com/services/T/B/X", "to:hooks.slack.com/services/***"),
        ("a|hooks.slack.com/services/T;b", "a|hooks.slack.com/services/***"),
        ("%22hooks.slack.com/services/T%22", "%22hooks.slack.com/services/***%22"),
        ("https:/hooks.slack.com/services/T", "https:/hooks.slack.com/services/***"),
        ("https:\\hooks.slack.com\\services\\T", "https:\\hooks.slack.com\\services\\***"),
        (
            "/x?u=https%3A%2F%2Fhooks.slack.com%2Fservices%2FT%2FB",
            "/x?u=https%3A%2F%2Fhooks.slack.com%2Fservices%2F***",
        ),
        ("https://outlook.office.com/webhook/a@b/c", "https://outlook.office.com/webhook/***"),
        (
            "https://a.webhook.office.com/webhookb2/a@b/c",
            "https://a.webhook.office.com/webhookb2/***",
        ),
        ("https://discord.com/api/webhooks/1/x", "https://discord.com/api/webhooks/1/***"),
        (
            "https://ptb.discord.com/api/v10/webhooks/1/x",
            "https://ptb.discord.com/api/v10/webhooks/1/***",
        ),
        ("https://api.telegram.org/bot1:x/getMe", "https://api.telegram.org/bot***"),
        ("https://api.telegram.org/file/bot1:x/a", "https://api.telegram.org/file/bot***"),
        ("https://hooks.zapier.com/hooks/catch/1/x/", "https://hooks.zapier.com/hooks/catch/***"),
        (
            "https://maker.ifttt.com/trigger/a/with/key/x",
            "https://maker.ifttt.com/trigger/a/with/key/***",
        ),
        ("https://h/hooks/abcdefghijklmnopqrstuvwxyz", "https://h/hooks/***"),
        ("https://h/hooks/abcdefghijklmnopqrstuvwxyz&quot;", "https://h/hooks/***&quot;"),
        ("https://h/?pass&apos;7=x", "https://h/?pass&apos;7=***"),
        ("https://h/?code#[=x", "https://h/?code#[=***"),
        ("https://h/?a\"token=x", "https://h/?a\"token=***"),
        ("<a>https://h/?x</a><b>token=y</b>", "<a>https://h/?x</a><b>token=***</b>"),
        ("{\"u\":\"https://h/?sig=x\",\"n\":1}", "{\"u\":\"https://h/?sig=***\",\"n\":1}"),
        ("jdbc:x:y;token?7=v", "jdbc:x:y;token?7=***"),
    ] {
        assert_eq!(everywhere(text, Masking::Everything), expected);
        assert_eq!(everywhere(text, Masking::Userinfo), text);
    }
}

#[test]
fn what_is_harmless_has_no_secret() {
    let mut harmless = 0;
    for text in harmless::random_texts(60_000) {
        if is_harmless(Utf8(text.as_bytes())) {
            let found = of_readings(text.as_bytes(), Masking::Everything);
            assert!(found.is_empty(), "{text}: {found:?}");
            let found = pairs::within(text.as_bytes(), 0..text.len());
            assert!(found.is_empty(), "{text}: {found:?}");
            harmless += 1;
        }
    }
    assert!(harmless > 10_000, "{harmless}");
}

#[test]
fn masking_what_is_masked_changes_nothing() {
    for text in harmless::random_texts(60_000).chain(["http://u:p @%@}".to_owned()]) {
        let once = masked(&text, Masking::Everything);
        assert_eq!(masked(&once, Masking::Everything), once, "{text}");
        // Few texts need a second round, and none is masked as a whole because the rounds do not end.
        assert!(once != MASK || text.len() < 40, "{text}");
    }
}

#[test]
fn time_is_linear() {
    const PIECES: &[&str] = &[
        "://", "@", ":", "//", "%2F", "//a?", "//a:b?", "//x:y@", "=//u:p/", "http:", "sip:a", "[",
        "//[", "http://[", "?a=", "token=", ";", "a;", "&", "/hooks/",
        "/hooks/abcdefghijklmnopqrstuvwxyz", "//hooks.slack.com/services/x",
        "hooks.slack.com/services/x ", "http://a:b,", "amqp://u:p@h,", "http://u:p ", "%40",
        "https%3A%2F%2Fa%3Ab", "'http://a',", "=http://a&b=", "a ", "\\u002f", "\\\\/", "\\",
        "\\x5c", "&amp;", "&#x2f;", "[.]", "a:", "u:p@h:1,", "{", "Server=a;pwd={", "pwd={}}",
        "/@a", "//u:p@h/@a/", "jdbc:a://h;b=", "=ghp_abcde", "key=", "\\", "//a#:", "http://a:b#",
        "\u{e9}", "%", "%3D", "x://y?a:", "://u:p@h/?",
    ];
    let mut random = random(1);
    let pairs: Vec<_> =
        (0..300).map(|_| (PIECES[random(PIECES.len())], PIECES[random(PIECES.len())])).collect();
    for (first, last) in PIECES.iter().map(|&piece| (piece, "")).chain(pairs) {
        let reads = |length: usize| {
            let repeated = |piece: &str| piece.repeat(length / piece.len().max(1));
            let text = repeated(first) + ":y@x" + &repeated(last);
            READS.set(0);
            secrets(Utf8(text.as_bytes()), Masking::Everything);
            pairs::within(text.as_bytes(), 0..text.len());
            READS.get()
        };
        // A text eight times as long takes eight times as many reads; quadratic time would take 64 times.
        let (short, long) = (reads(250), reads(2_000));
        assert!(long <= 10 * short, "{first} {last}: {short}, {long}");
    }
}
