/* SPDX-License-Identifier: MIT */
/* ngcc-measure: the command line. */
#include "core/err.h"
#include "measure/command.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const char usage[] =
    "usage: ngcc-measure time LIB.so --type TYPE [--digest-bits N] [--operation NAME]\n"
    "                         [--trial-time S] [--precision P%] [--cpu N] [--timeout "
    "S]\n"
    "                         [--json] [--data DIR --system ID --candidate ID --label "
    "LABEL]\n"
    "       ngcc-measure kat LIB.so --type TYPE [--digest-bits N] --name INSTANCE\n"
    "                        [--manifest FILE | --reference DIR] [--full] "
    "[--whole-bytes]\n"
    "                        [--out DIR] [--write-manifest FILE] [--timeout S]\n"
    "       ngcc-measure profile LIB.so --type TYPE [--operation NAME] [--function "
    "NAME]...\n"
    "                         [--timeout S]\n"
    "                         [--data DIR --system ID --candidate ID --label LABEL]\n"
    "       ngcc-measure build --out DIR [--cc COMPILER] FOLDER...\n"
    "       ngcc-measure check [--cpu N]\n"
    "       ngcc-measure plan|run --system ID [--data DIR] [--candidates DIR]\n"
    "                        [--libraries DIR] [--only REGEX] [--cpu N] [--cc "
    "COMPILER]\n"
    "                        [--quick] [--precision P%] [--timeout S] [--shard K/N]\n"
    "                        [--allow-unfixed-host] [--log FILE]\n"
    "       ngcc-measure merge --system ID [--data DIR] FOLDER\n"
    "       ngcc-measure --help | --version\n"
    "\n"
    "time times the operations of a library, kat makes its known-answer files and\n"
    "compares them, profile counts and times what an operation spends in functions\n"
    "with a name, build makes the libraries that FOLDER/candidate.json lists, check\n"
    "says what of this host would spoil a measurement. run measures all candidates as\n"
    "one campaign and publishes it as DIR/ID; run again, it goes on where it stopped.\n"
    "plan says what run would do, merge takes over a shard of another machine.\n"
    "\n"
    "  --type TYPE            what the library is: hash, kem, sign or kex\n"
    "  --digest-bits N        the digest's length, of a hash function\n"
    "  --operation NAME       only this one: hash, hash_1024, keygen, pass1\n"
    "  --function NAME        what a profile counts; libcrypto's digests if not given\n"
    "  --trial-time S         what a trial's batches take; 0.5 s if not given\n"
    "  --precision P%         more trials, until half the 95 % interval is so small\n"
    "  --cpu N                where it runs; if not given, on the last one online\n"
    "  --timeout S            of one process; 900 s if not given\n"
    "  --json                 prints the records, one in a line\n"
    "  --data DIR …           files records or profiles in a dataset of DIR\n"
    "  --name INSTANCE        the instance's name, in the files' names\n"
    "  --manifest FILE        lines <sha256> strict|nolen[:RECORDS] <label>/<file>\n"
    "  --reference DIR        the files that are to come out\n"
    "  --full                 KAT_2_33 too, which takes 1 GiB of memory\n"
    "  --whole-bytes          without KAT_2_12, whose messages have partial bytes\n"
    "  --out DIR              keeps the files there\n"
    "  --write-manifest FILE  writes the manifest that pins them\n"
    "  --candidates DIR       folders with candidate.json; the bundled ones if not "
    "given\n"
    "  --libraries DIR        prebuilt, as build --out lays them\n"
    "  --only REGEX           operations <candidate>/<label>__<operation> that match\n"
    "  --quick                trials of 0.05 s instead of 0.5 s\n"
    "  --shard K/N            this run measures the K-th of N parts of the instances\n"
    "  --allow-unfixed-host   measures although check has objections\n"
    "  --log FILE             appends what is told, with times\n"
    "\n"
    "Exit status: 0 fine; 1 something in the data, the host or the measurement is "
    "not;\n"
    "2 usage; 3 the system failed.\n"
    "See ngcc-measure(1).\n";

struct command {
	const char *name;
	int (*run)(int argc, char **argv);
};

static const struct command commands[] = {
    {"build", command_build},
    {"check", command_check},
    {"kat", command_kat},
    {"merge", command_merge},
    {"plan", command_plan},
    {"profile", command_profile},
    {"run", command_run},
    {"time", command_time},
};

/* Also behind a command. */
static bool
wants_help(const char *word)
{
	return !strcmp(word, "--help") || !strcmp(word, "-h");
}

int
main(int argc, char **argv)
{
	if (argc < 2)
		return command_bad_usage("what is to be done?");
	if (wants_help(argv[1]) || (argc == 3 && wants_help(argv[2])))
		return fputs(usage, stdout) < 0 ? ERR_SYSTEM : 0;
	if (!strcmp(argv[1], "--version"))
		return puts("ngcc-measure " VERSION) < 0 ? ERR_SYSTEM : 0;
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++)
		if (!strcmp(argv[1], commands[i].name))
			return commands[i].run(argc - 1, argv + 1);
	return command_bad_usage("%s: there is no such command", argv[1]);
}
