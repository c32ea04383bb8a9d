# SPDX-License-Identifier: MIT
"""Campaigns that go on with something changed, and candidates that are not there, not C,
or not right. Behind the folder to work in, names of checks: only those."""
import hashlib
import json
import os
import re
import signal
import subprocess
import sys

from campaign_run import (BUILD, CPU, MEASURE, REPORT, WORK, Campaign, call, candidate,
                          check_published, end, expect, finish, journal_seeds, kill, read,
                          record_seeds, tree, wait_for, write)

USER = ("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups")


def at(*path):
    return os.path.join(WORK, *path)


def kept(campaign):
    """Instance: the layouts of all that an unfinished campaign has of it."""
    all = {}
    for name, seeds in journal_seeds(campaign.folder).items():
        all.setdefault(name.split("/")[0], set()).update(seeds)
    for name, record in campaign.records(os.path.join(campaign.folder, "dataset")).items():
        all.setdefault(name.split("/")[0], set()).update(record_seeds(record))
    return all


def kill_when(campaign, condition, say, *more):
    """A run that is killed when it is so; false where it was not so before its end."""
    process = campaign.start(*more)
    wait_for(lambda: process.poll() is not None or condition(), say)
    if not expect(process.poll() is None, f"{say}: the run has ended"):
        end(process, (0, 1), say)
        return False
    kill(process)
    return True


def published(campaign):
    all = {}
    for name, record in campaign.records().items():
        all.setdefault(name.split("/")[0], set()).update(record_seeds(record))
    return all


def statuses(campaign):
    return {name.split("/")[0]: one["kat"] for name, one in
            read(campaign.at("build.json"))["instances"].items()}


def check_logs(campaign, say):
    """Every record's KAT log is the one that is there."""
    for name, record in campaign.records().items():
        with open(campaign.at(record["kat_log"]), "rb") as file:
            digest = hashlib.sha256(file.read()).hexdigest()
        expect(digest == record["kat_log_sha256"], f"{say}: {name} is of another KAT log")


def check_changes():
    """Another source, other flags, another plan: measured again; the rest is not."""
    for what in ("source", "flags", "plan", "nothing"):
        folder = at(f"change-{what}")
        for name in ("kem-a", "kem-b"):
            candidate(folder, name)
        campaign = Campaign(f"changed-{what}", folder)
        kill_when(campaign, lambda: all(len(kept(campaign).get(name, ())) > 2
                                        for name in ("kem-a", "kem-b")), what)
        before = kept(campaign)
        if what == "source":
            candidate(folder, "kem-a", change="if (*pk_len == 7)\n\t\treturn 7;")
        elif what == "flags":
            candidate(folder, "kem-a", flags=["-DNOTHING"])
        more = ("--precision", "100%") if what == "plan" else ()
        campaign.run(*more, say=f"another {what}")
        after = published(campaign)
        again = {"plan": ("kem-a", "kem-b"), "nothing": ()}.get(what, ("kem-a",))
        for name in ("kem-a", "kem-b"):
            same = before[name] & after[name]
            expect(same == (set() if name in again else before[name]),
                   f"another {what}: of {len(before[name])} trials of {name}, "
                   f"{len(same)} are published")
        check_logs(campaign, f"another {what}")
        check_published(campaign, f"another {what}")


def one_done(campaign, name):
    path = os.path.join(campaign.folder, "done", name)
    return os.path.isdir(path) and os.listdir(path)


def check_and_back():
    """A change that is taken back: no record of the one library with the log of the
    other."""
    folder = at("back")
    candidate(folder, "kem-toy")
    campaign = Campaign("backward", folder, only="/T__(keygen|enc|dec)$")
    kill_when(campaign, lambda: one_done(campaign, "kem-toy"), "before the change")
    log = os.path.join(campaign.folder, "dataset/kat/kem-toy/T.log")
    tested = os.path.join(campaign.folder, "done/kat/kem-toy")
    first = tree(tested)
    candidate(folder, "kem-toy", change="if (*pk_len == 7)\n\t\treturn 7;")
    kill_when(campaign, lambda: tree(tested) != first, "the change")
    candidate(folder, "kem-toy")
    write(log + ".new", "half")  # as the kill leaves it, now and then
    campaign.run(say="the change is taken back")
    check_logs(campaign, "the change is taken back")
    check_published(campaign, "the change is taken back")


