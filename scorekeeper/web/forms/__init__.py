"""Forms: made from the fields of plays and options, read again when sent, and entered only once."""
