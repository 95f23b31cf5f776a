"""The downloadable tables, one module per subject, with bounded queries."""
