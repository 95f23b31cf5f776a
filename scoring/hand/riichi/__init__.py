"""Riichi hands from tiles: yaku, han and fu by rulebook."""
