"""Use cases: values in, an ``Answer`` out; not options and terminals (`cli`), pages (`web`) or the language shown."""
