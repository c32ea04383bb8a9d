# SPDX-License-Identifier: MIT
"""Changes data, state and options between builds and compares with a fresh site."""
import json
import os
import random
import re
import shutil
import sys

from run import REPORT, build, call, expect, finish, same, stamps, tree

WORK = sys.argv[1]
STRACE = "strace" in sys.argv[2:]
RECORD = "demo_x86/records/hash-01/Alpha-256__hash_512.json"
fresh_sites = 0


def at(*path):
    return os.path.join(WORK, *path)


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, content):
    """In place: the inode stays."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())


def remove(path):
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path)
    else:
        os.unlink(path)


def fresh(data, *options, **more):
    """What a build without memory gives: its site and what it said."""
    global fresh_sites
    fresh_sites += 1
    site = at(f"fresh-{fresh_sites}")
    done = build(data, site, *options, want=None, say="fresh build", **more)
    made = tree(site)
    shutil.rmtree(site)
    os.unlink(site + ".state")
    return made, done


def opened(data, site, *options):
    """The data's records, profiles and logs that a build opens; not its own copies."""
    log = at("strace.log")
    call("strace", "-f", "-qq", "-e", "trace=open,openat,openat2", "-o", log, REPORT,
         "build", "--data", data, "--out", site, *options, say="under strace",
         env={"ASAN_OPTIONS": os.environ["ASAN_OPTIONS"] + ":detect_leaks=0"})
    text = read(log).decode(errors="replace")
    paths = re.findall(r'"([^"\n]*(?:records|profile|kat)/[^"\n]*\.(?:json|log))"', text)
    return sorted({path for path in paths if not path.startswith("evidence/")})


def changed_files(before, after):
    return {key for key in before.keys() | after.keys()
            if before.get(key, ())[:2] != after.get(key, ())[:2]}


def nothing_changed(data, site, want=0, say="", **more):
    """A build in which nothing is to be done; returns what it said."""
    before = stamps(site)
    state = os.lstat(site + ".state")
    done = build(data, site, want=want, say=f"{say}, once more", **more)
    after = stamps(site)
    touched = [key for key in before.keys() | after.keys()
               if before.get(key) != after.get(key)]
    expect(not touched, f"{say}: with nothing changed, touches {sorted(touched)[:3]}")
    expect(os.lstat(site + ".state").st_mtime_ns == state.st_mtime_ns,
           f"{say}: with nothing changed, writes the state")
    expect("nothing changed" in done.stdout, f"{say}: does not say that nothing changed")
    return done


def check_nothing():
    data, site = at("data"), at("site")
    build(data, site, say="first build")
    nothing_changed(data, site, say="plain data")
    if STRACE:
        paths = opened(data, site)
        expect(not paths, f"with nothing changed, opens {paths[:3]}")
    data, site = at("hostile"), at("site-hostile")
    first = build(data, site, want=1, say="hostile data")
    again = nothing_changed(data, site, want=1, say="hostile data")
    expect(first.stderr == again.stderr,
           "with nothing changed, the findings are not told again as they were")


def check_one_record():
    data, site = at("data"), at("site")
    before, old = stamps(site), tree(site)
    text = read(os.path.join(data, RECORD))
    write(os.path.join(data, RECORD), text + b"\n")
    if STRACE:
        paths = opened(data, site)
        expect(paths == [RECORD], f"with one record changed, opens {paths[:4]}")
    else:
        build(data, site, say="one record changed")
    new, after = tree(site), stamps(site)
    same(new, fresh(data)[0], "one record changed")
    bytes_changed = {key for key in new if new[key] is not None and new[key] != old.get(key)}
    files = {key for key in changed_files(before, after) if new.get(key) is not None}
    expect(files == bytes_changed,
           "with one record changed, these have a new time or inode but no new bytes, or "
           f"the other way round: {sorted(files ^ bytes_changed)[:4]}")
    kept = [key for key in bytes_changed if not key.endswith(".html") and key not in (
        "evidence/SHA256SUMS", "evidence/" + RECORD, "demo_x86/all.csv",
        "demo_x86/hash-01.csv", "demo_x86/hash-01.json")]
    expect(not kept, f"with one record changed, these change too: {kept[:4]}")
    expect(all(key in bytes_changed for key in new if key.endswith(".html")),
           "with one record changed, a page keeps its foot")


