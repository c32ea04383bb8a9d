# SPDX-License-Identifier: MIT
"""Foreign folders, leftovers, killed builds, builds at the same time, readers."""
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import time

from run import REPORT, build, call, expect, fault, finish, same, stamps, tree

WORK = sys.argv[1]
STRACE = "strace" in sys.argv[2:]
KILLS = 50


def at(*path):
    return os.path.join(WORK, *path)


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def make_second():
    """Every page changes, some files go, some come, some stay."""
    shutil.copytree(at("a"), at("b"))
    shutil.rmtree(at("b/demo_x86@20260801"))
    os.unlink(at("b/demo_x86/records/hash-01/Alpha-256__hash_32.json"))
    path = at("b/catalog.json")
    with open(path) as file:
        text = file.read()
    write(path, text.replace("Alder", "Elder"))


def check_foreign():
    """Each with what is in it; refused, and nothing of it touched."""
    places = [
        ("a file", {"notes.txt": "mine"}),
        ("a hidden file", {".notes": "mine"}),
        ("a folder", {"notes/empty/": None}),
        ("a marker that is a folder", {".ngcc-report.json/": None, "notes.txt": "mine"}),
        ("a site's page without a marker", {"index.html": "mine", "evidence/a": "mine"}),
    ]
    for number, (name, content) in enumerate(places):
        place = at(f"foreign-{number}")
        for path, text in content.items():
            if text is None:
                os.makedirs(os.path.join(place, path))
            else:
                write(os.path.join(place, path), text)
        before = stamps(place)
        done = build(at("a"), place, want=2, say=f"folder with {name}")
        expect(place in done.stderr and not done.stdout,
               f"folder with {name}: says {done.stderr} {done.stdout}")
        expect(stamps(place) == before, f"folder with {name} was touched")
    write(at("file"), "mine")
    os.symlink("foreign-0", at("link"))
    os.symlink("nowhere", at("dangling"))
    for name in ("file", "link", "dangling", "file/", "link/"):
        before = stamps(WORK)
        done = build(at("a"), at(name), want=2, say=f"out is {name}")
        expect(at(name) in done.stderr, f"out is {name}: says {done.stderr}")
        after = stamps(WORK)
        expect({**after, ".": 0} == {**before, ".": 0}, f"out is {name}: was touched")
    left = [name for name in os.listdir(WORK) if name.endswith((".building", ".state", ".new"))]
    expect(not left, f"refused builds left {left}")
    build(at("a"), at("a"), want=2, say="out is the data folder")
    expect(not os.path.exists(at("a.building")), "out is the data folder: left .building")
    os.mkdir(at("empty"))
    build(at("a"), at("empty"), say="an empty folder")
    same(at("empty"), WANTED["a"], "an empty folder")


def check_leftovers():
    site = at("left/site")
    foreign = at("left/foreign")
    write(os.path.join(foreign, "notes.txt"), "mine")
    for name in (".building", ".building-old"):
        place = site + name
        write(os.path.join(place, "demo_x86/deep/er/index.html"), "old")
        write(os.path.join(place, ".ngcc-report.building"), "")
        os.chmod(os.path.join(place, "demo_x86"), 0o700)
        version = random.choice("ab")
        build(at(version), site, say=f"{name} is left over")
        same(site, WANTED[version], f"{name} is left over")
        expect(not os.path.lexists(place), f"{name} is left")
        for kind in ("folder", "file", "link"):
            if kind == "folder":
                write(os.path.join(place, "notes.txt"), "mine")
            elif kind == "file":
                write(place, "mine")
            else:
                os.symlink("foreign", place)
            status, text = wait(start(at("a"), site), f"{name} is a foreign {kind}")
            expect(status == 2 and os.path.lexists(place),
                   f"{name} is a foreign {kind}: status {status}: {text}")
            same(site, WANTED[version], f"{name} is a foreign {kind}")
            shutil.rmtree(place) if kind == "folder" else os.unlink(place)
    expect(tree(foreign) == {"notes.txt": b"mine"}, "a leftover link was followed")
    write(site + ".state.new", "old")
    build(at("a"), site, say="a state half written")
    build(at("b"), site, say="a state half written")
    expect(sorted(os.listdir(at("left"))) == ["foreign", "site", "site.state"],
           f"left behind: {os.listdir(at('left'))}")


def start(data, site, *inject):
    """A build, under strace where it gets signals or errors injected."""
    words = [REPORT, "build", "--data", data, "--out", site]
    env = dict(os.environ)
    if inject:
        words = ["strace", "-f", "-qq", "-o", "/dev/null", *inject, *words]
        env["ASAN_OPTIONS"] += ":detect_leaks=0"
    return subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                            stderr=subprocess.PIPE, env=env)


