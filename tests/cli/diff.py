# SPDX-License-Identifier: MIT
"""Holds the JSON of diff against its schema, and against figures computed here."""
import itertools
import json
import math
import os
import random
import sys

import schema
from page import Page
from records import Row, dataset
from run import REPORT, call, expect, fault, finish

WORK = sys.argv[1]
CORPUS = sys.argv[2] if len(sys.argv) > 2 else None
PLAIN = os.path.join(WORK, "plain")
SCHEMA = schema.read("diff")


def diff(a, b, *options, want=0):
    done = call(REPORT, "diff", a, b, "--format", "json", *options, want=want, say="diff")
    found = json.loads(done.stdout)
    schema.conform(found, SCHEMA)
    return found


def near(got, wanted, text, tolerance=1e-12):
    expect(got is not None and abs(got - wanted) <= tolerance * abs(wanted),
           f"{text} is {got}, wanted {wanted}")


# Student's t, both tails together, by Simpson's rule over cos(x)^(df - 1), x = atan(t /
# sqrt(df)); its quantile by bisection.
def tails(t, df, steps=2000):
    def area(low, high):
        h = (high - low) / steps
        return h / 3 * math.fsum(math.cos(low + h * i) ** (df - 1) *
                                 (1 if i in (0, steps) else 4 if i % 2 else 2)
                                 for i in range(steps + 1))
    return area(math.atan(t / math.sqrt(df)), math.pi / 2) / area(0, math.pi / 2)


def quantile(df):
    low, high = 0, 1000
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if tails(middle, df) > 0.05 else (low, middle)
    return low


def moments(logs):
    mean = math.fsum(logs) / len(logs)
    return mean, math.fsum((x - mean) ** 2 for x in logs) / (len(logs) - 1) / len(logs)


def welch(a, b):
    (x, v), (y, w) = (moments([math.log(t) for t in s]) for s in (a, b))
    df = (v + w) ** 2 / (v * v / (len(a) - 1) + w * w / (len(b) - 1))
    half = quantile(df) * math.sqrt(v + w)
    return (math.exp(y - x - half), math.exp(y - x + half),
            tails(abs(y - x) / math.sqrt(v + w), df))


def record_of(folder, row):
    key = row["operation"] + (f"_{row['input_bytes']}" if row["input_bytes"] else "")
    path = f"{folder}/records/{row['candidate']}/{row['label']}__{key}.json"
    with open(path, encoding="utf-8") as record:
        return json.load(record)


def means(record):
    calls = sum(t["measurements"] for t in record["trials"])
    return {"s": math.fsum(t["seconds"] for t in record["trials"]) / calls,
            "cycles": sum(t["cycles"] for t in record["trials"]) / calls}


def costs(record, unit):
    what = {"s": "seconds", "cycles": "cycles"}[unit]
    return [t[what] / t["measurements"] for t in record["trials"]]


def check_figures(found, a, b):
    """Every row's figures from the records; every seventh row's interval and p."""
    for number, row in enumerate(found["rows"]):
        x, y = record_of(a, row), record_of(b, row)
        for side, part in (("row", row), ("other", row["other"])):
            unit = part["unit"]
            what = f"{row['candidate']} {row['label']} {row['operation']} {side}"
            if unit not in ("s", "cycles"):
                fault(f"{what} is in {unit}")
                continue
            near(part["a"], means(x)[unit], what + " a", 1e-14)
            near(part["b"], means(y)[unit], what + " b", 1e-14)
            near(part["ratio"], means(y)[unit] / means(x)[unit], what + " ratio", 1e-14)
            if number % 7 or len(x["trials"]) < 2 or len(y["trials"]) < 2:
                continue
            low, high, p = welch(costs(x, unit), costs(y, unit))
            near(part["ci95"][0], low, what + " low", 1e-7)
            near(part["ci95"][1], high, what + " high", 1e-7)
            if side == "row":
                near(part["p"], p, what + " p", 1e-5)


def benjamini_hochberg(p):
    limit = -1
    for i, x in enumerate(sorted(p)):
        if x <= 0.05 * (i + 1) / len(p):
            limit = x
    return limit


