"""Correcting what was entered wrong: earlier plays amended, struck, or others inserted before them."""
