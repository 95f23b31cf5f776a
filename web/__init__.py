"""HTTP basics for every page and API call; knows nothing about tournaments."""