def check_lost_state():
    data, site = at("data"), at("site")
    before, old = stamps(site), tree(site)
    os.unlink(site + ".state")
    done = build(data, site, say="state deleted")
    expect("nothing changed" not in done.stdout, "without a state, nothing was built")
    same(site, old, "state deleted")
    files = {k for k in changed_files(before, stamps(site)) if old.get(k) is not None}
    expect(not files, f"state deleted: equal files get a new time: {sorted(files)[:3]}")
    if STRACE:
        os.unlink(site + ".state")
        paths = opened(data, site)
        expect(len(paths) > 100, "without a state, records are not read again")


def use_less():
    """The rest goes through hundreds of builds: a few files of each kind will do."""
    data, site = at("data"), at("site")
    kept = ("hash-01/Alpha-256", "kem-01/", "kem-77/")
    for system in ("demo_x86", "demo_x86@20260801"):
        path = os.path.join(data, system, "build.json")
        all = json.loads(read(path))["instances"]
        all = {key: entry for key, entry in all.items() if key.startswith(kept)}
        write(path, json.dumps({"instances": all}))
        for part in ("records", "kat", "profile"):
            for path, folders, names in os.walk(os.path.join(data, system, part), False):
                for name in names:
                    if not f"{os.path.basename(path)}/{name}".startswith(kept):
                        os.unlink(os.path.join(path, name))
                if not os.listdir(path):
                    os.rmdir(path)
    build(data, site, say="less data")
    same(site, fresh(data)[0], "less data")


