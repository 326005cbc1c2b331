"""Forms: made from the fields of plays and options, and read again, each sent once."""
