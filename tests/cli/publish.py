# SPDX-License-Identifier: MIT
"""What publish.sh built, looked at from inside: pages, feeds, exported figures."""
import csv
import hashlib
import io
import json
import os
import re
import sys
import xml.etree.ElementTree as xml

from run import expect, fault, finish

WORK = sys.argv[1]
BASE = "https://example.org/a/path/"
ATOM = "{http://www.w3.org/2005/Atom}"


def text_of(*path):
    with open(os.path.join(WORK, *path), encoding="utf-8", newline="") as file:
        return file.read()


def files(site, end):
    found = []
    for path, _, names in os.walk(os.path.join(WORK, site)):
        found += [os.path.relpath(os.path.join(path, name), os.path.join(WORK, site))
                  for name in names if name.endswith(end)]
    return sorted(f for f in found if not f.startswith("evidence/"))


def check_foot(site):
    with open(os.path.join(WORK, site, "evidence/SHA256SUMS"), "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    for page in files(site, ".html"):
        foot = re.search(r"<footer.*</footer>", text_of(site, page), re.S)
        expect(foot and foot[0].replace("<wbr/>", "").count(digest) == 1,
               f"{site}/{page}: its foot has not the digest of SHA256SUMS")


def url(path):
    """As an address has it: @ is escaped by the program, which it may be."""
    return "/".join(re.sub(r"[^A-Za-z0-9._-]", lambda m: "%%%02X" % ord(m[0]), part)
                    for part in path.split("/"))


def check_base():
    pages = [page for page in files("base", ".html") if page != "404.html"]
    tree = xml.fromstring(text_of("base", "sitemap.xml"))
    listed = [node.text for node in tree.iter() if node.tag.endswith("}loc")]
    expect(sorted(listed) == sorted(BASE + url(page) for page in pages),
           "sitemap.xml does not list every page once")
    expect(f"Sitemap: {BASE}sitemap.xml" in text_of("base", "robots.txt").splitlines(),
           "robots.txt does not name the sitemap")
    for page in pages:
        head = text_of("base", page).split("</head>")[0]
        title = re.search(r"<title>(.*?)</title>", head, re.S)[1]
        link = re.findall(r'<link rel="canonical" href="([^"]*)"', head)
        expect(link == [BASE + url(page)], f"base/{page}: canonical {link}")
        og = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)"', head))
        expect(og.get("url") == BASE + url(page) and og.get("type") == "website" and
               og.get("title") and og["title"] in title and og.get("site_name"),
               f"base/{page}: Open Graph {og}")
        bare = text_of("copy", page).split("</head>")[0]
        expect("canonical" not in bare and "og:" not in bare,
               f"copy/{page}: has an address without a base URL")
    for name in ("sitemap.xml", "robots.txt"):
        expect(not os.path.exists(os.path.join(WORK, "copy", name)),
               f"copy/{name}: is there without a base URL")
    lost = text_of("base", "404.html")
    links = re.findall(r'(?:href|src)="([^"]*)"', lost)
    # a place on the page itself holds at any address
    wrong = [link for link in links if not link.startswith((BASE, "#"))]
    expect(links and not wrong, f"base/404.html: links that are not absolute: {wrong}")
    lost = text_of("copy", "404.html")
    expect(not re.search(r"<(link|script|style|a|img)\b|href=|src=|url\(", lost),
           "copy/404.html: has a link or loads something")
    # what else the base URL changes: nothing
    for page in files("base", ""):
        if page.endswith((".html", ".xml", "robots.txt", ".ngcc-report.json")):
            continue
        expect(text_of("base", page) == text_of("copy", page),
               f"base/{page}: changes with the base URL")


