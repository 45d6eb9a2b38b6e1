"""Tests in a real browser; a package, so that Playwright ends with them: beside it no other loop can run."""
