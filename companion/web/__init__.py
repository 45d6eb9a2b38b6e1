"""The table on phones: pages that a browser asks for, made from views and answers."""
