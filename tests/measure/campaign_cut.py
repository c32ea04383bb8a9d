# SPDX-License-Identifier: MIT
"""Campaigns that are killed at any moment, and a disk that fails at any place."""
import errno
import os
import random
import signal
import sys
import time

from campaign_run import (MEASURE, WORK, Campaign, call, candidate, check_published,
                          check_whole, end, entries, expect, finish, journal_seeds, kill,
                          read, record_seeds, remove)

SOAK = "soak" in sys.argv[2:]
KILLS = 50
PLACES, SECONDS = 40, 90  # of the failing disk, where not all are tried
KILL = 0


def campaign_of(file):
    """What tells one campaign from another: what its first run drew."""
    return read(file)["runs"][0]["seed"]


class Finished:
    """The trials that were on the disk when a campaign was killed."""

    def __init__(self, campaign):
        self.campaign, self.seeds = campaign, {}

    def note(self):
        """Right behind a kill."""
        file = os.path.join(self.campaign.folder, "run.json")
        if not os.path.exists(file):
            return
        own = self.seeds.setdefault(campaign_of(file), {})
        for operation, seeds in journal_seeds(self.campaign.folder).items():
            own.setdefault(operation, set()).update(seeds)

    def check(self):
        """Nothing is at work any more: each is in the dataset of its campaign."""
        published = {}
        for name in os.listdir(self.campaign.data):
            folder = os.path.join(self.campaign.data, name)
            if os.path.exists(os.path.join(folder, "campaign.json")):
                published[campaign_of(os.path.join(folder, "campaign.json"))] = folder
        count = 0
        for number, operations in self.seeds.items():
            if not expect(number in published, f"campaign {number} was not published"):
                continue
            records = self.campaign.records(published[number])
            for operation, seeds in operations.items():
                lost = seeds - set(record_seeds(records[operation]))
                expect(not lost, f"{operation}: {len(lost)} of {len(seeds)} finished "
                                 f"trials are lost")
                count += len(seeds)
        return count


def check_kills(candidates, library):
    campaign = Campaign("killed", candidates)
    finished, killed, completed = Finished(campaign), 0, 0
    begin = time.monotonic()
    campaign.run(say="before the kills")
    # short against a campaign: it takes several starts, and its end comes too
    longest = min(time.monotonic() - begin, 2)
    for number in range(KILLS):
        # the half of them builds: the same library by the same flags
        process = campaign.start(*("--libraries", library) * (number % 2))
        until = time.monotonic() + random.uniform(0, longest)
        while process.poll() is None and time.monotonic() < until:
            time.sleep(0.001)
        if process.poll() is None:
            kill(process)
            killed += 1
        else:
            end(process, (0, 1), f"start {number}")
            completed += 1
        finished.note()
        check_whole(campaign, f"kill {number}")
    campaign.run(say="after the kills")
    check_published(campaign, "after the kills")
    count = finished.check()
    print(f"campaign: {killed} kills, {completed} campaigns completed between, {count} "
          f"trials were finished before a kill")
    expect(killed > KILLS / 2, f"only {killed} of {KILLS} runs were still at work")
    expect(count > 0, "no trial was finished before a kill")


def check_journals(campaign, say):
    """A write that failed has left nothing behind the last whole entry."""
    folder = os.path.join(campaign.folder, "journal")
    for path, _, files in os.walk(folder):
        for name in files:
            torn = entries(os.path.join(path, name))[1]
            expect(not torn, f"{say}: the journal {name} is torn")


def fail_once(candidates, library, number, calls):
    """The disk fails at that call; the same command goes on without the fault."""
    error = random.choice((errno.ENOSPC, errno.EIO, errno.EROFS, KILL))
    # a full disk stays full; a bad sector is one place
    lasts = error in (errno.ENOSPC, errno.EROFS)
    campaign = Campaign("failing", candidates, "--libraries", library)
    remove(campaign)
    name = errno.errorcode.get(error, "a kill")
    log = os.path.join(WORK, "failing.calls")
    if os.path.exists(log):
        os.unlink(log)
    process = campaign.start(env=campaign.faulty(number, error, lasts, log))
    out, err = process.communicate(timeout=120)
    with open(log) as file:
        made = file.read().splitlines()
    if len(made) < number:
        return False  # fewer trials were repeated than in the run that was counted
    kind, path = made[number - 1].split(" ", 1)
    say = f"{name} at {kind} {number} of {calls}, {os.path.basename(path)}"
    wanted = -signal.SIGKILL if error == KILL else 3
    expect(process.returncode == wanted, f"{say}: exit status {process.returncode}, "
                                         f"wanted {wanted}: {out} {err}")
    if error != KILL:
        expect(os.path.basename(path) in err and os.strerror(error) in err,
               f"{say}: the file and the error are not named: {err}")
        check_journals(campaign, say)
    check_whole(campaign, say)
    finished = Finished(campaign)
    finished.note()
    campaign.run(say=f"{say}, then without")
    check_published(campaign, f"{say}, then without")
    finished.check()
    return True


def check_failing_disk(candidates, library):
    campaign = Campaign("counted", candidates, "--libraries", library)
    log = os.path.join(WORK, "calls")
    # one after another, so that there is one to be moved away
    campaign.run(say="before the calls are counted")
    campaign.run(env=campaign.faulty(0, KILL, log=log), say="the calls are counted")
    with open(log) as file:
        made = file.read().splitlines()
    kinds = {kind: sum(line.startswith(kind + " ") for line in made)
             for kind in ("write", "fsync", "rename", "renameat2")}
    expect(min(kinds.values()) > 0, f"calls of a kind are missing: {kinds}")
    places = list(range(1, len(made) + 1))
    random.shuffle(places)
    until, reached, tried = time.monotonic() + SECONDS, 0, 0
    for number in places if SOAK else places[:PLACES]:
        if not SOAK and time.monotonic() > until:
            break
        tried += 1
        reached += fail_once(candidates, library, number, len(made))
    print(f"campaign: the disk failed at {reached} of {len(made)} places")
    expect(reached > tried / 2, f"only {reached} of {tried} places were reached")


seed = random.randrange(1 << 32)
random.seed(seed)
print(f"campaign: random moments and places by the seed {seed}")
made = candidate(os.path.join(WORK, "candidates"), "kem-toy")
library = os.path.join(WORK, "library")
call(MEASURE, "build", "--out", library, os.path.join(made, "kem-toy"), say="the library")
check_kills(made, library)
check_failing_disk(made, library)
finish()
