# SPDX-License-Identifier: MIT
"""The pictures of a site: their form and size, and that marks stand where the data say."""
import gzip
import json
import math
import os
import random
import re
import sys
import urllib.parse

from drawn import SVG, Drawn, in_page
from records import Row, dataset, record
from run import build, expect, finish

WORK = sys.argv[1]
PICTURE, PAGE, POINTS = 20000, 40000, 2000


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def site_of(name):
    site = os.path.join(WORK, f"site-{name}")
    build(os.path.join(WORK, name), site, say=name, want=None)
    return site


def files(site, ending):
    for folder, _, names in os.walk(site):
        if "evidence" not in os.path.relpath(folder, site).split(os.sep)[:1]:
            yield from (os.path.join(folder, n) for n in sorted(names) if n.endswith(ending))


def shape(element):
    """Everything of an element but a style sheet, to be compared."""
    return (element.tag, sorted(element.attrib.items()), (element.text or "").strip(),
            [shape(e) for e in element if e.tag != SVG + "style"])


def check_form(drawn, say):
    root, elements = drawn.root, drawn.elements
    ids = {e.get("id"): e for e in elements if e.get("id")}
    for part, attribute in (("title", "aria-labelledby"), ("desc", "aria-describedby")):
        named = ids.get(root.get(attribute))
        expect(named is not None and named.tag == SVG + part and named.text.strip(),
               f"{say}: no {part}")
    expect(len(ids) == sum(1 for e in elements if e.get("id")), f"{say}: an id is twice")
    expect(root.get("role") == "img", f"{say}: its role")
    tags = {e.tag.removeprefix(SVG) for e in elements}
    expect(tags <= {"svg", "title", "desc", "style", "path", "text"}, f"{say}: {tags}")
    names = {name for e in elements for name in e.attrib}
    expect("style" not in names and not any(n.startswith("on") for n in names),
           f"{say}: attributes {names}")
    expect(drawn.points() <= POINTS, f"{say}: {drawn.points()} points")


def check_file(path, say):
    text = read(path)
    drawn = Drawn(text)
    check_form(drawn, say)
    styles = [e.text for e in drawn.elements if e.tag == SVG + "style"]
    expect(len(styles) == 1 and "prefers-color-scheme: dark" in styles[0], f"{say}: style")
    size = len(gzip.compress(text.encode(), 9))
    expect(size <= PICTURE, f"{say}: {size} bytes")
    links = [text.removeprefix("The figures: ") for _, _, text, _ in drawn.texts
             if text.startswith("The figures: ")]
    expect(len(links) == 1, f"{say}: does not say where its figures are")
    for link in links:
        page, _, anchor = link.partition("#")
        expect(f' id="{anchor}"' in read(os.path.dirname(path), page),
               f"{say}: {link} is not there")
    return drawn


def check_site(name):
    """All pictures of a site; each is on the page that it leads to, just so."""
    site, seen = site_of(name), 0
    own = {path: check_file(path, os.path.relpath(path, site)) for path in files(site, ".svg")}
    for path in files(site, ".html"):
        text, say = read(path), os.path.relpath(path, site)
        ids = re.findall(r'\sid="([^"]*)"', text)
        expect(len(ids) == len(set(ids)), f"{say}: an id is twice")
        shown = in_page(text)
        for found in shown:
            drawn = Drawn(found)
            check_form(drawn, say)
            expect(any(shape(drawn.root) == shape(o.root) for o in own.values()),
                   f"{say}: a picture that is no file")
        expect(shown == [] or len(gzip.compress(text.encode(), 9)) < PAGE,
               f"{say}: over {PAGE} bytes")
        links = re.findall(r'<figcaption>.*?href="([^"]*)"', text)
        expect(len(links) == len(shown) and all(
            os.path.join(os.path.dirname(path), urllib.parse.unquote(x)) in own
            for x in links), f"{say}: links to the files: {links}")
        seen += len(shown)
        if 'id="performance"' in text and "data-value" in text.split('id="performance"')[1]:
            expect(os.path.basename(path)[:-5] + "-trials.svg" in map(
                urllib.parse.unquote, links), f"{say}: no picture of the trials")
    expect(own and seen == len(own), f"{name}: {seen} pictures in pages, {len(own)} files")
    return site


