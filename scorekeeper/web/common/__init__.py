"""What all pages share: rendering, headers, conditional requests, errors, language, and static files."""
