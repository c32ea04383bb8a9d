# SPDX-License-Identifier: MIT
"""Changes single digits and bytes of data; each has to be found, by the file's name."""
import hashlib
import json
import os
import random
import re
import shutil
import sys

from run import REPORT, call, expect, fault, finish

WORK = sys.argv[1]
CHANGES = 200
FLIPS = 600

# every figure of a complete record that trials, processes or build.json cover
DERIVED = ("measurements mean_seconds median_trial_seconds min_trial_seconds "
           "max_trial_seconds mean_cycles median_trial_cycles operations_per_second "
           "throughput_MB_per_second disturbed_retries").split()
RSS = ["baseline_rss_bytes", "peak_rss_bytes"]
DIGESTS = ["library_sha256", "kat_log_sha256"]
BATCHES = ["estimated_cycles", "statistics"]


def values(text):
    """Path, start and end of every value in the text of a JSON file."""
    found, decoder = [], json.JSONDecoder()
    blank = re.compile(r"[ \t\r\n]*")

    def value(at, path):
        at = blank.match(text, at).end()
        if text[at] not in "[{":
            end = decoder.raw_decode(text, at)[1]
            found.append((path, at, end))
            return end
        close = "]" if text[at] == "[" else "}"
        number, at = 0, blank.match(text, at + 1).end()
        while text[at] != close:
            key = number
            if close == "}":
                key, at = decoder.raw_decode(text, at)
                at = blank.match(text, at).end() + 1
            at = blank.match(text, value(at, path + (key,))).end()
            number += 1
            if text[at] == ",":
                at = blank.match(text, at + 1).end()
        return at + 1

    value(0, ())
    return found


def digits(text, path, start, end):
    """Places of the digits of a value that may be changed."""
    part = text[start:end]
    if path[-1] in DIGESTS:
        return [start + i for i, c in enumerate(part) if c in "0123456789abcdef"]
    mantissa = re.match(r"[0-9.]+", part)
    if not mantissa:  # null, a text
        return []
    places = [i for i, c in enumerate(part) if c.isdigit()]
    if len(path) == 1 and path[0] in DERIVED or path[0] in BATCHES:
        # logarithms are compared less strictly, a deviation by what it is a deviation of,
        # an error as far as clocks in whole Hz give it
        count = 8 if "ci95" in path or "mad" in path else 14
        count = 6 if "relative_error" in path else count
        first = next((i for i in places if part[i] != "0"), 0)
        inside = [i for i in places if first <= i < mantissa.end()][:count]
        places = [i for i in places if i < first or i in inside or i > mantissa.end()]
    return [start + i for i in places]


def candidates(text, wanted):
    """The places in a record, by kind: kinds are drawn first, so that each is tried."""
    kinds, record = {}, json.loads(text)
    for path, start, end in values(text):
        kind = wanted(path, record)
        if kind:
            for place in digits(text, path, start, end):
                kinds.setdefault(kind, []).append((path, place, start, end))
    return kinds


def base_kind(path, record):
    if len(path) == 1 and path[0] in DERIVED + RSS + DIGESTS:
        return path[0]
    if path[0] == "sizes":
        return "sizes"
    if "trials" in path and path[-1] in ("measurements", "seconds", "cycles"):
        return f"{path[0]} {path[-1]}"
    return None


def batch_kind(path, record):
    """What nothing covers is left out: the clock of each probe is not in a record, and a
    rejected batch is in no sum."""
    if path[0] == "detail" and path[2:] == ("calls_per_batch",):
        return "calls_per_batch"
    if path[0] == "detail" and path[2] == "batches" and path[3] != "rejected":
        rejected = record["detail"][path[1]]["batches"].get("rejected", [])
        return None if path[4] in rejected else f"batches {path[3]}"
    if path[0] == "estimated_cycles" and path[1:] != ("probe",):
        return " ".join(path)
    if path[0] == "statistics":
        return " ".join(map(str, path))
    return None


def change_digit(text, kinds):
    """The text with one digit changed, and what was done; still JSON, another value."""
    for _ in range(1000):
        path, place, start, end = random.choice(kinds[random.choice(sorted(kinds))])
        hexed = path[-1] in DIGESTS
        put = random.choice("0123456789abcdef" if hexed else "0123456789")
        changed = text[:place] + put + text[place + 1:]
        if put == text[place]:
            continue
        if hexed:
            return changed, f"{path}: {text[place]} to {put} at {place - start}"
        try:
            new = json.loads(changed[start:end])
        except ValueError:
            continue  # a leading zero
        if new != json.loads(text[start:end]) and abs(new) < float("inf"):
            return changed, f"{path}: {text[start:end]} to {changed[start:end]}"
    raise AssertionError("no digit can be changed")


