"""The parts of a picture as SVG: small drawings, and what is put together of them."""
