"""The door for programs: what ``import companion`` gives."""
