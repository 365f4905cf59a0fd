"""The laboratory: a textbook search recorded, drawn, stepped through, compared, and as a quiz."""
