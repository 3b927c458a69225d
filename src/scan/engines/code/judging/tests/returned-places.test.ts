import { expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { createCodeEngine } from '../../code-engine.ts';

const parser = await createParser();
const engine = createCodeEngine();
await engine.prepare!(['a.py']);

/** The lines where something that a handler gives back is reported as markup, at medium or worse. */
function lines(body: string): number[] {
  const text = `from flask import Flask, request\napp = Flask(__name__)\n\n@app.route("/<string:tag>")\ndef show(tag):\n${body}`;
  const file = { path: 'a.py', text, bytes: Buffer.from(text), tree: parser.parse('a.py', text) };
  return engine
    .analyse(file, { hashSecret: (value) => value })
    .findings.filter(({ severity, cwe }) => severity === 'medium' && cwe.includes('CWE-79'))
    .map(({ startLine }) => startLine);
}

test.each([
  [
    'the place that gives it back, and not the last one',
    '    if not tags.get(tag):\n        return f"no {tag}", 404\n    return "ok"\n',
    [7],
  ],
  [
    'each place that does',
    '    if request.args:\n        return f"<b>{tag}"\n    return f"<i>{tag}"\n',
    [7, 8],
  ],
  [
    'one place in a loop once',
    '    for each in tags:\n        if each:\n            return f"<b>{tag}"\n    return "ok"\n',
    [8],
  ],
  [
    'beside keys and values, which become JSON',
    '    if request.args:\n        return {"tag": tag}\n    return f"<i>{tag}"\n',
    [8],
  ],
  ['keys and values alone are no markup', '    return {"tag": tag}\n', []],
  [
    'what is checked before it is given back is none',
    '    if tag in ("a", "b"):\n        return f"<b>{tag}"\n    return "ok"\n',
    [],
  ],
])('what a handler gives back: %s', (_, body, expected) => {
  expect(lines(body)).toEqual(expected);
});
