/* SPDX-License-Identifier: MIT */
#include "measure/library.h"

#include "core/err.h"
#include "measure/objects.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

struct symbol {
	const char *name;
	size_t offset; /* of the pointer in struct library */
};

#define SYMBOL(name, member) \
	{ \
		name, offsetof(struct library, member) \
	}

static const struct symbol hash[] = {
    SYMBOL("CryptHash", hash),
    {NULL, 0},
};

static const struct symbol kem[] = {
    SYMBOL("kem_get_pk_len_bytes", kem.pk_bytes),
    SYMBOL("kem_get_sk_len_bytes", kem.sk_bytes),
    SYMBOL("kem_get_ct_len_bytes", kem.ct_bytes),
    SYMBOL("kem_get_ss_len_bytes", kem.ss_bytes),
    SYMBOL("kem_keygen", kem.keygen),
    SYMBOL("kem_enc", kem.enc),
    SYMBOL("kem_dec", kem.dec),
    {NULL, 0},
};

static const struct symbol sign[] = {
    SYMBOL("sig_get_pk_len_bytes", sign.pk_bytes),
    SYMBOL("sig_get_sk_len_bytes", sign.sk_bytes),
    SYMBOL("sig_get_sn_len_bytes", sign.sn_bytes),
    SYMBOL("sig_keygen", sign.keygen),
    SYMBOL("sig_sign", sign.sign),
    SYMBOL("sig_verify", sign.verify),
    {NULL, 0},
};

static const struct symbol kex[] = {
    SYMBOL("kex_get_passes_num", kex.passes),
    SYMBOL("kex_get_pk_len_bytes", kex.pk_bytes),
    SYMBOL("kex_get_sk_len_bytes", kex.sk_bytes),
    SYMBOL("kex_get_sta_len_bytes", kex.sta_bytes),
    SYMBOL("kex_get_stb_len_bytes", kex.stb_bytes),
    SYMBOL("kex_get_ss_len_bytes", kex.ss_bytes),
    SYMBOL("kex_get_total_msg_len_bytes", kex.total_msg_bytes),
    SYMBOL("kex_init_a", kex.init_a),
    SYMBOL("kex_init_b", kex.init_b),
    SYMBOL("kex_generate_pass1_msg_a", kex.pass1),
    SYMBOL("kex_derive_ss_a", kex.derive_a),
    SYMBOL("kex_derive_ss_b", kex.derive_b),
    {NULL, 0},
};

static const struct symbol *const symbols[] = {
    [CATEGORY_HASH] = hash,
    [CATEGORY_KEM] = kem,
    [CATEGORY_SIGN] = sign,
    [CATEGORY_KEX] = kex,
};

static int
find_symbols(struct library *l, void *handle, const struct symbol *s, struct err *e)
{
	for (; s->name; s++) {
		void *found = dlsym(handle, s->name);
		if (!found)
			return err_set(
			    e, ERR_DATA, "the library has no function %s", s->name);
		memcpy((char *)l + s->offset, &found, sizeof(found));
	}
	return 0;
}

/* The passes behind the first, as far as the library has them. */
static void
find_passes(struct library *l, void *handle)
{
	char name[40];
	void *found;

	for (int k = 2; k <= LIBRARY_PASSES; k++) {
		snprintf(name, sizeof(name), "kex_generate_pass%d_msg_%c", k,
		    k % 2 ? 'a' : 'b');
		found = dlsym(handle, name);
		memcpy(&l->kex.pass[k - 1], &found, sizeof(found));
	}
}

/* Why it was not loaded; a record shows it, and no folder of this machine. */
static const char *
without_path(const char *why, const char *path)
{
	size_t n = strlen(path);

	return !strncmp(why, path, n) && !strncmp(why + n, ": ", 2) ? why + n + 2 : why;
}

int
library_open(struct library *l, const char *path, enum category category,
    DRNG_ctx *drng, struct err *e)
{
	size_t object = objects_count();
	char name[4096];
	void *handle;

	/* a name without a slash would be looked for among the system's */
	snprintf(name, sizeof(name), "%s%s", strchr(path, '/') ? "" : "./", path);
	handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
	if (!handle)
		return err_set(e, ERR_DATA, "%s", without_path(dlerror(), name));
	*l = (struct library){.drng = drng,
	    .own_drng = dlsym(handle, "drng_algorithm"),
	    .object = object};
	if (category == CATEGORY_KEX)
		find_passes(l, handle);
	return find_symbols(l, handle, symbols[category], e);
}

void
library_seed(const struct library *l, const unsigned char *seed, size_t bytes)
{
	init_random_number(l->drng, seed, bytes);
	if (l->own_drng && l->own_drng != l->drng)
		*l->own_drng = *l->drng;
}
