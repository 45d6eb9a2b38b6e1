"""From a deck to paper: faces, frames, sheets and ink; not the rules, which are in `rules`, nor photos (`vision`)."""
