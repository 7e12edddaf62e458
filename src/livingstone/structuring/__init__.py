"""Plain data, such as TOML and JSON give, to exact types: nothing is converted silently."""
