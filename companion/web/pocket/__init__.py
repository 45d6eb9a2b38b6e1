"""The pocket version: the same pages, run inside the browser that shows them; not a laptop's server (`web.serving`)."""
