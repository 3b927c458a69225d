import { describe, expect, test } from 'vitest';
import { createCodeScan } from '../../../../../../test/support/code-scan.ts';

const scan = await createCodeScan(['a.js', 'a.py', 'a.php', 'A.java', 'A.cs', 'a.rb']);

/** Whether something of a class is reported. */
function isReported(path: string, text: string, weakness: string): boolean {
  return scan({ [path]: text }).some(({ cwe }) => cwe.includes(weakness));
}

describe('a text that is replaced once (JavaScript)', () => {
  const handler = (use: string) =>
    `const app = require('express')();\napp.get('/', (req, res) => {\n  const q = req.query.q;\n  ${use}\n});\n`;
  test.each([
    ["console.log('q ' + q.replace('\\n', ''));", 'CWE-117', true],
    ["console.log('q ' + q.replace(/\\n/, ''));", 'CWE-117', true],
    ["console.log('q ' + q.replace(/\\n|\\r/g, ''));", 'CWE-117', false],
    ["res.send('<p>' + q.replace('<', '&lt;') + '</p>');", 'CWE-79', true],
    ["res.send('<p>' + q.replaceAll('<', '&lt;') + '</p>');", 'CWE-79', false],
    ["res.send('<p>' + q.replace(/</g, '&lt;') + '</p>');", 'CWE-79', false],
  ])('%s', (use, weakness, reported) => {
    expect(isReported('a.js', handler(use), weakness)).toBe(reported);
  });
});

describe('quotes that are escaped (Python)', () => {
  const view = (made: string) =>
    `import sqlite3\nfrom flask import Flask, request\napp = Flask(__name__)\ndb = sqlite3.connect('x.db')\n\n@app.route('/')\ndef show():\n    key = request.args['key']\n    return {'n': len(db.execute("select * from t where a = '%s'" % ${made}).fetchall())}\n`;
  test.each([
    [`key.replace("'", "''")`, false],
    [`key.replace("'", "''", 1)`, true],
    [`key.replace("'", "''", count=1)`, true],
  ])('%s', (made, reported) => {
    expect(isReported('a.py', view(made), 'CWE-89')).toBe(reported);
  });
});
