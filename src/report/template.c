/* SPDX-License-Identifier: MIT */
#include "report/template.h"

#include "core/buf.h"
#include "core/err.h"
#include "core/mem.h"
#include "core/text.h"
#include "report/html.h"

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <stdbool.h>
#include <string.h>

struct template
{
	xmlDoc *doc;
	char *name;
};

struct filling {
	const struct slot *slots;
	size_t count;
	const struct template *frame;
	struct err *e;
};

struct template *
template_read(const char *text, size_t len, const char *name, struct err *e)
{
	struct template *t;
	xmlParserCtxt *context = xmlNewParserCtxt();
	/* NODICT: copies of the tree must not share counted strings between threads */
	xmlDoc *doc = xmlCtxtReadMemory(context, text, (int)len, name, "UTF-8",
	    XML_PARSE_NONET | XML_PARSE_NODICT | XML_PARSE_NOERROR |
		XML_PARSE_NOWARNING);

	if (!doc) {
		const xmlError *why = xmlCtxtGetLastError(context);
		err_set(e, ERR_USAGE, "%s: line %d: %.300s", name, why ? why->line : 0,
		    why && why->message ? why->message : "is not well-formed XML");
		e->text[strcspn(e->text, "\n")] = '\0';
	}
	xmlFreeParserCtxt(context);
	if (!doc)
		return NULL;
	t = mem_get(sizeof(*t));
	t->doc = doc;
	t->name = mem_strdup(name);
	return t;
}

void
template_free(struct template *t)
{
	if (!t)
		return;
	xmlFreeDoc(t->doc);
	mem_free(t->name);
	mem_free(t);
}

static bool
has_slot(xmlNode *n, const xmlChar *name)
{
	bool found = false;

	for (; n && !found; n = n->next) {
		if (n->type != XML_ELEMENT_NODE)
			continue;
		if (!xmlStrcmp(n->name, BAD_CAST "slot")) {
			xmlChar *own = xmlGetProp(n, BAD_CAST "name");
			found = !xmlStrcmp(own, name);
			xmlFree(own);
		} else {
			found = has_slot(n->children, name);
		}
	}
	return found;
}

int
template_need(const struct template *t, const char *slot, struct err *e)
{
	if (has_slot(xmlDocGetRootElement(t->doc), BAD_CAST slot))
		return 0;
	return err_set(e, ERR_USAGE,
	    "%s: has no <slot name=\"%s\"/>, so that what "
	    "belongs there would be lost",
	    t->name, slot);
}

static const struct slot *
find(const struct filling *f, const char *name, size_t len)
{
	for (size_t i = 0; i < f->count; i++)
		if (strlen(f->slots[i].name) == len &&
		    !memcmp(f->slots[i].name, name, len))
			return &f->slots[i];
	err_set(f->e, ERR_USAGE, "%s: the slot \"%.*s\" is not known", f->frame->name,
	    (int)len, name);
	return NULL;
}

/* Puts texts in the place of {name}. */
static int
fill_attribute(const struct filling *f, xmlNode *n, xmlAttr *a)
{
	const char *value = a->children && a->children->content
	    ? (const char *)a->children->content
	    : "";
	const char *at = value, *open, *close;
	struct buf filled = {0};
	const struct slot *s;

	while ((open = strchr(at, '{')) && (close = strchr(open, '}'))) {
		s = find(f, open + 1, (size_t)(close - open - 1));
		if (!s) {
			buf_free(&filled);
			return -1;
		}
		buf_add(&filled, at, (size_t)(open - at));
		buf_text(&filled, s->text ? s->text : "");
		at = close + 1;
	}
	if (at != value) {
		buf_text(&filled, at);
		/* in place: a value that looks like a slot is not filled again */
		html_attr((struct node *)n, (const char *)a->name, buf_string(&filled));
	}
	buf_free(&filled);
	return 0;
}

static int
fill_slot(const struct filling *f, xmlNode *n)
{
	xmlChar *name = xmlGetProp(n, BAD_CAST "name");
	const char *text = name ? (const char *)name : "";
	const struct slot *s = find(f, text, strlen(text));
	struct buf visible = {0};

	xmlFree(name);
	if (!s)
		return -1;
	if (s->text) {
		text_visible(&visible, s->text);
		xmlAddPrevSibling(
		    n, xmlNewDocText(n->doc, BAD_CAST buf_string(&visible)));
		buf_free(&visible);
	}
	if (s->tree) {
		struct buf markup = {0}; /* so that the tree's nodes need not move */
		html_write_inside(s->tree, &markup);
		xmlAddPrevSibling(n, (xmlNode *)html_raw((struct node *)n, &markup));
		buf_free(&markup);
	}
	xmlUnlinkNode(n);
	xmlFreeNode(n);
	return 0;
}

/* Fills n's attributes and children. Frames are as deep as their authors nest. */
static int
fill(const struct filling *f, xmlNode *n)
{
	xmlNode *child, *next;
	xmlAttr *a, *next_attr;

	for (a = n->properties; a; a = next_attr) {
		next_attr = a->next;
		if (fill_attribute(f, n, a))
			return -1;
	}
	for (child = n->children; child; child = next) {
		next = child->next;
		if (child->type != XML_ELEMENT_NODE)
			continue;
		if (!xmlStrcmp(child->name, BAD_CAST "slot") ? fill_slot(f, child)
							     : fill(f, child))
			return -1;
	}
	return 0;
}

int
template_fill(const struct template *t, const struct slot *slots, size_t n,
    struct buf *out, struct err *e)
{
	struct filling f = {slots, n, t, e};
	xmlDoc *doc = xmlNewDoc(BAD_CAST "1.0");
	xmlNode *root = xmlDocCopyNode(xmlDocGetRootElement(t->doc), doc, 1);
	int result;

	doc->encoding = xmlStrdup(BAD_CAST "UTF-8"); /* else attributes get &#x2014; */
	xmlDocSetRootElement(doc, root);
	result = fill(&f, root);
	if (!result) {
		buf_text(out, "<!DOCTYPE html>\n");
		html_write_inside((struct node *)doc, out);
		buf_char(out, '\n');
	}
	for (size_t i = 0; i < n; i++)
		html_free(slots[i].tree);
	html_free((struct node *)root);
	return result;
}
