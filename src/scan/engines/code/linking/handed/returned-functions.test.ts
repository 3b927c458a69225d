import { describe, expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

/** How many commands that a request puts together are reported. */
async function commands(files: Record<string, string>): Promise<number> {
  const findings = await findingsIn(files);
  return findings.filter(
    ({ cwe, trace }) => cwe.includes('CWE-78') && /\bapp\.\w+$/.test(trace?.[0]?.file ?? ''),
  ).length;
}

describe('a function that a function of another file gives is called', () => {
  const script = (use: string) => ({
    'src/app.js': `import express from 'express';\nimport mounter, { quiet } from './mounter.js';\nimport { nested } from './mounter.js';\nconst app = express();\nconst mount = mounter('/mnt');\nconst log = quiet('/mnt');\nclass App {\n  constructor() { this.mount = mounter('/mnt'); this.log = quiet('/mnt'); }\n  run(req, res) { const { x } = req.query; ${use.includes('this') ? use : ''} }\n}\napp.get('/', async (req, res) => {\n  const { x } = req.query;\n  ${use.includes('this') ? 'new App().run(req, res);' : use}\n});\n`,
    'src/mounter.js':
      "import { exec } from 'child_process';\nexport default function mounter(root) {\n  return async (x) => { exec(`mount ${root} ${x}`); };\n}\nexport const quiet = (root) => (x) => console.log(root, x);\nexport function nested(root) {\n  function run(x, y) { exec('mount ' + y); }\n  return run;\n}\n",
  });
  test.each([
    ['mount(x);', 1],
    ["mounter('/a')(x);", 1],
    ['await mount(x);', 1],
    ['this.mount(x);', 1],
    ["nested('/a')('b', x);", 1],
    ['log(x);', 0],
    ['this.log(x);', 0],
    ["mount('a');", 0],
    ["nested('/a')(x, 'b');", 0],
    // What makes the function is given something: that is another call.
    ["mounter(x)('b');", 1],
  ])('JavaScript: %s', async (use, count) => expect(await commands(script(use))).toBe(count));

  const python = (use: string) => ({
    'app.py': `from flask import Flask, request\nfrom mounter import mounter, quiet\napp = Flask(__name__)\nmount = mounter('/mnt')\nlog = quiet('/mnt')\n@app.route('/')\ndef run():\n    x = request.args['x']\n    ${use}\n`,
    'mounter.py':
      "import os\ndef mounter(root):\n    def mount(x):\n        os.system('mount ' + x)\n    return mount\ndef quiet(root):\n    return lambda x: print(x)\n",
  });
  test.each([
    ['mount(x)', 1],
    ["mounter('/a')(x)", 1],
    ['log(x)', 0],
    ["mount('a')", 0],
  ])('Python: %s', async (use, count) => expect(await commands(python(use))).toBe(count));

  const go = (use: string) => ({
    'store/mounter.go':
      'package store\n\nimport (\n\t"log"\n\t"os/exec"\n)\n\nfunc Mounter(root string) func(string) error {\n\treturn func(x string) error {\n\t\treturn exec.Command("sh", "-c", "mount "+x).Run()\n\t}\n}\n\nfunc Quiet(root string) func(string) {\n\treturn func(x string) { log.Println(x) }\n}\n',
    'api/app.go': `package api\n\nimport (\n\t"net/http"\n\n\t"example.com/shop/store"\n)\n\nfunc Run(w http.ResponseWriter, r *http.Request) {\n\tx := r.URL.Query().Get("x")\n\t${use}\n}\n`,
  });
  test.each([
    ['store.Mounter("/mnt")(x)', 1],
    ['mount := store.Mounter("/mnt")\n\tmount(x)', 1],
    ['store.Quiet("/mnt")(x)', 0],
    ['store.Mounter("/mnt")("a")', 0],
  ])('Go: %s', async (use, count) => expect(await commands(go(use))).toBe(count));
});
