#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""schema.py [--own DATA] [--others DATA] [--refusals RECORD] [--page PAGE]: holds the records
of a data folder against docs/record.schema.json. Our own may have no member that the
schema does not name; --refusals changes a good record of ours in many ways, each of which
has to be refused where it was changed; --page looks in the manual for every member.
"""
import argparse
import copy
import json
import re
import sys
from pathlib import Path

from jsonschema import Draft202012Validator

SCHEMA = Path(__file__).resolve().parents[2] / "docs/record.schema.json"


def refuse(text):
    raise ValueError(f"{text} is no JSON")


def read(path):
    return json.loads(Path(path).read_text(encoding="utf-8"), parse_constant=refuse)


def closed(schema):
    """The same schema, but an object with named members may have no others."""
    if isinstance(schema, list):
        return [closed(x) for x in schema]
    if not isinstance(schema, dict):
        return schema
    shut = {k: closed(v) for k, v in schema.items()}
    if schema.get("type") == "object" and "properties" in schema:
        shut.setdefault("additionalProperties", False)
    return shut


def judge(schema, part):
    return Draft202012Validator({**schema, "$ref": f"#/$defs/{part}"})


def where(error):
    return ".".join(map(str, error.absolute_path)) or "the record"


def folder(data, schema, part):
    """Number of files and of those that do not fit; prints why."""
    files = wrong = 0
    for kind, of in (("records", part), ("profile", "profile")):
        validator = judge(schema, of)
        for path in sorted(data.glob(f"*/{kind}/*/*.json")):
            files += 1
            errors = list(validator.iter_errors(read(path)))
            wrong += bool(errors)
            for e in errors[:3]:
                print(f"{path.relative_to(data)}: {where(e)}: {e.message[:200]}")
    print(f"{files} files, {wrong} do not fit")
    return wrong + (files == 0)


def set_to(*steps, value):
    def change(record):
        for step in steps[:-1]:
            record = record[step]
        record[steps[-1]] = value
    return change


def without(*steps):
    def change(record):
        for step in steps[:-1]:
            record = record[step]
        del record[steps[-1]]
    return change


# what is changed, and where it has to be refused
REFUSALS = [
    ("an unknown schema", set_to("schema", value=3), "schema"),
    ("a schema that is a text", set_to("schema", value="2"), "schema"),
    ("no schema", without("schema"), "the record"),
    ("no candidate", without("candidate"), "the record"),
    ("no trials", without("trials"), "the record"),
    ("an empty list of trials", set_to("trials", value=[]), "trials"),
    ("no mean", without("mean_seconds"), "the record"),
    ("no kex", without("kex"), "the record"),
    ("no statistics", without("statistics"), "the record"),
    ("no estimate of an estimate", without("estimated_cycles"), "the record"),
    ("no seed of a trial", without("detail", 0, "seed"), "detail.0"),
    ("no reason of a rejection", without("rejected_trials", 0, "reason"), "rejected_trials.0"),
    ("no digest of the library", without("library_sha256"), "the record"),
    ("a digest with a letter too many", set_to("library_sha256", value="0" * 65),
     "library_sha256"),
    ("a digest in capitals", set_to("library_sha256", value="A" * 64), "library_sha256"),
    ("another status", set_to("status", value="done"), "status"),
    ("PASS, not passed", set_to("kat", value="PASS"), "kat_not_passed"),
    ("a count with a fraction", set_to("trials", 0, "measurements", value=1.5),
     "trials.0.measurements"),
    ("a count over 2^53", set_to("trials", 0, "cycles", value=2 ** 53 + 2), "trials.0.cycles"),
    ("a trial without calls", set_to("trials", 0, "measurements", value=0),
     "trials.0.measurements"),
    ("a trial without time", set_to("trials", 0, "seconds", value=0), "trials.0.seconds"),
    ("a time that is a text", set_to("mean_seconds", value="1e-6"), "mean_seconds"),
    ("a time below 0", set_to("mean_seconds", value=-1e-6), "mean_seconds"),
    ("a null for a time", set_to("mean_seconds", value=None), "mean_seconds"),
    ("a text for yes", set_to("guide_100_measurements_met", value="true"),
     "guide_100_measurements_met"),
    ("a day without a time", set_to("started_utc", value="2026-09-28"), "started_utc"),
    ("two load averages", set_to("load_average_end", value=[0, 0]), "load_average_end"),
    ("throughput without input", set_to("input_bytes", value=0), "throughput_MB_per_second"),
    ("counted cycles that are not there", set_to("cycle_source", value="perf"), "mean_cycles"),
    ("another source of cycles", set_to("cycle_source", value="tsc"), "cycle_source"),
    ("a number in meta", set_to("processes", 0, "meta", "pk_bytes", value=0),
     "processes.0.meta.pk_bytes"),
    ("an interval of one number", set_to("statistics", "ci95", value=[1]), "statistics.ci95"),
    ("a trial of no batch", set_to("detail", 0, "batches", "ns", value=[]),
     "detail.0.batches.ns"),
    ("a stack offset that is none", set_to("detail", 0, "stack_offset", value=8),
     "detail.0.stack_offset"),
    ("a virtual machine in words", set_to("environment", "virtualized", value="yes"),
     "environment.virtualized"),
    ("a member nobody knows", set_to("mean_second", value=1), "the record"),
]


def refusals(path, schema):
    validator = judge(schema, "ours")
    good = read(path)
    # what a quiet machine, or one with a counter, does not show
    good["rejected_trials"] = [{**good["detail"][0], "trial": 0, "reason": "made up"}]
    good.update(cycle_source="estimate", mean_cycles=None, median_trial_cycles=None,
                estimated_cycles={"mean": 9, "median": 9, "relative_error": 0.01, "probe": ""})
    wrong = 0
    for e in validator.iter_errors(good):
        print(f"{path} is not good to begin with: {where(e)}: {e.message[:200]}")
        wrong += 1
    for name, change, place in REFUSALS:
        bad = copy.deepcopy(good)
        change(bad)
        places = {where(e) for e in validator.iter_errors(bad)}
        if place not in places:
            print(f"{name}: wanted a refusal at {place}, got {sorted(places) or 'none'}")
            wrong += 1
    print(f"{len(REFUSALS)} changes, {wrong} not refused")
    return wrong


def members(schema):
    """The names of all members that the schema describes."""
    names = set()
    if isinstance(schema, dict):
        names.update(schema.get("properties", {}))
        for value in schema.values():
            names |= members(value)
    elif isinstance(schema, list):
        for value in schema:
            names |= members(value)
    return names


def page(path, schema):
    """Every member has an entry in the manual."""
    entries = set()
    for line in Path(path).read_text().splitlines():
        if line.startswith(".It "):
            entries.update(re.findall(r"\w+", line))
    missing = sorted(members(schema["$defs"]) - entries)
    if missing:
        print(f"{path} has no entry for: {', '.join(missing)}")
    return len(missing)


def main():
    ap = argparse.ArgumentParser(description=__doc__,
                                 formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("--own", type=Path, metavar="DATA")
    ap.add_argument("--others", type=Path, metavar="DATA")
    ap.add_argument("--refusals", type=Path, metavar="RECORD")
    ap.add_argument("--page", type=Path)
    a = ap.parse_args()
    schema = read(SCHEMA)
    Draft202012Validator.check_schema(schema)
    wrong = 0
    if a.own:
        wrong += folder(a.own, closed(schema), "ours")
    if a.others:
        wrong += folder(a.others, schema, "record")
    if a.refusals:
        wrong += refusals(a.refusals, closed(schema))
    if a.page:
        wrong += page(a.page, schema)
    sys.exit(wrong > 0)


main()
