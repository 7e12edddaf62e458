"""Structuring: plain data from TOML or JSON become values of exact types, or are refused."""
