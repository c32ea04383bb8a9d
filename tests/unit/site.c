/* SPDX-License-Identifier: MIT */
#include "report/site.h"

#include "folder.h"

#include <sys/wait.h>
#include <time.h>

/* A temporary folder, and the place of a site in it. */
struct place_of_site {
	char folder[256], out[300];
};

static void
start(struct place_of_site *p)
{
	folder_make(p->folder);
	snprintf(p->out, sizeof(p->out), "%s/site", p->folder);
}

static struct site *
open_site(const char *out)
{
	struct err e = {0};
	struct site *s = site_open(out, &e);

	if (!s)
		fail_msg("%s", e.text);
	return s;
}

static void
put(struct site *s, const char *path, const char *text)
{
	struct err e = {0};

	if (site_put(s, path, text, strlen(text), NULL, &e))
		fail_msg("%s", e.text);
}

static void
finish(struct site *s)
{
	struct err e = {0};

	put(s, SITE_MARKER, "{}");
	if (site_finish(s, &e))
		fail_msg("%s", e.text);
	site_close(s);
}

/* A first site of three files, a day old. */
static void
build(const struct place_of_site *p)
{
	static const char *const names[] = {"index.html", "compare/x.html", "table.js"};
	static const struct timespec old[2] = {
	    {.tv_sec = 1000000000}, {.tv_sec = 1000000000, .tv_nsec = 123456789}};
	struct site *s = open_site(p->out);
	char path[400];

	for (size_t i = 0; i < COUNT_OF(names); i++)
		put(s, names[i], names[i]);
	finish(s);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		snprintf(path, sizeof(path), "%s/%s", p->out, names[i]);
		assert_int_equal(utimensat(AT_FDCWD, path, old, 0), 0);
	}
}

static struct file_stamp
stamp_of(const struct place_of_site *p, const char *name)
{
	struct file_stamp stamp = {0};
	char path[400];

	snprintf(path, sizeof(path), "%s/%s", p->out, name);
	file_stat(AT_FDCWD, path, &stamp);
	return stamp;
}

static int
is_same_file(const char *name, const struct file_stamp *a, const struct file_stamp *b)
{
	return unit_count(name, a->inode, b->inode) +
	    unit_count(name, a->mtime_ns, b->mtime_ns) +
	    unit_count(name, a->size, b->size);
}

static void
first_build(void **state)
{
	struct place_of_site p;
	struct site *s;
	int wrong = 0;

	(void)state;
	start(&p);
	s = open_site(p.out);
	put(s, "index.html", "first");
	put(s, "compare/b/c/deep.html", "");
	put(s, "compare/b/other.html", "x");
	wrong += unit_count("files", (int64_t)site_files(s), 3);
	wrong += folder_holds("not before the end", p.folder, "site/index.html", NULL);
	finish(s);
	wrong += folder_holds("page", p.folder, "site/index.html", "first");
	wrong += folder_holds("deep page", p.folder, "site/compare/b/c/deep.html", "");
	wrong += folder_holds("beside it", p.folder, "site/compare/b/other.html", "x");
	wrong += folder_holds("marker", p.folder, "site/" SITE_MARKER, "{}");
	wrong += folder_holds("nothing left", p.folder, "site.building", NULL);
	folder_drop(p.folder);
	assert_int_equal(wrong, 0);
}

/* What is equal stays the same file, with its time; what is gone goes; until the end
 * the old site stands. */
static void
exchange(void **state)
{
	struct place_of_site p;
	struct file_stamp before, deep_before, after;
	struct site *s;
	int wrong = 0;

	(void)state;
	start(&p);
	build(&p);
	before = stamp_of(&p, "index.html");
	deep_before = stamp_of(&p, "compare/x.html");
	s = open_site(p.out);
	put(s, "index.html", "index.html");
	put(s, "compare/x.html", "compare/x.HTML");
	put(s, "404.html", "new");
	wrong += folder_holds("old", p.folder, "site/compare/x.html", "compare/x.html");
	wrong += folder_holds("not yet", p.folder, "site/404.html", NULL);
	finish(s);
	after = stamp_of(&p, "index.html");
	wrong += folder_holds("equal", p.folder, "site/index.html", "index.html");
	wrong += is_same_file("equal", &after, &before);
	after = stamp_of(&p, "compare/x.html");
	wrong += folder_holds(
	    "same size", p.folder, "site/compare/x.html", "compare/x.HTML");
	wrong +=
	    unit_true("of the same size", after.mtime_ns != deep_before.mtime_ns, true);
	wrong += folder_holds("new", p.folder, "site/404.html", "new");
	wrong += folder_holds("gone", p.folder, "site/style.css", NULL);
	wrong += folder_holds("nothing left", p.folder, "site.building", NULL);
	wrong += folder_holds("nor aside", p.folder, "site.old", NULL);
	folder_drop(p.folder);
	assert_int_equal(wrong, 0);
}

