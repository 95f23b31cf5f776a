"""Pages and API calls of rulebooks: rules, hand calculator, conditions, seat draw and wall."""