class Strips:
    """A picture of trials: the values of its marks by the axis' texts."""

    def __init__(self, path):
        self.drawn = Drawn(read(path))
        ticks = sorted({(x, text) for x, y, text, kind in self.drawn.texts
                        if "middle" in (kind or "")})
        self.ticks = [(x, float(t.replace("−", "-").rstrip(" %")) / 100) for x, t in ticks]
        (x0, v0), (x1, v1) = self.ticks[0], self.ticks[-1]
        self.value = lambda x: v0 + (self.drawn.share(x) - x0) * (v1 - v0) / (x1 - x0)
        self.unit = self.value(1) - self.value(0)

    def near(self, have, wanted):
        """Two lists of values, up to half a unit and the places of the texts."""
        return len(have) == len(wanted) and all(
            abs(h - w) <= self.unit * 0.6 for h, w in zip(sorted(have), sorted(wanted)))


def mean_interval(x):
    """By Student's t (2.5 % of each side at 2 and 4 degrees of freedom: from a table)."""
    t = {3: 4.30265273, 5: 2.77644511}[len(x)]
    logs = [math.log(v) for v in x]
    mean = math.fsum(logs) / len(x)
    half = t * math.sqrt(math.fsum((v - mean) ** 2 for v in logs) / (len(x) - 1) / len(x))
    return math.exp(mean - half), math.exp(mean + half)


def trials():
    """Without batches: by time where there are no cycles, else by cycles."""
    rows = {"kem-09/A__keygen": Row([1.00e-6, 1.02e-6, 0.98e-6]),
            "kem-09/A__enc": Row([1e-6] * 3, cycles=[1000, 1040, 990]),
            "kem-09/A__dec": Row([1e-6], cycles=[500]),
            "kem-09/B__keygen": Row([1e-6] * 3, complete=False)}
    dataset(f"{WORK}/trials/s1", rows)
    strips = Strips(os.path.join(site_of("trials"), "s1", "kem-09-trials.svg"))
    marks = {}
    for (x, y), (_, to) in strips.drawn.lines["ticks"]:
        marks.setdefault((y + to) / 2, []).append(strips.value(x))
    have = [marks[y] for y in sorted(marks)]
    mean = (1000 + 1040 + 990) / 3
    wanted = [[0, 0.02, -0.02], [c / mean - 1 for c in (1000, 1040, 990)], [0]]
    expect(len(have) == 3 and all(map(strips.near, have, wanted)), f"ticks: {have}")
    bars = [line for line in strips.drawn.lines["interval"] if line[0][1] == line[-1][1]]
    expect(len(bars) == 2, f"intervals: {bars}")
    for bar, x in zip(bars, ([1.00, 1.02, 0.98], [1000, 1040, 990])):
        low, high = mean_interval(x)
        mean = sum(x) / 3
        have = [strips.value(bar[0][0]), strips.value(bar[-1][0])]
        expect(strips.near(have, [low / mean - 1, high / mean - 1]), f"interval: {have}")
    texts = [t for _, _, t, _ in strips.drawn.texts]
    expect(texts.count("failed") == 1 and texts.count("–") == 2, f"no figures: {texts}")
    expect("A" in texts and "B" in texts and texts.count("keygen") == 2, f"names: {texts}")


