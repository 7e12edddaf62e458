# ruff: noqa: N999  # the name that PyInstaller asks for
"""PyInstaller's hook: data files, modules that are imported when they are needed, and versions."""

from contextlib import suppress
from importlib.metadata import PackageNotFoundError

from PyInstaller.utils.hooks import collect_data_files, collect_submodules, copy_metadata

datas = collect_data_files("livingstone")
for package in ("numba", "llvmlite"):  # whose versions the cache of the kernel asks for
    with suppress(PackageNotFoundError):
        datas += copy_metadata(package)
hiddenimports = collect_submodules("livingstone", on_error="ignore")
