import { describe, expect, test } from 'vitest';
import { valueAt } from '../../../../../../test/support/value-at.ts';

/** By language: what a field of an object holds where branches meet that set it, or prove something of it, and others that do not. */
const cases: Record<string, Array<[body: string, shown: string, known: string]>> = {
  javascript: [
    ["const o = JSON.parse(input); if (!o.a) o.a = '/'", 'o.a', 'tainted'],
    ["const o = JSON.parse(input); if (flag) o.a = '/'; else o.a = 'b'", 'o.a', 'clean'],
    ["const o = JSON.parse(input); o.a = '/'", 'o.a', 'clean'],
    ["const o = JSON.parse(input); o.a = o.a || '/'", 'o.a', 'tainted'],
    ["const o = JSON.parse(input); o.a ||= '/'", 'o.a', 'tainted'],
    ["const o = JSON.parse(input); o.a || (o.a = '/')", 'o.a', 'tainted'],
    ["const o = JSON.parse(input); if (!['x', 'y'].includes(o.a)) o.a = '/'", 'o.a', 'clean'],
    ["const o = JSON.parse(input); if (['x', 'y'].includes(o.a)) o.a = '/'", 'o.a', 'tainted'],
    ["const o = JSON.parse(input); if (!['x', 'y'].includes(o.b)) o.a = '/'", 'o.a', 'tainted'],
    ["const o = JSON.parse(input); if (!['x', 'y'].includes(o.a)) o.b = '/'", 'o.a', 'tainted'],
    ["const o = JSON.parse(input); if (!['x', 'y'].includes(o['a'])) o['a'] = '/'", "o['a']", 'clean'],
    ["const o = JSON.parse(input); if (!['x', 'y'].includes(o.p.a)) o.p.a = '/'", 'o.p.a', 'clean'],
    ["const o = JSON.parse(input); if (['x', 'y'].includes(o.p.a)) o.p.a = '/'", 'o.p.a', 'tainted'],
    ["const o = JSON.parse(input); if (['x', 'y'].includes(o.a)) log(); else o.a = '/'", 'o.a', 'clean'],
    ["const o = JSON.parse(input); if (!['x', 'y'].includes(o.a)) log(); else o.a = '/'", 'o.a', 'tainted'],
    [
      "const o = JSON.parse(input); if (!['x', 'y'].includes(o.a)) return; if (flag) o.a = '/'",
      'o.a',
      'clean',
    ],
    [
      "const o = JSON.parse(input); if (['x', 'y'].includes(o.a)) return; if (flag) o.a = '/'",
      'o.a',
      'tainted',
    ],
    ["const o = JSON.parse(input); if (!['x', 'y'].includes(o.a)) { o.a = '/'; return; }", 'o.a', 'clean'],
    ["const o = JSON.parse(input); if (['x', 'y'].includes(o.a)) { o.a = '/'; return; }", 'o.a', 'tainted'],
    [
      "const o = JSON.parse(input); if (o.b) { if (!['x', 'y'].includes(o.a)) return; } else o.a = '/'",
      'o.a',
      'clean',
    ],
    [
      "const o = JSON.parse(input); if (o.b) { if (['x', 'y'].includes(o.a)) return; } else o.a = '/'",
      'o.a',
      'tainted',
    ],
    [
      "const o = JSON.parse(input); if (!['x', 'y'].includes(o.a)) { if (flag) o.a = '/'; else o.a = 'b'; }",
      'o.a',
      'clean',
    ],
    [
      "const o = JSON.parse(input); if (!['x', 'y'].includes(o.a)) { if (flag) o.a = '/'; }",
      'o.a',
      'tainted',
    ],
    [
      "const o = JSON.parse(input); for (const each of items) if (!['x', 'y'].includes(o.a)) o.a = '/'",
      'o.a',
      'tainted',
    ],
    ["const o = JSON.parse(input); for (const each of items) o.a = '/'", 'o.a', 'tainted'],
    [
      "for (const o of JSON.parse(input)) { if (!['x', 'y'].includes(o.a)) o.a = '/'; x = o.a; }",
      'x',
      'clean',
    ],
    ["for (const o of JSON.parse(input)) { if (!o.a) o.a = '/'; x = o.a; }", 'x', 'tainted'],
    ["const o = JSON.parse(input); while (!['x', 'y'].includes(o.a)) o.a = '/'", 'o.a', 'clean'],
    ["const o = JSON.parse(input); while (flag) o.a = '/'", 'o.a', 'tainted'],
    [
      "const o = JSON.parse(input); switch (o.a) { case 'x': case 'y': break; default: o.a = '/'; }",
      'o.a',
      'clean',
    ],
    [
      "const o = JSON.parse(input); switch (o.b) { case 'x': case 'y': break; default: o.a = '/'; }",
      'o.a',
      'tainted',
    ],
    ["const o = JSON.parse(input); switch (o.a) { case 'x': o.a = '/'; }", 'o.a', 'tainted'],
    ["if (!req.query.a) req.query.a = '/'", 'req.query.a', 'tainted'],
    ["if (!['x', 'y'].includes(req.query.a)) req.query.a = '/'", 'req.query.a', 'clean'],
    [
      "class A { run(v) { this.a = v; if (!this.a) this.a = '/'; return this.a; } } const x = new A().run(input)",
      'x',
      'tainted',
    ],
    [
      "class A { run(v) { this.a = v; if (!['x', 'y'].includes(this.a)) this.a = '/'; return this.a; } } const x = new A().run(input)",
      'x',
      'clean',
    ],
    [
      "class A { run(v) { this.a = v; if (flag) this.a = '/'; else this.a = 'b'; return this.a; } } const x = new A().run(input)",
      'x',
      'clean',
    ],
    [
      "class A { run(v) { if (flag) { this.a = v; return; } this.b = 'b'; } } const o = new A(); o.run(input)",
      'o.a',
      'tainted',
    ],
    ["const f = (o) => { if (!o.a) o.a = '/'; return o.a; }; const x = f(JSON.parse(input))", 'x', 'tainted'],
    [
      "const f = (o) => { if (!['x', 'y'].includes(o.a)) o.a = '/'; return o.a; }; const x = f(JSON.parse(input))",
      'x',
      'clean',
    ],
  ],
  python: [
    ["o = json.loads(input)\nif not o['a']:\n    o['a'] = '/'", "o['a']", 'tainted'],
    ["o = json.loads(input)\no['a'] = o['a'] or '/'", "o['a']", 'tainted'],
    ["o = json.loads(input)\nif flag:\n    o['a'] = '/'\nelse:\n    o['a'] = 'b'", "o['a']", 'clean'],
    ["o = json.loads(input)\nif o['a'] not in ('x', 'y'):\n    o['a'] = '/'", "o['a']", 'clean'],
    ["o = json.loads(input)\nif o['a'] in ('x', 'y'):\n    o['a'] = '/'", "o['a']", 'tainted'],
    [
      "o = json.loads(input)\nif o['a'] in ('x', 'y'):\n    log()\nelse:\n    o['a'] = '/'",
      "o['a']",
      'clean',
    ],
    [
      "o = json.loads(input)\nif o['a'] not in ('x', 'y'):\n    return\nif flag:\n    o['a'] = '/'",
      "o['a']",
      'clean',
    ],
    [
      "o = json.loads(input)\nif o['a'] in ('x', 'y'):\n    return\nif flag:\n    o['a'] = '/'",
      "o['a']",
      'tainted',
    ],
    [
      "for o in json.loads(input):\n    if o['a'] not in ('x', 'y'):\n        o['a'] = '/'\n    x = o['a']",
      'x',
      'clean',
    ],
    ["for o in json.loads(input):\n    if not o['a']:\n        o['a'] = '/'\n    x = o['a']", 'x', 'tainted'],
    [
      "o = json.loads(input)\nmatch o['a']:\n    case 'x' | 'y':\n        pass\n    case _:\n        o['a'] = '/'",
      "o['a']",
      'clean',
    ],
    [
      "o = json.loads(input)\nmatch o['b']:\n    case 'x' | 'y':\n        pass\n    case _:\n        o['a'] = '/'",
      "o['a']",
      'tainted',
    ],
    [
      "class A:\n    def run(self, v):\n        self.a = v\n        if not self.a:\n            self.a = '/'\n        return self.a\nx = A().run(input)",
      'x',
      'tainted',
    ],
    [
      "class A:\n    def run(self, v):\n        self.a = v\n        if self.a not in ('x', 'y'):\n            self.a = '/'\n        return self.a\nx = A().run(input)",
      'x',
      'clean',
    ],
  ],
  php: [
    ["$o = json_decode($input, true); if (!$o['a']) { $o['a'] = '/'; }", "$o['a']", 'tainted'],
    ["$o = json_decode($input, true); $o['a'] = $o['a'] ?: '/'", "$o['a']", 'tainted'],
    ["$o = json_decode($input, true); $o['a'] ??= '/'", "$o['a']", 'tainted'],
    [
      "$o = json_decode($input, true); if ($flag) { $o['a'] = '/'; } else { $o['a'] = 'b'; }",
      "$o['a']",
      'clean',
    ],
    [
      "$o = json_decode($input, true); if (!in_array($o['a'], ['x', 'y'], true)) { $o['a'] = '/'; }",
      "$o['a']",
      'clean',
    ],
    [
      "$o = json_decode($input, true); if (in_array($o['a'], ['x', 'y'], true)) { $o['a'] = '/'; }",
      "$o['a']",
      'tainted',
    ],
    ["$o = json_decode($input); if (!in_array($o->a, ['x', 'y'], true)) { $o->a = '/'; }", '$o->a', 'clean'],
    ["$o = json_decode($input); if (in_array($o->a, ['x', 'y'], true)) { $o->a = '/'; }", '$o->a', 'tainted'],
    [
      "$o = json_decode($input, true); if (!in_array($o['a'], ['x', 'y'], true)) { exit; } if ($flag) { $o['a'] = '/'; }",
      "$o['a']",
      'clean',
    ],
    [
      "$o = json_decode($input, true); if (in_array($o['a'], ['x', 'y'], true)) { exit; } if ($flag) { $o['a'] = '/'; }",
      "$o['a']",
      'tainted',
    ],
    [
      "$o = json_decode($input, true); switch ($o['a']) { case 'x': case 'y': break; default: $o['a'] = '/'; }",
      "$o['a']",
      'clean',
    ],
    [
      "$o = json_decode($input, true); switch ($o['b']) { case 'x': case 'y': break; default: $o['a'] = '/'; }",
      "$o['a']",
      'tainted',
    ],
    [
      "class A { function run($v) { $this->a = $v; if (!$this->a) { $this->a = '/'; } return $this->a; } } $x = (new A())->run($input)",
      '$x',
      'tainted',
    ],
    [
      "class A { function run($v) { $this->a = $v; if (!in_array($this->a, ['x', 'y'], true)) { $this->a = '/'; } return $this->a; } } $x = (new A())->run($input)",
      '$x',
      'clean',
    ],
  ],
  ruby: [
    ["o = JSON.parse(input)\nunless o['a']\no['a'] = '/'\nend", "o['a']", 'tainted'],
    ["o = JSON.parse(input)\no['a'] ||= '/'", "o['a']", 'tainted'],
    ["o = JSON.parse(input)\no['a'] = '/' unless o['a']", "o['a']", 'tainted'],
    ["o = JSON.parse(input)\nif flag\no['a'] = '/'\nelse\no['a'] = 'b'\nend", "o['a']", 'clean'],
    ["o = JSON.parse(input)\no['a'] = '/' unless %w[x y].include?(o['a'])", "o['a']", 'clean'],
    ["o = JSON.parse(input)\no['a'] = '/' if %w[x y].include?(o['a'])", "o['a']", 'tainted'],
    [
      "o = JSON.parse(input)\nreturn unless %w[x y].include?(o['a'])\no['a'] = '/' if flag",
      "o['a']",
      'clean',
    ],
    ["o = JSON.parse(input)\nreturn if %w[x y].include?(o['a'])\no['a'] = '/' if flag", "o['a']", 'tainted'],
    ["o = JSON.parse(input)\ncase o['a']\nwhen 'x', 'y'\nlog\nelse\no['a'] = '/'\nend", "o['a']", 'clean'],
    ["o = JSON.parse(input)\ncase o['b']\nwhen 'x', 'y'\nlog\nelse\no['a'] = '/'\nend", "o['a']", 'tainted'],
    ["@a = input\n@a = '/' unless @a", '@a', 'tainted'],
    ["@a = input\n@a = '/' unless %w[x y].include?(@a)", '@a', 'clean'],
  ],
  go: [
    ['o := map[string]string{"a": input}\nif o["a"] == "" {\no["a"] = "/"\n}', 'o["a"]', 'tainted'],
    ['o := options{a: input}\nif o.a == "" {\no.a = "/"\n}', 'o.a', 'tainted'],
    ['o := options{a: input}\nif flag {\no.a = "/"\n} else {\no.a = "b"\n}', 'o.a', 'clean'],
    ['o := options{a: input}\nif o.a != "x" && o.a != "y" {\no.a = "/"\n}', 'o.a', 'clean'],
    ['o := options{a: input}\nif o.a == "x" || o.a == "y" {\no.a = "/"\n}', 'o.a', 'tainted'],
    ['o := options{a: input}\nif o.a != "x" {\nreturn\n}\nif flag {\no.a = "/"\n}', 'o.a', 'clean'],
    ['o := options{a: input}\nif o.a == "x" {\nreturn\n}\nif flag {\no.a = "/"\n}', 'o.a', 'tainted'],
    ['o := options{a: input}\nswitch o.a {\ncase "x", "y":\ndefault:\no.a = "/"\n}', 'o.a', 'clean'],
    ['o := options{a: input}\nswitch o.b {\ncase "x", "y":\ndefault:\no.a = "/"\n}', 'o.a', 'tainted'],
  ],
};

describe.each(Object.entries(cases))('%s', (language, listed) => {
  test.each(listed)('%s: %s is %s', async (body, shown, known) => {
    expect((await valueAt(language, body, shown)).startsWith('tainted')).toBe(known === 'tainted');
  });
});
