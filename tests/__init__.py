"""What is read and collected lives to the end: while that grows, nobody need look for rubbish in it every moment."""

import gc

gc.set_threshold(20_000, 20, 20)
