/* SPDX-License-Identifier: MIT */
#include "core/json_strict.h"

#include "core/err.h"
#include "core/json.h"
#include "core/text.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

int
json_place(const char *text, size_t at, const char *what, struct err *e)
{
	size_t line = 1, start = 0;

	for (size_t i = 0; i < at; i++)
		if (text[i] == '\n') {
			line++;
			start = i + 1;
		}
	return err_set(
	    e, ERR_DATA, "%s at line %zu, byte %zu", what, line, at - start + 1);
}

/* What a byte means inside a string and between values. */
enum { PLAIN = 1, IN_STRING = 2 };

/* Where nothing needs a look: blanks, letters and colons between values; in a string
 * all printable ASCII but the quote and the backslash. (Ranges are gcc's and clang's.)
 */
__extension__ static const unsigned char class[256] = {
    ['\t'] = PLAIN,
    ['\n'] = PLAIN,
    ['\r'] = PLAIN,
    [' '] = PLAIN | IN_STRING,
    ['!'] = IN_STRING,
    ['#' ... '+'] = IN_STRING,
    [','] = IN_STRING,
    ['-' ... '9'] = IN_STRING,
    [':'] = PLAIN | IN_STRING,
    [';' ... '['] = IN_STRING,
    [']' ... '`'] = IN_STRING,
    ['a' ... 'z'] = PLAIN | IN_STRING,
    ['{' ... '~'] = IN_STRING,
};

/* cJSON reads other characters as the code 0. */
static bool
is_code(const char *s)
{
	return strspn(s, "0123456789abcdefABCDEF") >= 4;
}

/* From behind the opening quote to behind the closing one. text[len] is NUL. */
static int
skip_string(const char *text, size_t len, size_t *at, struct err *e)
{
	size_t i = *at, n;
	unsigned code;

	for (;;) {
		while (class[(unsigned char)text[i]] & IN_STRING)
			i++;
		if (text[i] == '"')
			break;
		if (i >= len)
			return json_place(text, len, "ends inside a string", e);
		if (text[i] == '\\') {
			if (text[i + 1] == 'u' && !is_code(text + i + 2))
				return json_place(
				    text, i, "has \\u without 4 hex digits", e);
			if (!strncmp(text + i, "\\u0000", 6))
				return json_place(
				    text, i, "has \\u0000 in a string", e);
			i += text[i + 1] ? 2 : 1;
			continue;
		}
		n = text_decode(text + i, len - i, &code);
		if (!n)
			return json_place(text, i, "has a byte that is not UTF-8", e);
		if (code < 0x20)
			return json_place(
			    text, i, "has a control character in a string", e);
		i += n;
	}
	*at = i + 1;
	return 0;
}

static size_t
digits(const char *s)
{
	size_t n = 0;

	while (s[n] >= '0' && s[n] <= '9')
		n++;
	return n;
}

static bool
is_of_number(char c)
{
	return (c >= '0' && c <= '9') || c == '.' || c == 'e' || c == 'E' || c == '+' ||
	    c == '-';
}

/* Steps over -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)? */
static int
skip_number(const char *text, size_t *at, struct err *e)
{
	const char *s = text + *at;
	bool large;
	size_t n;

	s += *s == '-';
	n = *s == '0' ? 1 : digits(s);
	s += n;
	if (n && *s == '.') {
		n = digits(++s);
		s += n;
	}
	large = *s == 'e' || *s == 'E';
	if (n && large) {
		s++;
		s += *s == '+' || *s == '-';
		n = digits(s);
		s += n;
	}
	if (!n || is_of_number(*s))
		return json_place(text, *at, "has a number that is not JSON's", e);
	/* short ones without an exponent cannot be too large */
	if ((large || s - (text + *at) > 300) && !isfinite(strtod(text + *at, NULL)))
		return json_place(text, *at, "has a number too large for a double", e);
	*at = (size_t)(s - text);
	return 0;
}

/* Whether what an opening bracket begins has no members. */
static bool
is_empty(const char *s)
{
	s += strspn(s, " \t\r\n");
	return *s == '}' || *s == ']';
}

int
json_strict(const char *text, size_t len, struct err *e)
{
	/* every comma has one more value behind it, every bracket a first one */
	size_t depth = 0, values = 1;

	if (len >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
		return json_place(text, 0, "has a byte-order mark", e);
	if (memchr(text, '\0', len))
		return json_place(text, strlen(text), "has a NUL byte", e);
	for (size_t i = 0; i < len;) {
		char c = text[i];
		if (class[(unsigned char)c] & PLAIN) {
			/* the NUL at the end is not plain */
			while (class[(unsigned char)text[++i]] & PLAIN)
				;
		} else if (c == '"') {
			i++;
			if (skip_string(text, len, &i, e))
				return -1;
		} else if ((c >= '0' && c <= '9') || c == '-') {
			if (skip_number(text, &i, e))
				return -1;
		} else if ((unsigned char)c < 0x20) {
			return json_place(text, i, "has a control character", e);
		} else {
			i++;
			values +=
			    c == ',' || ((c == '{' || c == '[') && !is_empty(text + i));
			depth += c == '{' || c == '[';
			depth -= (c == '}' || c == ']') && depth;
			if (depth > JSON_DEPTH)
				return json_place(text, i - 1, "has over 64 levels", e);
			if (values > JSON_VALUES)
				return json_place(
				    text, i - 1, "has over 2000000 values", e);
		}
	}
	return 0;
}
