//! The first floor: what each component is made of and what can be asked of it alone.

pub mod form;
pub mod host;
pub mod idna;
pub mod lookup;
pub mod path;
pub mod percent;
pub mod query;
pub mod registered;
pub mod scheme;
pub mod userinfo;
