import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

const harms = ['CWE-78', 'CWE-502', 'CWE-918'];

const linesIn = async (text: string): Promise<number[]> =>
  (await findingsIn({ 'app.py': text }))
    .filter(({ cwe, severity }) => severity !== 'low' && cwe.some((id) => harms.includes(id)))
    .map(({ startLine }) => startLine);

const app = (imports: string, call: string) =>
  `${imports}\nfrom flask import Flask, request\napp = Flask(__name__)\n@app.route('/')\ndef show():\n    return ${call}\n`;

test.each([
  [
    'try:\n    import faster_pickle as pickle\nexcept ImportError:\n    import pickle',
    'pickle.loads(request.data)',
  ],
  [
    'try:\n    import pickle\nexcept ImportError:\n    import faster_pickle as pickle',
    'pickle.loads(request.data)',
  ],
  [
    'import sys\nif sys.version_info < (3, 4):\n    from backported import urlopen\nelse:\n    from urllib.request import urlopen',
    "urlopen(request.args['u'])",
  ],
  [
    'try:\n    from compat.run import system\nexcept ImportError:\n    try:\n        from os import system\n    except ImportError:\n        system = None',
    "system('ls ' + request.args['x'])",
  ],
])('what is imported in place of a module works like it: %s', async (imports, call) => {
  expect(await linesIn(app(imports, call))).toHaveLength(1);
});

test.each([
  ['import faster_pickle as pickle', 'pickle.loads(request.data)'],
  [
    'try:\n    import faster_pickle as pickle\nexcept ImportError:\n    import slower_pickle as pickle',
    'pickle.loads(request.data)',
  ],
  ['import faster_pickle as fast\nimport pickle', 'fast.loads(request.data)'],
])('a module of which nothing is known stays unknown: %s', async (imports, call) => {
  expect(await linesIn(app(imports, call))).toEqual([]);
});