static void
drop(void **state)
{
	struct place_of_site p;
	struct file_stamp before, after;
	struct site *s;
	int wrong = 0;

	(void)state;
	start(&p);
	build(&p);
	before = stamp_of(&p, "index.html");
	s = open_site(p.out);
	put(s, "index.html", "index.html");
	put(s, "table.js", "other");
	site_close(s);
	site_close(NULL);
	after = stamp_of(&p, "index.html");
	wrong += is_same_file("page", &after, &before);
	wrong += folder_holds("style", p.folder, "site/table.js", "table.js");
	wrong += folder_holds("nothing left", p.folder, "site.building", NULL);
	folder_drop(p.folder);
	assert_int_equal(wrong, 0);
}

/* Something else than a site of ours: exit code 2, and not a byte is changed. */
static void
foreign(void **state)
{
	static const struct {
		const char *name;
		enum err_code code;
	} places[] = {{"folder", ERR_USAGE}, {"folder/", ERR_USAGE},
	    {"file", ERR_USAGE}, {"link", ERR_USAGE}, {"marked", ERR_USAGE},
	    {".", ERR_USAGE}, {"..", ERR_USAGE}, {"none/..", ERR_USAGE},
	    {"", ERR_USAGE}, {"file/site", ERR_SYSTEM}};
	struct place_of_site p;
	char path[600];
	int wrong = 0;

	(void)state;
	start(&p);
	folder_write(p.folder, "folder/precious.txt", "precious", 8);
	folder_write(p.folder, "file", "precious", 8);
	/* a folder of the marker's name marks nothing */
	folder_write(p.folder, "marked/" SITE_MARKER "/x", "precious", 8);
	snprintf(path, sizeof(path), "%s/link", p.folder);
	assert_int_equal(symlink("folder", path), 0);
	for (size_t i = 0; i < COUNT_OF(places); i++) {
		const char *name = places[i].name;
		struct err e = {0};
		struct site *s;
		snprintf(path, sizeof(path), "%s%s%s", *name ? p.folder : "",
		    *name ? "/" : "", name);
		s = site_open(path, &e);
		wrong += unit_true(name, s == NULL, true);
		wrong += unit_count(name, e.code, places[i].code);
		site_close(s);
		snprintf(path, sizeof(path), "%s.building", name);
		wrong += folder_holds(name, p.folder, path, NULL);
	}
	wrong +=
	    folder_holds("in the folder", p.folder, "folder/precious.txt", "precious");
	wrong += folder_holds("the file", p.folder, "file", "precious");
	wrong +=
	    folder_holds("as marked", p.folder, "marked/" SITE_MARKER "/x", "precious");
	folder_drop(p.folder);
	assert_int_equal(wrong, 0);
}

static void
root(void **state)
{
	struct err e = {0};
	struct site *s = site_open("/", &e);

	(void)state;
	assert_null(s);
	assert_int_equal(e.code, ERR_USAGE);
}

/* Empty folders are taken, and folders above are made. */
static void
places(void **state)
{
	static const struct {
		const char *name, *page;
	} list[] = {
	    {"empty", "empty/index.html"},
	    {"empty too///", "empty too/index.html"},
	    {"not/there/yet", "not/there/yet/index.html"},
	    {"new/", "new/index.html"},
	};
	struct place_of_site p;
	char path[600];
	int wrong = 0;

	(void)state;
	start(&p);
	for (int i = 0; i < 2; i++) {
		snprintf(
		    path, sizeof(path), "%s/%s", p.folder, i ? "empty too" : "empty");
		assert_int_equal(mkdir(path, 0777), 0);
	}
	for (size_t i = 0; i < COUNT_OF(list); i++) {
		struct site *s;
		snprintf(path, sizeof(path), "%s/%s", p.folder, list[i].name);
		s = open_site(path);
		put(s, "index.html", "page");
		finish(s);
		wrong += folder_holds(list[i].name, p.folder, list[i].page, "page");
	}
	folder_drop(p.folder);
	assert_int_equal(wrong, 0);
}

