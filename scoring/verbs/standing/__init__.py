"""Verbs about standings: carrying over, counting, qualification, promotion, season rankings."""
