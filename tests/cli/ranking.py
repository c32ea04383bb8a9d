# SPDX-License-Identifier: MIT
"""Rankings, held against a model of their own that reads the records."""
import csv
import itertools
import json
import math
import os
import random
import sys

import schema
from page import Page
from records import Row, dataset
from run import build, expect, finish

WORK = sys.argv[1]
CORPUS = sys.argv[2] if len(sys.argv) > 2 else None
NUMBERS = itertools.count()
RANDOM = random.Random(6)
SCHEMA = schema.read("ranking")

METRICS = {
    "hash": [("hash_32", None), ("hash_1024", None), ("hash_65536", None)],
    "kem": [("enc", None), ("dec", None), ("public_key", "pk_bytes"),
            ("ciphertext", "ct_bytes")],
    "sign": [("sign", None), ("verify", None), ("public_key", "pk_bytes"),
             ("signature", "signature_bytes")],
    "kex": [("exchange", None), ("transferred", "total_msg_bytes")],
}
# 97.5 % points of Student's t, from a printed table (Abramowitz and Stegun, 26.10)
STUDENT = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 7: 2.365}


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


def cycles(record):
    """Source, mean, and each trial's cycles of a call (None where one has none)."""
    trials = record["trials"]
    source = record.get("cycle_source") or (
        "perf" if trials and all(t["cycles"] for t in trials) else "none")
    if source == "none":
        return source, None, None
    if source == "perf":
        counts = [t["cycles"] for t in trials]
        mean = sum(counts) / sum(t["measurements"] for t in trials)
        return source, mean, [c / t["measurements"] for c, t in zip(counts, trials)]
    mean = record["estimated_cycles"]["mean"]
    costs = []
    for detail, trial in zip(record.get("detail", []), trials):
        batches = detail["batches"]
        lost = batches.get("rejected", [])
        costs.append(math.fsum(x for i, x in enumerate(batches.get("estimated_cycles", []))
                               if i not in lost) / trial["measurements"])
    return source, mean, costs if len(costs) == len(trials) and all(costs) else None


def interval(costs):
    if not costs or len(costs) < 2:
        return None
    n = len(costs)
    logs = [math.log(x) for x in costs]
    mean = math.fsum(logs) / n
    spread = math.sqrt(math.fsum((x - mean) ** 2 for x in logs) / (n - 1) / n)
    half = STUDENT[n - 1] * spread
    return math.exp(mean - half), math.exp(mean + half)


def instances(folder):
    """(candidate, label): KAT result, records by operation; broken ones are None."""
    found = {}
    with open(f"{folder}/build.json", encoding="utf-8") as file:
        for name, entry in json.load(file)["instances"].items():
            found[tuple(name.split("/"))] = (entry["kat"], {})
    for path, _, files in os.walk(f"{folder}/records"):
        for name in files:
            label, key = name.removesuffix(".json").rsplit("__", 1)
            record = json.loads(read(os.path.join(path, name)))
            entry = found.setdefault((os.path.basename(path), label), (record["kat"], {}))
            entry[1][key] = record
    return found


def measure(category, kat, records):
    """Source and [(metric, value, interval)] of what can be ranked; else None."""
    out, sources = [], set()
    good = [r for r in records.values() if r["status"] == "complete"]
    for metric, size in METRICS[category]:
        if size:
            value = next((r["sizes"][size] for r in good if size in r["sizes"]), None)
            out.append((metric, value, value is not None and (value, value), None))
            continue
        record = records.get(metric)
        if not record or record["status"] != "complete":
            return None
        source, value, costs = cycles(record)
        sources.add(source)
        out.append((metric, value, interval(costs), record.get("stability")))
    if kat != "PASS" or len(sources) != 1 or any(x[1] is None for x in out):
        return None
    return sources.pop(), out


def rank(values):
    """Of [(value, interval)]: each one's rank and places, by the rule's own words."""
    order = sorted(range(len(values)), key=lambda i: (
        values[i][0], values[i][1] is None, values[i][1] or ()))
    groups = []
    for i in order:
        value, ends = values[i]
        if groups and (ends is None or ends[0] <= groups[-1][0]):
            groups[-1][1].append(i)
        else:
            groups.append((ends[1] if ends else value, [i]))
    out, place = {}, 1
    for _, members in groups:
        last = place + len(members) - 1
        for i in members:
            out[i] = ((place + last) / 2, place, last)
        place = last + 1
    return [out[i] for i in range(len(values))]


