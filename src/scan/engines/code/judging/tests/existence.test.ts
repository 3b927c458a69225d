import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

const flask = (body: string) =>
  `import os\nimport pathlib\nfrom flask import Flask, request\napp = Flask(__name__)\n\n@app.route('/')\ndef show():\n    return str(${body})\n`;
const axum = (body: string) =>
  `use axum::extract::Query;\n\nasync fn show(Query(name): Query<String>) -> String {\n    ${body}\n}\n`;

/** Whether a file is there gives nothing away of what it holds. */
test.for([
  ['a.py', flask("os.path.exists('data/' + request.args['name'])"), ['medium']],
  ['a.py', flask("os.stat('data/' + request.args['name'])"), ['medium']],
  ['a.py', flask("pathlib.Path('data/' + request.args['name']).exists()"), ['medium']],
  ['a.py', flask("open('data/' + request.args['name']).read()"), ['high']],
  ['a.py', flask("pathlib.Path('data/' + request.args['name']).read_text()"), ['high']],
  ['a.rs', axum('let path = format!("data/{}", name);\n    std::fs::metadata(path).unwrap()'), ['medium']],
  [
    'a.rs',
    axum('let path = format!("data/{}", name);\n    std::fs::read_to_string(path).unwrap()'),
    ['high'],
  ],
] as Array<[string, string, string[]]>)('a path from a request in %s: %s', async ([path, text, expected]) => {
  const findings = await findingsIn({ [path]: text });
  const paths = findings.filter(({ ruleId }) => ruleId.endsWith('-path-traversal'));
  expect(paths.map(({ severity }) => severity)).toEqual(expected);
});
