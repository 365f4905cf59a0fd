"""What exact values are good for: the regret of agents, refutations of them, and puzzles."""