def model(folder, catalog):
    """(category, bits, source): {(candidate, label): rank, mean rank, metrics}; and the
    instances that are not ranked, as (category, bits, candidate, label)."""
    sections, absent = {}, set()
    found = instances(folder)
    targets = {}
    for t in catalog.get("targets", []):
        targets.setdefault((t["candidate"], t["label"]), set()).add(t["bits"])
    withdrawn = [(n["candidate"], n.get("label") or "*") for n in catalog.get("notes", [])
                 if n["kind"] == "withdrawn"]
    for (candidate, label), (kat, records) in found.items():
        category = candidate.split("-")[0]
        aimed = any(c.split("-")[0] == category and (c, x) in targets for c, x in found)
        seen = measure(category, kat, records)
        gone = (candidate, label) in withdrawn or (candidate, "*") in withdrawn
        for bits in targets.get((candidate, label), {None}):
            if not seen or gone or (aimed and bits is None):
                absent.add((category, bits, candidate, label))
            else:
                sections.setdefault((category, bits, seen[0]), {})[candidate, label] = \
                    seen[1]
    for key, rows in sections.items():
        ranks = [rank([row[m][1:3] for row in rows.values()])
                 for m in range(len(METRICS[key[0]]))]
        means = [sum(r[0] for r in of) / len(ranks) for of in zip(*ranks)]
        overall = rank([(x, (x, x)) for x in means])
        sections[key] = {
            name: (overall[i][0], means[i], [
                (*row[m], *ranks[m][i]) for m in range(len(ranks))])
            for i, (name, row) in enumerate(rows.items())}
    return sections, absent


def near(a, b, tolerance):
    return abs(a - b) <= tolerance * abs(b)


def check_rows(say, rows, wanted):
    order = [row["rank"] for row in rows]
    expect(order == sorted(order), f"{say}: not in the order of ranks")
    expect({(r["candidate"], r["label"]) for r in rows} == set(wanted),
           f"{say}: other instances")
    for row in rows:
        name = (row["candidate"], row["label"])
        overall, mean, metrics = wanted.get(name, (None, 0, []))
        expect(row["rank"] == overall and near(row["mean_rank"], mean, 1e-15),
               f"{say}: {name}: {row['rank']}, {row['mean_rank']}, "
               f"wanted {overall}, {mean}")
        for have, (metric, value, ends, stability, place, first, last) in zip(
                row["metrics"], metrics):
            of = f"{say}: {name}: {metric}"
            expect(have["metric"] == metric and near(have["value"], value, 1e-14),
                   f"{of}: {have['value']}, wanted {value}")
            expect(have["stability"] == stability, f"{of}: {have}, wanted {stability}")
            expect((have["rank"], have["first_place"], have["last_place"]) ==
                   (place, first, last), f"{of}: {have}, wanted {place} {first} {last}")
            if have["unit"] == "bytes":
                expect(have["ci95"] is None and have["trials"] is None, f"{of}: an interval")
            elif ends is None:
                expect(have["ci95"] is None, f"{of}: an interval")
            else:
                # the table has three digits behind the point
                expect(have["ci95"] and all(near(a, b, 2e-4) for a, b in
                                            zip(have["ci95"], ends)),
                       f"{of}: {have['ci95']}, wanted {ends}")


def check_csv(say, text, found):
    """Every cell of the CSV is what the JSON says."""
    rows = list(csv.DictReader(text.splitlines()))
    lines = iter(rows)

    def cell(value):
        return "" if value is None else value if isinstance(value, str) else \
            repr(value).removesuffix(".0")
    for section in found["sections"]:
        head = [found["dataset"], section["category"], cell(section["target_bits"])]
        for ranking in section["rankings"]:
            for row in ranking["rows"]:
                for m in row["metrics"]:
                    wanted = head + [ranking["cycle_source"], row["candidate"],
                                     row["label"], row["rank"], row["mean_rank"],
                                     m["metric"], m["unit"], m["value"],
                                     *(m["ci95"] or (None, None)), m["trials"], m["rank"],
                                     m["first_place"], m["last_place"], None,
                                     m["stability"]]
                    have = list(next(lines, {}).values())
                    same = len(have) == len(wanted) and all(
                        h == w if isinstance(w, str) else
                        h == "" if w is None else float(h) == w
                        for h, w in zip(have, wanted))
                    expect(same, f"{say}: {have}, wanted {wanted}")
        for row in section["not_ranked"]:
            have = list(next(lines, {}).values())
            wanted = head + ["", row["candidate"], row["label"]] + [""] * 11 + \
                [row["reason"], ""]
            expect(have == wanted, f"{say}: {have}, wanted {wanted}")
    expect(not list(lines), f"{say}: further rows")


def section_id(section, rest):
    bits = section["target_bits"]
    return f"{section['category']}--{'rest' if rest else 'all' if bits is None else bits}"


