"""Checks a SARIF file against the OASIS schema and against the files that it refers to.

usage: sarif.py SCHEMA REPORT ROOT

Each result's line and column, counted in code points, must be within its file below ROOT. Prints one line for each
result: rule, level, URI, line, and the twelve characters at the column.
"""

import json
import pathlib
import sys
import urllib.parse

import jsonschema

schema, report = (json.loads(pathlib.Path(path).read_text("utf-8")) for path in sys.argv[1:3])
root = pathlib.Path(sys.argv[3])
jsonschema.Draft4Validator.check_schema(schema)
jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker()).validate(report)
for run in report["runs"]:
    assert run["columnKind"] == "unicodeCodePoints"
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(set(rules)) == len(rules), "a rule stands twice"
    for result in run["results"]:
        assert "ruleIndex" not in result or rules[result["ruleIndex"]] == result["ruleId"]
        place = result["locations"][0]["physicalLocation"]
        path = root / urllib.parse.unquote(place["artifactLocation"]["uri"], errors="strict")
        line, column, text = place["region"]["startLine"], place["region"]["startColumn"], ""
        if path.suffix != ".zip":
            lines = path.read_text("utf-8-sig").split("\n")
            assert column <= len(lines[line - 1]) + 1, f"{path}:{line}:{column} is beyond its line"
            text = lines[line - 1][column - 1:column + 11]
        print(result["ruleId"], result["level"], place["artifactLocation"]["uri"], line, text, sep="\t")
