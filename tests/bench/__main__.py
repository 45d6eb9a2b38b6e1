"""All measurements: ``python -m tests.bench [name...]``; ratios against a floor or peer of the same run."""

import importlib
import os
import pkgutil
import sys

import tests.bench as bench


def main(wanted: list[str]) -> None:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # libraries too are compiled once, by the first command
    names = sorted(module.name for module in pkgutil.iter_modules(bench.__path__) if module.name.startswith("bench_"))
    for name in names:
        if not wanted or name.removeprefix("bench_") in wanted:
            print(f"\n== {name.removeprefix('bench_')}")
            importlib.import_module(f"tests.bench.{name}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