def check_failed():
    """What failed is measured again; what failed meanwhile has no figures of before."""
    folder = at("fails")
    # it has calls enough for the known answers, not for a trial
    candidate(folder, "kem-late", change="{ static int n; if (++n > 500) abort(); }")
    candidate(folder, "kem-toy")
    campaign = Campaign("failed", folder)
    record = os.path.join(campaign.folder, "dataset/records/kem-late/T__keygen.json")
    kill_when(campaign, lambda: os.path.exists(record), "a failure")
    first = read(record)
    expect(first["status"] == "failed_or_partial" and
           first["processes"][-1]["status"] == "CRASH", f"a failure: {first['status']}")
    status, text = campaign.run(say="a failure again", want=(1,))
    second = campaign.records()["kem-late/T__keygen"]
    expect(second["started_utc"] > first["started_utc"] and
           second["status"] == "failed_or_partial", "what failed was not tried again")
    expect(re.search(r"^failed: kem-late/T__keygen", text, re.M) and
           re.search(r"^\d measured, [12] failed, ", text, re.M),
           f"a failure: the summary is {text}")
    check_published(campaign, "a failure again")
    for what, change in (("BUILDFAIL", "#error no"), ("CRASH", "abort();")):
        folder = at(what)
        candidate(folder, "kem-toy")
        candidate(folder, "kem-other")
        campaign = Campaign(f"became-{what}", folder)
        kill_when(campaign, lambda: one_done(campaign, "kem-toy"), f"before {what}")
        candidate(folder, "kem-toy", change=change)
        campaign.run(say=what, want=(1,))
        expect(statuses(campaign)["kem-toy"] == what, f"{what}: it is {statuses(campaign)}")
        expect(set(published(campaign)) == {"kem-other"},
               f"{what}: there are records of {sorted(published(campaign))}")
        check_published(campaign, what)


def check_shard_again():
    """A complete shard that is measured again is not complete meanwhile."""
    folder = at("shards")
    for name in ("kem-a", "kem-b"):
        candidate(folder, name)
    campaign = Campaign("sharded", folder)
    campaign.run("--shard", "1/2", say="shard 1")
    own, = kept(campaign)
    candidate(folder, own, change="if (*pk_len == 7)\n\t\treturn 7;")
    tested = os.path.join(campaign.folder, f"done/kat/{own}")
    first = tree(tested)
    kill_when(campaign, lambda: tree(tested) != first, "shard 1 again", "--shard", "1/2")
    campaign.run("--shard", "2/2", say="shard 2")
    expect(not os.path.exists(campaign.at()), "published while shard 1 is measured again")
    campaign.run("--shard", "1/2", say="shard 1 to its end")
    check_logs(campaign, "two shards")
    check_published(campaign, "two shards")


def check_libraries():
    """Prebuilt ones, of which one is not there; a source that does not compile."""
    folder, library = at("prebuilt"), at("prebuilt-library")
    for name in ("kem-a", "kem-b"):
        candidate(folder, name)
    call(MEASURE, "build", "--out", library, os.path.join(folder, "kem-a"),
         os.path.join(folder, "kem-b"), say="prebuilt libraries")
    before = tree(library)
    os.unlink(os.path.join(library, "kem-b/libT.so"))
    candidate(folder, "kem-a", change="#error the source is not asked")
    campaign = Campaign("given", folder, "--libraries", library)
    status, text = campaign.run(say="a library is not there", want=(1,))
    expect("kem-b/T: its library is not there" in text, f"no library: says {text}")
    expect(statuses(campaign) == {"kem-a": "NOKAT", "kem-b": "LOADFAIL"},
           f"no library: {statuses(campaign)}")
    expect(set(campaign.records()) == {"kem-a/T__keygen", "kem-a/T__enc"},
           f"no library: records of {sorted(campaign.records())}")
    digest = hashlib.sha256(before["kem-a/libT.so"]).hexdigest()
    expect(campaign.records()["kem-a/T__enc"]["library_sha256"] == digest,
           "the record is of another library")
    check_published(campaign, "no library")

    campaign = Campaign("uncompiled", folder)
    status, text = campaign.run(say="no C", want=(1,))
    expect("kem-a/T: BUILDFAIL" in text and "the source is not asked" in text,
           f"no C: says {text}")
    expect(statuses(campaign) == {"kem-a": "BUILDFAIL", "kem-b": "NOKAT"} and
           set(campaign.records()) == {"kem-b/T__keygen", "kem-b/T__enc"},
           f"no C: {statuses(campaign)}, records of {sorted(campaign.records())}")
    check_published(campaign, "no C")
    site = at("site")
    call(REPORT, "build", "--data", campaign.data, "--out", site, say="no C, pages")
    pages = b"".join(text for path, text in tree(site).items()
                     if path.endswith(".html") and text)
    expect(b"BUILDFAIL" in pages and b"kem-a" in pages, "no C: no page says BUILDFAIL")


