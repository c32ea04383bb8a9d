#!/bin/sh
# lint.sh: the rules of this tree that a machine can hold. An offence is a line
# "file:line: text"; the last line counts. Nothing is left out in silence: a check whose
# program is missing says so.
set -u
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")/.." || exit 3
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
checks=0
offences=0

# check NAME COMMAND...: every line that the command prints is an offence.
check() {
	name=$1
	shift
	checks=$((checks + 1))
	"$@" >"$work/out" 2>"$work/err" || {
		cat "$work/err" >&2
		echo "tests/lint.sh:1: $name: the check failed to run" >>"$work/out"
	}
	cat "$work/out"
	offences=$((offences + $(wc -l <"$work/out")))
}

find src tests -name node_modules -prune -o -name '*.[ch]' -print | sort >"$work/sources"
grep '^src/' "$work/sources" >"$work/src"
find . \( -name .git -o -name node_modules -o -path ./build -o -path ./site -o \
	-path ./data -o -path ./tests/golden \) -prune -o -type f \( -name '*.[ch15]' -o \
	-name '*.sh' -o -name '*.mjs' -o -name '*.py' -o -name '*.md' -o -name Makefile -o \
	-path './templates/*' -o -path './.ci/*' \) -print |
	sed 's|^\./||' | sort >"$work/texts"

