"""The use cases of Honshu: maps scored and typed, cards placed and advised, tricks and rounds."""
