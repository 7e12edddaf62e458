"""The game itself: moves, states, chance, rules, the engine, and what a seat may see."""