def wait(process, say):
    try:
        text = process.communicate(timeout=120)[1].decode(errors="replace")
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        fault(f"{say}: still runs after 120 s")
        return None, ""
    return process.returncode, text


def whole(site, say, allowed="ab"):
    """Whether the site is one of the right ones."""
    have = tree(site) if os.path.isdir(site) else {}
    if not expect(any(have == WANTED[v] for v in allowed), f"{say}: no whole site is left"):
        for version in allowed:
            same(have, WANTED[version], f"{say}, against {version}")


def after_kill(version, site, say):
    whole(site, say)
    build(at(version), site, say=f"{say}, next build")
    same(site, WANTED[version], f"{say}, next build")
    left = sorted(os.listdir(os.path.dirname(site)))
    expect(left == ["site", "site.state"], f"{say}: left behind after the next build: {left}")


def check_kills():
    random.seed(5)
    site = at("killed/site")
    durations, killed = [], 0
    for version in "abab":
        begin = time.monotonic()
        build(at(version), site, say="before the kills")
        durations.append(time.monotonic() - begin)
    durations.pop(0)
    for number in range(KILLS):
        version = "ab"[number % 2]
        process = start(at(version), site)
        time.sleep(random.uniform(0, statistics.median(durations)))
        try:
            os.kill(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        status = wait(process, "killed build")[0]
        killed += status == -signal.SIGKILL
        begin = time.monotonic()
        after_kill(version, site, f"kill {number}")
        if status == -signal.SIGKILL:
            durations = durations[-8:] + [time.monotonic() - begin]
    expect(killed > KILLS / 4, f"only {killed} of {KILLS} builds were still running")
    print(f"exchange: {killed} of {KILLS} kills came while the build ran")


def check_kills_at_calls():
    """The moments that chance may miss: before and behind each step of the exchange."""
    site = at("traced/site")
    build(at("a"), site, say="before the kills at calls")
    moments = [("renameat2", n) for n in (1, 2)] + [("rename", n) for n in (1, 2)]
    moments += [("unlinkat", n) for n in (1, 2, 40, 200)] + [("mkdirat", n) for n in (1, 3)]
    moments += [("linkat", n) for n in (1, 50)] + [("pwrite64", n) for n in (1, 9)]
    killed = 0
    for number, (name, when) in enumerate(moments):
        version = "ba"[number % 2]
        process = start(at(version), site, "-e", f"trace={name}",
                        "-e", f"inject={name}:signal=KILL:when={when}")
        killed += wait(process, f"killed at {name} {when}")[0] == -signal.SIGKILL
        after_kill(version, site, f"killed at {name} {when}")
    expect(killed > 6, f"only {killed} of {len(moments)} builds were killed at a call")


def check_killed_twice():
    """A build that is killed while it clears what a killed build left."""
    site = at("twice/site")
    build(at("a"), site, say="before the two kills")
    for when in (1, 2, 3, 5, 10, 30):
        say = f"killed at pwrite64, then at unlinkat {when}"
        wait(start(at("b"), site, "-e", "inject=pwrite64:signal=KILL:when=9"), say)
        expect(os.path.isdir(site + ".building"), f"{say}: nothing was left")
        wait(start(at("b"), site, "-e", f"inject=unlinkat:signal=KILL:when={when}"), say)
        after_kill("b", site, say)
        build(at("a"), site, say=say)


def check_foreign_within():
    """What somebody put into a site: refused, nothing is lost, also not the data."""
    site = at("within/site")
    build(at("a"), site, say="a site of ours")
    for path in ("CNAME", ".git/config", "notes/mine.html"):
        write(os.path.join(site, path), "mine")
        before = stamps(site)
        done = build(at("b"), site, want=2, say=f"{path} in the site")
        expect(f"{site}/{path.split('/')[0]}: was not made by" in done.stderr,
               f"{path} in the site: says {done.stderr}")
        expect(stamps(site) == before, f"{path} in the site: the site was touched")
        place = os.path.join(site, path.split("/")[0])
        shutil.rmtree(place) if os.path.isdir(place) else os.unlink(place)
    before = stamps(site)
    os.symlink(os.path.join(site, "evidence"), at("within/link"))
    for data in (os.path.join(site, "evidence"), at("within/link"), site):
        done = build(data, site, want=2, say=f"data in the site, {data}")
        expect("the data would be lost" in done.stderr,
               f"data in the site, {data}: says {done.stderr}")
    expect(stamps(site) == before, "data in the site: the site was touched")
    build(os.path.join(site, "evidence"), at("within/other"), say="evidence as data")
    os.mkdir(at("within/second.state"))
    done = build(at("a"), at("within/second"), want=2, say="a folder as state")
    expect("second.state: is not a file" in done.stderr and
           not os.path.exists(at("within/second")), f"a folder as state: {done.stderr}")


def check_without_exchange():
    """A file system that cannot exchange: a moment without a site, but never for long."""
    site = at("plain-rename/site")
    refuse = ("-e", "inject=renameat2:error=EINVAL:when=1")
    build(at("a"), site, say="before the exchange is refused")
    for number, when in enumerate((None, 1, 2, 3)):
        version = "ba"[number % 2]
        say = f"without exchange, killed at renameat {when}"
        kill = ("-e", f"inject=renameat:signal=KILL:when={when}") if when else ()
        status, text = wait(start(at(version), site, *refuse, *kill), say)
        if not when:
            expect(status == 0, f"without exchange: status {status}: {text}")
            same(site, WANTED[version], "without exchange")
        if when != 2:
            whole(site, say)
        build(at(version), site, say=f"{say}, next build")
        same(site, WANTED[version], f"{say}, next build")
        left = sorted(os.listdir(os.path.dirname(site)))
        expect(left == ["site", "site.state"],
               f"{say}: left behind after the next build: {left}")
        shutil.rmtree(site + ".building-old", ignore_errors=True)


def check_together():
    site = at("together/site")
    os.mkdir(at("together"))
    for number in range(6):
        pair = ("ab", "ba", "aa")[number % 3]
        processes = [start(at(version), site) for version in pair]
        for process in processes:
            status, text = wait(process, "two builds at a time")
            expect(status == 0, f"two builds at a time: status {status}: {text}")
        whole(site, "two builds at a time", pair)
    build(at("a"), site, say="after two builds at a time")
    same(site, WANTED["a"], "after two builds at a time")
    processes = [start(at("a"), at("together", name)) for name in ("site", "c", "d")]
    for process in processes:
        status, text = wait(process, "builds in one folder")
        expect(status == 0, f"builds in one folder: status {status}: {text}")
    for name in ("c", "d"):
        same(at("together", name), WANTED["a"], f"builds in one folder: {name}")
    left = sorted(os.listdir(at("together")))
    expect(left == ["c", "c.state", "d", "d.state", "site", "site.state"],
           f"two builds at a time left {left}")


def check_slow_end():
    """The other build gets its turn when all of the first one is done, state included."""
    site = at("slow/site")
    build(at("a"), site, say="before the slow build")
    first = start(at("b"), site, "-e", "trace=rename",
                  "-e", "inject=rename:delay_enter=1500000")
    time.sleep(0.2)
    second = start(at("a"), site)
    for process in (first, second):
        status, text = wait(process, "a build behind a slow one")
        expect(status == 0, f"a build behind a slow one: status {status}: {text}")
    whole(site, "a build behind a slow one")
    for version in "ab":
        build(at(version), site, say="after the slow build")
        same(site, WANTED[version], "after the slow build")


def check_readers():
    """A folder that was opened once shows one build, or nothing any more."""
    site = at("read/site")
    build(at("a"), site, say="before reading")
    for version in "bab":
        before = "a" if version == "b" else "b"
        folder = os.open(site, os.O_RDONLY | os.O_DIRECTORY)
        names = [k for k, text in WANTED[before].items() if text is not None and "/" not in k]
        wrong, running, process = set(), True, start(at(version), site)
        while running:
            running = process.poll() is None
            for name in names:
                try:
                    file = os.open(name, os.O_RDONLY, dir_fd=folder)
                except FileNotFoundError:
                    continue
                with os.fdopen(file, "rb") as file:
                    if file.read() != WANTED[before][name]:
                        wrong.add(name)
        os.close(folder)
        status, text = wait(process, "a build beside a reader")
        expect(status == 0, f"a build beside a reader: status {status}: {text}")
        expect(not wrong, f"a reader of the old folder sees new files: {sorted(wrong)[:3]}")


make_second()
WANTED = {}
for letter in "ab":
    call(REPORT, "build", "--data", at(letter), "--out", at("right", letter), want=0)
    WANTED[letter] = tree(at("right", letter))
expect(WANTED["a"] != WANTED["b"], "the two versions do not differ")
check_foreign()
check_foreign_within()
check_leftovers()
check_kills()
if STRACE:
    check_kills_at_calls()
    check_killed_twice()
    check_without_exchange()
check_together()
if STRACE:
    check_slow_end()
check_readers()
finish()
