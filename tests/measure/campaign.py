# SPDX-License-Identifier: MIT
"""Campaigns that are stopped, paused and published; what they tell and keep. Behind the
folder to work in, names of checks: only those."""
import os
import re
import signal
import socket
import subprocess
import sys
import time

from campaign_run import (CPU, CPUS, MEASURE, WORK, Campaign, call, candidate,
                          check_published, end, expect, finish, journal_seeds, kill, read,
                          record_seeds, said, tree, wait_for, write)

ONLINE = "/sys/devices/system/cpu/online"
SECRET = "planted-4711"


def at(*path):
    return os.path.join(WORK, *path)


def first_seed(folder):
    return read(os.path.join(folder, "campaign.json"))["runs"][0]["seed"]


def attempts(campaign):
    return {name: seeds for name, seeds in journal_seeds(campaign.folder).items() if seeds}


def check_summary():
    """What is said at the end, and the exit status that follows from it."""
    campaign = Campaign("summary", GOOD)
    status, text = campaign.run(say="a campaign")
    counts = re.search(r"^(\d+) measured, (\d+) failed, (\d+) unstable$", text, re.M)
    if expect(counts, f"a campaign: no summary: {text}"):
        measured, failed, unstable = (int(n) for n in counts.groups())
        expect((measured + unstable, failed) == (2, 0), f"a campaign: {counts[0]}")
        expect(status == (1 if unstable else 0), f"{counts[0]}, but status {status}")
        expect(len(re.findall("^unstable: kem-toy/T__", text, re.M)) == unstable,
               f"the unstable ones are not named: {text}")
    check_published(campaign, "a campaign")
    floor = read(campaign.at("campaign.json"))["noise_floor"]
    expect(len(floor["costs"]) == 2 and floor["relative"] >= 0 and
           abs(max(floor["costs"]) / min(floor["costs"]) -
               2.718281828459045 ** floor["relative"]) < 1e-9,
           f"the noise floor is {floor}")


