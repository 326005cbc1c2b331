"""Correcting what was entered wrong: earlier plays amended, inserted before or struck, in running and finished games."""