def feed(site):
    """Id: title, of all entries; checks what Atom demands."""
    tree = xml.fromstring(text_of(site, "feed.xml"))
    entries = tree.findall(ATOM + "entry")
    for node in [tree] + entries:
        for name in ("id", "title", "updated"):
            have = node.findall(ATOM + name)
            expect(len(have) == 1 and have[0].text,
                   f"{site}/feed.xml: {node.tag} has not one {name}")
        time = node.findtext(ATOM + "updated", "")
        expect(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", time),
               f"{site}/feed.xml: updated {time}")
    expect(tree.find(ATOM + "author") is not None, f"{site}/feed.xml: no author")
    times = [node.findtext(ATOM + "updated") for node in entries]
    expect(times == sorted(times, reverse=True), f"{site}/feed.xml: not newest first")
    ids = [node.findtext(ATOM + "id") for node in [tree] + entries]
    twice = [i for i in set(ids) if ids.count(i) > 1]
    expect(not twice, f"{site}/feed.xml: several entries have the id {twice}: " + ", ".join(
        node.findtext(ATOM + "title") for node in entries
        if node.findtext(ATOM + "id") in twice))
    return dict(zip(ids[1:], [node.findtext(ATOM + "title") for node in entries]))


def check_feeds():
    now, later = feed("copy"), feed("later/site")
    expect(now.keys() == feed("base").keys(), "feed.xml: ids depend on the base URL")
    expect(now.keys() == feed("none").keys(), "feed.xml: ids depend on the evidence")
    expect(len(now) == 5, f"copy/feed.xml: {len(now)} entries, wanted 3 campaigns, 2 notes")
    expect(now.keys() <= later.keys(),
           "feed.xml: ids change with a newer campaign: " +
           ", ".join(now[i] for i in now.keys() - later.keys()))
    expect(len(later) == len(now) + 1, "feed.xml: a newer campaign has not one entry more")
    notes = feed("later/site-notes")
    expect({i for i in now if "Campaign" not in now[i]} <= notes.keys(),
           "feed.xml: a second erratum changes the first one's id")
    # of the two campaigns whose times nobody knows one has a day in its folder's name
    expect(len(notes) == len(later) + 1 - 1,
           f"feed.xml: {len(notes)} entries, wanted a second erratum, no campaign without a time")
    expect("1970" not in text_of("later/site-notes", "feed.xml"), "feed.xml: a time is invented")
    links = [node.get("href") for node in
             xml.fromstring(text_of("base", "feed.xml")).iter(ATOM + "link")]
    expect(all(link.startswith(BASE) for link in links),
           f"base/feed.xml: links that are not absolute: {links}")
    feed("site-hostile")


def read_csv(site, path):
    text = text_of(site, path)
    name = f"{site}/{path}"
    expect(text.endswith("\r\n") and not text.startswith("\ufeff"),
           f"{name}: begins with a mark or does not end in CRLF")
    # line ends inside a quoted cell are the cell's own
    bare = re.sub(r'"[^"]*"', "", text)
    expect("\n" not in bare.replace("\r\n", "") and "\r" not in bare.replace("\r\n", ""),
           f"{name}: a row does not end in CRLF")
    rows = list(csv.reader(io.StringIO(text, newline=""), strict=True))
    expect(rows and all(len(row) == len(rows[0]) for row in rows),
           f"{name}: rows of different length")
    expect(len(set(rows[0])) == len(rows[0]), f"{name}: a column's name stands twice")
    return [dict(zip(rows[0], row)) for row in rows[1:]], rows[0]


def compare_json(name, rows, made):
    expect(len(rows) == len(made), f"{name}: {len(made)} rows, the CSV has {len(rows)}")
    for row, other in zip(rows, made):
        for key, text in row.items():
            if key in ("dataset", "candidate") and key not in other:
                continue
            value = other.get(key, "")
            same = (text == "" if value is None else text == value
                    if isinstance(value, str) else text and float(text) == value)
            expect(same, f"{name}: {row['label']} {row['operation']} {key}: "
                         f"{value!r}, the CSV has {text!r}")


