// SPDX-License-Identifier: MIT
// Counts what passed; prints a line for each thing that did not.
export class Tally {
	passed = 0;
	failed = 0;

	// One question to one page: passed if nothing is in `problems`.
	check(what, problems) {
		if (problems.length === 0)
			this.passed++;
		else
			this.failed++;
		for (const problem of problems)
			console.log(`${what}: ${problem}`);
	}
}