def check_verdicts(found):
    """From the file's own figures, by the rules of the manual."""
    effect = max(found["min_effect"], found["noise_floor"] or 0)
    near(found["summary"]["effect"], effect, "the effect", 0)
    limit = benjamini_hochberg([r["p"] for r in found["rows"] if r["p"] is not None])
    counted = dict.fromkeys(found["summary"]["verdicts"], 0)
    for row in found["rows"]:
        counted[row["verdict"]] += 1
        if row["verdict"] == "same record" or any("too few" in w for w in row["warnings"]):
            continue
        low, high = row["ci95"]
        wanted = "cannot tell"
        if low > 1 + effect and row["p"] <= limit:
            wanted = "slower"
        elif high < 1 / (1 + effect) and row["p"] <= limit:
            wanted = "faster"
        elif low >= 1 / (1 + effect) and high <= 1 + effect:
            wanted = "no difference"
        expect(row["verdict"] == wanted, f"{row}: wanted {wanted}")
    expect(counted == found["summary"]["verdicts"], "the counts of verdicts are wrong")


def check_means(found):
    for mean in found["summary"]["means"]:
        logs = []
        for row in found["rows"]:
            part = row if row["metric"] == mean["metric"] else row["other"]
            if mean["category"] in (None, row["candidate"].split("-")[0]) and \
                    part["unit"] and part["ratio"]:
                logs.append(math.log(part["ratio"]))
        expect(len(logs) == mean["rows"], f"{mean}: over {len(logs)} rows")
        middle = math.fsum(logs) / len(logs)
        near(mean["ratio"], math.exp(middle), "a geometric mean", 1e-13)
        if len(logs) > 2 and len(set(logs)) > 1:
            half = quantile(len(logs) - 1) * math.sqrt(moments(logs)[1])
            near(mean["ci95"][0], math.exp(middle - half), "its low end", 1e-7)
            near(mean["ci95"][1], math.exp(middle + half), "its high end", 1e-7)


def check_views(a, b):
    """Page and text say what the JSON says, row by row."""
    found = diff(a, b)
    text = call(REPORT, "diff", a, b, say="text").stdout
    page = Page(call(REPORT, "diff", a, b, "--format", "html", say="html").stdout)
    expect(all(x.startswith("data:text/css") for x in page.loads), "the page loads more")
    lines = [" ".join(line.split()) for line in text.splitlines()]
    titles = [cell[0] for cell, _ in page.tables["rows"][0][1]]
    expect(len(page.tables["rows"]) == len(found["rows"]) + 1, "the page has other rows")
    ids = [row[0] for row in page.tables["rows"][1:]]
    expect(len(set(ids)) == len(ids), "an id is used twice")
    rows = {(r["candidate"], r["label"], r["operation"] +
             (f"_{r['input_bytes']}" if r["input_bytes"] else "")): r
            for r in found["rows"]}
    for name, cells in page.tables["rows"][1:]:
        texts = [cell[0] for cell, _ in cells]
        named = dict(reversed(list(zip(titles, texts))))
        values = dict(reversed(list(zip(titles, (value for _, value in cells)))))
        key = (named["Candidate"], named["Label"], named["Operation"])
        row = rows.get(key)
        if not expect(row, f"the page has a row {key}"):
            continue
        expect(name.endswith(f"{key[1]}--{key[2]}"), f"{key} has the id {name}")
        expect(named.get("Verdict") == row["verdict"], f"{key}: another verdict")
        for title, figure in (("A", "a"), ("B", "b"), ("Ratio", "ratio"), ("p", "p")):
            if title in values:
                expect((float(values[title]) if values[title] else None) == row[figure],
                       f"{key}: {title} is {values[title]}, {row[figure]} in the JSON")
        expect(" ".join(" ".join(texts).split()) in lines, f"{key}: the text has another row")
    for kind in ("added", "removed", "failed"):
        expect(len(page.tables.get(kind, [0])) - 1 == len(found[kind]),
               f"the page has other rows {kind}")


NUMBERS = itertools.count()
RANDOM = random.Random(1)


