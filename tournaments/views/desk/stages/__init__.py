"""Who goes on from one stage to another, at the desk."""
