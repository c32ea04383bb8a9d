# SPDX-License-Identifier: MIT
"""Datasets of a few numbers, as a harness would write them: for the tests in this folder."""
import json
import math
import os


class Row:
    """Of a dataset {"hash-01/A__hash_32": Row}; seconds and cycles of a call, by trial."""

    def __init__(self, seconds, cycles=None, library="1", complete=True, source=None,
                 flags="guide", kat="PASS", sizes=None):
        self.seconds, self.cycles, self.library = seconds, cycles, library
        self.complete, self.source, self.flags = complete, source, flags
        self.kat, self.sizes = kat, sizes or {}


def record(name, row):
    candidate, rest = name.split("/")
    label, key = rest.split("__")
    operation, _, size = key.partition("_")
    size = int(size or 0)
    calls = 1000
    trials = [{"measurements": calls, "seconds": s * calls,
               "cycles": round(row.cycles[i] * calls) if row.cycles else 0}
              for i, s in enumerate(row.seconds)]
    n = len(trials)
    total = math.fsum(t["seconds"] for t in trials)
    per_call = sorted(t["seconds"] / calls for t in trials)
    counts = sorted(t["cycles"] / calls for t in trials)

    def median(x):
        return x[n // 2] if n % 2 else (x[n // 2 - 1] + x[n // 2]) / 2
    out = {"schema": 2, "status": "complete" if row.complete else "failed_or_partial",
           "candidate": candidate, "label": label, "instance": label,
           "variant": "reference", "flags": row.flags, "operation": operation,
           "input_bytes": size, "kat": row.kat, "kat_not_passed": row.kat != "PASS",
           "disturbed_retries": 0, "library": f"lib/{label}.so",
           "library_sha256": row.library * 64, "kat_log": None, "kat_log_sha256": None,
           "environment": {"compiler": "gcc 12"}, "build_flags": None,
           "timing_scope": "loop", "baseline_rss_bytes": None, "peak_rss_bytes": None,
           "sizes": row.sizes, "kex": {}, "trials": trials,
           "processes": [{"status": "complete" if row.complete else "hard_timeout",
                          "exit_code": 0, "meta": {}, "trials": trials}],
           "measurements": n * calls, "guide_100_measurements_met": True,
           "mean_seconds": total / (n * calls), "median_trial_seconds": median(per_call),
           "min_trial_seconds": per_call[0], "max_trial_seconds": per_call[-1],
           "mean_cycles": sum(t["cycles"] for t in trials) / (n * calls)
           if row.cycles else None,
           "median_trial_cycles": median(counts) if row.cycles else None,
           "operations_per_second": n * calls / total,
           "throughput_MB_per_second": size * n * calls / total / 1e6 if size else None}
    if row.source:
        out["cycle_source"] = row.source
        out["mean_cycles"] = out["median_trial_cycles"] = None
        out["estimated_cycles"] = {"mean": 2e9 * total / (n * calls), "median": 1000,
                                   "relative_error": 0.006}
    return out


def dataset(folder, rows, campaign=None):
    """Writes it; its system is the folder's name up to an @. Returns the folder."""
    instances = {}
    for name, row in rows.items():
        out = record(name, row)
        path = f"{folder}/records/{name}.json"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as target:
            json.dump(out, target)
        instances[name.split("__")[0]] = {
            key: out[key] for key in ("candidate", "label", "instance", "variant", "flags",
                                      "kat", "library", "library_sha256", "kat_log",
                                      "kat_log_sha256")} | {"elf_load_bytes": None}
    campaign = {"system_id": os.path.basename(folder).split("@")[0]} | (campaign or {})
    for name, content in (("build.json", {"instances": instances}),
                          ("campaign.json", campaign)):
        with open(f"{folder}/{name}", "w", encoding="utf-8") as target:
            json.dump(content, target)
    return folder