def own(rows, campaign=None):
    """A dataset of one system, in a folder of its own."""
    return dataset(os.path.join(WORK, f"own-{next(NUMBERS)}", "own_1"), rows, campaign)



def trials(cost, noise=0.002, n=5):
    return [cost * math.exp(RANDOM.gauss(0, noise)) for _ in range(n)]


def verdicts(found):
    return {f"{r['candidate']}/{r['label']}__{r['operation']}": r["verdict"]
            for r in found["rows"]}


def of_one_dataset(folder):
    found = diff(folder, folder)
    expect(found["rows"], f"{folder} has no rows")
    expect({r["verdict"] for r in found["rows"]} == {"same record"},
           f"{folder} with itself is not always the same record")
    expect(all(r["ratio"] == 1 for r in found["rows"]), "a ratio with itself is not 1")
    diff(folder, folder, "--fail-on", "changed", "--fail-on", "slower")


def planted():
    """One row 2 % slower, one 5 % faster, the others as they were."""
    names = [f"hash-01/{label}__hash_{size}" for label in "ABCD" for size in (32, 1024)]
    before = {name: trials(1e-6) for name in names}
    after = {name: trials(1e-6) for name in names}
    after[names[3]] = trials(1.02e-6)
    after[names[4]] = trials(0.95e-6)
    a = own({n: Row(s, [2e9 * x for x in s], "1") for n, s in before.items()})
    b = own({n: Row(s, [2e9 * x for x in s], "2") for n, s in after.items()})
    found = diff(a, b)
    check_figures(found, a, b)
    check_verdicts(found)
    check_means(found)
    got = [r["verdict"] for r in found["rows"]]
    wanted = ["no difference"] * 8
    wanted[3], wanted[4] = "slower", "faster"
    expect(got == wanted, f"planted shifts: {got}")
    expect(all(r["metric"] == "cycles" for r in found["rows"]), "cycles do not decide")
    expect(found["noise_floor"] is None, "there is a noise floor without a control")
    diff(a, b, "--fail-on", "slower", want=1)
    diff(a, b, "--fail-on", "changed", want=1)
    diff(a, b, "--fail-on", "incomparable")
    diff(b, a, "--fail-on", "slower", want=1)
    only = diff(a, b, "--only", "^hash-01/C__hash_32$", "--fail-on", "slower")
    expect(len(only["rows"]) == 1, "--only takes not one row")
    diff(a, b, "--only", "/C__hash_32$", "--fail-on", "changed", want=1)
    found = diff(a, b, "--min-effect", "3")
    expect(found["min_effect"] == 0.03, "--min-effect is not 0.03")
    expect([r["verdict"] for r in found["rows"]].count("slower") == 0, "2 % over 3 %")
    check_verdicts(diff(a, b, "--min-effect", "0"))
    # a noise floor of both campaigns takes the minimum effect's place; one alone does not
    for floors, effect in (((0.03, 0.02), 0.03), ((0.03, None), 0.01), ((1e-4, 1e-3), 0.01)):
        for folder, floor in zip((a, b), floors):
            with open(f"{folder}/campaign.json", "w", encoding="utf-8") as target:
                json.dump({"system_id": "own_1", "noise_floor": {"relative": floor}}, target)
        found = diff(a, b)
        near(found["summary"]["effect"], effect, f"floors {floors}: effect", 0)
        check_verdicts(found)


