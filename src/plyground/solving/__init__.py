"""What exact values are good for: proofs of them, the regret of agents, refutations, puzzles."""
