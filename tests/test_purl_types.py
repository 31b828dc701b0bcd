"""The table of the types of package URLs is what the definitions say."""

from scripts import purl_types


def test_the_table_is_what_the_script_writes() -> None:
    assert purl_types.TABLE.read_text(encoding="utf-8") == purl_types.formatted(
        purl_types.written()
    )


def test_every_rule_in_words_is_in_the_definitions() -> None:
    """A rule that a newer definition words otherwise is not left in the script."""
    components = [
        component
        for definition in purl_types.definitions()
        for key, component in definition.items()
        if key.endswith("_definition") and isinstance(component, dict)
    ]
    rules = {rule for each in components for rule in each.get("normalization_rules", [])}
    forms = {each["permitted_characters"] for each in components if "permitted_characters" in each}
    assert rules == set(purl_types.REWRITES)
    assert forms == set(purl_types.FORMS)