def controls():
    """Half of the rows at most: equal libraries give the floor. All: time decides."""
    names = [f"kem-01/A__{op}" for op in ("keygen", "enc", "dec")] + \
        [f"kem-01/B__{op}" for op in ("keygen", "enc", "dec")]
    shift = [1.04, 1.01, 1.02, 1.1, 1, 1.05]

    def pair(libraries):
        rows = [{n: Row(trials(1e-5 * (shift[i] if k else 1), 1e-4), [2e4] * 5,
                        libraries[i] if k else "1") for i, n in enumerate(names)}
                for k in (0, 1)]
        return own(rows[0]), own(rows[1])
    found = diff(*pair("111222"))
    logs = sorted(abs(math.log(r["ratio"])) for r in found["rows"][:3])
    expect(all(r["metric"] == "cycles" for r in found["rows"]), "cycles do not decide")
    expect(logs == [0, 0, 0] and found["noise_floor"] == 0, "equal cycles have a floor")
    rows = {n: Row(trials(1e-5, 1e-4)) for n in names}
    later = {n: Row(trials(1e-5 * shift[i], 1e-4), None, "1" if i < 3 else "2")
             for i, n in enumerate(names)}
    found = diff(own(rows), own(later))
    logs = sorted(abs(math.log(r["ratio"])) for r in found["rows"]
                  if r["label"] == "A")
    floor = math.expm1(logs[1] + 0.9 * (logs[2] - logs[1]))
    near(found["noise_floor"], floor, "the floor of the control rows", 1e-10)
    expect(found["summary"]["control_rows"] == 3, "not 3 control rows")
    check_verdicts(found)
    expect(verdicts(found)["kem-01/B__keygen"] == "slower", "10 % over a floor of 4 %")
    expect(verdicts(found)["kem-01/A__dec"] == "no difference", "2 % is over the floor")
    # more than half, not all: no floor, cycles decide where they are
    a, b = pair("111112")
    found = diff(a, b)
    expect(found["noise_floor"] is None, "a floor from five rows of six")
    # all: a change of clock, which cycles do not show
    a, b = pair("111111")
    for folder in (a, b):
        with open(f"{folder}/campaign.json", "w", encoding="utf-8") as target:
            json.dump({"system_id": "own_1", "noise_floor": {"relative": 0.5}}, target)
    found = diff(a, b)
    expect({r["metric"] for r in found["rows"]} == {"time"}, "time does not decide")
    expect(found["noise_floor"] is None and found["summary"]["effect"] == 0.01,
           "equal libraries have a floor")
    expect(verdicts(found)["kem-01/A__keygen"] == "slower", "4 % in time is not found")
    check_verdicts(found)


def sources_and_states():
    """Unlike sources of cycles, few trials, and rows without figures."""
    good = trials(1e-6)
    a = own({
        "hash-01/A__hash_32": Row(good, [2000] * 5, "1"),
        "hash-01/B__hash_32": Row(trials(1e-6, n=2), None, "1"),
        "hash-01/C__hash_32": Row(trials(1e-6, n=1), None, "1"),
        "hash-01/D__hash_32": Row(good, None, "1"),
        "hash-01/E__hash_32": Row(good, None, "1"),
        "hash-01/F__hash_32": Row(good, None, "1", source="estimate"),
        "kem-01/G__keygen": Row(good, None, "1")})
    slow = [x * 1.5 for x in good]
    b = own({
        "hash-01/A__hash_32": Row(slow, None, "2", source="estimate"),
        "hash-01/B__hash_32": Row(trials(1.5e-6, n=5), None, "2"),
        "hash-01/C__hash_32": Row(trials(1.5e-6, n=5), None, "2"),
        "hash-01/D__hash_32": Row(good, None, "2", complete=False),
        "hash-01/F__hash_32": Row(slow, None, "2", source="estimate", flags="fast"),
        "sign-01/H__sign": Row(good, None, "2"),
        "sign-01/H__verify": Row(good, None, "2", complete=False)})
    found = diff(a, b)
    rows = {r["label"]: r for r in found["rows"]}
    one = rows["A"]
    expect(one["metric"] == "time" and one["unit"] == "s", "unlike cycles decide")
    expect(any("perf in A and estimate in B" in w for w in one["warnings"]),
           f"unlike cycles have no warning: {one['warnings']}")
    expect(one["other"]["unit"] is None, "unlike cycles have a unit")
    near(one["other"]["ratio"], 1.5 * math.fsum(good) / 5 * 2e9 / 2000, "their ratio", 1e-9)
    expect(one["verdict"] == "slower", "time does not find 50 %")
    expect(rows["B"]["verdict"] == "cannot tell" and rows["B"]["ci95"], "two trials")
    expect(rows["C"]["verdict"] == "cannot tell" and rows["C"]["ci95"] is None and
           rows["C"]["p"] is None and rows["C"]["ratio"] > 1.4, "one trial")
    expect(rows["F"]["metric"] == "time" and rows["F"]["other"]["ci95"] is None and
           rows["F"]["other"]["unit"] == "estimated_cycles" and
           any("no cycles of their own" in w for w in rows["F"]["warnings"]),
           f"estimates without batches: {rows['F']}")
    names = {kind: [(x["label"], x["operation"], x["a"], x["b"]) for x in found[kind]]
             for kind in ("added", "removed", "failed")}
    why = "failed: hard_timeout (exit code 0)"
    expect(names["failed"] == [("D", "hash", "complete", why)], names["failed"])
    expect(names["removed"] == [("E", "hash", "complete", None),
                                ("G", "keygen", "complete", None)], names["removed"])
    expect(names["added"] == [("H", "sign", None, "complete"),
                              ("H", "verify", None, why)], names["added"])
    told = {(d["what"], d["a"], d["b"], d["rows"]) for d in found["summary"]["differences"]}
    expect(("flags", "guide", "fast", 1) in told and
           ("cycle_source", "perf", "estimate", 1) in told, f"differences: {told}")
    check_views(a, b)
    diff(a, b, "--fail-on", "incomparable", want=1)
    diff(a, b, "--fail-on", "incomparable", "--only", "/A__")
    diff(a, b, "--fail-on", "incomparable", "--only", "/[AB]__", want=1)


