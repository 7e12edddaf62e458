"""The parts of a picture as SVG."""
