"""Parts of an event for pages of other sites."""