def check_page(say, page, found):
    """The page has the tables of the JSON, with the same values and ranks."""
    titles = [s["category"] for s in found["sections"]]
    tables = {}
    for i, section in enumerate(found["sections"]):
        rest = section["target_bits"] is None and titles.count(section["category"]) > 1
        name = section_id(section, rest)
        for ranking in section["rankings"]:
            tables[f"{name}--{ranking['cycle_source']}"] = ranking["rows"]
        if section["not_ranked"]:
            tables[f"{name}--absent"] = section["not_ranked"]
    expect(list(page.tables) == list(tables), f"{say}: {list(page.tables)}")
    for name, rows in tables.items():
        lines = page.tables.get(name, [None])[1:]
        expect(len(lines) == len(rows), f"{say}: {name}: {len(lines)} rows")
        for (_, cells), row in zip(lines, rows):
            values = [float(v) for _, v in cells if v is not None]
            wanted = [] if "reason" in row else [row["rank"], row["mean_rank"]]
            for m in row.get("metrics", []):
                half = [math.sqrt(m["ci95"][1] / m["ci95"][0]) - 1] if m["ci95"] else []
                wanted += [m["value"]] + half + [m["rank"]]
            expect(len(values) == len(wanted) and all(
                abs(a - b) < 1e-12 * max(1, b) for a, b in zip(values, wanted)),
                f"{say}: {name}: {values}, wanted {wanted}")
            texts = [text[0].removesuffix(" ⚠") for text, _ in cells]
            expect(row["candidate"] in texts and row["label"] in texts,
                   f"{say}: {name}: {texts}")
            marked = sum("†" in "".join(text) for text, _ in cells)
            unstable = sum(m["stability"] == "unstable" for m in row.get("metrics", []))
            expect(marked == unstable, f"{say}: {name}: {row['label']}: {marked} marked, "
                   f"{unstable} unstable")
            if "reason" in row:
                expect(texts[-1] == row["reason"], f"{say}: {name}: {texts[-1]}")
            for m in row.get("metrics", []):
                if m["unit"] != "bytes" and not m["ci95"]:
                    expect(("one trial" if m["trials"] < 2 else "none") in texts,
                           f"{say}: {texts}")


def check(data, system, catalog, site):
    say = f"{os.path.basename(data)}/{system}"
    found = json.loads(read(f"{site}/{system}/ranking.json"))
    schema.conform(found, SCHEMA)
    sections, absent = model(f"{data}/{system}", catalog)
    for section in found["sections"]:
        for ranking in section["rankings"]:
            key = (section["category"], section["target_bits"], ranking["cycle_source"])
            if expect(key in sections, f"{say}: {key} is not wanted"):
                check_rows(f"{say}: {key}", ranking["rows"], sections.pop(key))
        for row in section["not_ranked"]:
            key = (section["category"], section["target_bits"], row["candidate"],
                   row["label"])
            expect(key in absent and row["reason"], f"{say}: {key} is not ranked: {row}")
            absent.discard(key)
    expect(not sections, f"{say}: no ranking {list(sections)}")
    expect(not absent, f"{say}: nowhere: {absent}")
    check_csv(f"{say}: CSV", read(f"{site}/{system}/ranking.csv"), found)
    check_page(f"{say}: page", Page(read(f"{site}/{system}/ranking.html")), found)
    return found


def site_of(data):
    site = os.path.join(WORK, f"site-{next(NUMBERS)}")
    build(data, site, "--base-url", "https://example.org/", say="build", want=None)
    return site


def all_systems(data):
    catalog = json.loads(read(f"{data}/catalog.json"))
    site = site_of(data)
    systems = [name for name in sorted(os.listdir(data)) if os.path.isdir(f"{data}/{name}")]
    return site, {name: check(data, name, catalog, site) for name in systems}


def unstable(found):
    return sum(m["stability"] == "unstable" for section in found["sections"]
               for ranking in section["rankings"] for row in ranking["rows"]
               for m in row["metrics"])


def links(site, system):
    expect(f'href="../{system}/ranking.html"' in read(f"{site}/{system}/index.html"),
           f"no link from {system}")
    expect(f"<loc>https://example.org/{system}/ranking.html" in read(f"{site}/sitemap.xml"),
           f"sitemap: no ranking of {system}")


def series(cost, trials=5, noise=0.01, **more):
    """An estimate has no cycles by trial."""
    costs = [cost * math.exp(RANDOM.gauss(0, noise)) for _ in range(trials)]
    return Row([c / 2e9 for c in costs], cycles=None if more.get("source") else costs,
               **more)


