# SPDX-License-Identifier: MIT
"""scenario.py - positions for tests: a game's own data, with parts of it changed, as a scenario."""
import copy
import json
import os

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'data')


def read_data(game):
    with open(os.path.join(DATA, f'{game}.json'), encoding='utf-8') as file:
        return json.load(file)


def parts(place, step):
    """What a step of a path leads to: a member, or those rows of a table that have the id; `*` is all rows."""
    rows = place.get('items', place) if isinstance(place, dict) else place
    if isinstance(rows, dict):
        return [rows[step]]
    found = [row for row in rows if step in ('*', row.get('id'), row.get('side'))]
    assert found, f'no row {step}'
    return found


def scenario_of(game, given):
    """given: (path, value) pairs such as ('setup.sparta.prestige', 1), ('events.*.count', 0)."""
    data, replaced = read_data(game), {}
    for path, value in given:
        table, *steps, last = path.split('.')
        places = [replaced.setdefault(table, data[table])]
        for step in steps:
            places = [part for place in places for part in parts(place, step)]
        for place in places:
            (place if last in place else place['items'])[last] = copy.deepcopy(value)
    return {'format': 'alea.scenario', 'version': 1, 'game': game, 'name': 'for_a_test', 'replace': replaced}
