"""What the pages, a play and a replay cost beside the least that they could cost. Nothing here passes or fails."""
