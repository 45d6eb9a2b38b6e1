"""A photo of a finished Honshu map becomes its squares again, and says what it is not sure of."""
