"""Laws of operations, proved for texts of any length: docs/proof.md says which, and what is believed."""
