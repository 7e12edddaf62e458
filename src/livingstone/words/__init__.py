"""Events in plain English."""