# The code alone: no comments, nothing between quotes. Lines are file, number, code, with
# a byte 1 between them.
xargs awk '
FNR == 1 {
	comment = 0
}
{
	code = ""
	rest = $0
	while (rest != "") {
		if (comment) {
			at = index(rest, "*/")
			if (!at)
				break
			rest = substr(rest, at + 2)
			comment = 0
		} else if (match(rest, /"|\047|\/\*|\/\//)) {
			mark = substr(rest, RSTART, RLENGTH)
			code = code substr(rest, 1, RSTART - 1)
			rest = substr(rest, RSTART + RLENGTH)
			if (mark == "//")
				break
			comment = mark == "/*"
			if (comment)
				continue
			code = code mark mark
			do {
				c = substr(rest, 1, 1)
				rest = substr(rest, c == "\\" ? 3 : 2)
			} while (c != mark && rest != "")
		} else {
			code = code rest
			rest = ""
		}
	}
	print FILENAME "\001" FNR "\001" code
}' <"$work/sources" >"$work/code" || exit 3
grep '^src/' "$work/code" >"$work/src_code"

# Ranks: measure and report include core and themselves, core itself only; inside a room
# a file includes only its own rank or a lower one.
ranks() {
	xargs awk '
	function bad(text) {
		printf "%s:%d: %s\n", FILENAME, FNR, text
	}
	FNR == 1 {
		n = split(FILENAME, part, "/")
		room = part[2]
		me = room "/" part[n]
		sub(/\.[ch]$/, "", me)
		there[me] = 1
	}
	FILENAME == "docs/architecture.md" {
		if ($0 ~ /^```/)
			list = $0 == "```ranks"
		else if (list)
			for (i = 3; i <= NF; i++) {
				if ($1 "/" $i in rank)
					bad($1 "/" $i " has two ranks")
				rank[$1 "/" $i] = $2
				line[$1 "/" $i] = FNR
			}
		next
	}
	FNR == 1 && !(me in rank) {
		bad(me " has no rank in docs/architecture.md")
	}
	/^[ \t]*#[ \t]*include[ \t]*"/ {
		split($0, quoted, "\"")
		name = quoted[2]
		if (name == "niccs.h") # what submissions include, of no room
			next
		sub(/\.h$/, "", name)
		if (split(name, to, "/") != 2)
			bad("include \"" quoted[2] "\": wanted \"room/name.h\"")
		else if (to[1] != room && to[1] != "core")
			bad(room " may not include from " to[1])
		else if (to[1] == room && name in rank && me in rank &&
		    rank[name] + 0 > rank[me] + 0)
			bad("rank " rank[me] " may not include " name ", rank " rank[name])
	}
	END {
		for (name in rank)
			if (!(name in there))
				printf "docs/architecture.md:%d: %s has a rank, but no file\n",
				    line[name], name
	}' docs/architecture.md <"$work/src"
}

file_sizes() {
	xargs awk 'FNR == 1 { file[++n] = FILENAME }
	{ lines[FILENAME]++ }
	END {
		for (i = 1; i <= n; i++)
			if (lines[file[i]] > 500)
				printf "%s:1: has %d lines, at most 500 are allowed\n", file[i],
				    lines[file[i]]
			else if (lines[file[i]] > 400)
				printf "%s:1: warning: has %d lines; think about two files\n",
				    file[i], lines[file[i]] >"/dev/stderr"
	}' <"$work/sources" 2>"$work/warnings"
}

# A function: its name at the start of a line, its braces alone on theirs.
function_sizes() {
	xargs awk 'FNR == 1 {
		from = open = 0
	}
	!open && /^[A-Za-z_][A-Za-z_0-9]*\(/ {
		name = $0
		sub(/\(.*/, "", name)
		from = FNR
	}
	/^[A-Za-z_].*\)[ \t]*\{$/ {
		printf "%s:%d: the brace of a function stands on its own line\n", FILENAME, FNR
	}
	/^\{$/ {
		open = 1
	}
	open && /^\}$/ {
		if (FNR - from + 1 > 80)
			printf "%s:%d: %s has %d lines, at most 80 are allowed\n", FILENAME,
			    from, name, FNR - from + 1
		open = 0
	}' <"$work/sources"
}

# Who owns a library; and every other header is one of libc, listed here when it is first
# needed. The tests may use more.
libraries() {
	cat >"$work/owners" <<-'END'
		cjson/ src/core/json.c
		openssl/ src/core/sha256.c
		libxml/ src/report/html.c src/report/template.c
		cmark.h src/report/markdown.c
	END
	xargs awk '
	FILENAME ~ /owners$/ {
		for (i = 2; i <= NF; i++)
			owner[$1, $i] = 1
		library[++n] = $1
		next
	}
	/^[ \t]*#[ \t]*include[ \t]*</ {
		split($0, part, /[<>]/)
		header = part[2]
		for (i = 1; i <= n; i++)
			if (index(header, library[i]) == 1) {
				if (!((library[i], FILENAME) in owner))
					printf "%s:%d: <%s> belongs to another file\n",
					    FILENAME, FNR, header
				next
			}
		if (header !~ /^sys\// && index(libc, " " header " ") == 0)
			printf "%s:%d: <%s> is of no library that this project uses\n",
			    FILENAME, FNR, header
	}' libc=" alloca.h assert.h ctype.h dirent.h dlfcn.h elf.h errno.h fcntl.h float.h getopt.h inttypes.h \
limits.h link.h linux/audit.h linux/filter.h linux/perf_event.h linux/seccomp.h linux/securebits.h malloc.h math.h poll.h pthread.h regex.h sched.h search.h signal.h stdarg.h stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h strings.h \
time.h unistd.h " "$work/owners" <"$work/src" || return
	awk -F '\001' '/CMARK_OPT_UNSAFE/ {
		printf "%s:%d: raw HTML of a text must never be used\n", $1, $2
	}' "$work/code"
}

# Calls that may not stand in src, or only in the files named behind them. main is every
# main.c and *_main.c.
calls() {
	cat >"$work/calls" <<-'END'
		# no bound, or a cut text without a word
		strcat strncat strncpy stpcpy gets vsprintf scanf fscanf sscanf :
		# the driver moves its stack on purpose, by a bounded length
		alloca : src/measure/trial_main.c
		# constants into NUMBER_SIZE bytes
		strcpy : src/report/number.c
		# a name and a constant into memory of just that size
		sprintf : src/report/site.c src/report/state.c
		# no word about what is no number; allowed: an exponent that snprintf wrote
		atof atol atoll :
		atoi : src/core/decimal.c src/report/number.c
		# state that is hidden, or shared between threads
		strtok gmtime localtime localtime_r ctime asctime mktime :
		rand srand rand_r random srandom drand48 :
		setlocale newlocale uselocale :
		# other programs, and names that another one can guess
		system popen mktemp tmpnam tempnam tmpfile :
		# same input, same bytes
		time clock gettimeofday timespec_get :
		clock_gettime : src/measure/clock.c
		# SOURCE_DATE_EPOCH; TMPDIR, where a site is built to be compared; a compiler's
		getenv secure_getenv : src/report/publish.c src/report/verify_site.c src/measure/workshop.c
		# one allocator, which never returns NULL
		malloc calloc realloc reallocarray free strdup strndup : src/core/mem.c
		asprintf vasprintf getline getdelim open_memstream :
		posix_memalign aligned_alloc :
		# errors are returned; the mains print and exit
		exit _Exit quick_exit abort : main src/core/mem.c
		# a child whose exec failed, and one that only waits
		_exit : main src/measure/child.c src/measure/namespace.c
		printf vprintf fprintf vfprintf dprintf puts fputs putchar : main
		putc fputc perror : main
		fwrite : main src/core/mem.c
	END
	awk -F '\001' '
	FILENAME ~ /calls$/ {
		if ($0 ~ /^#/)
			next
		split($0, side, ":")
		n = split(side[1], call, " ")
		m = split(side[2], place, " ")
		for (i = 1; i <= n; i++) {
			banned[call[i]] = 1
			for (k = 1; k <= m; k++)
				allowed[call[i], place[k]] = 1
		}
		next
	}
	{
		main = $1 ~ /[\/_]main\.c$/
		before = ""
		rest = $3
		while (match(rest, /[A-Za-z_][A-Za-z_0-9]*[ \t]*\(/)) {
			name = substr(rest, RSTART, RLENGTH)
			sub(/[ \t]*\($/, "", name)
			before = RSTART > 1 ? substr(rest, RSTART - 1, 1) : before
			rest = substr(rest, RSTART + RLENGTH)
			if (name in banned && before !~ /[.>]/ &&
			    !((name, $1) in allowed) && !(main && (name, "main") in allowed))
				printf "%s:%d: calls %s\n", $1, $2, name
			before = "("
		}
		if ($3 ~ /(^|[^A-Za-z_0-9])std(out|err)([^A-Za-z_0-9]|$)/ && !main &&
		    $1 != "src/core/mem.c")
			printf "%s:%d: only the mains print\n", $1, $2
	}' "$work/calls" "$work/src_code"
}

# No data that changes, outside the mains. Excepted: hooks_once, by which cJSON gets its
# allocator once whichever thread comes first; yes, of which only the address is used;
# scope, one per thread, because libraries hand their allocator no context; stopped, which
# a signal sets; and now, which the functions see that stand in for a candidate's, with its
# arguments and no others.
mutable_data() {
	awk -F '\001' '
	function bad(text) {
		printf "%s:%d: %s\n", $1, $2, text
	}
	$1 ~ /[\/_]main\.c$/ { next }
	{ sub(/^__extension__[ \t]+/, "", $3) }
	$1 == "src/core/json.c" && $3 ~ /^static pthread_once_t hooks_once / { next }
	$1 == "src/measure/run_watch.c" && $3 ~ /^static volatile sig_atomic_t stopped;/ { next }
	$1 == "src/report/intake.c" && $3 ~ /^\tstatic char yes;/ { next }
	$1 == "src/measure/interpose.c" && $3 ~ /^static struct interposing now;/ { next }
	$1 == "src/core/mem.c" && $3 ~ /^static _Thread_local struct arena \*scope;/ { next }
	$3 ~ /^[ \t]*static[ \t].*[=;{]/ {
		head = $3
		sub(/[=;{].*/, "", head)
		if (head ~ /\(/ && head !~ /\(\*/)
			next
		after = head
		sub(/.*\*/, "", after)
		if (head ~ /\*/ ? after !~ /^[ \t]*const[ \t]/ : head !~ /[ \t]const[ \t]/)
			bad("static data that is not const")
		next
	}
	$3 ~ /^extern[ \t]/ { bad("data or function by extern; include its header") }
	$3 ~ /^(struct|union|enum)[ \t]+[A-Za-z_0-9]+;/ { next }
	$3 ~ /^(static|extern|typedef|goto|return)[ \t]/ { next }
	$3 ~ /^[A-Za-z_][A-Za-z_0-9]*[ \t*]+[A-Za-z_0-9 \t*]*(\[[^]]*\])*[ \t]*[=;]/ {
		bad("data of a file that is not static")
	}' "$work/src_code"
}

# Paths of somebody's machine; the user x is an example. The brackets keep these lines from
# finding themselves.
paths() {
	xargs grep -nE \
		"(^|[^A-Za-z0-9_.}*])/(roo[t]|hom[e]|wor[k]|mn[t]|User[s])(/|[^A-Za-z0-9_-]|$)" \
		<"$work/texts" | grep -v '/hom[e]/x/' |
		sed 's/:\([0-9]*\):.*/:\1: a path of one machine/'
}

blanks() {
	xargs grep -nE '[[:blank:]]+$' <"$work/texts" |
		sed 's/:\([0-9]*\):.*/:\1: a blank at the end of the line/'
	xargs awk 'FNR == 1 { open = 0 }
	/^\{$/ { open = 1 }
	/^\}/ { open = 0 }
	/^ +\t/ || (open && /^ [^*]/) {
		printf "%s:%d: tabs indent\n", FILENAME, FNR
	}' <"$work/sources"
}

# The licence line, and a guard named for the file.
heads() {
	xargs awk '
	function finish() {
		if (header && (want != 2 || last != "#endif"))
			printf "%s:1: wanted #ifndef %s, #define %s and #endif around it all\n",
			    file, guard, guard
	}
	FNR == 1 {
		finish()
		file = FILENAME
		header = file ~ /\.h$/
		want = 0
		guard = toupper(file)
		gsub(/.*\/|\.H$/, "", guard)
		guard = guard "_H"
		if ($0 != "/* SPDX-License-Identifier: MIT */")
			printf "%s:1: the first line is not the licence\n", file
	}
	/^#/ {
		if (want == 0 && $0 == "#ifndef TESTS_" guard)
			guard = "TESTS_" guard
		if (want == 0 && $0 == "#ifndef " guard)
			want = 1
		else if (want == 1 && $0 == "#define " guard)
			want = 2
		else if (want < 2)
			want = 3
	}
	{ last = $0 }
	END { finish() }' <"$work/sources"
}

# Every .c is in the Makefile: as a name in the variable of its folder (CORE, REPORT,
# UNIT …), as its object or as its path.
in_makefile() {
	awk '
	# the room whose files a variable lists
	function room(variable) {
		return variable ~ /^(TRIAL|BOTH)$/ ? "MEASURE" : variable
	}
	FILENAME == "Makefile" {
		text = text $0
		if (sub(/\\$/, " ", text))
			next
		sub(/#.*/, "", text)
		n = split(text, word, " ")
		for (i = 1; i <= n; i++) {
			if (word[2] == "=" && i > 2)
				listed[room(word[1]), word[i]] = 1
			sub(/^\$\(BUILD\)\//, "", word[i])
			named[word[i]] = 1
		}
		text = ""
		next
	}
	/\.c$/ {
		n = split($0, part, "/")
		name = part[n]
		sub(/\.c$/, "", name)
		# the tests of the measuring room compile these themselves
		if ($0 ~ /^tests\/measure\//)
			next
		if (part[n - 1] == "unit" && sub(/^measure_/, "", name))
			part[n - 1] = "unit_measure"
		path = $0
		sub(/^src\//, "", path)
		sub(/\.c$/, ".o", path)
		if (!((toupper(part[n - 1]), name) in listed) && !(path in named) &&
		    !($0 in named))
			printf "%s:1: is not in the Makefile\n", $0
	}' Makefile "$work/sources"
}

scripts() {
	grep -E '\.sh$|^\.ci/' "$work/texts" | while read -r script; do
		case $(head -n 1 "$script") in
		*bash) shell=bash ;;
		*) shell=sh ;;
		esac
		"$shell" -n "$script" 2>&1 | sed 's/^\([^:]*\): \(line \)*\([0-9]*\):/\1:\3:/'
	done
}

manuals() {
	grep '^docs/.*\.[15]$' "$work/texts" | xargs -r mandoc -Tlint -W warning >"$work/lint"
	sed 's/^mandoc: //; s/^\([^:]*:[0-9]*\):[0-9]*:/\1:/' "$work/lint"
}

check "ranks" ranks
check "file sizes" file_sizes
cat "$work/warnings"
check "function sizes" function_sizes
check "libraries" libraries
check "calls" calls
check "mutable data" mutable_data
check "paths" paths
check "blanks" blanks
check "heads" heads
check "Makefile" in_makefile
check "scripts" scripts
if command -v mandoc >/dev/null; then
	check "manuals" manuals
else
	echo "left out: manuals, mandoc is not there"
fi
echo "lint: $checks checks, $offences offences"
[ "$offences" = 0 ]
