"""The web: links in text, requests that servers receive, and redirections of OAuth."""
