"""The table in a pocket: the same pages, served inside the browser that shows them."""
