# SPDX-License-Identifier: MIT
"""Runs the program, compares folders, counts faults: for the tests in this folder."""
import os
import stat
import subprocess
import sys

BUILD = os.path.abspath(os.environ.get("BUILD", "build"))
REPORT = os.path.join(BUILD, "ngcc-report")
DATASET = os.path.join(BUILD, "dataset")
TEST = os.path.basename(sys.argv[0]).removesuffix(".py")

counts = {"cases": 0, "faults": 0}


def fault(text):
    counts["faults"] += 1
    print(f"{TEST}: {text}", file=sys.stderr, flush=True)


def expect(right, text):
    """A fault of that text where it is not so."""
    counts["cases"] += 1
    if not right:
        fault(text)
    return bool(right)


def finish():
    print(f"{TEST}: {counts['cases']} cases, {counts['faults']} faults")
    sys.exit(1 if counts["faults"] else 0)


def call(*words, want=0, say="", env=None, cwd=None):
    """The program's status and outputs; want None: any of its own statuses."""
    words = [str(word) for word in words]
    try:
        done = subprocess.run(
            words, capture_output=True, timeout=120, cwd=cwd, stdin=subprocess.DEVNULL,
            env=None if env is None else {**os.environ, **env})
    except subprocess.TimeoutExpired:
        fault(f"{say}: still runs after 120 s: {' '.join(words)}")
        return subprocess.CompletedProcess(words, None, "", "")
    done.stdout = done.stdout.decode(errors="replace")
    done.stderr = done.stderr.decode(errors="replace")
    right = done.returncode in ((0, 1, 2, 3) if want is None else (want,))
    if not expect(right, f"{say}: exit status {done.returncode} instead of {want}: "
                         f"{' '.join(words)}"):
        print("\n".join(done.stderr.splitlines()[-5:]), file=sys.stderr)
    return done


def build(data, out, *options, **more):
    return call(REPORT, "build", "--data", data, "--out", out, *options, **more)


def tree(folder):
    """Path: bytes, of every file; None for folders, the target of links."""
    all = {}
    for path, folders, files in os.walk(folder):
        for name in folders + files:
            full = os.path.join(path, name)
            mode = os.lstat(full).st_mode
            key = os.path.relpath(full, folder)
            if stat.S_ISREG(mode):
                with open(full, "rb") as file:
                    all[key] = file.read()
            else:
                all[key] = os.readlink(full) if stat.S_ISLNK(mode) else None
    return all


def same(have, wanted, say):
    """Compares two trees, or folders; names what differs."""
    have = have if isinstance(have, dict) else tree(have)
    wanted = wanted if isinstance(wanted, dict) else tree(wanted)
    counts["cases"] += 1
    if have == wanted:
        return True
    lines = [f"missing {key}" for key in wanted if key not in have]
    lines += [f"too many {key}" for key in have if key not in wanted]
    lines += [f"other bytes in {key}" for key in wanted
              if key in have and have[key] != wanted[key]]
    fault(f"{say}: " + "; ".join(lines[:4]) + (" …" if len(lines) > 4 else ""))
    return False


def stamps(folder):
    """Path: what a touched file or folder would have otherwise; "." is the folder."""
    all = {}
    for path, folders, files in os.walk(folder):
        for name in files + ["."]:
            st = os.lstat(os.path.join(path, name))
            key = os.path.normpath(os.path.relpath(os.path.join(path, name), folder))
            all[key] = (st.st_ino, st.st_mtime_ns, st.st_ctime_ns, st.st_size)
    return all