def check_vanished():
    """A library that goes while it is measured: named, and the campaign ends."""
    folder, library = at("vanish"), at("vanish-library")
    for name in ("kem-a", "kem-b"):
        candidate(folder, name)
    call(MEASURE, "build", "--out", library, os.path.join(folder, "kem-a"),
         os.path.join(folder, "kem-b"), say="libraries")
    campaign = Campaign("vanished", folder, "--libraries", library)
    process = campaign.start()
    wait_for(lambda: len(kept(campaign).get("kem-b", ())) > 0, "an attempt")
    os.unlink(os.path.join(library, "kem-b/libT.so"))
    text = end(process, (1,), "a library vanished")[1]
    expect(re.search(r"^kem-b/T__\w+: LOADFAIL ", text, re.M), f"vanished: says {text}")
    complete = {name for name, record in campaign.records().items()
                if record["status"] == "complete"}
    expect({"kem-a/T__keygen", "kem-a/T__enc"} <= complete, f"vanished: only {complete}")
    check_published(campaign, "a library vanished")


def check_clock():
    """A clock that was set back by a day between two runs."""
    campaign = Campaign("clock", candidate(at("timely"), "kem-toy"))
    kill_when(campaign, lambda: len(kept(campaign).get("kem-toy", ())) > 2, "a clock")
    before = kept(campaign)["kem-toy"]
    env = {**campaign.faulty(0, 0), "CLOCK_AHEAD": "-86400"}
    text = campaign.run(say="the clock was set back", env=env, want=(3,))[1]
    expect("the clock was set back: it says " in text, f"the clock was set back: {text}")
    campaign.run(say="the clock is right again")
    expect(before <= published(campaign)["kem-toy"], "a clock: trials are lost")
    check_published(campaign, "the clock is right again")


def check_other_host():
    """A campaign that was begun under another kernel, and one that was not."""
    for kernel in (None, "2.4.18"):
        campaign = Campaign(f"host-{kernel}", candidate(at("host"), "kem-toy"))
        kill_when(campaign, lambda: len(kept(campaign).get("kem-toy", ())) > 2, "a kernel")
        path = os.path.join(campaign.folder, "run.json")
        begun = read(path)
        begun["environment_at_start"]["kernel"] = kernel or os.uname().release
        write(path, json.dumps(begun))
        text = campaign.run(say="another kernel")[1]
        told = (f'kernel is "{os.uname().release}", when the campaign began it was '
                f'"{kernel}": the dataset will be of two hosts')
        expect((told in text) == bool(kernel) and ("two hosts" in text) == bool(kernel),
               f"another kernel: {text}")
        check_published(campaign, "another kernel")


def check_hostile():
    """What one candidate does costs itself alone: it speaks as the driver, prints a NUL."""
    folder = at("hostile")
    candidate(folder, "kem-toy")
    candidate(folder, "kem-fake",
              change='{ if (write(3, "outcome DRIVER boo\\n", 19)) _exit(0); }')
    candidate(folder, "kem-nul", change='{ putchar(0); puts("x"); }')
    campaign = Campaign("one-alone", folder, only="/T__keygen$")
    text = campaign.run(say="a hostile candidate", want=(1,))[1]
    expect("kem-fake/T: KAT CRASH: boo" in text, f"a hostile candidate: {text}")
    expect(statuses(campaign) == {"kem-fake": "CRASH", "kem-nul": "NOKAT",
                                  "kem-toy": "NOKAT"}, f"hostile: {statuses(campaign)}")
    expect(set(campaign.records()) == {"kem-nul/T__keygen", "kem-toy/T__keygen"},
           f"hostile: records of {sorted(campaign.records())}")
    with open(campaign.at("kat/kem-nul/T.log"), "rb") as log:
        text = log.read()
    expect(b"\\u{0000}x\n" in text and b"\0" not in text, f"a NUL in the log: {text[:200]}")
    check_published(campaign, "a hostile candidate")


