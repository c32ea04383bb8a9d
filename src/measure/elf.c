/* SPDX-License-Identifier: MIT */
#include "measure/elf.h"

#include "core/err.h"
#include "core/mem.h"

#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of a mapped file; nothing in it is believed. */
struct image {
	const unsigned char *bytes;
	size_t size;
	Elf64_Ehdr head;
};

static bool
copy(const struct image *i, uint64_t at, void *to, size_t n)
{
	if (at > i->size || n > i->size - at)
		return false;
	memcpy(to, i->bytes + at, n);
	return true;
}

static bool
read_head(struct image *i)
{
	static const unsigned char wanted[] = {
	    ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB};

	return copy(i, 0, &i->head, sizeof(i->head)) &&
	    !memcmp(i->head.e_ident, wanted, sizeof(wanted)) &&
	    i->head.e_phentsize == sizeof(Elf64_Phdr);
}

static int64_t
load_bytes(const struct image *i)
{
	uint64_t sum = 0;
	Elf64_Phdr p;

	for (uint64_t k = 0; k < i->head.e_phnum; k++) {
		if (!copy(i, i->head.e_phoff + k * sizeof(p), &p, sizeof(p)))
			return -1;
		if (p.p_type != PT_LOAD)
			continue;
		if (p.p_memsz > UINT64_C(1) << 52 || sum > UINT64_C(1) << 52)
			return -1;
		sum += p.p_memsz;
	}
	return (int64_t)sum;
}

/* The first text of the section .comment, where compilers sign. */
static const char *
compiler(const struct image *i, struct arena *arena)
{
	static const char name[] = ".comment";
	char found[sizeof(name)], text[256] = "";
	Elf64_Shdr names, s;

	if (i->head.e_shentsize != sizeof(s) ||
	    !copy(i, i->head.e_shoff + (uint64_t)i->head.e_shstrndx * sizeof(s), &names,
		sizeof(names)))
		return NULL;
	for (uint64_t k = 0; k < i->head.e_shnum; k++) {
		if (!copy(i, i->head.e_shoff + k * sizeof(s), &s, sizeof(s)))
			return NULL;
		if (copy(i, names.sh_offset + s.sh_name, found, sizeof(found)) &&
		    !memcmp(found, name, sizeof(name)) &&
		    copy(i, s.sh_offset, text,
			s.sh_size < sizeof(text) ? s.sh_size : sizeof(text) - 1))
			return *text ? arena_text(arena, text) : NULL;
	}
	return NULL;
}

int
elf_read(struct elf *f, const char *path, struct arena *arena, struct err *e)
{
	struct image i = {0};
	struct stat st;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), failed = 0;
	void *map = MAP_FAILED;

	*f = (struct elf){.load_bytes = -1};
	if (fd < 0 || fstat(fd, &st))
		failed = err_system(e, "%s", path);
	else if (!S_ISREG(st.st_mode))
		failed = err_set(e, ERR_DATA, "%s: is no regular file", path);
	else if (st.st_size)
		map = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (map != MAP_FAILED) {
		i.bytes = map;
		i.size = (size_t)st.st_size;
	}
	if (!failed) {
		sha256_hex(f->sha256, i.bytes, i.size);
		if (read_head(&i)) {
			f->load_bytes = load_bytes(&i);
			f->compiler = compiler(&i, arena);
		}
	}
	if (map != MAP_FAILED)
		munmap(map, i.size);
	if (fd >= 0)
		close(fd);
	return failed;
}