def complete_records(data):
    found = []
    for path, _, names in sorted(os.walk(data)):
        for name in sorted(names):
            full = os.path.join(path, name)
            if "/records/" in full and json.load(open(full))["status"] == "complete":
                found.append(os.path.relpath(full, data))
    return found


def verify(data, want):
    done = call(REPORT, "verify", "--data", data, want=want, say="verify")
    return done.stderr.splitlines()


def check_digits(name, wanted, changes, only=""):
    """Changes one digit in each of many records at a time; each is told by its name."""
    data = os.path.join(WORK, "digits-" + name)
    # without the modes: the corpus may be read only
    shutil.copytree(os.path.join(WORK, name.split("-")[0]), data,
                    copy_function=shutil.copyfile)
    for path, _, names in os.walk(data):
        if "SHA256SUMS" in names:
            os.unlink(os.path.join(path, "SHA256SUMS"))
    verify(data, 0)
    files = [f for f in complete_records(data) if f.startswith(only)]
    texts = {f: open(os.path.join(data, f), newline="").read() for f in files}
    kinds = {f: candidates(texts[f], wanted) for f in files}
    files = [f for f in files if kinds[f]]
    tried, missed = 0, []
    while tried < changes:
        chosen = random.sample(files, min(len(files), changes - tried))
        done = {}
        for file in chosen:
            changed, done[file] = change_digit(texts[file], kinds[file])
            with open(os.path.join(data, file), "w", newline="") as out:
                out.write(changed)
        lines = verify(data, 1)
        missed += [f"{file} {done[file]}" for file in chosen
                   if not any(line.startswith(file + ": ") for line in lines)]
        tried += len(chosen)
        for file in chosen:
            with open(os.path.join(data, file), "w", newline="") as out:
                out.write(texts[file])
    expect(not missed, f"{name}: {len(missed)} of {tried} changed digits are not found:\n  " +
           "\n  ".join(missed[:8]))
    print(f"verify: {tried} changed digits of {name}, {len(missed)} not found")


def small_dataset(data):
    """One candidate, two records and a profile, with a list of digests of its own."""
    system = os.path.join(data, "demo_x86")
    source = os.path.join(WORK, "data/demo_x86")
    for path in ("campaign.json", "kat/kem-01/qub-256.log",
                 "records/kem-01/qub-256__keygen.json", "records/kem-01/qub-256__enc.json",
                 "profile/kem-01/qub-256__keygen.json"):
        os.makedirs(os.path.dirname(os.path.join(system, path)), exist_ok=True)
        if os.path.exists(os.path.join(source, path)):
            shutil.copyfile(os.path.join(source, path), os.path.join(system, path))
        else:
            fault(f"the plain dataset has no {path}")
    with open(os.path.join(source, "build.json")) as file:
        build = json.load(file)["instances"]["kem-01/qub-256"]
    with open(os.path.join(system, "build.json"), "w") as file:
        json.dump({"instances": {"kem-01/qub-256": build}}, file, indent=1)
    with open(os.path.join(data, "catalog.json"), "w") as file:
        file.write("{}\n")
    write_sums(system)
    return system


def all_files(folder):
    return sorted(os.path.relpath(os.path.join(path, name), folder)
                  for path, _, names in os.walk(folder) for name in names)


def write_sums(system):
    with open(os.path.join(system, "SHA256SUMS.new"), "w") as file:
        for path in all_files(system):
            if path not in ("SHA256SUMS", "SHA256SUMS.new"):
                with open(os.path.join(system, path), "rb") as data:
                    file.write(hashlib.sha256(data.read()).hexdigest() + f"  {path}\n")
    os.rename(os.path.join(system, "SHA256SUMS.new"), os.path.join(system, "SHA256SUMS"))


def choose_flips(contents):
    """File, place and what is added to the byte: everywhere, and what might slip through."""
    flips = []
    for file, content in contents.items():
        for place in {0, len(content) - 1}:
            flips.append((file, place, random.randrange(1, 256)))
    # each place of a line of the list, and what would pass for its own marks
    sums = contents["SHA256SUMS"]
    line = sums.index(b"\n") + 1
    flips += [("SHA256SUMS", i, random.randrange(1, 256)) for i in range(line)]
    for start in (0, line):
        flips += [("SHA256SUMS", start + i, ord(" ") ^ ord("*")) for i in range(62, 68)]
        flips += [("SHA256SUMS", start + i, 0x20) for i in range(62, 68)]
    ends = [i for i, c in enumerate(sums) if c == 10]
    flips += [("SHA256SUMS", i, x) for i in ends for x in (10, 10 ^ 13, 10 ^ 32)]
    while len(flips) < FLIPS:
        file = random.choice(sorted(contents))
        place = random.randrange(len(contents[file]))
        flips.append((file, place, random.randrange(1, 256)))
    return flips