def plans():
    rows = {"hash-01/A__hash_32": Row(trials(1e-6))}
    found = diff(own(rows, {"planning": {"trials": 5, "trial_target_s": 0.5},
                                "tool": {"name": "x", "version": "1"}}),
                 own(rows, {"planning": {"trials": 9, "trial_target_s": 0.5}}))
    told = {(d["what"], d["a"], d["b"], d["rows"]) for d in found["summary"]["differences"]}
    expect(told == {("planning.trials", "5", "9", None), ("tool.name", "x", None, None),
                    ("tool.version", "1", None, None)}, f"plans differ by {told}")


def corpus(x86, arm):
    """All rows of hash-01 and hash-05, with the quotients of the exact means."""
    found = diff(x86, arm)
    here = [(r["candidate"], r["label"], f"{r['operation']}_{r['input_bytes']}")
            for r in found["rows"]]
    there = {(c, *os.path.splitext(name)[0].split("__"))
             for c in ("hash-01", "hash-05") for name in os.listdir(f"{x86}/records/{c}")}
    expect(set(here) == there and len(here) == len(there) == 48, "not the rows of both")
    check_figures(found, x86, arm)
    check_means(found)
    expect({r["verdict"] for r in found["rows"]} == {None}, "two systems have a verdict")
    expect(found["summary"]["deviations"], "nothing deviates")
    mean = {m["metric"]: m["ratio"] for m in found["summary"]["means"]
            if m["category"] == "hash"}
    by_distance = sorted(found["rows"], key=lambda r: -abs(math.log(
        r["ratio"] / mean[r["metric"]])))
    for one, row in zip(found["summary"]["deviations"], by_distance):
        expect(one["label"] == row["label"] and one["input_bytes"] == row["input_bytes"],
               "another row deviates more")
        near(one["from_mean"], row["ratio"] / mean[row["metric"]], "a deviation")
    check_views(x86, arm)
    backwards = diff(arm, x86)
    for one, other in zip(found["rows"], backwards["rows"]):
        near(one["ratio"], 1 / other["ratio"], "backwards", 1e-14)
    of_one_dataset(x86)
    of_one_dataset(arm)


of_one_dataset(f"{PLAIN}/demo_x86")
of_one_dataset(f"{PLAIN}/demo_arm")
check_views(f"{PLAIN}/demo_x86@20260801", f"{PLAIN}/demo_x86")
check_verdicts(diff(f"{PLAIN}/demo_x86@20260801", f"{PLAIN}/demo_x86"))
planted()
controls()
sources_and_states()
plans()
if CORPUS:
    corpus(f"{CORPUS}/x86_1", f"{CORPUS}/arm_1")
finish()
