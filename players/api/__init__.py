"""People in calls of the API: how their names are read, how a player is written."""
