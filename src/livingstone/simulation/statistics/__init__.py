"""Estimates from counted rows: rates, means, differences and ratings, with intervals and tests."""
