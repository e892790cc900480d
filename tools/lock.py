"""Writes requirements.lock: the newest set of versions that pip resolves for `.[test]`, names and versions only."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEADER = "# Versions the tests run with; used as constraints (pip install -c). Written by `make lock`.\n"


def resolved() -> list[str]:
    command = [sys.executable, "-m", "pip", "install", "-qq", "--dry-run", "--ignore-installed", "--report", "-", ".[test]"]
    report = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
    packages = (item["metadata"] for item in report["install"] if "dir_info" not in item["download_info"])
    return sorted(f"{package['name'].lower()}=={package['version']}" for package in packages)


if __name__ == "__main__":
    (ROOT / "requirements.lock").write_text(HEADER + "\n".join(resolved()) + "\n", encoding="utf-8")
