//! Labels in ASCII: the A-label of one with characters beyond it, by Punycode (RFC 3492).

use std::borrow::Cow;

use idna::punycode;

/// A label that UTS #46 leaves as it is, in ASCII; none if it is too long for Punycode.
pub(crate) fn to_ascii(label: &str) -> Option<Cow<'_, str>> {
    if label.is_ascii() {
        return Some(Cow::Borrowed(label));
    }
    punycode::encode_str(label).map(|digits| Cow::Owned(format!("xn--{digits}")))
}

/// A label of a host has no more octets in ASCII. To make its A-label would take much longer.
///
/// Punycode writes a number for each character beyond ASCII: how many pairs of a code point and a
/// place are passed over to get there (RFC 3492 §3.2). No pair is passed over twice, no code point
/// is above the greatest, and each has at most as many places as the label has characters. So the
/// sum of the numbers is below the product of the two, `pairs`, and at most `pairs / least` numbers
/// reach `least`, below which they need no further digit.
pub(crate) fn octets_at_most(label: &str) -> usize {
    if label.is_ascii() {
        return label.len();
    }
    let (mut length, mut encoded, mut greatest) = (0, 0, '\x7F');
    for c in label.chars() {
        length += 1;
        encoded += usize::from(!c.is_ascii());
        greatest = greatest.max(c);
    }
    // OK because every code point fits.
    let pairs = (greatest as usize - 0x7F) * length;
    let further = FURTHER_DIGIT.map(|least| encoded.min(pairs / least));
    "xn---".len() + length + further.iter().sum::<usize>()
}

/// The least numbers that may need a second digit in Punycode, a third, and so on; more than eight
/// digits are for longer hosts than there are.
///
/// `n` digits are enough for what is below t₁ + (36 − t₁) t₂ + (36 − t₁)(36 − t₂) t₃ + … of `n` terms
/// (RFC 3492 §3.3). The thresholds t ascend from 1 to 26, and the bias says when. The sum of up to
/// three terms is least where all thresholds are 1, that of more terms where all are 26.
const FURTHER_DIGIT: [usize; 7] = [1, 36, 1_261, 28_886, 288_886, 2_888_886, 28_888_886];

#[cfg(test)]
mod tests {
    use super::*;

    /// The least number that needs more than `digits` digits with a bias, by RFC 3492 §3.3.
    fn needs_more(digits: usize, bias: usize) -> usize {
        let (mut sum, mut weight) = (0, 1);
        for k in (1..=digits).map(|i| 36 * i) {
            let threshold = k.saturating_sub(bias).clamp(1, 26);
            sum += threshold * weight;
            weight *= 36 - threshold;
        }
        sum
    }

    #[test]
    fn no_bias_needs_a_further_digit_earlier() {
        for (i, least) in FURTHER_DIGIT.into_iter().enumerate() {
            assert_eq!((0..500).map(|bias| needs_more(i + 1, bias)).min(), Some(least));
        }
        // No number of a host comes to what nine digits are for: it has 255 octets at most.
        let most = (char::MAX as usize - 0x7F) * 255;
        assert!((0..500).all(|bias| needs_more(FURTHER_DIGIT.len() + 1, bias) > most));
    }

    fn assert_bound(label: &str) {
        let octets = to_ascii(label).expect("an A-label").len();
        assert!(octets <= octets_at_most(label), "{label:?} has {octets} octets");
    }

    /// Labels of up to as many octets as a host has, of characters of a few of these ranges.
    #[test]
    fn random_labels_are_not_longer() {
        let ranges = [
            ('-', 'z'),
            ('\u{E0}', '\u{177}'),
            ('\u{3AC}', '\u{3CE}'),
            ('\u{430}', '\u{45F}'),
            ('\u{5D0}', '\u{5EA}'),
            ('\u{621}', '\u{64A}'),
            ('\u{E01}', '\u{E30}'),
            ('\u{3041}', '\u{30FC}'),
            ('\u{4E00}', '\u{9FFF}'),
            ('\u{AC00}', '\u{D7A3}'),
            ('\u{1D400}', '\u{1F9FF}'),
            ('\u{20000}', '\u{2EBE0}'),
            ('\u{80}', char::MAX),
        ];
        let mut random = crate::random::random(46);
        for _ in 0..50_000 {
            let some: Vec<_> = (0..=random(3)).map(|_| ranges[random(ranges.len())]).collect();
            let most = [20, 20, 20, 255][random(4)];
            let mut label = String::new();
            for _ in 0..=random(most) {
                let (first, last) = some[random(some.len())];
                let nth = random((first..=last).count());
                let c = (first..=last).nth(nth).filter(|c| label.len() + c.len_utf8() <= 255);
                label.extend(c);
            }
            assert_bound(&label);
        }
    }

    /// Characters far from one another, and first and last characters of each plane, by turns and
    /// in runs: the biases that these leave fit no next number.
    #[test]
    fn unlikely_labels_are_not_longer() {
        let ends = |plane: u32| [plane << 16, (plane << 16) + 0x80, (plane << 16) + 0xFFFF];
        let mut characters: Vec<char> =
            (0..=16).flat_map(ends).filter_map(char::from_u32).collect();
        characters.extend(['a', '\u{D7FF}', '\u{E000}']);
        for (&a, &b) in characters.iter().flat_map(|a| characters.iter().map(move |b| (a, b))) {
            for count in 1..=31 {
                let by_turns: String = [a, b].iter().cycle().take(2 * count).collect();
                let run = |c: char| c.to_string().repeat(count);
                for label in [by_turns, run(a) + &run(b), format!("{a}{}", run(b)), run(a) + "b"] {
                    assert_bound(&label);
                }
            }
        }
        assert_eq!(octets_at_most(&"a".repeat(63)), 63);
        assert_eq!((octets_at_most("\u{E9}"), to_ascii("\u{E9}").as_deref()), (8, Some("xn--9ca")));
    }
}
