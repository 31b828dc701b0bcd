//! Tests that the screen keeps every host in which the search finds anything.

use std::collections::BTreeSet;
use std::fs::read_to_string;
use std::path::Path;

use super::context::Context;
use super::protected::Protected;
use super::search::Host;
use super::subject::Subject;

/// Whether a host resembles a name, and whether the screen keeps it.
fn seen(protected: &Protected, host: &str) -> (bool, bool) {
    let text = format!("https://{host}/");
    let context = Context::default();
    let subject = Subject::new(&text, &context);
    // An address has no labels.
    let labels = subject.labels().iter().map(|label| (&text[label.span.clone()], &*label.shown));
    let of_labels = Host::of(host, labels.collect());
    let resembled = of_labels.and_then(|of_labels| protected.resembled(&of_labels));
    if let Some(plain) = Host::plain(host) {
        assert_eq!(protected.resembled(&plain), resembled, "{host}");
    }
    let is_kept = protected.may_resemble(host);
    assert!(resembled.is_none() || is_kept, "{host}: {resembled:?}");
    (resembled.is_some(), is_kept)
}

/// How many hosts resemble a name, and how many the screen lets go.
fn counts(protected: &Protected, hosts: impl Iterator<Item = String>) -> (usize, usize) {
    hosts.map(|host| seen(protected, &host)).fold((0, 0), |(found, let_go), (is_found, is_kept)| {
        (found + usize::from(is_found), let_go + usize::from(!is_kept))
    })
}

/// The same of hosts that are made of names, at random.
#[test]
fn the_screen_loses_nothing_at_random() {
    let mut random = crate::random::random(35);
    let parts =
        ["a", "rn", "cl", "vv", "0", "el", "-", "ka", "so", "n", "um", "bank", "my", "w", "www"];
    let suffixes = ["com", "co.uk", "org", "corn", "c\u{43E}m", "de", "github.io"];
    let label = |random: &mut dyn FnMut(usize) -> usize| -> String {
        (0..=random(6)).map(|_| parts[random(parts.len())]).collect()
    };
    let mut names = Vec::new();
    for _ in 0..300 {
        names.push((label(&mut random), suffixes[random(5)]));
    }
    let of_names = names.iter().map(|(label, suffix)| format!("{label}.{suffix}"));
    let protected = Protected::new(of_names);
    let mut hosts = Vec::new();
    for _ in 0..10_000 {
        let (name, suffix) = &names[random(names.len())];
        let mut name: Vec<char> = name.chars().collect();
        for _ in 0..=random(2) {
            let (at, c) = (random(name.len()), ['a', 'n', 'l', '0', '-', 'x', '.'][random(7)]);
            match random(5) {
                0 => name.insert(at, c),
                1 => name[at] = c,
                2 if name.len() > 1 => drop(name.remove(at)),
                3 => name.swap(at, at.saturating_sub(1)),
                _ => {}
            }
        }
        let name: String = name.into_iter().collect();
        let other = label(&mut random);
        let suffix = if random(3) > 0 { suffix } else { suffixes[random(7)] };
        let host = match random(8) {
            0 => format!("{other}.{name}.{suffix}"),
            1 => format!("www.{name}{other}.{suffix}"),
            2 => format!("{name}.{other}.{suffix}"),
            3 => format!("{other}-{name}.{suffix}"),
            _ => format!("{name}.{suffix}"),
        };
        if !host.split('.').any(str::is_empty) {
            hosts.push(host);
        }
    }
    let (found, let_go) = counts(&protected, hosts.into_iter());
    assert!(found > 2000 && let_go > 500, "{found} {let_go}");
}

/// The same of the hosts of the corpora, where they are, and of the repository's examples. Every fifth
/// is a name.
#[test]
fn the_screen_loses_nothing_of_real_hosts() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let files = ["examples/identifiers.txt", "../shared/corpora/kasztp.txt"];
    let texts = files.iter().filter_map(|file| read_to_string(repository.join(file)).ok());
    let texts: String = texts.collect();
    let hosts: BTreeSet<&str> = texts.lines().filter_map(host_of).collect();
    let names = hosts.iter().step_by(5).map(|&host| host.to_owned());
    let protected = Protected::new(names);
    let found = hosts.iter().filter(|host| seen(&protected, host).0).count();
    assert!(hosts.len() < 1000 || found > 100, "{found} of {}", hosts.len());
}

/// The host of a link, without a port, if it has labels alone.
fn host_of(link: &str) -> Option<&str> {
    let host = link.split_once("://")?.1.split(['/', '?', '#', ':']).next()?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '-';
    (host.chars().all(is_name) && !host.split('.').any(str::is_empty)).then_some(host)
}

/// The screen keeps what the search finds.
#[test]
fn the_screen_loses_nothing() {
    let names = ["paypal.com", "microsoft.com", "google.org", "coca-cola.com", "intranet"];
    let protected = Protected::new(names.map(str::to_owned));
    let mut hosts: Vec<String> = Vec::new();
    for name in ["paypal", "microsoft", "google", "coca-cola", "example", "intranet"] {
        for at in 0..=name.len() {
            let (before, behind) = name.split_at(at);
            let without = behind.get(1..).unwrap_or_default();
            hosts.extend([format!("{before}.{behind}"), format!("www.{before}.{behind}")]);
            hosts.push(format!("{before}{without}"));
            for c in "abcdegilmnoprstvw0125-".chars() {
                hosts.extend([format!("{before}{c}{behind}"), format!("{before}{c}{without}")]);
            }
        }
        for word in ["login", "cloud", "www", "xyz"] {
            hosts.extend([format!("{word}{name}"), format!("{name}{word}")]);
            hosts.extend([format!("{word}.{name}"), format!("{name}-{word}.a-b-{name}-c-d")]);
        }
    }
    let suffixes = ["com", "org", "co.uk"];
    let hosts = hosts.iter().flat_map(|host| suffixes.map(|suffix| format!("{host}.{suffix}")));
    let (found, let_go) = counts(&protected, hosts);
    assert!(found > 500 && let_go > 50, "{found} {let_go}");
}

/// Names of all lengths, with one edit, below another label, and behind many.
#[test]
fn the_screen_loses_nothing_of_long_hosts() {
    let label = |length: usize| "abcdefghij".chars().cycle().take(length).collect::<String>();
    for length in 1..=63 {
        let name = label(length);
        let protected = Protected::new([format!("{name}.com")]);
        let mut found = 0;
        for other in [format!("{name}y"), format!("x{name}"), name[1..].to_owned()] {
            for before in ["", "a.", "www.", "a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v."] {
                let host = format!("{before}{other}.com");
                if !host.contains("..") && !host.starts_with('.') {
                    found += usize::from(seen(&protected, &host).0);
                }
            }
        }
        // A label has at most 63 characters.
        assert!(found >= if length < 6 { 0 } else { 4 }, "{length} {found}");
    }
}
