"""A generated sample of IRIs, used if the corpora of real data are missing."""
