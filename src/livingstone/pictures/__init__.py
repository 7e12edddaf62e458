"""Pictures of boards, as SVG and as text, made from a `View` alone, which holds no secret.

Notebooks draw states and views, and `print` shows them as text: a position loads what draws it.
"""
