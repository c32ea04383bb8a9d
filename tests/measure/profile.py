#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whether a profile has what it should: the file, then for each function its name, the
calls of an operation, and the least and largest share. Further functions are wrong."""
import json
import sys


def main():
    with open(sys.argv[1]) as f:
        profile = json.load(f)
    wanted = [arg.split(":") for arg in sys.argv[2:]]
    calls, wrong = {}, 0
    for call in profile["calls"]:
        calls[call["fn"]] = calls.get(call["fn"], 0) + call["calls"]
    if sorted(calls) != sorted(w[0] for w in wanted):
        print("functions:", sorted(calls))
        return 1
    for name, each, low, high in wanted:
        got = calls[name] / profile["total"]["operations"]
        share = profile["share"][name]
        if got != float(each) or not float(low) <= share <= float(high):
            print(f"{name}: {got} calls, share {share}")
            wrong = 1
    return wrong


sys.exit(main())