def with_batches(name, lists):
    """The record of a Row whose trials have these batches: ns, of 100 calls each."""
    sums = [sum(ns) for ns in lists]
    out = record(name, Row([s * 1e-9 / 1000 for s in sums]))
    for trial, ns in zip(out["trials"], lists):
        trial["measurements"] = 100 * len(ns)
        trial["seconds"] = sum(ns) / 1e9
    n = 100 * sum(map(len, lists))
    total = math.fsum(s / 1e9 for s in sums)
    calls = sorted(t["seconds"] / t["measurements"] for t in out["trials"])
    middle = len(calls) // 2
    out |= {"measurements": n, "mean_seconds": total / n, "min_trial_seconds": calls[0],
            "max_trial_seconds": calls[-1], "operations_per_second": n / total,
            "median_trial_seconds": calls[middle] if len(calls) % 2 else
            (calls[middle - 1] + calls[middle]) / 2, "cycle_source": "none",
            "detail": [{"calls_per_batch": 100, "batches": {"ns": ns}} for ns in lists]}
    return out


def put(data, name, out):
    with open(f"{data}/records/{name}.json", "w", encoding="utf-8") as file:
        json.dump(out, file)


def batches():
    """A few batches stand where they belong, one line a trial; many are thinned."""
    few = [[1000, 1010, 1020], [990, 1000], [1005, 995, 1030, 1000]]
    dice = random.Random(3)
    many = [[dice.randrange(9000, 11000) for _ in range(300)] for _ in range(5)]
    names = [f"sign-09/A__{op}" for op in ("keygen", "sign", "verify")] + \
        [f"sign-10/{i}__{op}" for i in range(4) for op in ("keygen", "sign", "verify")]
    data = dataset(f"{WORK}/batches/s1", {name: Row([1e-6] * 3) for name in names})
    for name in names:
        put(data, name, with_batches(name, few if name == names[0] else many))
    site = os.path.join(site_of("batches"), "s1")
    strips = Strips(os.path.join(site, "sign-09-trials.svg"))
    dots = {}
    for ((x, y), _) in strips.drawn.lines["dots"]:
        dots.setdefault(y, []).append(strips.value(x))
    mean = sum(map(sum, few)) / sum(map(len, few))
    lines = [dots[y] for y in sorted(dots)][:3]
    expect(all(strips.near(have, [v / mean - 1 for v in ns]) for have, ns in
               zip(lines, few)), f"batches: {lines}")
    for file, strip_count, least in (("sign-09", 3, 1000), ("sign-10", 12, 1800)):
        strips = Strips(os.path.join(site, f"{file}-trials.svg"))
        expect(least <= strips.drawn.points() <= POINTS,
               f"{file}: {strips.drawn.points()} points")
        dots = {}
        for ((x, y), _) in strips.drawn.lines["dots"]:
            dots.setdefault(y, []).append(strips.value(x))
        last = dots[max(dots)]
        mean = sum(map(sum, many)) / sum(map(len, many))
        expect(len(dots) == 3 + 2 * 5 if file == "sign-09" else len(dots) == 60,
               f"{file}: {len(dots)} lines")
        expect(strips.near([min(last), max(last)],
                           [min(many[4]) / mean - 1, max(many[4]) / mean - 1]),
               f"{file}: the ends are {min(last)}, {max(last)}")
        middle, wanted = (sorted(v)[len(v) // 2] for v in (last, many[4]))
        expect(abs(middle - (wanted / mean - 1)) < 0.01, f"{file}: the middle is {middle}")


def wild():
    """One strip that is far out leaves the others their places, and has an arrow."""
    rows = {f"kem-09/A{i}__enc": Row([1e-6, 1.001e-6, 0.999e-6]) for i in range(6)}
    rows["kem-09/Z__enc"] = Row([1e-6, 3e-6, 0.5e-6])
    dataset(f"{WORK}/wild/s1", rows)
    strips = Strips(os.path.join(site_of("wild"), "s1", "kem-09-trials.svg"))
    expect(strips.ticks[-1][1] < 0.02, f"the axis reaches to {strips.ticks[-1][1]}")
    expect(len(strips.drawn.lines["beyond"]) == 2, "no arrows")
    expect(len(strips.drawn.lines["ticks"]) == 18, "marks beyond the axis")


def lengths():
    """Dots of a hash stand where length and cycles per byte say, on logarithmic axes."""
    cost = {("A", 32): 640, ("A", 1024): 5120, ("A", 65536): 65536 * 2,
            ("B", 32): 6400, ("B", 65536): 65536 * 40}
    dataset(f"{WORK}/lengths/s1", {f"hash-09/{label}__hash_{size}": Row(
        [1e-6] * 3, cycles=[cycles] * 3) for (label, size), cycles in cost.items()})
    drawn = Drawn(read(site_of("lengths"), "s1", "hash-09-lengths.svg"))
    ticks = sorted((y - 4, float(t)) for _, y, t, kind in drawn.texts if "end" in kind.split())
    (y0, v0), (y1, v1) = ticks[0], ticks[-1]
    names = sorted((x, int(t.split()[0])) for x, _, t, kind in drawn.texts
                   if "middle" in kind.split())
    (x0, n0), (x1, n1) = names[0], names[-1]
    expect((n0, n1) == (32, 65536), f"lengths: {names}")

    def place(have, a, b, u, v):
        return u * (v / u) ** ((have - a) / (b - a))
    have = sorted((round(place(drawn.share(x), x0, x1, n0, n1)),
                   place(drawn.down(y), y0, y1, v0, v1))
                  for (x, y), _ in drawn.lines["marks"])
    wanted = sorted((size, cycles / size) for (_, size), cycles in cost.items())
    expect(len(have) == len(wanted) and all(
        abs(h[0] / w[0] - 1) < 0.01 and abs(h[1] / w[1] - 1) < 0.02
        for h, w in zip(have, wanted)), f"lengths: {have}, wanted {wanted}")
    expect(sorted(map(len, drawn.lines["line"])) == [1, 1, 3],
           f"a gap breaks the line: {drawn.lines['line']}")
    ends = {t: y - 4 for _, y, t, kind in drawn.texts if t in ("A", "B")}
    expect(abs(place(ends["A"], y0, y1, v0, v1) / 2 - 1) < 0.05 and
           abs(place(ends["B"], y0, y1, v0, v1) / 40 - 1) < 0.05, f"names at {ends}")


def ratio_marks(drawn):
    """Where the dots of a picture of ratios are, from above."""
    ticks = sorted({(x, float(t)) for x, _, t, kind in drawn.texts
                    if "middle" in kind.split()})
    (x0, v0), (x1, v1) = ticks[0], ticks[-1]

    def value(x):
        return v0 * (v1 / v0) ** ((drawn.share(x) - x0) / (x1 - x0))
    bars = {line[0][1]: [value(line[0][0]), value(line[-1][0])]
            for line in drawn.lines["interval"] if line[0][1] == line[-1][1]}
    return [(value(x), bars.get(y)) for (x, y), _ in
            sorted(drawn.lines["marks"], key=lambda line: line[0][1])]


def ratios():
    """Dots and bars of a comparison; beyond 120 rows some are drawn, and it says so."""
    new = {"hash-09/A__hash_32": [1.10e-6, 1.11e-6, 1.09e-6],
           "hash-09/B__hash_32": [0.9e-6, 0.905e-6, 0.895e-6], "hash-09/C__hash_32": [1e-6]}
    for system, rows in (("s1@20260101", {n: [1e-6, 1.01e-6, 0.99e-6] for n in new}),
                         ("s1", new)):
        dataset(f"{WORK}/ratios/{system}", {n: Row(x) for n, x in rows.items()})
    path = os.path.join(site_of("ratios"), "compare", "s1@20260101-vs-s1.svg")
    drawn = Drawn(read(path))
    have = ratio_marks(drawn)
    # Welch with equal numbers: s of ln 1.01 and 0.99 is 0.0100, of A's 0.00909, of B's
    # 0.00556; so the halves are t s, with 3.96, 3.13 degrees of freedom t 2.79, 3.11
    for (value, bar), (wanted, half) in zip(have, ((1.1, 0.0218), (0.9, 0.0206))):
        expect(abs(value / wanted - 1) < 0.001, f"a ratio of {value}, wanted {wanted}")
        ends = [wanted * math.exp(-half), wanted * math.exp(half)]
        expect(bar and all(abs(b / e - 1) < 0.002 for b, e in zip(bar, ends)),
               f"an interval of {bar}, wanted {ends}")
    expect(len(have) == 3 and have[2][1] is None and abs(have[2][0] - 1) < 0.001,
           f"ratios {have}")
    texts = [t for _, _, t, _ in drawn.texts]
    expect([t for t in texts if t in ("slower", "faster")] == ["slower", "faster"],
           f"verdicts: {texts}")
    expect(texts[:1] and any("hash-09 A hash_32" == t for t in texts), f"names: {texts}")
    names = [f"kem-1{i // 100}/L{i:03}__enc" for i in range(300)]
    for system, step in (("s1", 0), ("s2", 1e-9)):
        dataset(f"{WORK}/many/{system}", {n: Row([1e-6 + step * i] * 2)
                                          for i, n in enumerate(names)})
    text = read(site_of("many"), "compare", "s1-vs-s2.svg")
    have = [value for value, _ in ratio_marks(Drawn(text))]
    expect(len(have) == 120 and have == sorted(have) and abs(have[0] - 1) < 0.001 and
           abs(have[-1] - 1.299) < 0.001, f"{len(have)} of 300: {have[:1]} to {have[-1:]}")
    expect("120 of 300 rows" in text, "the picture does not say that rows are left out")


def sizes():
    """Marks of a public-key category stand where time and bytes say; its names as well."""
    rows = {"1": ("A", 1000, 500, 2e-5), "2": ("B", 30000, 20000, 1e-3)}
    data = dataset(f"{WORK}/sizes/s1", {
        f"kem-0{c}/{label}__{op}": Row([t] * 3) for c, (label, _, _, t) in rows.items()
        for op in ("enc", "dec")} | {"kem-03/C__enc": Row([1e-6])})
    for c, (label, pk, ct, t) in rows.items():
        for op in ("enc", "dec"):
            name = f"kem-0{c}/{label}__{op}"
            out = record(name, Row([t] * 3))
            out["sizes"] = {"pk_bytes": pk, "ct_bytes": ct}
            put(data, name, out)
    drawn = Drawn(read(site_of("sizes"), "s1", "size-kem.svg"))
    units = {"s": 1, "ms": 1e-3, "µs": 1e-6, "ns": 1e-9}
    down = sorted((y - 4, float(t.split()[0]) * units[t.split()[1]])
                  for _, y, t, kind in drawn.texts if kind == "small end")
    across = sorted((x, float(t)) for x, _, t, kind in drawn.texts if kind == "small middle")

    def place(have, ticks):
        (a, u), (b, v) = ticks[0], ticks[-1]
        return u * (v / u) ** ((have - a) / (b - a))
    have = sorted((place(drawn.share(x), across), place(drawn.down(y), down))
                  for (x, y), _ in drawn.lines["marks"])
    wanted = [(1500, 4e-5), (50000, 2e-3)]
    expect(len(have) == 2 and all(abs(h / w - 1) < 0.02 for a, b in zip(have, wanted)
                                  for h, w in zip(a, b)), f"sizes: {have}, wanted {wanted}")
    names = {t: place(y - 4, down) for _, y, t, kind in drawn.texts
             if kind.split()[0] == "name"}
    expect(sorted(names) == ["A", "B"] and abs(names["A"] / 4e-5 - 1) < 0.02,
           f"names: {names}")


check_site("plain")
check_site("hostile")
trials()
batches()
wild()
lengths()
ratios()
sizes()
finish()
