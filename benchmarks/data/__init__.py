"""A made-up sample of IRIs, for where the corpora of real data are not at hand."""
