//! Addresses of resolved names, for `iriform.guard`.

use std::net::IpAddr;

use iriform::engine::{
    lookup::{Looked, look_up},
    metadata,
    network::Addresses,
    policy::addresses,
};
use pyo3::prelude::*;

use crate::errors::refused;
use crate::policy::WrittenAddresses;

/// The addresses that connections may use, not for users: `any`, `global`, or networks.
#[pyclass(frozen, module = "iriform._core")]
pub(crate) struct Networks {
    addresses: Addresses,
}

#[pymethods]
impl Networks {
    #[new]
    #[pyo3(signature = (networks, /))]
    fn new(networks: WrittenAddresses) -> PyResult<Self> {
        let addresses = addresses("networks", &networks.written()).map_err(refused)?;
        Ok(Self { addresses })
    }

    /// Returns true if an address is one of them, and so is an IPv4 address in it. False for a text that is not
    /// an address.
    #[pyo3(signature = (address, /))]
    fn has(&self, address: &str) -> bool {
        address.parse().is_ok_and(|address: IpAddr| self.addresses.has(address))
    }
}

/// Returns true if a host, an address without brackets or a name, is the metadata service of a cloud.
#[pyfunction(signature = (host, /))]
pub(crate) fn is_metadata_service(host: &str) -> bool {
    let address = host.parse().ok().map(Looked::Address);
    address.or_else(|| look_up(host)).is_some_and(|host| metadata::is_metadata_service(&host))
}
