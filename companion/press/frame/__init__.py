"""Laid-out faces: shapes, texts, fonts, colours, pages; not laying them out (`press.face`) or writing (`press.ink`)."""
