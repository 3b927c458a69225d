import { describe, expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { createCodeEngine } from '../../code-engine.ts';

const parser = await createParser();
const engine = createCodeEngine();
await engine.prepare!(['a.js', 'a.py']);

const languages: Readonly<Record<string, { path: string; write: (body: string) => string }>> = {
  javascript: {
    path: 'a.js',
    write: (body) =>
      `const fs = require('fs');\nconst app = require('express')();\napp.get('/', async (req, res) => {\n  const name = req.query.name;\n  ${body}\n});\n`,
  },
  python: {
    path: 'a.py',
    write: (body) =>
      `from flask import request\ndef view():\n    name = request.args['name']\n${body.replace(/^/gm, '    ')}\n`,
  },
};

/** Whether conditions on its way have looked at what names a file: it is rated lower then. */
function wasLookedAt(language: string, body: string): boolean {
  const { path, write } = languages[language]!;
  const text = write(body);
  const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text) };
  const { findings } = engine.analyse(file, { hashSecret: String });
  const severities = findings
    .filter(({ ruleId }) => ruleId === `${language}-path-traversal`)
    .map(({ severity }) => severity);
  if (severities.length !== 1) throw new Error(`${severities.length} findings in\n${text}`);
  return severities[0] === 'medium';
}

const read = "fs.readFile('/srv/' + name, done);";
const open = "open('/srv/' + name)";

const looks: Record<string, string[]> = {
  javascript: [
    'if (lookup(name)) return;',
    'if (store.lookup(name)) return;',
    'if (name.at(0).equals(mine)) return;',
    'if (await lookup(name)) return;',
    'if (lookup(await name)) return;',
    'if (other && lookup(name)) return;',
    'if (lookup(name) || other) return;',
    'let seen; if ((seen = lookup(name))) return;',
    'if (lookup(name) === null) return;',
    'if (null === lookup(name)) return;',
    'if (lookup(name) > 3) return;',
    'if (lookup(name) === -1) return;',
    'if (name === mine.name) return;',
    'if (mine.name == name) return;',
    "if ('a' + name === mine.name) return;",
    "if (mine.name === name + 'a') return;",
    "if (lookup('a' + name)) return;",
    "if (lookup(name + 'a')) return;",
    'if (lookup(`a${name}`)) return;',
    'if (lookup(1, name)) return;',
    'if (lookup(f(f(f(name))))) return;',
    'if (!!!!lookup(name)) return;',
    "const good = name.endsWith('.md'); if (good) return;",
    'if (lookup(name.kind)) return;',
    "if ('a-b' in lookup(name)) return;",
    // Not seen where branches are run; a way is no proof with them.
    "if (name < 'm') return;",
    'if (-lookup(name)) return;',
    'if (lookup(f(f(f(f(name)))))) return;',
    'if (!!!!!!lookup(name)) return;',
    'if (lookup(name)) a(); else b();',
    'const seen = lookup(name); if (seen) return;',
    "if ('key' in name) return;",
    'if (lookup([name])) return;',
  ],
  python: [
    'if lookup(name): return',
    "if '%' in name: return",
    'if name in mine.names: return',
    'if name not in lookup(): return',
    'if mine.key == name: return',
    'if not not lookup(name): return',
    "if 'key' in name: return",
  ],
};

const others: Record<string, string[]> = {
  javascript: [
    'if (lookup(other)) return;',
    'if (!isString(name)) return;',
    'if (name.length === 3) return;',
    'if (3 === name.length) return;',
    "if (name === '') return;",
    "let good = name.endsWith('.md'); good = other(); if (good) return;",
  ],
  python: ['if name is None: return', 'if len(name) > 3: return'],
};

describe.each(Object.entries(looks))('%s', (language, conditions) => {
  test.each(conditions)('%s looks at it', (condition) => {
    expect(wasLookedAt(language, `${condition}\n${language === 'python' ? open : read}`)).toBe(true);
  });
});

describe.each(Object.entries(others))('%s', (language, conditions) => {
  test.each(conditions)('%s does not look at it', (condition) => {
    expect(wasLookedAt(language, `${condition}\n${language === 'python' ? open : read}`)).toBe(false);
  });
});

test('what was looked at outside of a function was looked at inside, and what was looked at inside was not outside', () => {
  expect(wasLookedAt('javascript', `if (!lookup(name)) return;\nrun(() => { ${read} });`)).toBe(true);
  expect(wasLookedAt('javascript', `run(() => { if (!lookup(name)) return; });\n${read}`)).toBe(false);
});

test('what was looked at in one branch was looked at there and behind it', () => {
  expect(wasLookedAt('javascript', `if (lookup(name)) { ${read} }`)).toBe(true);
  expect(wasLookedAt('javascript', `if (lookup(name)) { a(); } else { ${read} }`)).toBe(true);
  expect(wasLookedAt('javascript', `if (lookup(name)) { a(); }\n${read}`)).toBe(true);
  expect(wasLookedAt('javascript', `if (lookup(name)) return;\nif (search(name)) { a(); }\n${read}`)).toBe(
    true,
  );
});