def check_only():
    """A campaign that was stopped does not go on with another choice: its work would go."""
    folder = candidate(at("only"), "kem-toy")
    campaign = Campaign("chosen", folder)
    kill_when(campaign, lambda: len(kept(campaign).get("kem-toy", ())) > 2, "a choice")
    before = kept(campaign)["kem-toy"]
    for only, said in (("/T__keygen$", "now it is --only /T__keygen$"),
                       (None, "now it is without")):
        other = Campaign("chosen", folder, only=only)
        text = other.run(say="another choice", want=(1,))[1]
        expect("the campaign was begun with --only" in text and said in text,
               f"another choice: says {text}")
    expect(kept(campaign)["kem-toy"] == before, "another choice: something was lost")
    campaign.run(say="as it was begun")
    expect(before <= published(campaign)["kem-toy"], "a choice: trials are lost")
    check_published(campaign, "as it was begun")


def check_flags():
    """campaign.json has the flags and the compiler that all instances share."""
    folder = at("flags")
    candidate(folder, "kem-a", flags=["-DBOTH", "-DONE"])
    candidate(folder, "kem-b", flags=["-DTWO", "-DBOTH", "-DONE2"])
    campaign = Campaign("flags-of-all", folder, only="/T__keygen$")
    campaign.run(say="flags")
    found = read(campaign.at("campaign.json"))
    flags = found["arch_config"]["reference"].split(" ")
    builds = [r["build_flags"].split(" ") for r in campaign.records().values()]
    expect(len(builds) == 2 and flags == [f for f in builds[0] if f in builds[1]] and
           "-DBOTH" in flags and "-O2" in flags and "-DONE" not in flags,
           f"flags: {flags} of {builds}")
    compilers = {r["environment"]["compiler"] for r in campaign.records().values()}
    expect({found["environment_at_end"]["compiler"]} == compilers, f"flags: of {compilers}")
    check_published(campaign, "flags")


def check_hangup():
    """What its caller ignores, as nohup does, does not stop it."""
    campaign = Campaign("hangup", candidate(at("hangup-candidate"), "kem-toy"))
    process = campaign.start(before=("nohup",))
    wait_for(lambda: len(kept(campaign).get("kem-toy", ())) > 0, "an attempt")
    process.send_signal(signal.SIGHUP)
    text = end(process, (0, 1), "a hang-up")[1]
    expect("stopped" not in text and os.path.exists(campaign.at()), f"a hang-up: {text}")
    check_published(campaign, "a hang-up")