/* In the folder where the program runs. */
static void
relative(void **state)
{
	int here = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), wrong = 0;
	struct place_of_site p;
	struct site *s;

	(void)state;
	start(&p);
	assert_int_equal(chdir(p.folder), 0);
	for (int i = 0; i < 2; i++) {
		s = open_site("site");
		put(s, "index.html", i ? "second" : "first");
		finish(s);
	}
	wrong += folder_holds("page", p.folder, "site/index.html", "second");
	wrong += folder_holds("nothing left", p.folder, "site.building", NULL);
	assert_int_equal(fchdir(here), 0);
	close(here);
	folder_drop(p.folder);
	assert_int_equal(wrong, 0);
}

/* What a killed build left is not part of the next site. */
static void
leftovers(void **state)
{
	struct place_of_site p;
	struct site *s;
	int wrong = 0;

	(void)state;
	start(&p);
	build(&p);
	folder_write(p.folder, "site.building/index.html", "half", 4);
	folder_write(p.folder, "site.building/x/y/z", "half", 4);
	folder_write(p.folder, "site.building/.ngcc-report.building", "", 0);
	s = open_site(p.out);
	wrong += folder_holds("cleared", p.folder, "site.building/x/y/z", NULL);
	put(s, "index.html", "whole");
	finish(s);
	wrong += folder_holds("page", p.folder, "site/index.html", "whole");
	wrong += folder_holds("not in it", p.folder, "site/x/y/z", NULL);
	wrong += folder_holds("nothing left", p.folder, "site.building", NULL);
	folder_drop(p.folder);
	assert_int_equal(wrong, 0);
}

