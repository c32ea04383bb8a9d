/* SPDX-License-Identifier: MIT */
#include "report/html.h"

#include "core/buf.h"
#include "core/decimal.h"
#include "core/mem.h"
#include "core/text.h"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xmlsave.h>
#include <stdarg.h>
#include <string.h>

void
html_start(void)
{
	/* libxml2 goes on with a broken tree when its allocator returns NULL */
	xmlMemSetup(mem_lib_free, mem_lib_get, mem_lib_realloc, mem_lib_strdup);
	xmlInitParser();
}

static xmlNode *
inside(struct node *n)
{
	return (xmlNode *)n;
}

static struct node *
outside(xmlNode *n)
{
	return (struct node *)n;
}

static int
is_plain(const char *s)
{
	for (; *s; s++)
		if ((unsigned char)*s < 0x20 || (unsigned char)*s >= 0x7f)
			return 0;
	return 1;
}

/* Calls use with s as it may stand in a page. */
static void
with_visible(xmlNode *n, const char *name, const char *s,
    void (*use)(xmlNode *, const char *, const char *))
{
	struct buf visible = {0};

	if (is_plain(s)) {
		use(n, name, s);
		return;
	}
	text_visible(&visible, s);
	use(n, name, buf_string(&visible));
	buf_free(&visible);
}

static void
use_text(xmlNode *n, const char *name, const char *s)
{
	(void)name;
	xmlAddChild(n, xmlNewDocText(n->doc, BAD_CAST s));
}

static void
use_attr(xmlNode *n, const char *name, const char *s)
{
	xmlSetProp(n, BAD_CAST name, BAD_CAST s);
}

struct node *
html_add(struct node *parent, const char *name)
{
	xmlNode *n = xmlNewDocNode(inside(parent)->doc, NULL, BAD_CAST name, NULL);

	return outside(xmlAddChild(inside(parent), n));
}

void
html_text(struct node *parent, const char *text)
{
	with_visible(inside(parent), NULL, text, use_text);
}

struct node *
html_add_text(struct node *parent, const char *name, const char *text)
{
	struct node *n = html_add(parent, name);

	if (text)
		html_text(n, text);
	return n;
}

void
html_format(struct node *parent, const char *format, ...)
{
	struct arena arena = {0};
	va_list args;

	va_start(args, format);
	html_text(parent, arena_vformat(&arena, format, args));
	va_end(args);
	arena_free(&arena);
}

void
html_lines(struct node *parent, const char *text)
{
	struct node *code = html_add(parent, "code");
	struct arena arena = {0};
	size_t n;

	for (; *text; text += n + (text[n] == '\n')) {
		n = strcspn(text, "\n");
		html_text(code, arena_copy(&arena, text, n));
		if (text[n])
			html_line(code);
	}
	arena_free(&arena);
}

void
html_line(struct node *parent)
{
	use_text(inside(parent), NULL, "\n");
}

struct node *
html_attr(struct node *n, const char *name, const char *value)
{
	if (value)
		with_visible(inside(n), name, value, use_attr);
	return n;
}

struct node *
html_attr_number(struct node *n, const char *name, double value)
{
	char text[DECIMAL_SIZE];

	return html_attr(n, name, decimal_text(text, value));
}

struct node *
html_link(struct node *parent, const char *href, const char *text)
{
	return html_attr(html_add_text(parent, "a", text), "href", href);
}

struct node *
html_code(struct node *parent, const char *text)
{
	return html_add_text(parent, "code", text);
}

struct node *
html_raw(struct node *beside, const struct buf *markup)
{
	xmlNode *n = xmlNewDocTextLen(
	    inside(beside)->doc, BAD_CAST buf_string(markup), (int)markup->len);

	n->name = xmlStringTextNoenc; /* which the writer leaves as it stands */
	return outside(n);
}

void
html_add_raw(struct node *parent, const struct buf *markup)
{
	xmlAddChild(inside(parent), inside(html_raw(parent, markup)));
}

/* In a document of its own, so that its nodes need not change theirs, one by one. */
struct node *
html_fragment(void)
{
	xmlDoc *doc = xmlNewDoc(BAD_CAST "1.0");
	xmlNode *n = xmlNewDocNode(doc, NULL, BAD_CAST "slot", NULL);

	doc->encoding = xmlStrdup(BAD_CAST "UTF-8"); /* else attributes get &#x2014; */
	xmlDocSetRootElement(doc, n);
	return outside(n);
}

void
html_free(struct node *fragment)
{
	if (fragment && !mem_is_scoped())
		xmlFreeDoc(inside(fragment)->doc);
}

static int
write_bytes(void *out, const char *bytes, int n)
{
	buf_add(out, bytes, (size_t)n);
	return n;
}

static bool
is_void(const xmlChar *name)
{
	static const char *const all[] = {"area", "base", "br", "col", "embed", "hr",
	    "img", "input", "link", "meta", "source", "track", "wbr"};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (!xmlStrcmp(name, BAD_CAST all[i]))
			return true;
	return false;
}

/* An empty text keeps the writer from <td/>, which a browser reads as an open tag. */
static void
close_empty(xmlNode *n)
{
	for (; n; n = n->next) {
		if (n->type != XML_ELEMENT_NODE)
			continue;
		if (n->children)
			close_empty(n->children);
		else if (!is_void(n->name))
			xmlAddChild(n, xmlNewText(BAD_CAST ""));
	}
}

static void
write_nodes(const xmlNode *n, const xmlNode *end, struct buf *out)
{
	xmlOutputBuffer *writer = xmlOutputBufferCreateIO(write_bytes, NULL, out, NULL);

	for (; n != end; n = n->next)
		xmlNodeDumpOutput(writer, n->doc, (xmlNode *)n, 0, 0, "UTF-8");
	xmlOutputBufferClose(writer);
}

void
html_write_tree(struct node *root, struct buf *out)
{
	write_nodes(inside(root), inside(root)->next, out);
	buf_char(out, '\n');
}

void
html_write_inside(struct node *fragment, struct buf *out)
{
	close_empty(inside(fragment)->children);
	write_nodes(inside(fragment)->children, NULL, out);
}

static void
write_document(xmlNode *root, struct buf *out)
{
	buf_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
	html_write_tree(outside(root), out);
}

void
html_write_styled(struct node *n, const char *style, struct buf *out)
{
	xmlNode *root = inside(n);
	xmlNode *sheet = xmlNewDocNode(root->doc, NULL, BAD_CAST "style", NULL);

	use_text(sheet, NULL, style);
	if (root->children)
		xmlAddPrevSibling(root->children, sheet);
	else
		xmlAddChild(root, sheet);
	write_document(root, out);
	xmlUnlinkNode(sheet);
	xmlFreeNode(sheet);
}

void
html_write_xml(struct node *fragment, struct buf *out)
{
	write_document(inside(fragment)->children, out);
	html_free(fragment);
}
