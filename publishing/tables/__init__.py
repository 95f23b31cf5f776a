"""What can be taken home, one module for each subject: facts of a tournament as tables, in bounded queries."""
