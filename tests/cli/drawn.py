# SPDX-License-Identifier: MIT
"""A picture taken apart: for the tests in this folder."""
import re
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"
IN_PAGE = re.compile(r'<svg class="picture.*?</svg>(?=</div>|<figcaption>)', re.S)


def strokes(text):
    """The lines of a path: of each the points it goes through."""
    x = y = 0
    lines = []
    for command, numbers in re.findall(r"([mlhv])([-\d ]*)", text):
        numbers = [int(n) for n in re.findall(r"-?\d+", numbers)]
        x += numbers[0] if command != "v" else 0
        y += numbers[-1] if command != "h" else 0
        if command == "m":
            lines.append([])
        lines[-1].append((x, y))
    return lines


def in_page(text):
    """The pictures of a page, each as a text."""
    return IN_PAGE.findall(text)


class Drawn:
    """One picture: its root, the texts with their places, the lines by class."""

    def __init__(self, text):
        self.root = ElementTree.fromstring(text)
        self.elements = list(self.root.iter())
        self.texts = [(float(e.get("x").rstrip("%")) / 100, float(e.get("y")), e.text or "",
                       e.get("class")) for e in self.elements if e.tag == SVG + "text"]
        fields = [e for e in self.elements if e.tag == SVG + "svg" and e is not self.root]
        self.field = fields[0]
        self.lines = {}
        for e in self.elements:
            if e.tag == SVG + "path":
                self.lines.setdefault(e.get("class").split()[0], []).extend(
                    strokes(e.get("d")))

    def points(self):
        """How many marks there are."""
        return sum(len(self.lines.get(name, [])) for name in ("dots", "ticks", "marks"))

    def share(self, x):
        """Where x units of the field are, as a share of the picture's width."""
        left, width = (float(self.field.get(k).rstrip("%")) / 100 for k in ("x", "width"))
        return left + width * x / 1000

    def down(self, y):
        """Where y units of the field are, in px."""
        return float(self.field.get("y")) + y / 2
