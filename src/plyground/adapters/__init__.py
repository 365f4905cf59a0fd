"""Games as environments of other libraries, and a batch of positions for learning."""
