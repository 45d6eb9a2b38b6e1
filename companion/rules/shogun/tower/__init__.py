"""The battle tower: what goes in, what stays, what comes out, and what a real one does."""
