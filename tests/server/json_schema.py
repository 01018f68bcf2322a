# SPDX-License-Identifier: MIT
"""json_schema.py - as much of JSON Schema (2020-12) as docs/openapi.json and docs/view.*.json use. A word that it does not know is an
error: nothing is let through because nobody looked."""
import json
import re

TYPES = {'object': dict, 'array': list, 'string': str, 'null': type(None), 'boolean': bool}
# Words that ask for nothing: OpenAPI's, and titles.
SAY_ONLY = {'description', 'title', '$schema', '$defs', 'default', 'example', 'format'}


def is_type(value, name):
    if name in ('integer', 'number'):
        return isinstance(value, int if name == 'integer' else (int, float)) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


class Schema:
    """Schemas of one document, in which $ref finds its way."""

    def __init__(self, document):
        self.document = document

    def find(self, schema):
        while '$ref' in schema:
            at = self.document
            for part in schema['$ref'][2:].split('/'):
                at = at[part]
            schema = at
        return schema

    def faults(self, value, schema, where='answer'):
        """What is wrong with the value, in words; nothing if all is well."""
        schema = self.find(schema)
        found = []
        for word, asked in schema.items():
            if word not in SAY_ONLY:
                found += getattr(self, f'check_{word}')(value, asked, schema, where) or []
                if word == 'type' and found:
                    return found
        return found

    def check_type(self, value, names, _, where):
        names = names if isinstance(names, list) else [names]
        if not any(is_type(value, name) for name in names):
            return [f'{where} is no {"/".join(names)}: {json.dumps(value)[:80]}']
        return []

    def check_const(self, value, wanted, _, where):
        return [] if value == wanted and isinstance(value, type(wanted)) else [f'{where} is {json.dumps(value)[:80]}']

    def check_enum(self, value, wanted, _, where):
        return [] if value in wanted else [f'{where} is {json.dumps(value)[:80]}']

    def check_oneOf(self, value, tries, _, where):
        found = [self.faults(value, one, where) for one in tries]
        if sum(not faults for faults in found) == 1:
            return []
        return [f'{where} fits not exactly one of {len(found)}'] + min(found, key=len)

    def check_allOf(self, value, parts, _, where):
        return [fault for part in parts for fault in self.faults(value, part, where)]

    # Strings and numbers

    def check_pattern(self, value, pattern, _, where):
        return [f'{where} is {value!r}'] if isinstance(value, str) and not re.search(pattern, value) else []

    def check_minLength(self, value, least, _, where):
        return [f'{where} is too short'] if isinstance(value, str) and len(value) < least else []

    def check_maxLength(self, value, most, _, where):
        return [f'{where} is too long'] if isinstance(value, str) and len(value) > most else []

    def check_minimum(self, value, least, _, where):
        return [f'{where} is {value}'] if is_type(value, 'number') and value < least else []

    def check_maximum(self, value, most, _, where):
        return [f'{where} is {value}'] if is_type(value, 'number') and value > most else []

    # Arrays

    def check_items(self, value, schema, _, where):
        if not isinstance(value, list):
            return []
        return [fault for i, item in enumerate(value) for fault in self.faults(item, schema, f'{where}[{i}]')]

    def check_minItems(self, value, least, _, where):
        return [f'{where} has {len(value)} items'] if isinstance(value, list) and len(value) < least else []

    def check_maxItems(self, value, most, _, where):
        return [f'{where} has {len(value)} items'] if isinstance(value, list) and len(value) > most else []

    def check_uniqueItems(self, value, _, __, where):
        unique = not isinstance(value, list) or len({json.dumps(item) for item in value}) == len(value)
        return [] if unique else [f'{where} has something twice']

    # Objects

    def check_required(self, value, keys, _, where):
        return [f'{where} lacks {key}' for key in keys if isinstance(value, dict) and key not in value]

    def check_properties(self, value, properties, _, where):
        if not isinstance(value, dict):
            return []
        return [fault for key, schema in properties.items() if key in value
                for fault in self.faults(value[key], schema, f'{where}.{key}')]

    def check_propertyNames(self, value, schema, _, where):
        if not isinstance(value, dict):
            return []
        return [fault for key in value for fault in self.faults(key, schema, f'{where}: the name {key}')]

    def check_additionalProperties(self, value, more, schema, where):
        if not isinstance(value, dict):
            return []
        others = [key for key in value if key not in schema.get('properties', {})]
        if more is False:
            return [f'{where}.{key} is not foreseen' for key in others]
        return [fault for key in others for fault in self.faults(value[key], more, f'{where}.{key}')]


def loose(schema, where='schema'):
    """Objects of a schema to which any member may be added; where they are."""
    found = []
    if isinstance(schema, dict):
        if 'properties' in schema and schema.get('additionalProperties') is not False:
            found.append(where)
        for key, part in schema.items():
            found += loose(part, f'{where}.{key}')
    elif isinstance(schema, list):
        for i, part in enumerate(schema):
            found += loose(part, f'{where}[{i}]')
    return found
