"""Objects loaded by imports and collection are permanent: less garbage collection while their number grows."""

import gc

gc.set_threshold(20_000, 20, 20)
