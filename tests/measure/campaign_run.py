# SPDX-License-Identifier: MIT
"""Starts campaigns of small candidates and reads what they leave: for the tests beside."""
import functools
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "cli"))
from run import BUILD, REPORT, call, expect, fault, finish, tree  # noqa: F401

MEASURE = os.path.join(BUILD, "ngcc-measure")
WORK = sys.argv[1]
FAULT = os.path.join(WORK, "disk_fault.so")
TWO = "/T__(keygen|enc)$"
CPUS = sorted(os.sched_getaffinity(0))
# not the last one, which others take who measure on this machine meanwhile
CPU = CPUS[0]


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)


def candidate(folder, name, change=None, id=None, flags=()):
    """The toy, where it makes a key pair with change before; returns the folder."""
    with open(os.path.join(HERE, "toy_kem.c")) as file:
        text = file.read()
    if change:
        place = "\tint i;\n\n\tif (*pk_len"
        assert place in text
        text = text.replace(place, f"\tint i;\n\n\t{change}\n\tif (*pk_len")
        text = "#include <stdio.h>\n#include <stdlib.h>\n#include <unistd.h>\n" + text
    write(os.path.join(folder, name, "toy.c"), text)
    write(os.path.join(folder, name, "candidate.json"), json.dumps(
        {"id": id or name,
         "instances": [{"label": "T", "type": "kem", "variant": "reference",
                        "sources": ["toy.c"], "flags": list(flags)}]}))
    return folder


class Campaign:
    """A data folder and what run is told each time."""

    def __init__(self, name, candidates, *options, only=TWO, system="s", cpu=CPU):
        self.data = os.path.join(WORK, name, "data")
        self.system = system
        self.words = [MEASURE, "run", "--system", system, "--data", self.data, "--quick",
                      "--allow-unfixed-host", "--candidates", candidates, "--cpu",
                      str(cpu), *options]
        if only:
            self.words += ["--only", only]
        self.folder = os.path.join(self.data, f".{system}.run")

    def at(self, *path):
        return os.path.join(self.data, self.system, *path)

    def start(self, *more, env=None, before=()):
        # a shell's background job has SIGINT ignored, and hands that on
        interruptible = functools.partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
        return subprocess.Popen(
            [*before, *self.words, *more], stdin=subprocess.DEVNULL, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, errors="replace",
            env={**os.environ, **(env or {})}, preexec_fn=interruptible)

    def run(self, *more, want=(0, 1), say, env=None, before=()):
        return end(self.start(*more, env=env, before=before), want, say)

    def faulty(self, at, error, on=False, log=None, only=None):
        """The environment in which the disk fails at that call; error 0: a kill."""
        env = {"LD_PRELOAD": FAULT, "FAULT_AT": str(at), "FAULT_ERROR": str(error)}
        if on:
            env["FAULT_ON"] = "1"
        if only:
            env["FAULT_ONLY"] = only
        if log:
            env["FAULT_LOG"] = log
        # a sanitizer wants to be the first library
        env["ASAN_OPTIONS"] = os.environ.get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
        return env

    def records(self, folder=None):
        """Operation: its record, of the published dataset or of another folder."""
        top = os.path.join(folder or self.at(), "records")
        all = {}
        for path, _, files in os.walk(top):
            for name in files:
                full = os.path.join(path, name)
                all[os.path.relpath(full, top).removesuffix(".json")] = read(full)
        return all


def read(path):
    with open(path) as file:
        return json.load(file)


def end(process, want, say):
    """Its status, and what it said on either output."""
    try:
        out, err = process.communicate(timeout=120)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        fault(f"{say}: still runs after 120 s: {err[-300:]}")
        return None, out + err
    expect(process.returncode in want,
           f"{say}: exit status {process.returncode}, wanted {want}: {out} {err[-600:]}")
    return process.returncode, out + err


def holds(condition):
    """False also where a file went between its folder's listing and its opening: the run
    renames what it has written."""
    try:
        return condition()
    except FileNotFoundError:
        return False


def wait_for(condition, say, seconds=60):
    """Whether it came to be."""
    until = time.monotonic() + seconds
    while not holds(condition):
        if time.monotonic() > until:
            return expect(False, f"{say}: not after {seconds} s")
        time.sleep(0.01)
    return True


def said(process, words, say):
    """Reads what the process says until the words come; what it said."""
    text = ""
    timer = threading.Timer(120, process.kill)
    timer.start()
    for line in process.stderr:
        text += line
        if words in line:
            timer.cancel()
            return text
    timer.cancel()
    fault(f"{say}: ended without \"{words}\": {text}")
    return text


def entries(path):
    """The entries of a journal, and whether bytes are left behind them."""
    with open(path, "rb") as file:
        bytes = file.read()
    found, at = [], 0
    while len(bytes) - at >= 72:
        length = int.from_bytes(bytes[at:at + 8], sys.byteorder)
        entry = bytes[at + 72:at + 72 + length]
        if len(entry) < length or hashlib.sha256(entry).hexdigest().encode() != \
                bytes[at + 8:at + 72]:
            break
        found.append(entry)
        at += 72 + length
    return found, at < len(bytes)


def journal_seeds(folder):
    """Operation: the layout seeds of its finished attempts, in order."""
    top, all = os.path.join(folder, "journal"), {}
    for path, _, files in os.walk(top):
        for name in files:
            full = os.path.join(path, name)
            # the first entry is the series' start; in the others the seed stands
            # behind the trial's number
            all[os.path.relpath(full, top)] = [
                int.from_bytes(entry[8:16], sys.byteorder)
                for entry in entries(full)[0][1:]]
    return all


def record_seeds(record):
    return [one["seed"] for one in record["detail"] + record["rejected_trials"]]


def check_sums(dataset, say):
    """SHA256SUMS names each file of the dataset once, with its digest."""
    have = tree(dataset)
    lines = have.pop("SHA256SUMS", b"").decode().splitlines()
    wanted = [f"{hashlib.sha256(have[path]).hexdigest()}  {path}"
              for path in sorted(have) if have[path] is not None]
    expect(lines == wanted and wanted, f"{say}: SHA256SUMS is not that of the files: "
                                       f"{set(lines) ^ set(wanted)}")


def check_published(campaign, say):
    """All that has to be so when nothing is at work any more."""
    left = [path for path in tree(campaign.data) if path.endswith(".new") or ".run" in path]
    expect(not left, f"{say}: left behind: {left}")
    for name in os.listdir(campaign.data):
        if os.path.isdir(os.path.join(campaign.data, name)):
            check_sums(os.path.join(campaign.data, name), f"{say}, {name}")
    done = call(REPORT, "verify", "--data", campaign.data, say=f"{say}, verify")
    expect(re.search(r" 0 findings", done.stdout), f"{say}: verify says {done.stdout}")


def check_whole(campaign, say):
    """No file is torn, but what is still named .new."""
    for path, bytes in tree(campaign.data).items():
        if bytes is None or path.endswith(".new"):
            continue
        if path.endswith(".json"):
            try:
                json.loads(bytes)
            except ValueError as why:
                fault(f"{say}: {path} is torn: {why}")
        elif path.endswith("SHA256SUMS"):
            check_sums(os.path.dirname(os.path.join(campaign.data, path)), say)


def remove(campaign):
    shutil.rmtree(campaign.data, ignore_errors=True)


def kill(process):
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
