# SPDX-License-Identifier: MIT
"""The pages of comparisons on a site, held against diff and against the other pages."""
import itertools
import json
import os
import random
import shutil
import sys
import urllib.parse

from page import Page
from records import Row, dataset
from run import REPORT, build, call, expect, finish

WORK = sys.argv[1]
CORPUS = sys.argv[2] if len(sys.argv) > 2 else None
NUMBERS = itertools.count()
RANDOM = random.Random(2)


def site_of(data):
    site = os.path.join(WORK, f"site-{next(NUMBERS)}")
    build(data, site, "--base-url", "https://example.org/", say="build", want=None)
    folder = os.path.join(site, "compare")
    names = os.listdir(folder) if os.path.isdir(folder) else []
    return site, sorted(name for name in names if name.endswith(".html"))


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def key(row):
    return (row["candidate"], row["label"], row["operation"] +
            (f"_{row['input_bytes']}" if row["input_bytes"] else ""))


def check_page(site, name, found):
    """Rows of a page: verdicts and exact figures of diff's JSON, linked to where they are."""
    page = Page(read(site, "compare", name))
    rows = {key(row): row for row in found["rows"]}
    head, *lines = page.tables["rows"]
    titles = [cell[0] for cell, _ in head[1]]
    for anchor, cells in lines:
        named = dict(reversed([(t, cell[0]) for t, (cell, _) in zip(titles, cells)]))
        values = dict(reversed([(t, value) for t, (_, value) in zip(titles, cells)]))
        row = rows.pop((named["Candidate"], named["Label"], named["Operation"]), None)
        if not expect(row, f"{name}: a row that diff has not, {named}"):
            continue
        expect(named.get("Verdict") == row["verdict"], f"{name}: {anchor}: the verdict")
        for title, figure in (("A", "a"), ("B", "b"), ("Ratio", "ratio")):
            expect(float(values[title]) == row[figure], f"{name}: {anchor}: {title}")
        expect(any(x.endswith(f"{row['candidate']}.html#{anchor}") for x in page.loads),
               f"{name}: {anchor} does not lead to the candidate's page")
    return rows


def check_links(site, name):
    """What the page leads to is there, and the pages it is about lead to it."""
    page = Page(read(site, "compare", name))
    for link in page.loads:
        path, _, anchor = link.partition("#")
        if urllib.parse.urlsplit(link).scheme or not path:
            continue
        target = os.path.join(site, "compare", urllib.parse.unquote(path))
        if expect(os.path.isfile(target), f"{name}: {link} is not there") and anchor:
            expect(f'id="{anchor}"' in read(target), f"{name}: {link} has no such row")


def plain():
    data = os.path.join(WORK, "plain")
    with open(f"{data}/catalog.json", encoding="utf-8") as file:
        catalog = json.load(file)
    catalog.pop("compare")
    with open(f"{data}/catalog.json", "w", encoding="utf-8") as file:
        json.dump(catalog, file)
    site, names = site_of(data)
    systems = [s["id"] for s in catalog["systems"]]
    wanted = sorted(["demo_x86@20260801-vs-demo_x86.html", "-vs-".join(systems) + ".html"])
    expect(names == wanted, f"without an entry: {names}, wanted {wanted}")
    for name in names:
        a, b = name.removesuffix(".html").split("-vs-")
        found = json.loads(call(REPORT, "diff", f"{data}/{a}", f"{data}/{b}", "--format",
                                "json", say="diff").stdout)
        left = check_page(site, name, found)
        expect(not left, f"{name} lacks {list(left)[:3]}")
        check_links(site, name)
        link = "compare/" + urllib.parse.quote(name)
        expect(f'href="{link}"' in read(site, "index.html"), f"no link to {name} from home")
        for system in (a, b):
            expect(f'href="../{link}"' in read(site, system, "index.html"),
                   f"no link to {name} from {system}")
        expect(f'href="../{link}"' in read(site, b, "hash-01.html"), f"hash-01: no {name}")
        expect(f"https://example.org/{link}" in read(site, "sitemap.xml"), f"sitemap: {name}")
    # sign-01 is on one system only
    expect("compare/" not in read(site, "demo_x86", "sign-01.html"), "sign-01 is compared")
    # what the catalog names, and nothing else; not what is not there
    catalog["compare"] = [["demo_x86", "demo_x86@20260801"], ["demo_x86", "nothing"],
                          ["demo_x86", "demo_x86@20260801"]]
    with open(f"{data}/catalog.json", "w", encoding="utf-8") as file:
        json.dump(catalog, file)
    names = site_of(data)[1]
    expect(names == ["demo_x86-vs-demo_x86@20260801.html"], f"with an entry: {names}")


