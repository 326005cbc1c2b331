"""Getting in: the link with the key, and the key typed by hand."""
