/* SPDX-License-Identifier: MIT */
#include "measure/interpose.h"

#include "core/err.h"
#include "measure/clock.h"
#include "measure/objects.h"
#include "measure/report.h"

#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__aarch64__)
#define JUMP_SLOT R_AARCH64_JUMP_SLOT
#define GLOB_DAT R_AARCH64_GLOB_DAT
#define ABSOLUTE R_AARCH64_ABS64
#else
#define JUMP_SLOT R_X86_64_JUMP_SLOT
#define GLOB_DAT R_X86_64_GLOB_DAT
#define ABSOLUTE R_X86_64_64
#endif

/* As many words as any function's arguments take: those that are in registers, and then
 * of the stack. What a function does not have is garbage, handed on and never looked
 * at; floating-point numbers are not handed on. */
typedef uintptr_t word;
typedef word function(
    word, word, word, word, word, word, word, word, word, word, word, word);

/* Functions whose arguments tell lengths: number of the argument, bits of its unit. */
static const struct known {
	const char *symbol, *name;
	int in, in_unit, out, out_unit; /* -1: no argument tells it */
} known[] = {
    {"get_random_number", "drng", -1, 0, 2, 1},
    {"EVP_Digest", "EVP_Digest", 1, 8, -1, 0},
    {"EVP_DigestUpdate", "EVP_DigestUpdate", 2, 8, -1, 0},
    {"EVP_DigestFinalXOF", "EVP_DigestFinalXOF", -1, 0, 2, 8},
    {"SHA1", "SHA1", 1, 8, -1, 0},
    {"SHA224", "SHA224", 1, 8, -1, 0},
    {"SHA256", "SHA256", 1, 8, -1, 0},
    {"SHA384", "SHA384", 1, 8, -1, 0},
    {"SHA512", "SHA512", 1, 8, -1, 0},
};

struct interposing {
	struct interpose *to;
	const char *symbol[INTERPOSE_FUNCTIONS];
	const struct known *known[INTERPOSE_FUNCTIONS];
	function *real[INTERPOSE_FUNCTIONS];
	uint64_t inside; /* ticks of named functions within the innermost open call */
};

/* All that the functions below can see: they get the caller's arguments and no context.
 */
static struct interposing now;

static uint64_t
bits(const word *a, int argument, int unit)
{
	return argument < 0 ? 0 : (uint64_t)a[argument] * (uint64_t)unit;
}

static void
note(int slot, const word *a, uint64_t ticks)
{
	const struct known *k = now.known[slot];
	const char *name = k ? k->name : now.symbol[slot];
	uint64_t in = k ? bits(a, k->in, k->in_unit) : 0;
	uint64_t out = k ? bits(a, k->out, k->out_unit) : 0;
	struct interpose *to = now.to;
	struct interpose_entry *e = to->entry;

	while (e < to->entry + to->entries &&
	    (e->name != name || e->in_bits != in || e->out_bits != out))
		e++;
	if (e == to->entry + INTERPOSE_ENTRIES) {
		to->overflow++;
		return;
	}
	if (e == to->entry + to->entries) {
		*e = (struct interpose_entry){name, in, out, 0, 0};
		to->entries++;
	}
	e->calls++;
	e->ticks += ticks;
}

static word
call(int slot, const word *a)
{
	uint64_t outside = now.inside, start, ticks;
	word result;

	now.inside = 0;
	start = clock_ticks();
	result = now.real[slot](
	    a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9], a[10], a[11]);
	ticks = clock_ticks() - start;
	note(slot, a, ticks > now.inside ? ticks - now.inside : 0);
	now.inside = outside + ticks;
	return result;
}

#define STAND_IN(slot) \
	static word stand_in_##slot(word a, word b, word c, word d, word e, word f, \
	    word g, word h, word i, word j, word k, word l) \
	{ \
		return call(slot, (const word[]){a, b, c, d, e, f, g, h, i, j, k, l}); \
	}

STAND_IN(0)
STAND_IN(1)
STAND_IN(2)
STAND_IN(3)
STAND_IN(4)
STAND_IN(5)
STAND_IN(6)
STAND_IN(7)
STAND_IN(8)
STAND_IN(9)
STAND_IN(10)
STAND_IN(11)
STAND_IN(12)
STAND_IN(13)
STAND_IN(14)
STAND_IN(15)