def many_systems():
    data = os.path.join(WORK, "systems")
    for i in range(4):
        dataset(f"{data}/s{i}", {"hash-01/A__hash_32": Row([1e-6 * (1 + i)] * 3)})
    names = site_of(data)[1]
    expect(names == sorted(f"s{i}-vs-s{k}.html" for k in range(4) for i in range(k)),
           f"four systems: {names}")
    shutil.copytree(f"{data}/s0", f"{data}/s4")
    for day in ("20260101", "20260301", "20260301-2"):
        dataset(f"{data}/s1@{day}", {"hash-01/A__hash_32": Row([1e-6] * 3)})
    names = site_of(data)[1]
    expect(names == ["s1@20260301-2-vs-s1.html"], f"five systems: {names}")


def one_path():
    """Two pairs whose names make one path: each has a page."""
    data = os.path.join(WORK, "paths")
    for i, name in enumerate(("a", "b-vs-c", "a-vs-b", "c")):
        dataset(f"{data}/{name}", {"hash-01/A__hash_32": Row([1e-6 * (1 + i)] * 3)})
    pairs = [["a", "b-vs-c"], ["a-vs-b", "c"]]
    with open(f"{data}/catalog.json", "w", encoding="utf-8") as file:
        json.dump({"compare": pairs}, file)
    site, names = site_of(data)
    expect(names == ["a-vs-b-vs-c-2.html", "a-vs-b-vs-c.html"], f"one path: {names}")
    for name, (a, b) in zip(reversed(names), pairs):
        found = json.loads(call(REPORT, "diff", f"{data}/{a}", f"{data}/{b}", "--format",
                                "json", say="diff").stdout)
        left = check_page(site, name, found)
        expect(not left, f"{name} lacks {list(left)[:3]}")


def many_rows():
    """Beyond 500 rows each category has a page; labels may be those of another candidate."""
    data = os.path.join(WORK, "rows")
    names = [f"hash-{c:02}/L{i}__hash_{size}" for c in (1, 2) for i in range(32)
             for size in (32, 64, 128, 256, 512, 1024, 4096)] + \
        [f"kem-01/K{i}__{op}" for i in range(20) for op in ("keygen", "enc", "dec")]
    for system, factor in (("old", 1), ("new", 1.1)):
        dataset(f"{data}/{system}", {
            n: Row([1e-6 * factor * RANDOM.uniform(0.99, 1.01) for _ in range(3)])
            for n in names})
    with open(f"{data}/catalog.json", "w", encoding="utf-8") as file:
        json.dump({"compare": [["old", "new"]]}, file)
    site, pages = site_of(data)
    wanted = ["old-vs-new--hash.html", "old-vs-new--kem.html", "old-vs-new.html"]
    expect(pages == wanted, f"{len(names)} rows: {pages}")
    found = json.loads(call(REPORT, "diff", f"{data}/old", f"{data}/new", "--format", "json",
                            say="diff").stdout)
    seen = []
    for name in pages:
        page = Page(read(site, "compare", name))
        check_links(site, name)
        ids = [line[0] for line in page.tables.get("rows", [])[1:]]
        expect(len(set(ids)) == len(ids), f"{name}: an id is there twice")
        seen += ids
        expect(f"compare/{name}" in read(site, "sitemap.xml"), f"sitemap: {name}")
    expect(len(seen) == len(names) == len(found["rows"]), f"{len(seen)} rows on the pages")
    expect("rows" not in Page(read(site, "compare", wanted[2])).tables, "rows in the summary")


def corpus():
    site, names = site_of(CORPUS)
    expect(names == ["x86_1-vs-arm_1.html"], f"corpus: {names}")
    found = json.loads(call(REPORT, "diff", f"{CORPUS}/x86_1", f"{CORPUS}/arm_1", "--format",
                            "json", say="diff").stdout)
    expect({r["candidate"] for r in found["rows"]} == {"hash-01", "hash-05"}, "corpus rows")
    expect(not check_page(site, names[0], found), "the page lacks rows")
    check_links(site, names[0])


plain()
many_systems()
one_path()
many_rows()
if CORPUS:
    corpus()
finish()
