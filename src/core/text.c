/* SPDX-License-Identifier: MIT */
#include "core/text.h"

#include "core/buf.h"

#include <string.h>

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

size_t
text_decode(const char *s, size_t n, unsigned *code)
{
	static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *u = (const unsigned char *)s;
	size_t len = u[0] < 0x80 ? 1
	    : u[0] < 0xc2        ? 0
	    : u[0] < 0xe0        ? 2
	    : u[0] < 0xf0        ? 3
	    : u[0] < 0xf5        ? 4
				 : 0;
	unsigned c;

	if (!len || len > n)
		return 0;
	c = len == 1 ? u[0] : u[0] & (0x7fu >> len);
	for (size_t i = 1; i < len; i++) {
		if ((u[i] & 0xc0) != 0x80)
			return 0;
		c = c << 6 | (u[i] & 0x3f);
	}
	if (c < least[len] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		return 0;
	*code = c;
	return len;
}

bool
text_is_invisible(unsigned c)
{
	return c < 0x20 || (c >= 0x7f && c <= 0x9f) || c == 0xad || c == 0x61c ||
	    c == 0x180e || (c >= 0x200b && c <= 0x200f) ||
	    (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) ||
	    c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb) || (c & 0xfffe) == 0xfffe ||
	    (c >= 0xfdd0 && c <= 0xfdef) || (c >= 0xe0000 && c <= 0xe007f);
}

void
text_visible(struct buf *out, const char *s)
{
	size_t n = strlen(s), plain = 0, len;
	unsigned code;

	for (size_t i = 0; i < n; i += len) {
		len = text_decode(s + i, n - i, &code);
		if (len && !text_is_invisible(code))
			continue;
		buf_add(out, s + plain, i - plain);
		if (!len)
			buf_format(out, "\\x{%02X}", (unsigned char)s[i]);
		else if (code == '\t' || code == '\n' || code == '\r')
			buf_char(out, ' ');
		else
			buf_format(out, "\\u{%04X}", code);
		len = len ? len : 1;
		plain = i + len;
	}
	buf_add(out, s + plain, n - plain);
}

bool
text_is_name(const char *s)
{
	size_t n = strlen(s), len;
	unsigned code;

	if (!n || n > 255 || !strcmp(s, ".") || !strcmp(s, ".."))
		return false;
	for (size_t i = 0; i < n; i += len) {
		len = text_decode(s + i, n - i, &code);
		if (!len || code == '/' || code == '\\' || text_is_invisible(code))
			return false;
	}
	return true;
}

/* Compares the runs of digits at *a and *b as numbers and steps over them. */
static int
compare_runs(const char **a, const char **b)
{
	const char *x = *a, *y = *b;
	size_t nx, ny;
	int order;

	while (*x == '0')
		x++;
	while (*y == '0')
		y++;
	for (nx = 0; is_digit(x[nx]);)
		nx++;
	for (ny = 0; is_digit(y[ny]);)
		ny++;
	*a = x + nx;
	*b = y + ny;
	if (nx != ny)
		return nx < ny ? -1 : 1;
	order = memcmp(x, y, nx);
	return order;
}

int
text_natural(const char *a, const char *b)
{
	const char *x = a, *y = b;
	int order;

	while (*x && *y) {
		if (is_digit(*x) && is_digit(*y)) {
			order = compare_runs(&x, &y);
			if (order)
				return order;
		} else if (*x != *y) {
			return (unsigned char)*x < (unsigned char)*y ? -1 : 1;
		} else {
			x++;
			y++;
		}
	}
	if (*x || *y)
		return *x ? 1 : -1;
	return strcmp(a, b);
}

static void
encode(struct buf *out, const char *s, char mark, bool slash)
{
	static const char hex[] = "0123456789ABCDEF";
	static const char keep[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	    "0123456789._-";
	size_t n;
	char escape[3] = {mark};

	while (*s) {
		n = strspn(s, keep);
		buf_add(out, s, n);
		s += n;
		if (!*s)
			break;
		if (slash && *s == '/') {
			buf_char(out, '/');
		} else {
			escape[1] = hex[(unsigned char)*s >> 4];
			escape[2] = hex[(unsigned char)*s & 15];
			buf_add(out, escape, 3);
		}
		s++;
	}
}

void
text_url(struct buf *out, const char *s, bool is_path)
{
	encode(out, s, '%', is_path);
}

void
text_id(struct buf *out, const char *s)
{
	encode(out, s, '_', false);
}

bool
text_equal(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

bool
text_is_hex(const char *s, size_t n)
{
	return strlen(s) == n && strspn(s, "0123456789abcdef") == n;
}
