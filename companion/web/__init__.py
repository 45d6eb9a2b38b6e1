"""Pages for phones, made from views and answers; not use cases (`service`), games (`play`) or commands (`cli`)."""
