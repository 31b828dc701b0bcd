"""Laws of operations, proved for texts of any length; docs/proof.md lists them and the assumptions."""
