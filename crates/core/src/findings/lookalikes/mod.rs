//! Look-alikes of protected names: one finding for each host, by its closest resemblance to a name.

// `protected` is the index of the names, and `search` finds the one that a host resembles most.

pub(super) mod protected;
pub(super) mod search;

use self::search::Degree;
use super::notes::RuleNotes;
use super::rule::{Rule, rules};
use super::subject::Subject;

// The rules that find nothing without names to compare with. They need no trait of the text: the index of names
// decides which hosts are compared.
rules! {
    "host-confusable-with": Error, [], if NONE, "UTS #39 §4", |subject, found| find(subject, Degree::Look, found),
        "the domain looks like a protected name, but is a different one",
        "http://p\u{430}yp\u{430}l.example/" => "http://paypal.example/";
    "host-font-confusable-with": Warning, [], if NONE, "UTS #39 §4", |subject, found| find(subject, Degree::Font, found),
        "in some fonts, the domain looks like a protected name",
        "http://paypa1.example/" => "http://www.paypal.example/";
    "host-contains-name": Warning, [], if NONE, "RFC 3986 §7.6", |subject, found| find(subject, Degree::Part, found),
        "the host contains a protected name, but belongs to another domain",
        "http://paypal.example.evil.io/" => "http://login.paypal.example/";
    "host-edit-of-name": Warning, [], if NONE, "RFC 3986 §7.6", |subject, found| find(subject, Degree::Edit, found),
        "the domain differs from a protected name by one letter, hyphen or dot",
        "http://paypall.example/" => "http://paperball.example/";
    "host-suffix-of-name": Info, [], if NONE, "RFC 3986 §7.6", |subject, found| find(subject, Degree::Suffix, found),
        "the domain is a protected name with another public suffix",
        "http://paypal.test/" => "http://paypal.example/";
}

/// Returns true if the rule of that code finds nothing without names to compare with.
pub fn needs_names(code: &str) -> bool {
    RULES.iter().any(|rule| rule.code == code)
}

/// The rule for a degree of resemblance; both are in the same order.
pub(super) fn rule(degree: Degree) -> &'static Rule {
    &RULES[degree as usize]
}

fn find(subject: &Subject<'_>, degree: Degree, found: &mut RuleNotes) {
    let Some(resemblance) = subject.resemblance().filter(|one| one.degree == degree) else {
        return;
    };
    let labels = subject.labels();
    let last = labels.iter().rfind(|label| !label.mapped.is_empty());
    let (Some(label), Some(last)) = (labels.get(resemblance.label), last) else { return };
    let is_part = degree == Degree::Part;
    let end = if is_part { label.span.end } else { last.span.end };
    found.with(label.span.start..end, resemblance.name);
}

#[cfg(test)]
mod tests {
    use super::protected::Protected;
    use super::search::Host;
    use super::search::tests::slow_degree;
    use super::*;
    use crate::findings::context::Context;

    /// Returns whether a host resembles a name, by the slow search if asked, and whether the index lets it
    /// through.
    fn seen(protected: &Protected, host: &str, is_compared: bool) -> (bool, bool) {
        let text = format!("https://{host}/");
        let context = Context::default();
        let subject = Subject::new(&text, &context);
        // An address has no labels.
        let labels =
            subject.labels().iter().map(|label| (&text[label.span.clone()], &*label.shown));
        let of_labels = Host::of(host, labels.collect());
        let resembled = of_labels.as_ref().and_then(|of_labels| protected.resembled(of_labels));
        if let Some(plain) = Host::plain(host) {
            assert_eq!(protected.resembled(&plain), resembled, "{host}");
        }
        if is_compared {
            let slowly = of_labels.and_then(|host| slow_degree(&protected.names, &host));
            assert_eq!(resembled.as_ref().map(|one| one.degree), slowly, "{host}");
        }
        let is_kept = protected.may_resemble(host);
        assert!(resembled.is_none() || is_kept, "{host}: {resembled:?}");
        (resembled.is_some(), is_kept)
    }

    /// Random hosts that are made of names: with edits, next to words and other names, below and before them.
    #[test]
    fn the_screen_loses_nothing_at_random() {
        let mut random = crate::random::random(35);
        let parts = [
            "a", "rn", "cl", "vv", "0", "el", "-", "ka", "so", "n", "um", "bank", "my", "w",
            "login",
        ];
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
        let (mut found, mut let_go) = (0, 0);
        for (i, host) in hosts.iter().enumerate() {
            let (is_found, is_kept) = seen(&protected, host, i % 32 == 0);
            (found, let_go) = (found + usize::from(is_found), let_go + usize::from(!is_kept));
        }
        assert!(found > 2000 && let_go > 500, "{found} {let_go}");
    }

    /// Names of all lengths, with one edit, below another label, and after many.
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
                        found += usize::from(seen(&protected, &host, true).0);
                    }
                }
            }
            // A label has at most 63 characters.
            assert!(found >= if length < 6 { 0 } else { 4 }, "{length} {found}");
        }
    }
}
