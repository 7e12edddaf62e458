"""What `livingstone.svg` and `livingstone.text` draw with.

Pictures are made from a `View` alone, which holds no secret.
"""
