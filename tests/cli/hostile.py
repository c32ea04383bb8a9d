# SPDX-License-Identifier: MIT
"""rows: the pages of the hostile dataset; names: names that would be in the way."""
import json
import os
import re
import shutil
import sys

from run import REPORT, build, call, expect, finish, same, tree

WORK = sys.argv[2]
FINDING = re.compile(r"[^:\s][^:]*: \S.*")


def at(*path):
    return os.path.join(WORK, *path)


def text_of(*path):
    with open(at(*path), encoding="utf-8") as file:
        return file.read()


def rows_of(page):
    """Row id: its cells' (attributes, text), of section 4."""
    section = re.search(r'<section id="performance">(.*?)</section>', page, re.S)[1]
    return {mark: re.findall(r"<t[hd]([^>]*)>(.*?)</t[hd]>", line, re.S)
            for mark, line in re.findall(r'<tr id="([^"]*)">(.*?)</tr>', section, re.S)}


def check_rows():
    folder = at("hostile/hostile/records/hash-02")
    labels = sorted(name.removesuffix("__hash_1024.json") for name in os.listdir(folder)
                    if name.endswith("__hash_1024.json"))
    expect(len(labels) > 20, f"only {len(labels)} faults in the hostile dataset")
    rows = rows_of(text_of("site/hostile/hash-02.html"))
    with open(at("site/hostile/hash-02.json"), encoding="utf-8") as file:
        made = {(row["label"], row["input_bytes"]): row for row in json.load(file)["rows"]}
    said = text_of("said").splitlines()
    for label in labels:
        bad, good = rows.get(f"{label}--hash_1024"), rows.get(f"{label}--hash_32")
        if not expect(bad and good, f"{label}: a row is missing"):
            continue
        expect("not usable: " in bad[2][1] and all(text == "–" for _, text in bad[3:]) and
               not any("data-value" in marks for marks, _ in bad[2:]),
               f"{label}: its row is {bad[2:]}")
        expect(all("data-value" in marks for marks, _ in good[2:]),
               f"{label}: its healthy row is {good[2:]}")
        row = made[label, 1024]
        expect(row["state"] == "unusable" and row["reason"] and not row["mean_seconds"],
               f"{label}: in the JSON its state is {row['state']}, {row['reason']}")
        # the figures of the healthy one: worked out here, from its trials
        with open(os.path.join(folder, f"{label}__hash_32.json")) as file:
            trials = json.load(file)["trials"]
        mean = sum(t["seconds"] for t in trials) / sum(t["measurements"] for t in trials)
        row = made[label, 32]
        expect(row["state"] == "complete" and abs(row["mean_seconds"] - mean) < 1e-12 * mean,
               f"{label}: its healthy row has {row['mean_seconds']}, the trials {mean}")
        name = f"hostile/records/hash-02/{label}__hash_1024.json: "
        expect(any(line.startswith(name) for line in said), f"{label}: no finding names it")
        wrong = [line for line in said if f"/{label}__hash_32.json" in line]
        expect(not wrong, f"{label}: a finding on its healthy record: {wrong[:1]}")
    for line in said[:-1]:
        expect(FINDING.fullmatch(line), f"no file and reason in a finding: {line[:200]}")
        expect(len(line) < 2000, f"a finding of {len(line)} bytes: {line[:100]}")
        # nothing that a terminal would act upon, nor a path of this machine
        expect(not re.search(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", line),
               f"a finding with a control character: {line!r:.200}")
        expect(WORK not in line, f"a finding names the place of the data: {line[:200]}")
    expect(re.fullmatch(r"ngcc-report: (\d+) findings in the data", said[-1]) and
           int(said[-1].split()[1]) == len(said) - 1, f"counted wrong: {said[-1]}")
    # the instances around them are as good as ever
    for page in ("hostile/hash-01", "nometa/hash-01", "hostile/hash-07"):
        rows = rows_of(text_of(f"site/{page}.html"))
        expect(rows and all("data-value" in marks for cells in rows.values()
                            for marks, _ in cells[2:]), f"{page}: lacks a figure")
    for path in ("hostile/hash-03.html", "strings/kem-14.html", "nometa/index.html"):
        expect(os.path.exists(at("site", path)), f"{path}: is missing")


def put(data, path, content=b"", like=None):
    full = os.path.join(data, path)
    os.makedirs(os.path.dirname(full), exist_ok=True)
    if like:
        shutil.copyfile(os.path.join(data, like), full)
    else:
        with open(full, "wb") as file:
            file.write(content)


def fresh_data():
    data = at("names")
    shutil.rmtree(data, ignore_errors=True)
    shutil.copytree(at("plain"), data)
    return data


def built(say, data, *named):
    """Builds; each of the names has a finding, and all other pages are there."""
    for path in (at("names-site"), at("names-site.state")):
        if os.path.isdir(path):
            shutil.rmtree(path)
        elif os.path.exists(path):
            os.unlink(path)
    done = build(data, at("names-site"), want=1, say=say)
    for name in named:
        expect(any(name in line and FINDING.fullmatch(line)
                   for line in done.stderr.splitlines()[:-1]),
               f"{say}: no finding names {name}")
    have = tree(at("names-site")) if os.path.isdir(at("names-site")) else {}
    # what became a link is not published
    lost = [path for path, text in PLAIN.items() if not path.startswith("evidence/") and
            type(have.get(path, 0)) is not type(text)]
    expect(not lost, f"{say}: costs {lost[:4]}")
    if have:
        call("sha256sum", "-c", "--quiet", "SHA256SUMS", cwd=at("names-site/evidence"), say=say)
        # figures of the others: whole pages differ in their feet
        other = [p for p in PLAIN if p.endswith((".csv", ".json")) and
                 p.startswith("demo_x86@") and have.get(p) != PLAIN[p]]
        expect(not other, f"{say}: changes {other[:3]}")
        expect(WORK not in done.stderr, f"{say}: a finding names the place of the data")
    again = build(data, at("names-site"), want=1, say=f"{say}, once more")
    expect(again.stderr == done.stderr and "nothing changed" in again.stdout,
           f"{say}: is told otherwise when nothing changed")
    call(REPORT, "verify", "--data", data, want=1, say=say)
    return done, have


def candidate_called(data, name):
    """A whole candidate under that name, with its entry in build.json."""
    system = os.path.join(data, "demo_x86")
    for part in ("records", "kat"):
        shutil.copytree(os.path.join(system, part, "kem-77"), os.path.join(system, part, name))
        folder = os.path.join(system, part, name)
        for file in os.listdir(folder):
            with open(os.path.join(folder, file)) as old:
                text = old.read().replace("kem-77", name)
            with open(os.path.join(folder, file), "w") as new:
                new.write(text)
    path = os.path.join(system, "build.json")
    with open(path) as file:
        all = json.load(file)
    for key in [key for key in all["instances"] if key.startswith("kem-77/")]:
        text = json.dumps(all["instances"][key]).replace("kem-77", name)
        all["instances"][key.replace("kem-77", name, 1)] = json.loads(text)
    with open(path, "w") as file:
        json.dump(all, file)


def check_names():
    for name in ("index", "all", "method", "all-columns", "ranking"):
        data = fresh_data()
        candidate_called(data, name)
        built(f"a candidate named {name}", data, name)
    # 240 bytes and "-lengths.svg" are a file's name, 241 are not promised to be one
    data = fresh_data()
    candidate_called(data, "h" * 240)
    done = build(data, at("long"), want=1, say="a candidate of 240 bytes")
    expect(os.path.exists(at("long/demo_x86", "h" * 240 + ".html")), "no page of 240 bytes")
    shutil.rmtree(at("long"))
    candidate_called(data, "h" * 241)
    built("a candidate of 241 bytes", data, "h" * 241)
    data = fresh_data()
    for name in ("evidence", "index.html", "404.html", "feed.xml", "style.css", "table.js",
                 "sitemap.xml", "robots.txt", "compare"):
        shutil.copytree(os.path.join(data, "demo_arm"), os.path.join(data, name))
        built(f"a dataset named {name}", data, name)
        shutil.rmtree(os.path.join(data, name))
    data = fresh_data()
    record = "demo_x86/records/hash-01/Alpha-256__hash_32.json"
    odd = ["new\nline__hash_32.json", "back\\slash__hash_32.json", "bell\a__hash_32.json",
           "tab\t__hash_32.json", "return\r__hash_32.json", "rlo\u202e__hash_32.json",
           "no_operation.json", "__hash_32.json", "label__.json", "label__hash_32.JSON",
           ".hidden", "x" * 250]
    for name in odd:
        put(data, f"demo_x86/records/hash-01/{name}", like=record)
    put(data, "demo_x86/kat/hash-01/new\nline.log")
    put(data, "demo_x86/kat/hash-01/.log")
    put(data, "demo_x86/profile/kem-01/new\nline__enc.json")
    put(data, "demo_x86/records/new\nfolder/a__hash_32.json")
    put(data, "demo_x86/kat/back\\folder/a.log")
    put(data, "new\nset/campaign.json", b"{}")
    put(data, "back\\set/campaign.json", b"{}")
    raw = os.fsencode(data) + b"/demo_x86/records/hash-01/bad-\xff\xc0__hash_32.json"
    with open(raw, "wb") as file:
        file.write(b"{}")
    raw = os.fsencode(data) + b"/demo_x86/records/bad-\xff"
    os.mkdir(raw)
    done, have = built(
        "odd names", data, "new line__", "back\\slash", "bell\\u{0007}", "rlo\\u{202E}",
        "bad-\\x{FF}\\x{C0}", "no_operation.json", "label__hash_32.JSON", "new folder",
        "back\\folder", "new set", "back\\set")
    listed = have["evidence/SHA256SUMS"].decode()
    expect("\\" not in listed and "\a" not in listed and "\u202e" not in listed,
           "SHA256SUMS lists a name that sha256sum would escape")
    # one operation, claimed by two files
    data = fresh_data()
    with open(os.path.join(data, record)) as file:
        text = file.read()
    put(data, "demo_x86/records/hash-01/Alpha-256__hash_032.json", text.encode())
    done, have = built("two files for one operation", data, "Alpha-256__hash_032.json")
    rows = rows_of(have["demo_x86/hash-01.html"].decode())
    expect(all("data-value" in marks for marks, _ in rows["Alpha-256--hash_32"][2:]),
           "two files for one operation: the right one has no figures")
    # folders where files are expected, files where folders are, everything a link
    data = fresh_data()
    os.makedirs(os.path.join(data, "demo_x86/records/hash-01/dir__hash_32.json/more"))
    shutil.rmtree(os.path.join(data, "demo_x86@20260801/kat"))
    put(data, "demo_x86@20260801/kat", b"a file")
    os.unlink(os.path.join(data, "demo_arm/campaign.json"))
    os.symlink("../demo_x86/campaign.json", os.path.join(data, "demo_arm/campaign.json"))
    os.rename(os.path.join(data, "demo_arm/records"), at("records-elsewhere"))
    os.symlink(at("records-elsewhere"), os.path.join(data, "demo_arm/records"))
    os.symlink("demo_arm", os.path.join(data, "linked"))
    os.mkfifo(os.path.join(data, "pipe"))
    os.mkfifo(os.path.join(data, "demo_x86/kat/pipe"))
    os.mkfifo(os.path.join(data, "demo_x86/profile/kem-01/qub-256__pipe.json"))
    built("links, pipes, and folders for files", data, "dir__hash_32.json",
          "demo_x86@20260801/kat", "demo_arm/campaign.json", "demo_arm/records", "linked",
          "pipe", "kat/pipe", "qub-256__pipe.json")


if sys.argv[1] == "rows":
    check_rows()
else:
    build(at("plain"), at("plain-site"), say="plain data")
    PLAIN = tree(at("plain-site"))
    check_names()
finish()
