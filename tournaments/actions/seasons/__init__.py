"""From one season of a league to the next: proposed from the published standings, edited, confirmed."""
