"""SVG files as drawings on faces and as faces; not raster pictures and icons in text, which are in `face` itself."""
