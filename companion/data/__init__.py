"""Files become frozen values here, and one module opens them; what rules make of values is decided elsewhere."""
