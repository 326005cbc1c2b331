"""Export and import of games: documents, zips, tables, the database, and the app BG Stats."""
