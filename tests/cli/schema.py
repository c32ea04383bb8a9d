# SPDX-License-Identifier: MIT
"""JSON held against a schema of docs/: for the tests in this folder."""
import json

from run import expect

KINDS = {"object": dict, "array": list, "string": str, "boolean": bool,
         "null": type(None)}


def read(name):
    with open(f"docs/{name}.schema.json", encoding="utf-8") as file:
        return json.load(file)


def is_kind(value, kind):
    if kind in ("number", "integer"):
        return isinstance(value, (int, float)) and not isinstance(value, bool) and \
            (kind == "number" or value == int(value))
    return isinstance(value, KINDS[kind])


def conform(value, schema, path="$", top=None):
    """What our schemas use of JSON Schema, and nothing else; top holds the $defs."""
    top = top or schema
    known = {"$schema", "title", "description", "type", "required", "properties", "items",
             "additionalProperties", "const", "enum", "minimum", "maximum", "minItems",
             "maxItems", "$ref", "$defs"}
    expect(set(schema) <= known, f"{path}: this test does not know {set(schema) - known}")
    if "$ref" in schema:
        conform(value, top["$defs"][schema["$ref"].split("/")[-1]], path, top)
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    right = not kinds or any(is_kind(value, kind) for kind in kinds)
    right = right and schema.get("const", value) == value
    right = right and value in schema.get("enum", [value])
    if is_kind(value, "number"):
        right = right and schema.get("minimum", value) <= value <= \
            schema.get("maximum", value)
    if not expect(right, f"{path} is {str(value)[:80]}, the schema wants {schema}"):
        return
    if isinstance(value, dict):
        more = schema.get("additionalProperties", True)
        members = schema.get("properties", {})
        expect(set(schema.get("required", [])) <= set(value), f"{path} lacks a member")
        for name, member in value.items():
            expect(name in members or more is not False, f"{path} has {name}")
            conform(member, members.get(name, more if isinstance(more, dict) else {}),
                    f"{path}.{name}", top)
    if isinstance(value, list):
        expect(schema.get("minItems", 0) <= len(value) <=
               schema.get("maxItems", len(value)), f"{path} has {len(value)} elements")
        for i, element in enumerate(value):
            conform(element, schema.get("items", {}), f"{path}[{i}]", top)
