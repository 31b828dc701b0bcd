"""The types: references, their components, mutable references, constrained types, subclasses."""