static void
keeps(void **state)
{
	struct place_of_site p;
	struct file_stamp page, deep, after, elsewhere = {0};
	struct site *s;
	int wrong = 0;

	(void)state;
	start(&p);
	build(&p);
	folder_write(p.folder, "data", "linked", 6);
	page = stamp_of(&p, "index.html");
	deep = stamp_of(&p, "compare/x.html");
	s = open_site(p.out);
	wrong += unit_true("has", site_has(s, "index.html", &page), true);
	wrong += unit_true("has not", site_has(s, "none.html", &page), false);
	wrong += unit_true("keep", site_keep(s, "index.html", &page), true);
	wrong += unit_true("deep", site_keep(s, "compare/x.html", &deep), true);
	page.mtime_ns++;
	wrong += unit_true("another time", site_has(s, "index.html", &page), false);
	wrong += unit_true("not kept", site_keep(s, "index.html", &page), false);
	page.mtime_ns--;
	page.size++;
	wrong += unit_true("another size", site_has(s, "index.html", &page), false);
	page.size--;
	page.inode++;
	wrong += unit_true("another file", site_has(s, "index.html", &page), false);
	page.inode--;
	wrong += unit_true("a folder", site_has(s, "a", &page), false);
	{
		int dir = open(p.folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
		wrong += unit_true("link",
		    site_link(s, "evidence/x/data", dir, "data", &elsewhere), true);
		wrong += unit_true(
		    "no link", site_link(s, "no", dir, "none", &after), false);
		close(dir);
	}
	finish(s);
	after = stamp_of(&p, "index.html");
	wrong += is_same_file("kept", &after, &page);
	after = stamp_of(&p, "compare/x.html");
	wrong += is_same_file("kept deep", &after, &deep);
	after = stamp_of(&p, "evidence/x/data");
	wrong += is_same_file("linked", &after, &elsewhere);
	wrong += folder_holds("linked", p.folder, "site/evidence/x/data", "linked");
	folder_drop(p.folder);
	assert_int_equal(wrong, 0);
}

/* What was made tells a later build whether all of it is still there. */
static void
whole(void **state)
{
	struct place_of_site p;
	struct file_stamp own;
	struct buf made = {0};
	struct err e;
	struct site *s;
	int wrong = 0;

	(void)state;
	start(&p);
	s = open_site(p.out);
	wrong += unit_true("no site", site_is_whole(s, made.data, made.len), false);
	put(s, "index.html", "1");
	put(s, "compare/b.html", "2");
	site_put(s, "feed.xml", "3", 1, &own, &e);
	wrong += unit_count("size in the stamp", own.size, 1);
	put(s, SITE_MARKER, "{}");
	buf_add(&made, site_made(s)->data, site_made(s)->len);
	assert_int_equal(site_finish(s, &e), 0);
	site_close(s);
	s = open_site(p.out);
	wrong += unit_true("untouched", site_is_whole(s, made.data, made.len), true);
	folder_write(p.folder, "site/feed.xml", "4", 1);
	wrong += unit_true("another file", site_is_whole(s, made.data, made.len), true);
	folder_write(p.folder, "site/compare/b.html", "2", 1);
	wrong +=
	    unit_true("written again", site_is_whole(s, made.data, made.len), false);
	site_close(s);
	made.len -= 3;
	s = open_site(p.out);
	wrong += unit_true("cut", site_is_whole(s, made.data, made.len), false);
	site_close(s);
	buf_free(&made);
	folder_drop(p.folder);
	assert_int_equal(wrong, 0);
}

static void
collisions(void **state)
{
	struct place_of_site p;
	struct err e = {0};
	struct site *s;
	int wrong = 0;

	(void)state;
	start(&p);
	s = open_site(p.out);
	put(s, "a", "first");
	wrong += unit_count("twice", site_put(s, "a", "second", 6, NULL, &e), -1);
	wrong += unit_count("twice", e.code, ERR_SYSTEM);
	wrong += unit_count("below a file", site_put(s, "a/b", "x", 1, NULL, &e), -1);
	finish(s);
	wrong += folder_holds("the first", p.folder, "site/a", "first");
	folder_drop(p.folder);
	assert_int_equal(wrong, 0);
}

/* Builds a second site when it is told to, and says whether that went well. */
static int
build_second(const char *out, int told)
{
	struct err e;
	struct site *s;
	char c;

	if (read(told, &c, 1) != 1)
		return 1;
	s = site_open(out, &e);
	if (!s || site_put(s, "index.html", "second", 6, NULL, &e))
		return 1;
	if (site_finish(s, &e))
		return 1;
	site_close(s);
	return 0;
}

/* A second build waits until the first is done. The other process is made before, so
 * that it does not inherit the lock. */
static void
waits(void **state)
{
	const struct timespec a_while = {.tv_nsec = 200000000};
	struct place_of_site p;
	struct site *s;
	pid_t child;
	int status = -1, told[2], wrong = 0;

	(void)state;
	start(&p);
	assert_int_equal(pipe(told), 0);
	child = fork();
	if (child == 0)
		_exit(build_second(p.out, told[0]));
	assert_true(child > 0);
	s = open_site(p.out);
	put(s, "index.html", "first");
	wrong += unit_count("tell", write(told[1], "", 1), 1);
	nanosleep(&a_while, NULL);
	wrong += unit_count("waits", waitpid(child, &status, WNOHANG), 0);
	finish(s);
	wrong += unit_count("goes on", waitpid(child, &status, 0), child);
	wrong += unit_count("succeeds", status, 0);
	wrong += folder_holds("the second", p.folder, "site/index.html", "second");
	close(told[0]);
	close(told[1]);
	folder_drop(p.folder);
	assert_int_equal(wrong, 0);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(first_build),
	    cmocka_unit_test(exchange),
	    cmocka_unit_test(drop),
	    cmocka_unit_test(foreign),
	    cmocka_unit_test(root),
	    cmocka_unit_test(places),
	    cmocka_unit_test(relative),
	    cmocka_unit_test(leftovers),
	    cmocka_unit_test(keeps),
	    cmocka_unit_test(whole),
	    cmocka_unit_test(collisions),
	    cmocka_unit_test(waits),
	};

	return cmocka_run_group_tests_name("site", tests, NULL, NULL);
}
