"""Pictures to share once a tournament is finished."""
