"""The use cases without a face: values in, an ``Answer`` out; no terminal, no page, no language."""
