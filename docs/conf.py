"""The site: `make docs` builds it out of the pages of this folder, without the network."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(Path(__file__).parent))

project = "iriform"
author = "the authors of iriform"
copyright = author  # noqa: A001 - Sphinx's name
html_title = "iriform"
html_show_sphinx = False
html_show_copyright = False

extensions = [
    "myst_parser",
    "sphinx_copybutton",
    "_site.reference",
    "_site.pages",
    "_site.plain",
    "_site.words",
    "_site.examples",
    "_site.cards",
    "_site.highlighting",
]
exclude_patterns = ["_site", "_static"]
source_suffix = {".md": "markdown"}
root_doc = "index"
nitpicky = False

myst_enable_extensions = ["colon_fence", "attrs_block"]
myst_heading_anchors = 4
myst_links_external_new_tab = False
# A page may begin a language that highlighting does not know; `pycon` has prompts.
suppress_warnings = ["misc.highlighting_failure"]

default_role = "code"
python_display_short_literal_types = True
python_maximum_signature_line_length = 88
add_module_names = False
toc_object_entries_show_parents = "hide"
maximum_signature_line_length = 88

pygments_style = "_site.highlighting.Light"
pygments_dark_style = "_site.highlighting.Dark"

html_theme = "furo"
html_static_path = ["_static", "pictures"]
html_css_files = ["site.css"]
html_theme_options = {"navigation_with_keys": True}
html_copy_source = False
html_show_sourcelink = False
html_search_scorer = str(ROOT / "docs/_site/scorer.js")

# The button copies what is typed, and neither prompts nor answers.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True
copybutton_exclude = ".linenos, .go"
