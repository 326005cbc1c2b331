"""Questions over many games: lists of them, evenings. Read only; its SQL stands here."""
