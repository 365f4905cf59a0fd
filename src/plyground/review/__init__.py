"""The review of a game: judgements, the graph of its evaluation, lessons."""
