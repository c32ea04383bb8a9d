# SPDX-License-Identifier: MIT
"""A page taken apart: for the tests in this folder."""
import html.parser


class Page(html.parser.HTMLParser):
    """The rows of each table of a page: an id, and texts and values of the cells."""

    def __init__(self, text):
        super().__init__()
        self.tables, self.loads, self.table, self.cell = {}, [], None, None
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.loads += [v for k, v in attrs.items() if k in ("src", "href")]
        if tag == "table":
            self.table = self.tables.setdefault(attrs["id"], [])
        elif tag == "tr":
            self.table.append((attrs.get("id"), []))
        elif tag in ("td", "th"):
            self.cell = [""]
            self.table[-1][1].append((self.cell, attrs.get("data-value")))

    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.cell = None

    def handle_data(self, data):
        if self.cell:
            self.cell[0] += data
