"""Forms built from the fields of plays and options, and protection against entering a form twice."""