def split_mix(state):
    """Steele, Lea, Flood: SplitMix64; the upper 53 bits."""
    mask = (1 << 64) - 1
    while True:
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = ((state ^ state >> 30) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
        yield (z ^ z >> 31) >> 11


def check_seed():
    """The recorded seed gives what was drawn: the control's layout, four numbers that
    put five trials in order, then the layout of the first trial."""
    campaign = Campaign("seed", GOOD, only="/T__enc$")
    campaign.run(say="one operation")
    run = read(campaign.at("campaign.json"))["runs"][0]
    numbers = split_mix(run["seed"] << 11)
    drawn = [next(numbers) for _ in range(6)]
    detail = campaign.records()["kem-toy/T__enc"]
    expect(drawn[5] in record_seeds(detail),
           f"the recorded seed {run['seed']} does not give a layout of the first trial")


def check_interrupt():
    campaign = Campaign("interrupt", GOOD)
    process = campaign.start()
    wait_for(lambda: sum(map(len, attempts(campaign).values())) > 1, "two attempts")
    before = attempts(campaign)
    process.send_signal(signal.SIGINT)
    status, text = end(process, (1,), "interrupted")
    left = re.search(r"stopped: (\d) operations are left; the same command goes on", text)
    expect(left, f"interrupted: says {text}")
    after = attempts(campaign)
    grown = sum(map(len, after.values())) - sum(map(len, before.values()))
    expect(all(set(before[o]) <= set(after.get(o, [])) for o in before) and grown <= 2,
           f"interrupted: {before} was finished, {after} is kept")
    campaign.run(say="after the interrupt")
    records = campaign.records()
    for operation, seeds in after.items():
        expect(set(seeds) <= set(record_seeds(records[operation])),
               f"after the interrupt: trials of {operation} are lost")
    runs = read(campaign.at("campaign.json"))["runs"]
    expect([run["reason"] for run in runs] == ["stopped by its user", "complete"] and
           all(run["ended_utc"] for run in runs), f"after the interrupt: runs are {runs}")
    check_published(campaign, "after the interrupt")


def check_second_interrupt():
    campaign = Campaign("second", GOOD)
    campaign.words.remove("--quick")  # so that a trial lasts
    process = campaign.start()
    wait_for(lambda: attempts(campaign), "an attempt")
    time.sleep(0.3)  # the next one has begun
    process.send_signal(signal.SIGINT)
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    end(process, (-signal.SIGINT,), "interrupted twice")
    kept = attempts(campaign)
    expect(kept, "interrupted twice: the finished trial is lost")


def check_interrupted_tests():
    """Known answers are tested one by one too."""
    folder = at("slow")
    for name in "abcdefgh":
        candidate(folder, f"kem-{name}", "usleep(100000);")
    campaign = Campaign("interrupt-kat", folder, "--libraries", at("slow-library"))
    call(MEASURE, "build", "--out", at("slow-library"),
         *(os.path.join(folder, name) for name in os.listdir(folder)), say="slow ones")
    process = campaign.start()
    said(process, ": KAT NOKAT", "slow known answers")
    process.send_signal(signal.SIGINT)
    text = end(process, (1,), "interrupted at the known answers")[1]
    expect("stopped: " in text and text.count(": KAT ") < 7,
           f"interrupted at the known answers: says {text}")


def check_places():
    campaign = Campaign("places", GOOD, only="/T__enc$")
    campaigns, days = [], []
    for number in range(4):
        text = campaign.run(say=f"campaign {number}")[1]
        campaigns.append(first_seed(campaign.at()))
        days.append(read(campaign.at("campaign.json"))["started_utc"][:10].replace("-", ""))
        expect(("the campaign before is" in text) == (number > 0),
               f"campaign {number}: says {text}")

    def earlier():
        """Where each campaign before the last one is to be."""
        return [f"s@{day}" + (f"-{n}" if (n := days[:k].count(day) + 1) > 1 else "")
                for k, day in enumerate(days[:-1])]

    def check(say):
        names = sorted(os.listdir(campaign.data))
        expect(names == sorted(["catalog.json", "s", *earlier()]), f"{say}: there is {names}")
        have = [first_seed(os.path.join(campaign.data, name)) for name in earlier() + ["s"]]
        expect(have == campaigns, f"{say}: {have} are there, made were {campaigns}")
        check_published(campaign, say)

    check("four campaigns")
    # behind the exchange; while its folder is removed; before the exchange
    for only, number, published in (("renameat2", 2, True), ("remove lock", 1, True),
                                    ("remove run.json", 1, True), ("renameat2", 1, False)):
        say = f"killed at {only} {number}"
        campaign.run(say=say, want=(-signal.SIGKILL,),
                     env=campaign.faulty(number, 0, only=only))
        folder = campaign.at() if published else os.path.join(campaign.folder, "dataset")
        campaigns.append(first_seed(folder))
        days.append(read(os.path.join(folder, "campaign.json"))["started_utc"][:10]
                    .replace("-", ""))
        status, text = campaign.run(say=f"{say}, the next one")
        if published:
            campaigns.append(first_seed(campaign.at()))
            days.append(days[-1])
        else:
            expect(not re.search(r" done, ", text), f"{say}: it was measured again: {text}")
        check(f"{say}, the next one")


def check_secrets():
    """Nothing that tells who measured where on which machine."""
    folder = at(SECRET, "candidates")
    candidate(folder, "kem-toy", "{ extern char **environ; char **e;\n"
              "\tfor (e = environ; *e; e++) puts(*e); }")
    candidate(folder, "kem-crash", "abort();")
    candidate(folder, "kem-load", "{ extern int nowhere(void); nowhere(); }")
    candidate(folder, "kem-fail", "#error no")
    compiler = at(SECRET, "cc")
    write(compiler, '#!/bin/sh\nexec cc "$@"\n')
    os.chmod(compiler, 0o755)
    root = at(SECRET, "root")
    with open(ONLINE) as file:
        write(root + ONLINE, file.read())
    write(os.path.join(root, "proc/cmdline"), f"quiet nosmt root=/dev/{SECRET} user={SECRET}")
    campaign = Campaign(os.path.join(SECRET, "secret"), folder, "--cc", compiler,
                        "--host-root", root, "--log", at(SECRET, "log"))
    names = ("HOME", "USER", "LOGNAME", "HOSTNAME", "TMPDIR", "SECRET", SECRET)
    env = {name: f"/tmp/{SECRET}" if name != "TMPDIR" else at(SECRET) for name in names}
    before = ("unshare", "--uts", "sh", "-c", f'hostname {SECRET}; exec "$@"', "sh")
    if subprocess.run([*before, "true"], capture_output=True).returncode:
        before = ()
        print("campaign: left out: a host of another name, there can be none")
    campaign.run(say="with secrets", env=env, before=before)
    records = campaign.records()
    expect(set(records) == {"kem-toy/T__keygen", "kem-toy/T__enc"},
           f"with secrets: records of {sorted(records)}")
    status = {name: one["kat"] for name, one in
              read(campaign.at("build.json"))["instances"].items()}
    expect(status == {"kem-toy/T": "NOKAT", "kem-crash/T": "CRASH",
                      "kem-load/T": "LOADFAIL", "kem-fail/T": "BUILDFAIL"},
           f"with secrets: known answers are {status}")
    for path, bytes in tree(campaign.data).items():
        for secret in (SECRET, WORK, os.getcwd(), socket.gethostname()):
            expect(secret.encode() not in path.encode() + (bytes or b""),
                   f"{path} tells \"{secret}\"")


def check_pause():
    root = at("root")
    with open(ONLINE) as file:
        write(root + ONLINE, file.read())
    governor = f"{root}/sys/devices/system/cpu/cpu{CPU}/cpufreq/scaling_governor"
    write(governor, "performance\n")
    for resume in (True, False):
        campaign = Campaign(f"pause-{resume}", GOOD, "--host-root", root)
        process = campaign.start()
        wait_for(lambda: attempts(campaign), "an attempt")
        write(governor, "powersave\n")
        said(process, "paused: the host changed: governor: powersave, it was governor: "
             "performance", "another governor")
        before = attempts(campaign)
        time.sleep(1.2)
        expect(attempts(campaign) == before and process.poll() is None,
               "another governor: trials go on")
        if resume:
            write(governor, "performance\n")
            text = end(process, (0, 1), "the governor is back")[1]
            expect("going on" in text, f"the governor is back: says {text}")
            check_published(campaign, "the governor is back")
        else:
            process.send_signal(signal.SIGINT)
            text = end(process, (1,), "interrupted in a pause")[1]
            expect("stopped: " in text, f"interrupted in a pause: says {text}")
            write(governor, "performance\n")


def check_waiting():
    """The host is looked at when the other run has gone, not while it makes the load."""
    root = at("loaded")
    with open(ONLINE) as file:
        write(root + ONLINE, file.read())
    load = os.path.join(root, "proc/loadavg")
    write(load, "5.25 5.25 5.25 1/100 1000\n")
    first, second = Campaign("loading", GOOD), Campaign("waiting", GOOD, "--host-root", root)
    process = first.start()
    wait_for(lambda: attempts(first), "loading, an attempt")
    later = second.start()
    said(later, "another run", "waiting")
    write(load, "0.25 0.25 0.25 1/100 1000\n")
    end(process, (0, 1), "loading")
    end(later, (0, 1), "waiting")
    problems = read(second.at("campaign.json"))["host_problems"]
    expect(problems and "load" not in " ".join(problems), f"waiting: {problems}")


def check_together():
    """On one CPU, whatever the system; and of one system, whatever the CPU."""
    for name, systems, cpu, words in (
            ("one-cpu", "st", (CPU, CPU), "another run measures on CPU"),
            ("one-system", "ss", (CPU, CPUS[-1]), "another run of s is at work")):
        if name == "one-system" and len(CPUS) < 2:
            print("campaign: left out: one system on two CPUs, there is one")
            continue
        first, second = (Campaign(name, GOOD, system=system, cpu=c)
                         for system, c in zip(systems, cpu))
        process = first.start()
        wait_for(lambda: attempts(first), f"{name}, an attempt")
        later = second.start()
        text = said(later, "another run", name)
        if "on CPU" in text and cpu[0] != cpu[1]:
            print(f"campaign: left out: {name}, somebody else measures on CPU {cpu[1]}")
            kill(later)
            end(process, (0, 1), name)
            continue
        expect(words in text and process.poll() is None, f"{name}: says {text}")
        impatient = second.start()
        said(impatient, "another run", name)
        impatient.send_signal(signal.SIGINT)
        end(impatient, (-signal.SIGINT,), f"{name}, interrupted while it waits")
        end(process, (0, 1), f"{name}, the first")
        end(later, (0, 1), f"{name}, the second")
        check_published(first, name)
        sets = [d for d in os.listdir(first.data) if os.path.isdir(os.path.join(first.data, d))]
        times = sorted((record["started_utc"], record["ended_utc"]) for one in sets
                       for record in first.records(os.path.join(first.data, one)).values())
        expect(len(sets) == 2 and times[1][1] <= times[2][0],
               f"{name}: {sets} were measured at {times}")


GOOD = candidate(at("good"), "kem-toy")

for check in (check_summary, check_seed, check_interrupt, check_second_interrupt,
              check_interrupted_tests, check_places, check_secrets, check_pause, check_waiting,
              check_together):
    if check.__name__ in sys.argv[2:] or not sys.argv[2:]:
        check()
finish()
