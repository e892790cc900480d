"""Names the machine a figure was measured on; ratios travel, absolute figures do not."""

import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any


def machine() -> dict[str, Any]:
    """Processor, cores, memory and the versions of what ran, ready for JSON."""
    return {
        "host": platform.node(),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "processor": _processor(),
        "cores": os.cpu_count() or 1,
        "memory_mb": _memory_mb(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "node": node_version(),
        "executable": Path(sys.executable).name,
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def _memory_mb() -> int | None:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20
    except (AttributeError, ValueError, OSError):
        return None


def node_version() -> str | None:
    """Version of node, ``None`` where there is none."""
    try:
        found = subprocess.run(["node", "--version"], capture_output=True, text=True, check=True, timeout=30)
    except (OSError, subprocess.SubprocessError):
        return None
    return found.stdout.strip()
