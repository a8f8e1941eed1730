"""The hook of the build backend: compiles the kernels where there is a compiler, and never fails an install."""

from __future__ import annotations

import importlib.util
import os
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class KernelsHook(BuildHookInterface[Any]):
    """Puts the library beside its sources; in a wheel the file then names the platform, but no version of Python."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before a wheel is made, and before an editable install."""
        if os.environ.get("DEDUCE_KERNELS") == "0":
            return
        path = Path(self.root) / "deduce" / "kernels" / "build.py"
        spec = importlib.util.spec_from_file_location("deduce_kernels_build", path)
        if spec is None or spec.loader is None:
            return
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        made = module.build()
        if made is None:
            self.app.display_warning("no compiled kernels: no C compiler works here; numpy does the work")
            return
        # The library is no part of the repository, and belongs into the wheel all the same.
        build_data["artifacts"].append(f"/deduce/kernels/{module.NAME}")
        build_data["pure_python"] = False
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"py3-none-{platform}"
