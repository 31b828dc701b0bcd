"""The parts of the site that Sphinx, MyST and furo lack."""
