//! Files, objects and partitions: the locations that texts name, for the systems that read them.
//!
//! A key is not a URI. `s3://b/a%20b` is the key `a b` for one library and `a%20b` for another, so the caller
//! names a reader. [`READERS`] has the measured behaviour of each.

mod location;
mod partitions;
mod readers;
mod scheme;
mod web;

pub use location::Location;
pub use partitions::{
    PARTITION_STYLES, PartitionStyle, delta_path, from_delta_path, partition_value,
    read_partitions, write_partitions,
};
pub use readers::{
    KeyMark, LITERAL, MarkEffect, PATH, READERS, StorageReader, TextForm, URI, storage_reader,
};
pub use scheme::SCHEMES;
pub(crate) use scheme::{has_object_keys, is_container, key_start};
pub use web::{WebStyle, from_https};