def check_flips():
    """Many copies of the dataset, as campaigns of many days, have one flip each."""
    data = os.path.join(WORK, "small")
    system = small_dataset(data)
    verify(data, 0)
    contents = {}
    for file in all_files(system):
        with open(os.path.join(system, file), "rb") as data_file:
            contents[file] = data_file.read()
    flips = choose_flips(contents)
    many = os.path.join(WORK, "many")
    os.mkdir(many)
    shutil.copy(os.path.join(data, "catalog.json"), many)
    copies = [f"demo_x86@202601{day:02}" for day in range(1, 31)]
    for name in copies:
        shutil.copytree(system, os.path.join(many, name))
    verify(many, 0)
    missed = []
    for first in range(0, len(flips), len(copies)):
        group = list(zip(copies, flips[first:first + len(copies)]))
        for name, (file, place, mask) in group:
            text = bytearray(contents[file])
            text[place] ^= mask
            with open(os.path.join(many, name, file), "wb") as out:
                out.write(text)
        lines = verify(many, 1)
        for name, (file, place, mask) in group:
            if not any(line.startswith(name + "/") for line in lines):
                byte = contents[file][place]
                missed.append(f"{file} byte {place}: {byte:#x} to {byte ^ mask:#x}")
            with open(os.path.join(many, name, file), "wb") as out:
                out.write(contents[file])
    expect(not missed, f"{len(missed)} of {len(flips)} flipped bytes are not found:\n  " +
           "\n  ".join(missed[:8]))
    print(f"verify: {len(flips)} flipped bytes, {len(missed)} not found")
    check_manifest(data, system, contents)


def check_manifest(data, system, contents):
    """What a list of digests says beyond bytes."""
    def restore():
        shutil.rmtree(system)
        for file, content in contents.items():
            os.makedirs(os.path.dirname(os.path.join(system, file)), exist_ok=True)
            with open(os.path.join(system, file), "wb") as out:
                out.write(content)

    for file in contents:
        if file != "SHA256SUMS":
            os.unlink(os.path.join(system, file))
            lines = verify(data, 1)
            expect(any(os.path.basename(file) in line for line in lines),
                   f"a file that is missing is not named: {file}")
            restore()
    lines = contents["SHA256SUMS"].splitlines(keepends=True)
    for name, text in [("without its first line", lines[1:]),
                       ("without its last line", lines[:-1]), ("empty", []),
                       ("with a line twice, one wrong", [b"0" * 64 + lines[0][64:]] + lines),
                       ("with a line too many", lines + [b"0" * 64 + b"  kat/more.log\n"])]:
        with open(os.path.join(system, "SHA256SUMS"), "wb") as out:
            out.write(b"".join(text))
        verify(data, 1)
    restore()
    shutil.copyfile(os.path.join(system, "kat/kem-01/qub-256.log"),
                    os.path.join(system, "kat/kem-01/qub-999.log"))
    verify(data, 1)
    restore()
    # two dots in a name lead nowhere, as a part of a path they do
    for name, wanted in (("kat/kem-01/A..B.log", 0), ("kat/../kat/kem-01/qub-256.log", 1)):
        if not wanted:
            shutil.copyfile(os.path.join(system, "kat/kem-01/qub-256.log"),
                            os.path.join(system, name))
        digest = hashlib.sha256(contents["kat/kem-01/qub-256.log"]).hexdigest()
        with open(os.path.join(system, "SHA256SUMS"), "ab") as out:
            out.write(f"{digest}  {name}\n".encode())
        lines = verify(data, wanted)
        expect(any("outside the dataset" in line for line in lines) == bool(wanted),
               f"a line for {name}: {lines}")
        restore()
    # each record by itself, where nothing stands beside it
    for file in contents:
        if file.endswith(".json"):
            call(REPORT, "verify", os.path.join(system, file), say="one file", want=0)
    verify(data, 0)


random.seed(11)
check_digits("data", base_kind, CHANGES)
if os.path.isdir(os.path.join(WORK, "corpus")):
    check_digits("corpus", base_kind, CHANGES)
check_digits("data-batches", batch_kind, 100, "demo_arm/")
check_flips()
finish()
