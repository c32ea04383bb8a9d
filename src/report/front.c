/* SPDX-License-Identifier: MIT */
#include "report/front.h"

#include "core/buf.h"
#include "core/err.h"
#include "report/feed.h"
#include "report/page.h"
#include "report/resources.h"
#include "report/site.h"
#include "report/view_home.h"

/* Writes and empties bytes. */
static int
put(struct site *site, const char *path, struct buf *bytes, struct err *e)
{
	int result = site_put(site, path, bytes->data, bytes->len, NULL, e);

	buf_clear(bytes);
	return result;
}

static int
write_base(
    struct site *site, const struct publication *pub, struct buf *b, struct err *e)
{
	feed_sitemap(pub, b);
	if (put(site, "sitemap.xml", b, e))
		return -1;
	buf_format(
	    b, "User-agent: *\nAllow: /\nSitemap: %ssitemap.xml\n", pub->base_url);
	return put(site, "robots.txt", b, e);
}

int
front_write(struct site *site, const struct publication *pub, const struct resources *r,
    const struct home_entry *entries, size_t n, struct err *e)
{
	struct buf b = {0};
	int failed;

	failed = view_home(entries, n, pub, &b, e) || put(site, "index.html", &b, e) ||
	    page_not_found(pub, &b, e) || put(site, "404.html", &b, e);
	if (!failed)
		feed_write(entries, n, pub, &b);
	failed = failed || put(site, "feed.xml", &b, e) ||
	    site_put(site, "style.css", r->style.data, r->style.len, NULL, e) ||
	    site_put(site, "table.js", r->script.data, r->script.len, NULL, e) ||
	    (pub->base_url && write_base(site, pub, &b, e));
	buf_free(&b);
	return failed ? -1 : 0;
}
