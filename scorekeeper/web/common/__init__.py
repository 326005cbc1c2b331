"""Code shared by all pages: rendering, headers, conditional requests, errors, language, and static files."""