# heads of section 4, and the columns of the CSV for counted and for estimated cycles
HEADS = {
    "mean cycles": "mean_cycles", "cycles/byte": "cycles_per_byte",
    "est. cycles": "estimated_mean_cycles", "est. cycles/byte": "estimated_cycles_per_byte",
    "mean time": "mean_seconds", "MB/s": "throughput_megabytes_per_second",
    "ops/s": "operations_per_second", "median trial": "median_trial_seconds",
    "n": "measurements", "n (trials × iters)": "measurements", "spread": "spread_fraction",
}


def compare_page(site, path, rows):
    """Every cell of section 4 has the CSV's own value; returns the number of cells."""
    section = re.search(r'<section id="performance">(.*?)</section>',
                        text_of(site, path + ".html"), re.S)[1]
    named, cells = {}, 0
    for row in rows:
        bytes_ = int(row["input_bytes"] or 0)
        key = row["operation"] + (f"_{bytes_}" if bytes_ else "")
        named[f"{row['label']}--{key}"] = row
    for table in re.findall(r"<table.*?</table>", section, re.S):
        heads = re.findall(r"<th[^>]*>(.*?)</th>", table.split("</thead>")[0], re.S)
        for line in re.findall(r"<tr id=.*?</tr>", table, re.S):
            mark = re.match(r'<tr id="([^"]*)"', line)[1]
            row = named.pop(mark, None)
            if not expect(row, f"{site}/{path}.html: row {mark} is not in the CSV"):
                continue
            all = re.findall(r"<t[hd]([^>]*)>(.*?)</t[hd]>", line, re.S)
            expect(len(all) == len(heads), f"{site}/{path}.html: {mark}: {len(all)} cells")
            for head, (marks, text) in zip(heads[2:], all[2:]):
                value = re.search(r'data-value="([^"]*)"', marks)
                wanted = row[HEADS[head]]
                value = value[1] if value else ""
                expect(value == wanted or (row["cycle_source"] == "none" and not value),
                       f"{site}/{path}.html: {mark}: {head} is {value!r}, "
                       f"the CSV has {wanted!r}")
                expect(value or text == "–" or 'class="why"' in marks,
                       f"{site}/{path}.html: {mark}: {head} shows {text!r} without a value")
                cells += value != ""
    expect(not named, f"{site}/{path}.html: rows missing: {sorted(named)[:3]}")
    return cells


def check_exports(site):
    for folder in sorted({os.path.dirname(f) for f in files(site, "all.csv")}):
        rows, head = read_csv(site, f"{folder}/all.csv")
        dictionary, names = read_csv(site, f"{folder}/all-columns.csv")
        expect(names[0] == "column" and [row["column"] for row in dictionary] == head,
               f"{site}/{folder}/all-columns.csv: does not name the columns of all.csv")
        expect(all(row["dataset"] == folder for row in rows),
               f"{site}/{folder}/all.csv: a row of another dataset")
        read_csv(site, f"{folder}/ranking.csv")
        parts = []
        for path in files(os.path.join(site, folder), ".html"):
            name = path.removesuffix(".html")
            if name in ("index", "method", "ranking"):
                continue
            part, part_head = read_csv(site, f"{folder}/{name}.csv")
            expect(part_head == head, f"{site}/{folder}/{name}.csv: other columns")
            made = json.loads(text_of(site, f"{folder}/{name}.json"))
            compare_json(f"{site}/{folder}/{name}.json", part, made["rows"])
            expect(made["candidate"] == name and made["dataset"] == folder,
                   f"{site}/{folder}/{name}.json: names another candidate or dataset")
            parts += part
            if site == "copy":
                cells = compare_page(site, f"{folder}/{name}", part)
                expect(cells or all(r["state"] != "complete" for r in part),
                       f"{site}/{folder}/{name}.html: no figure to compare")
        expect(sorted(map(str, parts)) == sorted(map(str, rows)),
               f"{site}/{folder}/all.csv: is not the rows of its candidates")


for built in ("copy", "none", "base", "site-hostile"):
    check_foot(built)
check_base()
check_feeds()
check_exports("copy")
check_exports("site-hostile")
finish()
