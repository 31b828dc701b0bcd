"""The web: links in text, requests to servers, and OAuth redirects."""