def check_damaged_state():
    """The data change as well, so that what is taken from a bad state gets into pages."""
    random.seed(3)
    data, site = at("data"), at("site")
    path = os.path.join(data, RECORD)
    versions = [read(path), read(path).replace(b'"variant": "reference"',
                                               b'"variant": "reference" ')]
    wanted = []
    for version in (1, 0):
        write(path, versions[version])
        wanted.insert(0, fresh(data)[0])
    build(data, site, say="before the damage")
    good = read(site + ".state")
    damages = [("empty", lambda s: b""), ("garbage", lambda s: random.randbytes(len(s))),
               ("zeros", lambda s: bytes(len(s))), ("doubled", lambda s: s + s),
               ("of another site", lambda s: other)]
    for part in (1, 8, 23, 24, len(good) // 2, len(good) - 1):
        damages.append((f"cut to {part} bytes", lambda s, n=part: s[:n]))
    for part in (1, 8, 24, 1000):
        damages.append((f"without its last {part} bytes", lambda s, n=part: s[:-n]))
    # anywhere; in the table behind the chunks; in the numbers at the end
    for far in [None] * 16 + [3000] * 6 + [24] * 6:
        def flip(s, far=far):
            i = random.randrange(len(s) - far if far else 0, len(s))
            return s[:i] + bytes([s[i] ^ random.randrange(1, 256)]) + s[i + 1:]
        damages.append((f"one byte of the last {far or 'all'} changed", flip))
    build(at("hostile"), at("site-hostile"), want=1, say="another site's state")
    other = read(at("site-hostile.state"))
    spoilt = []
    for number, (name, damage) in enumerate(damages, 1):
        now = number % 2
        write(path, versions[now])
        write(site + ".state", damage(read(site + ".state")))
        done = build(data, site, want=None, say=f"state {name}")
        made = tree(site)
        if done.returncode or done.stderr or made != wanted[now]:
            wrong = [key for key in wanted[now] if made.get(key) != wanted[now][key]]
            spoilt.append((name, done.returncode, done.stderr[:80], wrong[:2]))
            remove(site)
            os.unlink(site + ".state")
            build(data, site, say=f"after the state was {name}")
    expect(not spoilt, f"a damaged state is trusted in {len(spoilt)} of {len(damages)} "
                       f"cases, such as: {spoilt[:3]}")
    # what is told again comes from there, too
    data, site = at("hostile"), at("site-hostile")
    right = build(data, site, want=1, say="hostile data again").stderr
    good = read(site + ".state")
    place = good.rindex(b"wanted an http or https address")
    write(site + ".state", good[:place] + b"nothing" + good[place + 7:])
    done = build(data, site, want=None, say="damaged findings in the state")
    expect(done.returncode == 1 and done.stderr == right,
           "findings are told from a damaged state")


def check_change(name, change, options=(), more={}, quiet=True):
    """A build after the change is a fresh one; after that, nothing is to be done."""
    data, site = at("data"), at("site")
    change()
    wanted, said = fresh(data, *options, **more)
    done = build(data, site, *options, want=None, say=name, **more)
    expect(done.returncode == said.returncode,
           f"{name}: exit status {done.returncode}, of a fresh build {said.returncode}")
    expect(done.stderr == said.stderr,
           f"{name}: {done.stderr.splitlines()[-3:]}, a fresh build says "
           f"{said.stderr.splitlines()[-3:]}")
    expect("nothing changed" not in done.stdout, f"{name}: is not noticed")
    if not same(site, wanted, name):
        remove(site)
        build(data, site, *options, want=None, say=name, **more)
    if quiet and not options and not more:
        again = nothing_changed(data, site, want=said.returncode, say=name)
        expect(again.stderr == said.stderr, f"{name}: its findings are not told again")


def keep_times(path, change):
    """Changes a file without a trace in size and time."""
    before = os.stat(path)
    change(path)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = os.stat(path)
    expect(after.st_size == before.st_size and after.st_mtime_ns == before.st_mtime_ns,
           "the test left a trace")


def swap_digit(path):
    text = read(path)
    place = text.index(b'"wall_s": 0.') + len(b'"wall_s": 0.')
    digit = b"1" if text[place:place + 1] != b"1" else b"2"
    write(path, text[:place] + digit + text[place + 1:])


def replaced(path):
    """By another file of the same size and time."""
    def change(path):
        text = read(path)
        write(path + ".tmp", text)
        swap_digit(path + ".tmp")
        os.rename(path + ".tmp", path)
    keep_times(path, change)


def edit(path, find, put):
    text = read(path)
    expect(find in text, f"{path}: has no {find}")
    write(path, text.replace(find, put, 1))


def grow_library():
    path = at("data/demo_x86/build.json")
    all = json.loads(read(path))
    all["instances"]["kem-01/qub-256"]["elf_load_bytes"] += 4096
    write(path, json.dumps(all))


def check_changes():
    data = at("data")
    x86, old = os.path.join(data, "demo_x86"), os.path.join(data, "demo_x86@20260801")
    record = os.path.join(data, RECORD)
    text = read(record)
    log = os.path.join(x86, "kat/hash-01/Alpha-256.log")
    frames = at("templates")
    shutil.copytree("templates", frames)
    shutil.copytree(data, at("kept"))

    def back():
        shutil.rmtree(data)
        shutil.copytree(at("kept"), data)

    changes = [
        ("a change that keeps size and time", lambda: keep_times(record, swap_digit)),
        ("a replaced file of the same size and time", lambda: replaced(record)),
        ("a record removed", lambda: os.unlink(record)),
        ("a record added", lambda: write(record, text)),
        ("a record that is no JSON", lambda: write(record, "no JSON")),
        ("a record that is another's", lambda: write(record, text.replace(
            b"Alpha-256", b"Alpha-384"))),
        ("a record that became a link", lambda: (
            os.rename(record, at("moved")), os.symlink(at("moved"), record))),
        ("a record that became a folder", lambda: (
            os.unlink(record), os.mkdir(record))),
        ("a record in its place again", lambda: (os.rmdir(record), write(record, text))),
        ("a KAT log changed", lambda: write(log, read(log) + b"\n")),
        ("a KAT log removed", lambda: os.unlink(log)),
        ("a profile removed", lambda: remove(os.path.join(x86, "profile/kem-01"))),
        ("a candidate's folders removed", lambda: [
            remove(os.path.join(x86, part, "kem-77")) for part in ("records", "kat")]),
        ("records, profile and kat removed", lambda: [
            remove(os.path.join(x86, part)) for part in ("records", "profile", "kat")]),
        ("all of it back", back),
        ("build.json changed", grow_library),
        ("build.json removed", lambda: os.unlink(os.path.join(x86, "build.json"))),
        ("campaign.json changed", lambda: edit(
            os.path.join(old, "campaign.json"), b"2026-08-01T08:00:00", b"2026-08-01T07:00:00")),
        ("campaign.json removed", lambda: os.unlink(os.path.join(old, "campaign.json"))),
        ("an earlier dataset removed", lambda: remove(old)),
        ("SHA256SUMS changed", lambda: edit(
            os.path.join(data, "demo_arm/SHA256SUMS"), b"a", b"b")),
        ("SHA256SUMS removed", lambda: os.unlink(os.path.join(data, "demo_arm/SHA256SUMS"))),
        ("all of it back again", back),
        ("a dataset renamed", lambda: os.rename(x86, x86 + "@20260920")),
        ("a dataset and its new name", lambda: shutil.copytree(x86 + "@20260920", x86)),
        ("catalog.json changed", lambda: edit(
            os.path.join(data, "catalog.json"), b"The Alder Hash", b"The Elder Hash")),
        ("catalog.json emptied", lambda: write(os.path.join(data, "catalog.json"), "")),
        ("an empty catalog.json removed",
         lambda: os.unlink(os.path.join(data, "catalog.json"))),
        ("the catalog back", back),
        # what is left out, but told
        ("a file of a wrong name added to a candidate",
         lambda: write(os.path.join(x86, "records/hash-01/notes.txt"), "")),
        ("that file renamed", lambda: os.rename(
            os.path.join(x86, "records/hash-01/notes.txt"),
            os.path.join(x86, "records/hash-01/other.txt"))),
        ("a log of a wrong name added",
         lambda: write(os.path.join(x86, "kat/hash-01/notes.txt"), "")),
        ("a file added between the candidates",
         lambda: write(os.path.join(x86, "records/notes.txt"), "")),
        ("the file between the candidates renamed", lambda: os.rename(
            os.path.join(x86, "records/notes.txt"), os.path.join(x86, "records/other.txt"))),
        ("a link added between the candidates",
         lambda: os.symlink("hash-01", os.path.join(x86, "profile/hash-09"))),
        ("a link added between the datasets",
         lambda: os.symlink("demo_x86", os.path.join(data, "linked"))),
        ("the link between the datasets renamed", lambda: os.rename(
            os.path.join(data, "linked"), os.path.join(data, "another"))),
        ("a dataset of a bad name added",
         lambda: os.makedirs(os.path.join(data, "a\nb/records"))),
        ("they are gone", back),
    ]
    build(data, at("site"), want=0, say="before the changes")
    for name, change in changes:
        check_change(name, change)
    for name, change in [
            ("the same templates elsewhere", lambda: None),
            ("a frame changed", lambda: edit(
                os.path.join(frames, "page.html"), b"<main", b"<main class=\"x\"")),
            ("the bare frame changed", lambda: edit(
                os.path.join(frames, "bare.html"), b"<main", b"<main class=\"x\"")),
            ("the style changed", lambda: edit(os.path.join(frames, "style.css"), b"{", b" {")),
            ("the script changed", lambda: edit(os.path.join(frames, "table.js"), b"(", b" ("))]:
        if name.startswith("the same"):
            made = build(data, at("site"), "--templates", frames, say=name)
            same(at("site"), fresh(data)[0], name)
            expect(not made.stderr, f"{name}: {made.stderr}")
        else:
            check_change(name, change, ("--templates", frames))
    for name, options, env in [
            ("the program's own templates", (), {}),
            ("--evidence none", ("--evidence", "none"), {}),
            ("--evidence link", ("--evidence", "link"), {}),
            ("--evidence none again", ("--evidence", "none"), {}),
            ("--evidence copy", ("--evidence", "copy"), {}),
            ("--base-url", ("--base-url", "https://example.org/"), {}),
            ("another --base-url", ("--base-url", "https://example.net/"), {}),
            ("no --base-url", (), {}),
            ("SOURCE_DATE_EPOCH", (), {"SOURCE_DATE_EPOCH": "1790000000"}),
            ("another SOURCE_DATE_EPOCH", (), {"SOURCE_DATE_EPOCH": "1790000001"})]:
        check_change(name, lambda: None, options, {"env": env} if env else {})


def check_copies():
    """Copies are the site's own, also where there were links before."""
    data, site = at("data"), at("site")
    build(data, site, "--evidence", "link", say="links")
    build(data, site, "--evidence", "copy", say="copies after links")
    data_files = {st[0] for st in stamps(data).values()}
    linked = [key for key, st in stamps(os.path.join(site, "evidence")).items()
              if st[0] in data_files]
    expect(not linked, f"copies after links are still links to the data: {linked[:2]}")
    remove(site)
    build(data, site, say="after the links")


def check_spoilt_site():
    """What somebody did to the site itself."""
    data, site = at("data"), at("site")
    build(data, site, say="before the site is spoilt")
    wanted = tree(site)
    for name, spoil in [
            ("a page is gone", lambda: os.unlink(os.path.join(site, "demo_x86/hash-01.html"))),
            ("a page was changed", lambda: write(os.path.join(site, "index.html"), "Hello")),
            ("evidence is gone", lambda: os.unlink(os.path.join(site, "evidence", RECORD))),
            ("evidence was changed", lambda: write(
                os.path.join(site, "evidence", RECORD), "Hello")),
            ("a folder is gone", lambda: shutil.rmtree(os.path.join(site, "demo_arm"))),
            ("the site is gone", lambda: shutil.rmtree(site))]:
        spoil()
        build(data, site, say=name)
        same(site, wanted, name)


check_nothing()
check_one_record()
check_lost_state()
use_less()
check_damaged_state()
check_changes()
check_copies()
check_spoilt_site()
finish()
