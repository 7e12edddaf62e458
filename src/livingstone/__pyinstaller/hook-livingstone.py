# ruff: noqa: N999  # the name that PyInstaller asks for
"""PyInstaller's hook: the data files, and the modules that are imported when they are needed."""

from PyInstaller.utils.hooks import collect_data_files, collect_submodules

datas = collect_data_files("livingstone")
hiddenimports = collect_submodules("livingstone", on_error="ignore")
