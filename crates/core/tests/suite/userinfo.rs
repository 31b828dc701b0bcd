//! User and password: RFC 3986 §3.2.1.

use iriform::engine::userinfo::compose;

#[test]
fn a_colon_ends_the_user() {
    for (user, password, userinfo) in [
        ("anna", None, "anna"),
        ("a:b", None, "a%3Ab"),
        ("a:b", Some("c:d"), "a%3Ab:c:d"),
        ("", Some(""), ":"),
    ] {
        assert_eq!(compose(user, password), userinfo);
    }
}
