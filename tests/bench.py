#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench.py BUILD SHARED [--rounds 7] [--large]: how long a site of full size takes.

By turns, in one run: a build without evidence, sha256sum over the same files, a plain
Python script and Hugo that make the same pages. Prints medians, peak memory and ratios,
and beside each ratio what it is to reach. Times say nothing without the others of the
same run: look at the ratios.

Every run writes to a folder that was not there before, and nothing is deleted between the
runs: for some seconds ext4 looks at each inode that was freed before it gives out another,
and the time would be that of the deleting.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def run(command, cwd=None, good=(0,)):
    """Seconds and the largest memory of a process of the command, in MB."""
    start = time.perf_counter()
    child = subprocess.Popen(command, cwd=cwd, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - start
    code = os.waitstatus_to_exitcode(status)
    if code not in good:
        sys.exit(f"{' '.join(map(str, command))}: exit status {code}")
    return seconds, usage.ru_maxrss / 1024


class Bench:
    def __init__(self, report, shared, work):
        self.report, self.shared, self.work = report, shared, work
        self.folders = 0

    def generate(self, name, *options):
        data = self.work / name
        said = subprocess.run([sys.executable, self.shared / "bench/generate.py", data, *options],
                              check=True, capture_output=True, text=True).stdout
        print(f"{name}: {said.strip()}")
        return data

    def without_comparison(self, data):
        """The same data for a site of as many kinds of pages as one of twenty systems: of
        more than four, none are compared unless the catalog says so."""
        alone = self.work / "alone"
        shutil.copytree(data, alone, copy_function=os.link)
        catalog = json.loads((alone / "catalog.json").read_text())
        catalog["compare"] = [["no such", "dataset"]]
        (alone / "catalog.json").unlink()
        (alone / "catalog.json").write_text(json.dumps(catalog))
        return alone

    def new_folder(self):
        self.folders += 1
        return self.work / f"out{self.folders}"

    def build(self, data, site=None):
        return run([self.report, "build", "--data", data, "--out",
                    site or self.new_folder(), "--evidence", "none"])

    def python(self, data):
        return run([sys.executable, self.shared / "bench/baseline.py", data,
                    self.new_folder()])

    def hugo(self):
        return run(["hugo", "--quiet", "-s", self.work / "hugo", "-d", self.new_folder()])


def hash_all(data, work):
    files = sorted(str(p) for p in data.rglob("*") if p.is_file())
    listing = work / "files"
    listing.write_text("\0".join(files))
    return lambda: run(["xargs", "-0", "-a", listing, "sha256sum"])


def by_turns(rounds, **commands):
    """Every command once a round, after one round that does not count."""
    taken = {name: [] for name in commands}
    for i in range(rounds + 1):
        for name, command in commands.items():
            result = command()
            if i:
                taken[name].append(result)
    return {name: (statistics.median(s for s, _ in all), max(m for _, m in all))
            for name, all in taken.items()}


def show(results):
    for name, (seconds, memory) in results.items():
        print(f"  {name:<28}{seconds * 1000:9.1f} ms {memory:8.1f} MB")


def ratio(text, value, wanted):
    print(f"  {text:<44}{value:6.2f}   wanted: {wanted}")


def main():
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("report", type=Path)
    ap.add_argument("shared", type=Path)
    ap.add_argument("--rounds", type=int, default=7)
    ap.add_argument("--large", action="store_true", help="also 20 systems: 0.5 GB of records")
    a = ap.parse_args()
    if not (a.shared / "bench").is_dir():
        print(f"skipped: {a.shared}/bench is not there; it makes the data and holds the rivals")
        return
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        bench = Bench(a.report.resolve(), a.shared.resolve(), work)
        data = bench.generate("data")
        commands = {
            "build": lambda: bench.build(data),
            "sha256sum": hash_all(data, work),
            "python": lambda: bench.python(data),
        }
        if shutil.which("hugo"):
            subprocess.run([sys.executable, bench.shared / "bench/mkhugo.py", data,
                            work / "hugo"], check=True)
            commands["hugo"] = bench.hugo
        else:
            print("  skipped: hugo is not installed (Debian package hugo)")
        results = by_turns(a.rounds, **commands)
        show(results)
        build, memory = results["build"]
        ratio("build / sha256sum", build / results["sha256sum"][0], "at most 1.8")
        ratio("python / build", results["python"][0] / build, "at least 2.5")
        if "hugo" in results:
            ratio("hugo / build", results["hugo"][0] / build, "at least 6")
        ratio("build, MB", memory, "under 32")

        site = bench.new_folder()
        bench.build(data, site)
        record = next((data / "sys_1/records").rglob("*.json"))

        def one_changed():
            record.write_text(record.read_text() + "\n")
            return bench.build(data, site)

        results = by_turns(a.rounds, **{
            "nothing changed": lambda: bench.build(data, site),
        })
        show(results)
        ratio("nothing changed, ms", results["nothing changed"][0] * 1000, "at most 50")
        show(by_turns(a.rounds, **{"one record changed": one_changed}))

        if a.large:
            large = bench.generate("large", "--systems", "20")
            alone = bench.without_comparison(data)
            results = by_turns(5, **{
                "build": lambda: bench.build(data),
                "build, no comparison": lambda: bench.build(alone),
                "build, 20 systems": lambda: bench.build(large),
            })
            show(results)
            twenty = results["build, 20 systems"][0]
            ratio("20 systems / 2 systems", twenty / results["build"][0], "9 to 11")
            ratio("the same, 2 without their comparison",
                  twenty / results["build, no comparison"][0], "9 to 11")
            ratio("20 systems, MB", results["build, 20 systems"][1], "under 32")


main()
