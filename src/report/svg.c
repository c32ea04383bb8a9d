/* SPDX-License-Identifier: MIT */
#include "report/svg.h"

#include "report/html.h"

#include <math.h>
#include <stdio.h>

double
scale_place(const struct scale *s, double value)
{
	if (s->logarithmic)
		return log(value / s->low) / log(s->high / s->low);
	return (value - s->low) / (s->high - s->low);
}

/* How far a tick may lie beyond an end: so much of the step, by rounding. */
#define SLACK 1e-9

static size_t
linear_ticks(const struct scale *s, size_t most, double *tick)
{
	static const double steps[] = {1, 2, 5};
	double power = pow(10, floor(log10((s->high - s->low) / (double)most)));

	for (int i = 0;; i++) {
		double step = steps[i % 3] * power;
		double first = ceil(s->low / step - SLACK);
		double last = floor(s->high / step + SLACK);
		if (last - first + 1 <= (double)most) {
			size_t n = 0;
			for (; first <= last; first++)
				tick[n++] = first * step + 0.0; /* never -0 */
			return n;
		}
		if (i % 3 == 2)
			power *= 10;
	}
}

/* Ticks at the factors (of n) in every stride-th decade; more than most are counted,
 * not written. */
static size_t
decade_ticks(const struct scale *s, const double *factor, size_t n, int stride,
    size_t most, double *tick)
{
	int from = (int)floor(log10(s->low)), to = (int)ceil(log10(s->high));
	size_t found = 0;

	for (int i = from; i <= to; i++)
		for (size_t k = 0; k < n && i % stride == 0; k++) {
			double value = factor[k] * pow(10, i);
			if (value < s->low * (1 - SLACK) ||
			    value > s->high * (1 + SLACK))
				continue;
			if (found < most)
				tick[found] = value;
			found++;
		}
	return found;
}

size_t
scale_ticks(const struct scale *s, size_t most, double *tick)
{
	static const double factors[] = {1, 2, 5};
	size_t n;

	if (!s->logarithmic)
		return linear_ticks(s, most, tick);
	n = decade_ticks(s, factors, 3, 1, most, tick);
	if (n < 3)
		return linear_ticks(s, most, tick);
	for (int stride = 1; n > most; stride++)
		n = decade_ticks(s, factors, 1, stride, most, tick);
	return n;
}

/* No printf: there are thousands of them in a picture. */
static void
add_number(struct buf *b, long value)
{
	char digits[24], *at = digits + sizeof(digits);
	unsigned long rest =
	    value < 0 ? 0UL - (unsigned long)value : (unsigned long)value;

	do
		*--at = (char)('0' + rest % 10);
	while (rest /= 10);
	if (value < 0)
		*--at = '-';
	buf_add(b, at, (size_t)(digits + sizeof(digits) - at));
}

static void
add_step(struct path *p, char command, long x, long y)
{
	long down = y - p->y;

	buf_char(&p->text, command);
	add_number(&p->text, x - p->x);
	if (down >= 0)
		buf_char(&p->text, ' ');
	add_number(&p->text, down);
	p->x = x;
	p->y = y;
}

void
path_move(struct path *p, long x, long y)
{
	add_step(p, 'm', x, y);
}

void
path_line(struct path *p, long x, long y)
{
	if (y == p->y || x == p->x) {
		buf_char(&p->text, y == p->y ? 'h' : 'v');
		add_number(&p->text, y == p->y ? x - p->x : y - p->y);
		p->x = x;
		p->y = y;
	} else {
		add_step(p, 'l', x, y);
	}
}

void
path_dot(struct path *p, long x, long y)
{
	path_move(p, x, y);
	path_line(p, x, y);
}

void
path_add(struct path *p, struct node *parent, const char *class)
{
	if (p->text.len) {
		html_line(parent);
		html_attr(html_attr(html_add(parent, "path"), "class", class), "d",
		    p->text.data);
	}
	buf_free(&p->text);
	*p = (struct path){{0}, 0, 0};
}

long
svg_across(double share)
{
	return lround(share * SVG_ACROSS);
}

/* A share as "12.5%", a length as "12.5". */
static void
set_share(struct node *n, const char *name, double share)
{
	char text[32];

	snprintf(text, sizeof(text), "%.6g%%", round(share * 1e4) / 1e2);
	html_attr(n, name, text);
}

static void
set_pixels(struct node *n, const char *name, double pixels)
{
	html_attr_number(n, name, round(pixels * 10) / 10);
}

struct node *
svg_text(struct node *parent, const char *class, double across, double down,
    const char *text)
{
	struct node *n = html_attr(html_add_text(parent, "text", text), "class", class);

	set_share(n, "x", across);
	set_pixels(n, "y", down);
	return n;
}

struct node *
svg_field(struct node *parent, double left, double right, double top, double height)
{
	struct node *n = html_add(parent, "svg");
	char box[64];

	set_share(n, "x", left);
	set_pixels(n, "y", top);
	set_share(n, "width", right - left);
	set_pixels(n, "height", height);
	snprintf(box, sizeof(box), "0 0 %d %.0f", SVG_ACROSS, height * SVG_DOWN);
	html_attr(n, "viewBox", box);
	return html_attr(n, "preserveAspectRatio", "none");
}
