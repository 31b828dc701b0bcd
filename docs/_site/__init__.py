"""What the site needs beside Sphinx, MyST and furo."""
