/* SPDX-License-Identifier: MIT */
#include "core/utc.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

/* Reads n digits; -1 where there are none. */
static int
digits(const char **s, int n)
{
	int value = 0;

	for (int i = 0; i < n; i++, (*s)++) {
		if (**s < '0' || **s > '9')
			return -1;
		value = value * 10 + (**s - '0');
	}
	return value;
}

static bool
step(const char **s, char c)
{
	if (**s != c)
		return false;
	(*s)++;
	return true;
}

/* Z, +hh:mm or -hh:mm, and the end. */
static bool
read_offset(const char *s, int64_t *offset)
{
	int sign, hours, minutes;

	*offset = 0;
	if (*s == 'Z')
		return s[1] == '\0';
	if (*s != '+' && *s != '-')
		return false;
	sign = *s++ == '-' ? -1 : 1;
	hours = digits(&s, 2);
	if (hours < 0 || hours > 23 || !step(&s, ':'))
		return false;
	minutes = digits(&s, 2);
	*offset = sign * (hours * 3600 + minutes * 60);
	return minutes >= 0 && minutes <= 59 && *s == '\0';
}

bool
utc_read(const char *s, int64_t *seconds)
{
	struct tm tm = {0};
	struct tm back;
	int64_t offset;
	int leap;
	time_t t;

	if (!s)
		return false;
	tm.tm_year = digits(&s, 4) - 1900;
	tm.tm_mon = step(&s, '-') ? digits(&s, 2) - 1 : -1;
	tm.tm_mday = step(&s, '-') ? digits(&s, 2) : -1;
	tm.tm_hour = step(&s, 'T') ? digits(&s, 2) : -1;
	tm.tm_min = step(&s, ':') ? digits(&s, 2) : -1;
	tm.tm_sec = step(&s, ':') ? digits(&s, 2) : -1;
	if (tm.tm_year < -1900 || tm.tm_mon < 0 || tm.tm_mday < 1 || tm.tm_hour < 0 ||
	    tm.tm_hour > 23 || tm.tm_min < 0 || tm.tm_min > 59 || tm.tm_sec < 0 ||
	    tm.tm_sec > 60)
		return false;
	if (step(&s, '.')) {
		if (digits(&s, 1) < 0)
			return false;
		s += strspn(s, "0123456789");
	}
	leap = tm.tm_sec == 60;
	tm.tm_sec -= leap;
	back = tm;
	t = timegm(&back) + leap;
	/* a leap second is one more; timegm mends 31 February, we do not */
	if (back.tm_mday != tm.tm_mday || back.tm_mon != tm.tm_mon ||
	    !read_offset(s, &offset))
		return false;
	*seconds = (int64_t)t - offset;
	return true;
}

char *
utc_text(char out[UTC_SIZE], int64_t seconds)
{
	time_t t = (time_t)seconds;
	struct tm tm;

	if (!gmtime_r(&t, &tm))
		snprintf(out, UTC_SIZE, "unknown");
	else
		snprintf(out, UTC_SIZE, "%04d-%02d-%02dT%02d:%02d:%02d",
		    tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min,
		    tm.tm_sec);
	return out;
}
