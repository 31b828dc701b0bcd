//! A choice of one of several values by name.
//!
//! [`choices`] makes the type from rows, so a value and its name are stated once.

/// The error for a name that no value has. `Display` lists the valid names but not the wrong one, which may be
/// a misplaced reference with a password.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The kind of the name: `level`.
    pub what: &'static str,
    /// The valid names.
    pub names: Vec<&'static str>,
}

error_words!(UnknownName, |error, f| {
    write!(f, "{} must be ", error.what)?;
    for (i, name) in error.names.iter().enumerate() {
        let before = match error.names.len() - i {
            _ if i == 0 => "",
            1 => " or ",
            _ => ", ",
        };
        write!(f, "{before}'{name}'")?;
    }
    Ok(())
});

/// The one of `all` that has this name.
pub(crate) fn named<T: Copy>(
    what: &'static str,
    all: &[T],
    name_of: impl Fn(T) -> &'static str,
    name: &str,
) -> Result<T, UnknownName> {
    all.iter()
        .copied()
        .find(|&one| name_of(one) == name)
        .ok_or_else(|| UnknownName { what, names: all.iter().map(|&one| name_of(one)).collect() })
}

/// Makes an enum from rows: a variant, and the results of one or two functions for it.
macro_rules! choices {
    (
        $(#[$meaning:meta])* $vis:vis enum $Name:ident;
        $(#[$first_meaning:meta])* $first_vis:vis fn $first:ident;
        $($(#[$of:meta])* $Variant:ident = $one:literal;)*
    ) => {
        $(#[$meaning])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        $vis enum $Name {
            $(
                $(#[$of])*
                #[doc = ""]
                #[doc = concat!("`", stringify!($first), "`: `", $one, "`")]
                $Variant,
            )*
        }

        impl $Name {
            /// All of them, in order.
            #[allow(dead_code, reason = "some are named, and never listed")]
            pub const ALL: &[Self] = &[$(Self::$Variant,)*];

            /// The one of this name, if there is one.
            #[allow(dead_code, reason = "some are never looked for")]
            pub fn find(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.$first() == name)
            }

            $(#[$first_meaning])*
            $first_vis const fn $first(self) -> &'static str {
                match self { $(Self::$Variant => $one,)* }
            }
        }
    };
    (
        $(#[$meaning:meta])* $vis:vis enum $Name:ident;
        $(#[$first_meaning:meta])* $first_vis:vis fn $first:ident;
        $(#[$second_meaning:meta])* $second_vis:vis fn $second:ident;
        $($(#[$of:meta])* $Variant:ident = $one:literal, $two:literal;)*
    ) => {
        $crate::syntax::choice::choices! {
            $(#[$meaning])* $vis enum $Name;
            $(#[$first_meaning])* $first_vis fn $first;
            $($(#[$of])* $Variant = $one;)*
        }

        impl $Name {
            $(#[$second_meaning])*
            $second_vis const fn $second(self) -> &'static str {
                match self { $(Self::$Variant => $two,)* }
            }
        }
    };
}
pub(crate) use choices;
