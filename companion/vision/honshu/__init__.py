"""A photo of a finished map of Honshu becomes its squares again, and says what it is not sure of."""