def random_data():
    """Many instances, of near costs: with groups, without intervals, and with every
    reason not to be ranked."""
    data = os.path.join(WORK, "random")
    rows, targets = {}, []
    for i in range(40):
        name = f"hash-{i:02}/H-{i}"
        trials = RANDOM.choice((1, 2, 3, 5, 5, 5, 8))
        cost = RANDOM.uniform(1000, 1300)
        for n, size in enumerate((32, 1024, 65536)):
            if i == 7 and size == 1024:
                continue
            rows[f"{name}__hash_{size}"] = series(
                cost * 20 ** n, trials, complete=(i, size) != (8, 32),
                kat="MISMATCH" if i == 9 else "PASS",
                source="estimate" if i in (10, 11) or (i, size) == (12, 65536) else None)
        if i >= 3:
            targets.append({"candidate": f"hash-{i:02}", "label": f"H-{i}",
                            "bits": 256 if i % 2 else 512})
    targets.append({"candidate": "hash-20", "label": "H-20", "bits": 128})
    for i in range(12):
        sizes = {"pk_bytes": RANDOM.choice((800, 1184)), "ct_bytes": 768 + 320 * (i % 3)}
        for op in ("keygen", "enc", "dec"):
            rows[f"kem-{i:02}/K__{op}"] = series(30000 + 100 * i, sizes={} if i == 4 else
                                                 sizes)
        signature = {"pk_bytes": 1312, "signature_bytes": 2420 + i // 4}
        for op in ("sign", "verify"):
            rows[f"sign-{i:02}/S__{op}"] = series(90000, 1, sizes=signature)
    rows["odd-01/O__spin"] = series(1000)
    dataset(f"{data}/mix", rows)
    catalog = {"targets": targets + targets[:2], "notes": [
        {"candidate": "kem-05", "label": "*", "kind": "withdrawn", "date": "2026-10-01",
         "text": "Broken."},
        {"candidate": "kem-06", "label": "other", "kind": "withdrawn", "date": "2026-10-01",
         "text": "Of another instance."}]}
    with open(f"{data}/catalog.json", "w", encoding="utf-8") as file:
        json.dump(catalog, file)
    METRICS["odd"] = [("no such operation", None)]
    site, found = all_systems(data)
    links(site, "mix")
    reasons = {row["label"] if row["candidate"][:3] == "has" else row["candidate"]:
               row["reason"] for s in found["mix"]["sections"] for row in s["not_ranked"]}
    for name, text in {
            "H-0": "target: the catalog names none", "H-7": "1 KiB: no record",
            "H-8": "32 B: failed", "H-9": "KAT not passed: MISMATCH",
            "H-12": "cycles: counted in one operation, estimated in another",
            "kem-04": "public key: not known; ciphertext: not known",
            "kem-05": "withdrawn, 2026-10-01: Broken.",
            "odd-01": "odd: no metric is named for this category"}.items():
        expect(reasons.get(name) == text, f"{name}: {reasons.get(name)}, wanted {text}")
    # the numbers do hold what they are meant to hold
    rows = [m for s in found["mix"]["sections"] for r in s["rankings"] for row in r["rows"]
            for m in row["metrics"]]
    expect(any(m["first_place"] < m["last_place"] for m in rows), "no group")
    expect(any(m["first_place"] == m["last_place"] > 3 for m in rows), "only groups")
    expect(any(m["ci95"] is None and m["trials"] == 1 for m in rows), "all have intervals")


def no_targets():
    """Without targets, all instances of a category are in one ranking."""
    data = os.path.join(WORK, "targets")
    dataset(f"{data}/one", {f"hash-{i:02}/{label}__hash_{size}": series(size * 10 + i)
                            for i in range(4) for label in "AB"
                            for size in (32, 1024, 65536)})
    dataset(f"{data}/one@20260101", {"hash-00/A__hash_32": series(100)})
    with open(f"{data}/catalog.json", "w", encoding="utf-8") as file:
        json.dump({}, file)
    site, found = all_systems(data)
    [section] = found["one"]["sections"]
    expect(len(section["rankings"][0]["rows"]) == 8, "without targets: not all instances")
    expect('href="../one/ranking.html"' in read(f"{site}/one@20260101/ranking.html"),
           "the earlier ranking does not lead to the current one")


site, rankings = all_systems(os.path.join(WORK, "plain"))
for system in ("demo_x86", "demo_arm"):
    links(site, system)
expect(unstable(rankings["demo_arm"]), "no ranked value of the test data is unstable")
random_data()
no_targets()
if CORPUS:
    all_systems(CORPUS)
finish()
