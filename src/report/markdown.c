/* SPDX-License-Identifier: MIT */
#include "report/markdown.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/mem.h"
#include "report/html.h"

#include <cmark.h>
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { DEPTH = 64 };

struct writer {
	struct node *open[DEPTH]; /* the elements around the place of writing */
	int depth;
	const struct markdown_slot *slots;
	size_t count;
	struct err *e;
};

static void *
cmark_calloc(size_t n, size_t size)
{
	size_t all;

	if (__builtin_mul_overflow(n, size, &all))
		mem_short();
	return memset(mem_lib_get(all), 0, all);
}

static struct node *
top(const struct writer *w)
{
	return w->open[w->depth];
}

static int
add_text(const struct writer *w, struct node *to, const char *text,
    void (*add)(struct node *, const char *))
{
	struct buf filled = {0};
	const char *open, *close;
	size_t i, len;

	while ((open = strstr(text, "{{")) && (close = strstr(open, "}}"))) {
		len = (size_t)(close - open - 2);
		for (i = 0; i < w->count; i++)
			if (strlen(w->slots[i].name) == len &&
			    !memcmp(w->slots[i].name, open + 2, len))
				break;
		if (i == w->count) {
			buf_free(&filled);
			return err_set(w->e, ERR_USAGE,
			    "method.md: the slot {{%.*s}} is not known", (int)len,
			    open + 2);
		}
		buf_add(&filled, text, (size_t)(open - text));
		buf_text(&filled, w->slots[i].value);
		text = close + 2;
	}
	buf_text(&filled, text);
	add(to, buf_string(&filled));
	buf_free(&filled);
	return 0;
}

/* Only what leads to another page; a javascript: link becomes plain text. */
static int
is_safe_link(const char *url)
{
	return !strncmp(url, "https://", 8) || !strncmp(url, "http://", 7) ||
	    *url == '#' || !strchr(url, ':');
}

static const char *
element(cmark_node *n, char name[8])
{
	switch (cmark_node_get_type(n)) {
	case CMARK_NODE_BLOCK_QUOTE:
		return "blockquote";
	case CMARK_NODE_LIST:
		return cmark_node_get_list_type(n) == CMARK_ORDERED_LIST ? "ol" : "ul";
	case CMARK_NODE_ITEM:
		return "li";
	case CMARK_NODE_PARAGRAPH:
		return "p";
	case CMARK_NODE_EMPH:
		return "em";
	case CMARK_NODE_STRONG:
		return "strong";
	case CMARK_NODE_LINK:
		return "a";
	case CMARK_NODE_HEADING:
		snprintf(name, 8, "h%d", cmark_node_get_heading_level(n));
		return name;
	default:
		return NULL;
	}
}

/* A paragraph in a tight list has no element of its own. */
static int
is_tight(cmark_node *n)
{
	cmark_node *item = cmark_node_parent(n);
	cmark_node *list = item ? cmark_node_parent(item) : NULL;

	return cmark_node_get_type(n) == CMARK_NODE_PARAGRAPH && list &&
	    cmark_node_get_type(list) == CMARK_NODE_LIST &&
	    cmark_node_get_list_tight(list);
}

/* "How a rank comes about" can be linked to as #how-a-rank-comes-about. Of equal
 * headings a browser takes the first one. */
static void
add_id(struct node *heading, cmark_node *n)
{
	struct buf id = {0};
	bool gap = false;

	for (cmark_node *c = cmark_node_first_child(n); c; c = cmark_node_next(c)) {
		const char *text = cmark_node_get_literal(c);
		for (; text && *text; text++) {
			if (!isalnum((unsigned char)*text)) {
				gap = id.len > 0;
				continue;
			}
			buf_format(
			    &id, "%s%c", gap ? "-" : "", tolower((unsigned char)*text));
			gap = false;
		}
	}
	html_attr(heading, "id", id.len ? buf_string(&id) : NULL);
	buf_free(&id);
}

static int
enter(struct writer *w, cmark_node *n)
{
	char name[8];
	const char *tag = element(n, name), *url = cmark_node_get_url(n);
	struct node *to;

	if (!tag || is_tight(n))
		return 0;
	if (w->depth + 1 >= DEPTH)
		return err_set(w->e, ERR_USAGE, "method.md: has over %d levels", DEPTH);
	to = html_add(top(w), tag);
	if (cmark_node_get_type(n) == CMARK_NODE_HEADING)
		add_id(to, n);
	if (url && is_safe_link(url))
		html_attr(to, "href", url);
	w->open[++w->depth] = to;
	return 0;
}

static int
leaf(struct writer *w, cmark_node *n)
{
	const char *text = cmark_node_get_literal(n);

	switch (cmark_node_get_type(n)) {
	case CMARK_NODE_CODE:
		return add_text(w, html_add(top(w), "code"), text, html_text);
	case CMARK_NODE_CODE_BLOCK:
		return add_text(w, html_attr(html_add(top(w), "pre"), "tabindex", "0"),
		    text, html_lines);
	case CMARK_NODE_THEMATIC_BREAK:
		html_add(top(w), "hr");
		return 0;
	case CMARK_NODE_LINEBREAK:
		html_add(top(w), "br");
		return 0;
	case CMARK_NODE_SOFTBREAK:
		html_text(top(w), " ");
		return 0;
	default:
		return text ? add_text(w, top(w), text, html_text) : 0;
	}
}

int
markdown_add(struct node *parent, const char *text, const struct markdown_slot *slots,
    size_t n, struct err *e)
{
	struct writer w = {.open = {parent}, .slots = slots, .count = n, .e = e};
	cmark_mem memory = {cmark_calloc, mem_lib_realloc, mem_lib_free};
	cmark_parser *parser = cmark_parser_new_with_mem(CMARK_OPT_DEFAULT, &memory);
	cmark_event_type event;
	cmark_node *document;
	cmark_iter *i;
	int result = 0;

	cmark_parser_feed(parser, text, strlen(text));
	document = cmark_parser_finish(parser);
	cmark_parser_free(parser);
	cmark_consolidate_text_nodes(document);
	i = cmark_iter_new(document);
	while (!result && (event = cmark_iter_next(i)) != CMARK_EVENT_DONE) {
		cmark_node *node = cmark_iter_get_node(i);
		char name[8];
		if (!element(node, name))
			result = event == CMARK_EVENT_ENTER ? leaf(&w, node) : 0;
		else if (event == CMARK_EVENT_ENTER)
			result = enter(&w, node);
		else if (!is_tight(node))
			w.depth--;
	}
	cmark_iter_free(i);
	cmark_node_free(document);
	return result;
}
