//! Templates as matching reads them, kept for those that are matched again and again.

use std::cell::RefCell;
use std::sync::Arc;

use iriform_core::template::Matcher;

/// How many are kept, by each thread.
const KEPT: usize = 64;
/// How large they may be: see [`Matcher::size`].
const LARGEST: usize = 4096;

thread_local! {
    static MATCHERS: RefCell<[Option<Arc<Matcher>>; KEPT]> = const { RefCell::new([const { None }; KEPT]) };
}

/// The matcher of a valid template.
pub(super) fn matcher(template: &str) -> Arc<Matcher> {
    MATCHERS.with_borrow_mut(|matchers| {
        let place = &mut matchers[place(template)];
        match place {
            Some(matcher) if matcher.template() == template => Arc::clone(matcher),
            _ => {
                let matcher = Arc::new(Matcher::new(template));
                if matcher.size() <= LARGEST {
                    *place = Some(Arc::clone(&matcher));
                }
                matcher
            }
        }
    })
}

/// Where a template is kept: what it is, as far as its length and its last characters tell.
fn place(template: &str) -> usize {
    let last = template.as_bytes().last_chunk::<8>().map_or(0, |last| u64::from_le_bytes(*last));
    let mixed = (last ^ template.len() as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    // OK because these are six bits.
    #[allow(clippy::cast_possible_truncation)]
    let place = (mixed >> 58) as usize;
    place
}
