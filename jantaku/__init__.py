"""Jantaku as a program: the command `jantaku`, and what serves a hall from a laptop."""

import sys
from pathlib import Path

NAME = "Jantaku 雀卓"

# In a checkout the product lies beside this folder. In a package it lies in a folder of this one, so that its names,
# such as `config` and `web`, are no names of the environment.
_PACKAGED = Path(__file__).resolve().parent / "app"
PRODUCT = _PACKAGED if _PACKAGED.is_dir() else _PACKAGED.parents[1]
if str(PRODUCT) not in sys.path:
    sys.path.insert(0, str(PRODUCT))
