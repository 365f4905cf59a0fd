"""Benchmarks of the rules and the searches, compared with other libraries."""
