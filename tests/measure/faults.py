#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""faults.py BUILD [NUMBER]: plants faults in the bundled hash functions: each number in
their code is made larger by one, one at a time, and the known-answer run has to see it.
BUILD is the folder of the programs, NUMBER how many faults a candidate gets."""
import os
import re
import subprocess
import sys
import tempfile

TOP = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
CANDIDATES = [("sm3", "SM3-256"), ("sha256", "SHA-256"), ("sha512", "SHA-512"),
              ("sha3", "SHA3-256")]
# A digest's own length, which is checked before anything is computed, and places where a
# larger number changes no digest: room, a bound that is never reached, a mask of zeros, a
# word that is computed again, a bit that is shifted out.
SAME = re.compile(r"DIGEST_BITS = |LANES = 25|last\[(2 \* BLOCK|RATE \+ 1)\]|return |"
                  r"rotate\(uint|uint(32|64)_t x = 0|\? x <<|enum \{|bits % 8|partial != 0|w\[68\]|b\[LANES\]|"
                  r"t < 16;|0xff00 >> partial")


def numbers(text):
    """Places of the numbers in the code, comments left out."""
    code = re.sub(r"/\*.*?\*/", lambda m: " " * len(m.group()), text, flags=re.S)
    for m in re.finditer(r"(?<![\w.])(0x[0-9a-f]+|\d+)(?=\b|\))", code):
        line = code[code.rfind("\n", 0, m.start()) + 1:code.find("\n", m.start())]
        if not SAME.search(line) and not line.startswith("#"):
            yield m.start(), m.end(), line.strip()


def status(build, folder, name, label):
    bits = label.split("-")[1]
    library = os.path.join(folder, "lib.so")
    made = subprocess.run(["cc", "-w", "-O1", "-fPIC", "-shared", "-o", library,
                           "-I" + os.path.join(TOP, "include"),
                           os.path.join(folder, "x.c")], capture_output=True)
    if made.returncode:
        return "BUILDFAIL"
    ran = subprocess.run([os.path.join(build, "ngcc-measure"), "kat", library, "--type",
                          "hash", "--digest-bits", bits, "--name", label, "--manifest",
                          os.path.join(TOP, "candidates", name, "kat.sha256"),
                          "--timeout", "120"], capture_output=True, text=True)
    return ran.stdout.rstrip("\n").rsplit("\n", 1)[-1].split(" ")[3]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    build, wanted = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 24
    survived = 0
    for name, label in CANDIDATES:
        with open(os.path.join(TOP, "candidates", name, name + ".c")) as f:
            text = f.read()
        places = list(numbers(text))
        step = max(1, len(places) // wanted)
        count = 0
        with tempfile.TemporaryDirectory() as folder:
            for start, end, line in places[::step]:
                old = text[start:end]
                new = hex(int(old, 16) + 1) if old.startswith("0x") else str(int(old) + 1)
                with open(os.path.join(folder, "x.c"), "w") as f:
                    f.write(text[:start] + new + text[end:])
                count += 1
                found = status(build, folder, name, label)
                if found in ("PASS", "BUILDFAIL"):
                    survived += 1
                    print(f"{label}: {old} -> {new} gives {found}: {line}")
        print(f"{label}: {count} faults planted")
    print(f"{survived} not seen")
    return survived != 0


sys.exit(main())
