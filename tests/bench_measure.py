#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench_measure.py BUILD [--rounds 30] [--records 20] [--cpu N]: what the measuring core is
worth, beside openssl speed and google-benchmark.

By turns of 1 s, on one CPU: SHA-256 of 64 KiB through libcrypto, timed by ngcc-measure
(five trials of 0.2 s), by openssl speed as its users call it (it counts user time in steps
of 10 ms, so that others' work is not in it), and by a loop of google-benchmark over the call that ngcc-measure times. Then loops of
other instructions than the probe's, of which it is known what they take, and an empty
function. Prints figures beside what they are to reach; never fails on one. It wants a
machine on which nothing else runs.
"""
import argparse
import json
import math
import os
import random
import shutil
import statistics as st
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROUNDS, LOADS = 4096, 64  # of bench_hash.c
CYCLES_A_ROUND = {"ROTATE": 64}
RESAMPLES = 10000


def output(command):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr.strip()[-300:]}")
    return done.stdout


def show(text, value, wanted=""):
    print(f"  {text:<66}{value:>18}   {'wanted: ' + wanted if wanted else ''}".rstrip())


def library(work, kind, *more):
    out = work / f"{kind.lower()}.so"
    output(["cc", "-O2", "-fPIC", "-shared", f"-DWORK={kind}", "-o", out,
            HERE / "measure/bench_hash.c", *more])
    return out


class Ours:
    def __init__(self, build, cpu):
        self.measure, self.cpu = Path(build).resolve() / "ngcc-measure", cpu

    def record(self, lib, operation, trial_s=0.2):
        return json.loads(output([
            self.measure, "time", lib, "--type", "hash", "--digest-bits", "256", "--operation",
            operation, "--trial-time", trial_s, "--cpu", self.cpu, "--json"]))


def openssl_seconds(pin):
    """Of a call: the bytes a second in the machine's form of the output."""
    said = output([*pin, "openssl", "speed", "-mr", "-seconds", "1", "-bytes", "65536",
                   "-evp", "sha256"])
    last = [line for line in said.splitlines() if line.startswith("+F:")][-1]
    return 65536 / float(last.split(":")[-1])


def google_seconds(pin, rival):
    said = json.loads(output([*pin, rival, "--benchmark_min_time=1", "--benchmark_format=json"]))
    one = said["benchmarks"][0]
    assert one["time_unit"] == "ns"
    return one["real_time"] / 1e9


def spread(values):
    q = st.quantiles(values, n=4, method="inclusive")
    return (q[2] - q[0]) / st.median(values)


def ratio_interval(a, b):
    """The ratio of the spreads and its 95 % bootstrap interval over the turns."""
    rng, ratios, n = random.Random(1), [], len(a)
    for _ in range(RESAMPLES):
        turns = [rng.randrange(n) for _ in range(n)]
        below = spread([b[i] for i in turns])
        above = spread([a[i] for i in turns])
        ratios.append(above / below if below else math.inf)
    ratios.sort()
    below = spread(b)
    return (spread(a) / below if below else math.inf, ratios[int(0.025 * RESAMPLES)],
            ratios[int(0.975 * RESAMPLES)])


def compare(ours, rounds, work):
    pin = ["taskset", "-c", str(ours.cpu)]
    sha = library(work, "SHA256", "-lcrypto")
    runs = {"mean time": [], "est. cycles": []}
    rivals = {}
    if shutil.which("openssl"):
        rivals["openssl speed"] = lambda: openssl_seconds(pin)
    else:
        print("  skipped: there is no openssl (make deps-bench)")
    rival = work / "rival"
    if shutil.which("g++") and not subprocess.run(
            ["g++", "-O2", "-o", rival, HERE / "measure/bench_rival.cc", sha,
             f"-Wl,-rpath,{work}", "-lbenchmark", "-lpthread"],
            capture_output=True).returncode:
        rivals["google-benchmark"] = lambda: google_seconds(pin, rival)
    else:
        print("  skipped: no g++ or no libbenchmark-dev (make deps-bench)")
    runs.update({name: [] for name in rivals})
    repeated = 0
    for _ in range(rounds):
        r = ours.record(sha, "hash_65536")
        repeated += r["disturbed_retries"]
        runs["mean time"].append(r["mean_seconds"])
        if "estimated_cycles" in r:
            runs["est. cycles"].append(r["estimated_cycles"]["mean"])
        for name, run in rivals.items():
            runs[name].append(run())
    show("turns; attempts that ngcc-measure repeated", f"{rounds}; {repeated}")
    for name in ("mean time", *rivals):
        show(f"{name}, median of the turns, µs a call", f"{st.median(runs[name]) * 1e6:.2f}")
    if "openssl speed" in rivals:
        show("mean time / openssl speed's",
             f"{st.median(runs['mean time']) / st.median(runs['openssl speed']):.4f}",
             "0.98 to 1.02")
    for name, values in runs.items():
        if values:
            show(f"{name}, interquartile range / median", f"{100 * spread(values):.3f} %")
    for own in ("mean time", "est. cycles"):
        for name in rivals:
            if len(runs[own]) != rounds:
                show(f"{own}: estimates in {len(runs[own])} of {rounds} turns", "-")
                continue
            ratio, low, high = ratio_interval(runs[own], runs[name])
            show(f"spread of {own} / that of {name}, 95 % interval",
                 f"{ratio:.2f} [{low:.2f}, {high:.2f}]", "its lower end at most 1")


def cost_of_nothing(ours, work):
    r = ours.record(library(work, "EMPTY"), "hash_32")
    show("an empty function, ns a call", f"{r['mean_seconds'] * 1e9:.3f}", "at most 3")
    show("the same by overhead_ns", f"{r['overhead_ns']:.3f}", "at most 3")


def accuracy(ours, records, work):
    """Records whose estimate is within 1 % or its own stated error of what is known. What a
    load takes is a processor's own whole number: the nearest one."""
    stated = []
    for kind, name in (("ROTATE", "rotate/xor"), ("LOAD", "dependent loads in L1")):
        lib, errors, good, unstable = library(work, kind), [], 0, 0
        latency = 1
        for _ in range(records):
            r = ours.record(lib, "hash_32")
            unstable += r["stability"] == "unstable"
            if "estimated_cycles" not in r:
                continue
            e = r["estimated_cycles"]
            known = ROUNDS * CYCLES_A_ROUND.get(kind, 0)
            if not known:
                latency = round(e["mean"] / (ROUNDS * LOADS))
                known = ROUNDS * LOADS * latency
            error = e["mean"] / known - 1
            errors.append(error)
            stated.append(e["relative_error"])
            good += abs(error) <= max(0.01, e["relative_error"])
        show(f"{name}, {latency} cycle{'s' * (latency > 1)} each: records within 1 % or stated",
             f"{good} of {records}", "19 of 20")
        if errors:
            show("  their errors, from, median, to",
                 " ".join(f"{100 * x:+.2f}" for x in (min(errors), st.median(errors),
                                                      max(errors))) + " %")
        show("  records that were unstable, whatever their error", str(unstable))
    if stated:
        show("largest stated error of an estimate", f"{100 * max(stated):.2f} %",
             "under 2 % on an idle machine")


def main():
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("build", type=Path)
    ap.add_argument("--rounds", type=int, default=30)
    ap.add_argument("--records", type=int, default=20)
    ap.add_argument("--cpu", type=int, default=max(os.sched_getaffinity(0)))
    a = ap.parse_args()
    ours = Ours(a.build, a.cpu)
    print(f"measuring core, CPU {a.cpu}, load average {os.getloadavg()[0]:.2f} at the start")
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        cost_of_nothing(ours, work)
        accuracy(ours, a.records, work)
        compare(ours, a.rounds, work)
    print(f"  load average {os.getloadavg()[0]:.2f} at the end")


main()