static function *const stand_in[INTERPOSE_FUNCTIONS] = {stand_in_0, stand_in_1,
    stand_in_2, stand_in_3, stand_in_4, stand_in_5, stand_in_6, stand_in_7, stand_in_8,
    stand_in_9, stand_in_10, stand_in_11, stand_in_12, stand_in_13, stand_in_14,
    stand_in_15};

/* The tables of an object by which it finds functions. */
struct tables {
	const ElfW(Rela) * jumps, *data;
	size_t jump_bytes, data_bytes;
	const ElfW(Sym) * symbols;
	const char *names;
};

/* The loader has made the addresses in it absolute, but for objects of the kernel. */
static struct tables
find_tables(const struct dl_phdr_info *object)
{
	struct tables t = {0};

	for (size_t i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Dyn) * d;

		if (object->dlpi_phdr[i].p_type != PT_DYNAMIC)
			continue;
		d = (const void *)(object->dlpi_addr + object->dlpi_phdr[i].p_vaddr);
		for (; d->d_tag != DT_NULL; d++)
			switch (d->d_tag) {
			case DT_JMPREL:
				t.jumps = (const void *)d->d_un.d_ptr;
				break;
			case DT_PLTRELSZ:
				t.jump_bytes = d->d_un.d_val;
				break;
			case DT_RELA:
				t.data = (const void *)d->d_un.d_ptr;
				break;
			case DT_RELASZ:
				t.data_bytes = d->d_un.d_val;
				break;
			case DT_SYMTAB:
				t.symbols = (const void *)d->d_un.d_ptr;
				break;
			case DT_STRTAB:
				t.names = (const void *)d->d_un.d_ptr;
				break;
			}
	}
	return t;
}

/* What is written by the loader alone may be read-only since. */
static int
replace(word *place, word value)
{
	word page = (word)sysconf(_SC_PAGESIZE);
	void *start = (void *)((word)place & ~(page - 1));

	if (mprotect(start, page, PROT_READ | PROT_WRITE))
		return -1;
	*place = value;
	return 0;
}

static void
take_relocations(const struct tables *t, const ElfW(Rela) * list, size_t bytes,
    word base, bool *failed)
{
	for (const ElfW(Rela) *r = list; r < list + bytes / sizeof(*r); r++) {
		word type = ELF64_R_TYPE(r->r_info);
		const char *name =
		    t->names + t->symbols[ELF64_R_SYM(r->r_info)].st_name;
		word *place = (word *)(base + r->r_offset);

		if (type != JUMP_SLOT && type != GLOB_DAT && type != ABSOLUTE)
			continue;
		for (int i = 0; i < INTERPOSE_FUNCTIONS && now.symbol[i]; i++)
			if (!strcmp(name, now.symbol[i]) && *place) {
				now.real[i] = (function *)*place;
				*failed |= replace(place, (word)stand_in[i]) != 0;
			}
	}
}

static void
take_object(void *context, const struct dl_phdr_info *object)
{
	struct tables t = find_tables(object);

	if (!t.symbols || !t.names)
		return;
	take_relocations(&t, t.jumps, t.jump_bytes, object->dlpi_addr, context);
	take_relocations(&t, t.data, t.data_bytes, object->dlpi_addr, context);
}

int
interpose_start(
    struct interpose *to, const char *const *names, size_t object, struct err *e)
{
	bool failed = false;

	*to = (struct interpose){.entries = 0};
	now.to = to;
	now.inside = 0;
	for (int i = 0; i < INTERPOSE_FUNCTIONS && names[i]; i++) {
		now.symbol[i] = names[i];
		for (size_t k = 0; k < sizeof(known) / sizeof(known[0]); k++)
			if (!strcmp(known[k].symbol, names[i]))
				now.known[i] = &known[k];
	}
	objects_visit(object, take_object, &failed);
	return failed ? err_system(e, "replacing a function's address") : 0;
}

void
interpose_tell(const struct interpose *i, struct report *r)
{
	for (size_t k = 0; k < i->entries; k++) {
		const struct interpose_entry *e = &i->entry[k];
		report_format(r, "call %s %llu %llu %llu %llu\n", e->name,
		    (unsigned long long)e->in_bits, (unsigned long long)e->out_bits,
		    (unsigned long long)e->calls, (unsigned long long)e->ticks);
	}
	report_format(r, "overflow %llu\n", (unsigned long long)i->overflow);
	for (int k = 0; k < INTERPOSE_FUNCTIONS && now.symbol[k]; k++)
		if (!now.real[k])
			report_format(r, "unseen %s\n", now.symbol[k]);
}