def check_time():
    """Single timings: not into a campaign of run, and several at a time lose nothing."""
    folder = candidate(at("single"), "kem-toy")
    campaign = Campaign("timed", folder, only="/T__keygen$")
    campaign.run(say="a campaign")
    library = at("single-library")
    call(MEASURE, "build", "--out", library, os.path.join(folder, "kem-toy"), say="a library")
    words = [MEASURE, "time", os.path.join(library, "kem-toy/libT.so"), "--type", "kem",
             "--operation", "keygen", "--trial-time", "0.002", "--cpu", str(CPU),
             "--data", campaign.data, "--candidate", "kem-toy"]
    before = tree(campaign.data)
    done = call(*words, "--system", "s", "--label", "T", want=1, say="into a campaign")
    expect("was measured by run" in done.stderr, f"into a campaign: says {done.stderr}")
    expect(tree(campaign.data) == before, "into a campaign: something was changed")
    for system in ("catalog.json", ".s", "s@20260101", "evidence", "a/b"):
        done = call(*words, "--system", system, "--label", "T", want=2, say=f"as {system}")
        expect(system in done.stderr, f"as {system}: says {done.stderr}")
    processes = [subprocess.Popen([*words, "--system", "t", "--label", f"L{i}"],
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                 for i in range(8)]
    for process in processes:
        text = process.communicate(timeout=120)[1].decode()
        expect(process.returncode == 0, f"several at a time: {process.returncode}: {text}")
    entries = read(os.path.join(campaign.data, "t/build.json"))["instances"]
    expect(sorted(entries) == [f"kem-toy/L{i}" for i in range(8)],
           f"several at a time: entries {sorted(entries)}")
    call(REPORT, "verify", "--data", campaign.data, say="several at a time")


def check_usage():
    folder = candidate(at("usage"), "kem-toy")
    base = [MEASURE, "run", "--candidates", folder, "--allow-unfixed-host", "--quick",
            "--cpu", str(CPU)]
    data = ["--data", at("usage-data")]
    for words in ([], ["--system", "a/b"], ["--system", "a@b"], ["--system", ".."],
                  ["--system", "s", "word"], ["--system", "s", "--cpu", "12345"],
                  ["--system", "s", "--only", "("], ["--system", "s", "--precision", "2"],
                  ["--system", "s", "--precision", "0%"], ["--system", "s", "--nothing"],
                  ["--system", "s", "--timeout", "0"], ["--system", "s", "--shard", "3/2"]):
        done = call(*base, *data, *words, want=2, say=f"usage {words}")
        expect(done.stderr and not os.path.exists(at("usage-data")),
               f"usage {words}: says \"{done.stderr}\"")
    root = at("eight")
    write(root + "/sys/devices/system/cpu/online", "0-7\n")
    for words in (["--cpu", "6", "--host-root", root], ["--cpu=6", f"--host-root={root}"],
                  ["--host-root", root, "--cpu", "6"]):
        done = call(MEASURE, "plan", "--candidates", folder, "--system", "s", *words,
                    say=f"plan {words}")
        expect("on CPU 6," in done.stdout, f"plan {words}: {done.stdout}")
    for words in (["--system", "catalog.json"], ["--system", ".s"], ["--system", "compare"]):
        done = call(*base, *data, *words, want=2, say=f"usage {words}")
        expect(words[1] in done.stderr and not os.path.exists(at("usage-data")),
               f"usage {words}: says \"{done.stderr}\"")
    done = call(MEASURE, "kat", os.path.join(BUILD, "libngcc-control.so"), "--type", "kem",
                "--name", "T", "--reference", at("no-folder"), want=3, say="no references")
    expect(at("no-folder") in done.stderr, f"no references: says {done.stderr}")
    hidden = candidate(at("hidden"), "kem-toy", id=".kem")
    done = call(*base[:3], hidden, *base[4:], *data, "--system", "s", want=1, say="a hidden id")
    expect("kem-toy" in done.stderr, f"a hidden id: says {done.stderr}")
    for word, told in (("flags", "T: flag: wanted"), ("instances", "instance: wanted")):
        misspelt = candidate(at("misspelt"), "kem-toy")
        path = os.path.join(misspelt, "kem-toy/candidate.json")
        with open(path) as file:
            text = file.read()
        write(path, text.replace(f'"{word}"', f'"{word[:-1]}"'))
        done = call(*base[:3], misspelt, *base[4:], *data, "--system", "s", want=1,
                    say=f"a misspelt {word}")
        expect(told in done.stderr, f"a misspelt {word}: says {done.stderr}")
    listed = candidate(at("listed"), "kem-toy")
    path = os.path.join(listed, "kem-toy/candidate.json")
    recipe = read(path)
    recipe["instances"][0]["manifest"] = "none.sha256"
    write(path, json.dumps(recipe))
    done = call(*base[:3], listed, *base[4:], *data, "--system", "s", want=3,
                say="a manifest that is not there")
    expect("none.sha256" in done.stderr and not os.path.exists(at("usage-data")),
           f"a manifest that is not there: says {done.stderr}")
    done = call(*base, *data, "--system", "s", "--only", "nowhere", want=1, say="nothing left")
    expect("--only" in done.stderr, f"nothing left: says {done.stderr}")
    done = call(*base, *data, "--system", "s", "--candidates", at("no"), want=3,
                say="no candidates")
    expect(at("no") in done.stderr, f"no candidates: says {done.stderr}")
    candidate(folder, "kem-copy", id="kem-toy")
    done = call(*base, *data, "--system", "s", want=1, say="two of one name")
    expect("kem-toy" in done.stderr and "kem-copy" in done.stderr,
           f"two of one name: says {done.stderr}")
    expect(not os.path.exists(at("usage-data")), "what was refused left a data folder")


def check_read_only():
    folder = candidate(at("readable"), "kem-toy")
    as_user = USER if os.getuid() == 0 else ()
    test = subprocess.run([*as_user, MEASURE, "--version"], capture_output=True)
    if test.returncode:
        print("campaign: left out: a folder that may not be written to, no other user "
              "can run the program")
        return
    campaign = Campaign("read-only", folder)
    os.makedirs(campaign.data)
    os.chmod(campaign.data, 0o555)
    status, text = campaign.run(say="may not write", want=(3,), before=as_user)
    expect(campaign.folder in text and "Permission denied" in text,
           f"may not write: says {text}")
    expect(os.listdir(campaign.data) == [], "may not write: wrote")
    os.chmod(campaign.data, 0o755)


for check in (check_changes, check_and_back, check_failed, check_shard_again, check_libraries,
              check_vanished, check_clock, check_other_host, check_hostile, check_only,
              check_flags, check_hangup, check_time, check_usage, check_read_only):
    if check.__name__ in sys.argv[2:] or not sys.argv[2:]:
        check()
finish()
