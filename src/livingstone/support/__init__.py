"""What any program has: arguments, files, optional packages, caches."""
