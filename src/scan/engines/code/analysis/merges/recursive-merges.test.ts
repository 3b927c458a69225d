import { describe, expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { InspectedFile } from '../../inspect-file.ts';
import { findMerges } from './recursive-merges.ts';

const parser = await createParser();

/** Calls that merge, with where the key comes from or the object is read, and steps of walks, with where their key gets its value. */
async function found(text: string): Promise<string[]> {
  const { calls, walks } = findMerges((await InspectedFile.open('a.js', text, parser))!.module, text);
  const code = ({ start, end }: { start: number; end: number }) => text.slice(start, end);
  return [
    ...calls.map(({ call, key }) => `${code(call)} by ${code(key)}`),
    ...walks.map(({ step, key }) => `${code(step)} by ${key ? code(key) : 'something'}`),
  ];
}

const copy = 'a[k] = b[k];';
const self = ['merge(a[k], b[k]) by k'];
const merge = (body: string) => `function merge(a, b) { for (const k in b) { ${body} } }`;
const step = ['o = o[k] by something'];

const merges: Array<[title: string, program: string, found: string[]]> = [
  ['a function that calls itself', merge(`merge(a[k], b[k]); ${copy}`), self],
  ['the write before the call', merge(`${copy} merge(a[k], b[k]);`), self],
  ['nothing written back', merge('merge(a[k], b[k]); c[k] = b[k];'), []],
  ['what is written back by another key', merge('merge(a[k], b[k]); a[j] = b[k];'), []],
  ['two keys', merge(`merge(a[k], b[j]); ${copy}`), []],
  ['one object', merge('merge(a[k], a[k]); a[k] = 1;'), []],
  ['one value only', merge(`merge(a[k], b); ${copy}`), []],
  ['values of fixed keys', merge(`merge(a['x'], b['x']); a['x'] = 1; ${copy}`), []],
  [
    'a function that is given to merge',
    'function each(a, b, merge) { Object.keys(b).reduce(function (to, k) { to[k] = merge(to[k], b[k]); return to; }, a); }',
    ['merge(to[k], b[k]) by to[k]'],
  ],
  [
    'a function that is given to choose',
    'function each(a, b, pick) { Object.keys(b).reduce(function (to, k) { to[k] = pick(to[k], b[k]); return to; }, a); }',
    [],
  ],
  [
    'a function that is given to merge, behind a test of the key',
    "function isBad(k) { return ['__proto__'].indexOf(k) !== -1; } function each(a, b, merge) { Object.keys(b).reduce(function (to, k) { if (isBad(k)) return to; to[k] = merge(to[k], b[k]); return to; }, a); }",
    [],
  ],
  ['another function', merge(`other(a[k], b[k]); ${copy}`), []],
  ['a third argument', merge(`merge(a[k], b[k], depth); ${copy}`), ['merge(a[k], b[k], depth) by k']],
  ['arguments in the other order', merge(`merge(b[k], a[k]); ${copy}`), ['merge(b[k], a[k]) by k']],

  // What holds the values.
  [
    'variables for the values',
    merge(`const x = a[k]; const y = b[k]; merge(x, y); ${copy}`),
    ['merge(x, y) by k'],
  ],
  ['a value or nothing', merge(`merge(a[k] || {}, b[k]); ${copy}`), ['merge(a[k] || {}, b[k]) by k']],
  [
    'a value that is made',
    merge('merge((a[k] = a[k] || {}), b[k]);'),
    ['merge((a[k] = a[k] || {}), b[k]) by k'],
  ],
  ['a value in a list of one', merge(`merge(a[k], [b[k]]); ${copy}`), ['merge(a[k], [b[k]]) by k']],
  ['a value in a list of two', merge(`merge(a[k], [b[k], c]); ${copy}`), []],
  [
    'the entries of an object',
    'function merge(a, b) { for (const [k, v] of Object.entries(b)) { merge(a[k], v); a[k] = v; } }',
    ['merge(a[k], v) by k'],
  ],
  [
    'the entries of what is no variable',
    'function merge(a, b) { for (const [k, v] of Object.entries(b.c)) { merge(a[k], v); a[k] = v; } }',
    [],
  ],
  [
    'the entries of an object, behind a test of the key',
    "function merge(a, b) { for (const [k, v] of Object.entries(b)) { if (k === '__proto__') continue; merge(a[k], v); a[k] = v; } }",
    [],
  ],
  [
    'pairs of another kind',
    'function merge(a, b) { for (const [k, v] of b) { merge(a[k], v); a[k] = v; } }',
    [],
  ],
  ['nothing or a value', merge(`merge(x && a[k], b[k]); ${copy}`), ['merge(x && a[k], b[k]) by k']],
  ['the first of two', merge(`merge(c ? a[k] : {}, b[k]); ${copy}`), ['merge(c ? a[k] : {}, b[k]) by k']],
  ['the second of two', merge(`merge(c ? {} : a[k], b[k]); ${copy}`), ['merge(c ? {} : a[k], b[k]) by k']],
  [
    'a variable of the function around it',
    merge(`const x = a[k]; const y = b[k]; run(() => { merge(x, y); ${copy} });`),
    ['merge(x, y) by k'],
  ],
  ['a value of a call', merge(`merge(f(a[k]), b[k]); ${copy}`), []],
  [
    'six places in a variable',
    merge(
      `let x = p[k]; x = q[k]; x = r[k]; x = s[k]; x = t[k]; x = a[k]; const y = b[k]; merge(x, y); ${copy}`,
    ),
    ['merge(x, y) by k'],
  ],
  [
    'more places than are remembered',
    merge(
      `let x = p[k]; x = q[k]; x = r[k]; x = s[k]; x = t[k]; x = u[k]; x = a[k]; const y = b[k]; merge(x, y); ${copy}`,
    ),
    [],
  ],

  // What writes.
  ['Object.assign', merge('merge(a[k], b[k]); Object.assign(a, { [k]: b[k] });'), self],
  ['Object.assign of a fixed key', merge('merge(a[k], b[k]); Object.assign(a, { k: b[k], ...c });'), []],
  ['a function that puts', merge('merge(a[k], b[k]); put(a, k, b[k]); [k] = 1;'), self],
  ['a function that gets', merge('merge(a[k], b[k]); get(a, k); c = { [k]: 1 };'), []],

  // Questions whether the object has the key of its own.
  ['Object.hasOwn', merge(`if (Object.hasOwn(a, k)) merge(a[k], b[k]); ${copy}`), []],
  ['hasOwnProperty', merge(`if (a.hasOwnProperty(k)) merge(a[k], b[k]); ${copy}`), []],
  ['hasOwnProperty.call', merge(`if (hasOwnProperty.call(a, k)) merge(a[k], b[k]); ${copy}`), []],
  [
    'Object.prototype.hasOwnProperty.call',
    merge(`if (Object.prototype.hasOwnProperty.call(a, k)) merge(a[k], b[k]); ${copy}`),
    [],
  ],
  ['has', merge(`if (has(a, k)) merge(a[k], b[k]); ${copy}`), []],
  ['another call', merge(`if (other.call(a, k)) merge(a[k], b[k]); ${copy}`), self],
  ['another question', merge(`if (hash(a, k)) merge(a[k], b[k]); ${copy}`), self],
  ['a question about the source', merge(`if (Object.hasOwn(b, k)) merge(a[k], b[k]); ${copy}`), self],
  ['a question about another key', merge(`if (Object.hasOwn(a, j)) merge(a[k], b[k]); ${copy}`), self],
  ['a question about a fixed key', merge(`if (Object.hasOwn(a, 'k')) merge(a[k], b[k]); ${copy}`), self],
  ['a question without a key', merge(`if (Object.hasOwn(a)) merge(a[k], b[k]); ${copy}`), self],
  ['a question in a function inside', merge(`if ([1].some(() => has(a, k))) merge(a[k], b[k]); ${copy}`), []],

  // Keys that reach what all objects share.
  ['__proto__ left out', merge(`if (k === '__proto__') continue; merge(a[k], b[k]); ${copy}`), []],
  ['constructor left out', merge(`if (k === 'constructor') continue; merge(a[k], b[k]); ${copy}`), []],
  ['another key left out', merge(`if (k === 'prototype') continue; merge(a[k], b[k]); ${copy}`), self],
  [
    '__proto__ left out in a function inside',
    merge(`if ([k].some((x) => x === '__proto__')) continue; merge(a[k], b[k]); ${copy}`),
    [],
  ],
  [
    'a function inside that nobody asks',
    merge(`function bad(x) { return x === '__proto__'; } merge(a[k], b[k]); ${copy}`),
    self,
  ],
  [
    'a list of keys',
    `const keys = ['x', '__proto__'];\n${merge(`if (keys.includes(k)) continue; merge(a[k], b[k]); ${copy}`)}`,
    [],
  ],
  [
    'a set of keys',
    `const keys = new Set(['__proto__', 'x']);\n${merge(`if (keys.has(k)) continue; merge(a[k], b[k]); ${copy}`)}`,
    [],
  ],
  [
    'a list of other keys',
    `const keys = ['x', proto];\n${merge(`if (keys.includes(k)) continue; merge(a[k], b[k]); ${copy}`)}`,
    self,
  ],
  [
    'a list that is not the first argument',
    `const keys = pick(1, ['__proto__']);\n${merge(`if (keys.includes(k)) continue; merge(a[k], b[k]); ${copy}`)}`,
    self,
  ],
  [
    'a list that nobody asks',
    `const keys = ['__proto__'];\n${merge(`if (names.includes(k)) continue; merge(a[k], b[k]); ${copy}`)}`,
    self,
  ],
  [
    'a small function',
    `const bad = (x) => x === '__proto__';\n${merge(`if (bad(k)) continue; merge(a[k], b[k]); ${copy}`)}`,
    [],
  ],
  [
    'a small function behind it',
    `${merge(`if (bad(k)) continue; merge(a[k], b[k]); ${copy}`)}\nconst bad = (x) => x === '__proto__';`,
    [],
  ],
  [
    'a small function of two arguments',
    `const bad = (x, y) => x === '__proto__';\n${merge(`if (bad(a, k)) continue; merge(a[k], b[k]); ${copy}`)}`,
    [],
  ],
  [
    'a function of three arguments',
    `const bad = (x, y, z) => x === '__proto__';\n${merge(`if (bad(a, b, k)) continue; merge(a[k], b[k]); ${copy}`)}`,
    self,
  ],
  [
    'a small function that knows the constructor only',
    `const bad = (x) => x === 'constructor';\n${merge(`if (bad(k)) continue; merge(a[k], b[k]); ${copy}`)}`,
    self,
  ],
  [
    'a small function that asks another',
    `${merge(`if (bad(k)) continue; merge(a[k], b[k]); ${copy}`)}\nconst bad = (x) => worse(x);\nconst worse = (x) => x === '__proto__';`,
    [],
  ],
  [
    'a longer way to the key than is followed',
    `${merge(`if (bad(k)) continue; merge(a[k], b[k]); ${copy}`)}\nconst bad = (x) => worse(x);\nconst worse = (x) => worst(x);\nconst worst = (x) => x === '__proto__';`,
    self,
  ],
  [
    'a large function that asks another',
    `const worse = (x) => x === '__proto__';\nconst bad = (x) => { ${'f(1, 2, 3); '.repeat(40)} return worse(x); };\n${merge(`if (bad(k)) continue; merge(a[k], b[k]); ${copy}`)}`,
    self,
  ],
  ['a key of another function', `${merge(`merge(a[k], b[k]); ${copy}`)}\nuse('__proto__');`, self],

  // Who calls whom.
  [
    'two functions that call each other',
    `${merge(`both(a[k], b[k]); ${copy}`)}\nfunction both(a, b) { if (a) merge(a, b); }`,
    ['both(a[k], b[k]) by k'],
  ],
  [
    'two functions of one name',
    `function both(a, b) { merge(a, b); }\n${merge(`both(a[k], b[k]); ${copy}`)}\nfunction both(a) { log(a); }`,
    ['both(a[k], b[k]) by k'],
  ],
  [
    'a function that does not call back',
    `${merge(`both(a[k], b[k]); ${copy}`)}\nfunction both(a, b) { if (a) other(a, b); }`,
    [],
  ],
  [
    'a function that was given',
    `function each(a, b, act) { for (const k in b) { act(a[k], b[k]); ${copy} } }`,
    ['act(a[k], b[k]) by k'],
  ],
  [
    'a function that was given and chooses',
    'function each(a, b, act) { for (const k in b) { a[k] = act(a[k], b[k]); } }',
    [],
  ],
  [
    'a function inside',
    `function merge(a, b) { Object.keys(b).forEach((k) => { merge(a[k], b[k]); ${copy} }); }`,
    self,
  ],
  ['a variable', `const merge = (a, b) => { for (const k in b) { merge(a[k], b[k]); ${copy} } };`, self],
  [
    'a function with a name of its own in a variable',
    `const other = function merge(a, b) { for (const k in b) { merge(a[k], b[k]); ${copy} } };`,
    self,
  ],
  [
    'a member',
    `exports.merge = function (a, b) { for (const k in b) { exports.merge(a[k], b[k]); ${copy} } };`,
    ['exports.merge(a[k], b[k]) by k'],
  ],
  [
    'a method',
    `class A { merge(a, b) { for (const k in b) { this.merge(a[k], b[k]); ${copy} } } }`,
    ['this.merge(a[k], b[k]) by k'],
  ],
  [
    'a field with a function',
    `class A { x; merge = (a, b) => { for (const k in b) { this.merge(a[k], b[k]); ${copy} } }; }`,
    ['this.merge(a[k], b[k]) by k'],
  ],
  ['the top level', `for (const k in b) { run(a[k], b[k]); ${copy} }`, []],

  // Steps into an object.
  ['a step in a loop', 'for (const k of path) o = o[k];', step],
  [
    'a step by a variable',
    'for (const k of path) { const next = o[k]; if (isObject(next)) { o = next; } else { o[k] = {}; } }',
    ['o = next by something'],
  ],
  [
    'a step by a variable that held something else',
    'for (const k of path) { let next = o[k]; next = {}; o = next; }',
    [],
  ],
  [
    'a step by a variable that is read of its own keys',
    'for (const k of path) { const next = own(o, k) ? o[k] : undefined; o = next; }',
    [],
  ],
  ['a step in a while loop', 'while (more()) o = o[k];', step],
  ['a step outside of one', 'for (const k of path) use(k); o = o[k];', []],
  ['a step or an object', 'for (const k of path) o = o[k] || {};', ['o = o[k] || {} by something']],
  ['another object', 'for (const k of path) o = p[k]; q = [q[k]];', []],
  ['an object or a step', 'for (const k of path) o = p || o[k];', []],
  ['a fixed key', "for (const k of path) o = o['k'];", []],
  ['a position', 'for (let i = 0; i < 9; i++) o = o[i];', []],
  ['a position called index', 'while (more()) o = o[index];', []],
  ['a field of the step', 'while (more()) o = o[path[0]];', ['o = o[path[0]] by something']],
  ['where the key comes from', 'for (;;) { const k = next(); o = o[k]; k = 2; }', ['o = o[k] by k = next()']],
  ['a step in a function that is called in a loop', 'path.forEach((k) => { o = o[k]; });', step],
  ['a step in a function of its own', 'for (const k of path) use(function (k) { o = o[k]; });', []],
  ['a step after a function in a loop', 'for (const k of path) { use(function () {}); o = o[k]; }', step],
  ['a step after a loop in a loop', 'for (const k of path) { for (const j of k) use(j); o = o[k]; }', step],
  [
    'a step after a key was looked at',
    "function walk(o) { for (const k of path) { if (k === '__proto__') return; o = o[k]; } }",
    [],
  ],
  [
    'a step inside a function after a key was looked at outside',
    "function walk(o) { if (path.includes('__proto__')) return; path.forEach((k) => { o = o[k]; }); }",
    [],
  ],
  [
    'a step in a function with a name, where only the one around it looked',
    "function around(path) { if (path.includes('__proto__')) return; function walk(o) { for (const k of path) o = o[k]; } }",
    step,
  ],

  // Two functions that call each other.
  [
    'a value that is given with its key',
    'function all(a, b) { for (const k in b) one(a, b[k], k); } function one(a, v, k) { const x = a[k]; all(x, v); a[k] = v; }',
    ['all(x, v) by a[k]'],
  ],
  [
    'a value that is given with another key',
    'function all(a, b) { for (const k in b) one(a, b[k], k); } function one(a, v, k, j) { const x = a[k]; all(x, v); a[j] = v; a[k] = 1; }',
    [],
  ],
  [
    'a function that does not call back',
    'function all(a, b) { for (const k in b) other(a, b[k], k); } function one(a, v, k) { const x = a[k]; all(x, v); a[k] = v; }',
    [],
  ],
  [
    'a test of the key in the other one',
    "function all(a, b) { for (const k in b) if (k !== '__proto__') one(a, b[k], k); } function one(a, v, k) { const x = a[k]; all(x, v); a[k] = v; }",
    [],
  ],

  // What objects have of their own.
  [
    'a step where the object was asked',
    'function walk(o) { for (const k of path) { if (!Object.prototype.hasOwnProperty.call(o, k)) o[k] = {}; o = o[k]; } }',
    [],
  ],
  [
    'a step where another object was asked',
    'function walk(o, p) { for (const k of path) { if (!Object.prototype.hasOwnProperty.call(p, k)) o[k] = {}; o = o[k]; } }',
    step,
  ],
  [
    'a step where only a key was looked for',
    'function walk(o) { for (const k of path) { if (!(k in o)) o[k] = {}; o = o[k]; } }',
    step,
  ],
  [
    'a step behind a small function that asks',
    'function has(o, k) { return Object.hasOwn(o, k); } function safe(x, y) { return x[y] === undefined || has(x, y); } function walk(o) { for (const k of path) { if (!safe(o, k)) return; o = o[k]; } }',
    [],
  ],
  [
    'a step behind a small function that asks for something else',
    'function has(o, k) { return Object.hasOwn(o, k); } function walk(o, p) { for (const k of path) { if (!has(p, k)) return; o = o[k]; } }',
    step,
  ],
  [
    'a step behind a question about the shared prototype',
    'function walk(o) { for (const k of path) { if (k in Object.prototype) return; o = o[k]; } }',
    [],
  ],
  [
    'a step behind a value of the shared prototype',
    'function walk(o) { for (const k of path) { if (Object.prototype[k] !== undefined) return; o = o[k]; } }',
    [],
  ],
  [
    'a merge behind a question about the shared prototype',
    merge(`if (!(k in Object.prototype)) { merge(a[k], b[k]); ${copy} }`),
    [],
  ],
];

test.each(merges)('%s', async (_title, program, expected) => {
  expect(await found(program)).toEqual(expected);
});

test('a function may merge a hundred times; what it does more often is not looked at', async () => {
  const calls = (from: number, to: number) =>
    Array.from(
      { length: to - from },
      (_, i) => `merge(a[k${from + i}], b[k${from + i}]); a[k${from + i}] = 1;`,
    );
  const program = (...parts: string[][]) =>
    `function merge(a, b) { ${parts.map((part) => `run(() => { ${part.join(' ')} });`).join(' ')} }`;
  const count = async (text: string) => (await found(text)).length;
  expect(await count(program(calls(0, 100)))).toBe(100);
  expect(await count(`function merge(a, b) { ${calls(0, 101).join(' ')} }`)).toBe(100);
  expect(await count(program(calls(0, 60), calls(60, 100)))).toBe(100);
  expect(await count(program(calls(0, 60), calls(60, 120)))).toBe(100);
});

describe('whether an object is written to behind a walk into it', () => {
  /** Each step, with `!` where something is written in the end. */
  async function walks(text: string): Promise<string[]> {
    const { module } = (await InspectedFile.open('a.js', text, parser))!;
    return findMerges(module, text).walks.map(
      ({ step: { start, end }, writes }) => text.slice(start, end) + (writes ? '!' : ''),
    );
  }
  const walk = (rest: string) => `function put(o, path) { for (const k of path) { o = o[k]; } ${rest} }`;
  const put = (body: string) => `function put(o, path, v) { ${body} }`;
  const lines = (body: string) =>
    `function parse(text) { const out = {}; const bare = Object.create(null); let group; for (const line of text.split('\\n')) { const m = line.match(pair); ${body} } return out; }`;
  const fold = (body: string) => `function f(path) { return path.reduce((o, k) => ${body}, {}); }`;

  test.each<[string, string, string[]]>([
    ['nothing', walk('return o;'), ['o = o[k]']],
    ['by a key', walk('o[x] = 1;'), ['o = o[k]!']],
    ['by a name', walk('o.x = 1;'), ['o = o[k]!']],
    ['another object', walk('p.x = 1;'), ['o = o[k]']],
    ['a field of it', walk('o.p.x = 1;'), ['o = o[k]']],
    ['by a copy', walk('p = o; p.x = 1;'), ['o = o[k]!']],
    ['a copy of another', walk('p = q; p.x = 1;'), ['o = o[k]']],
    ['a copy that nothing is written to', walk('p = o; q.x = 1;'), ['o = o[k]']],
    ['by a function that gets it with a key', walk('set(o, x);'), ['o = o[k]!']],
    ['by a function that gets it alone', walk('set(o);'), ['o = o[k]']],
    ['asked for a key', walk('Object.hasOwn(o, x);'), ['o = o[k]']],
    ['in a function inside', walk('run(() => { o.x = 1; });'), ['o = o[k]!']],
    ['in a function with a name inside', walk('function g(o) { o.x = 1; }'), ['o = o[k]']],
    [
      'in the function around one without a name',
      'function put(o) { path.forEach((k) => { o = o[k]; }); o.x = 1; }',
      ['o = o[k]!'],
    ],
    [
      'in the function around one with a name',
      'function put(o) { function walk() { for (const k of p) o = o[k]; } o.x = 1; }',
      ['o = o[k]'],
    ],

    // Folding.
    ['a fold that writes', fold('(o[k] = o[k] || {})'), ['o[k] = o[k] || {}!']],
    ['a fold that writes before it', fold('{ o[k] = {}; return o[k]; }'), ['o[k]!']],
    ['a fold that gives one of two', fold('{ o[k] = {}; return o[k] || {}; }'), ['o[k] || {}!']],
    ['the first of two steps', fold('{ o[k] = {}; if (x) return o[k]; return o[k] || {}; }'), ['o[k]!']],
    ['a fold that only reads', fold('o[k]'), []],
    ['a fold that gives something else', fold('{ o[k] = {}; return o; }'), []],
    ['a fold that gives nothing', fold('{ o[k] = {}; return; }'), []],
    ['a fold by another key', fold('(o[j] = o[j] || {})'), []],
    ['a fold by a fixed key', fold("(o['k'] = o['k'] || {})"), []],
    ['a fold into another object', fold('(p[k] = p[k] || {})'), []],
    ['a fold into a field', fold('(o.p[k] = o.p[k] || {})'), []],
    ['a fold by positions', 'function f(p) { p.reduce((o, i) => (o[i] = o[i] || {}), {}); }', []],
    ['a fold without a key', 'function f(p) { p.reduce((o) => (o[k] = o[k] || {}), {}); }', []],
    ['a fold without parameters', 'function f(p) { p.reduce(() => (o[k] = o[k] || {}), {}); }', []],
    ['a fold that is given by name', 'function f(p) { p.reduce(g, {}); o[k] = 1; }', []],
    ['a method of another name', 'function f(p) { p.map((o, k) => (o[k] = o[k] || {})); }', []],
    ['a function called reduce', 'function f(p) { reduce((o, k) => (o[k] = o[k] || {})); }', []],

    // Keys that are parts of a text.
    [
      'a step that also makes what is not there',
      'function put(path) { for (const k of path) o = o[k] = o[k] || {}; o.x = 1; }',
      ['o = o[k] = o[k] || {}!'],
    ],
    ['two parts of a line', lines('out[m[1]][m[2]] = 1;'), ['out[m[1]][m[2]] = 1!']],
    ['two parts, trimmed', lines('out[m[1].trim()][m[2]] = 1;'), ['out[m[1].trim()][m[2]] = 1!']],
    [
      'two parts, decoded',
      lines('const k = decodeURIComponent(m[1]); out[k][m[2]] = 1;'),
      ['out[k][m[2]] = 1!'],
    ],
    ['parts with names', lines('const [k, v] = line.split("="); out[k][v] = 1;'), ['out[k][v] = 1!']],
    [
      'a group that is filled later',
      lines('group = out[m[1]] = out[m[1]] || {}; group[m[2]] = 1;'),
      ['group = out[m[1]] = out[m[1]] || {}!'],
    ],
    ['a group that is only read', lines('group = out[m[1]]; out[k] = group.x;'), ['group = out[m[1]]']],
    ['a part and a fixed name', lines("out[m[1]]['x'] = 1; out[k] = 1;"), []],
    ['one part alone', lines('out[m[1]] = 1;'), []],
    ['keys that are no parts', lines('out[row.kind][row.id] = 1; out[k] = 1;'), []],
    ['a call of something else', lines('out[hash(m[1])][m[2]] = 1; out[k] = 1;'), []],
    ['parts of no text', 'function f(m) { const out = {}; for (const x of m) { out[m[1]][m[2]] = 1; } }', []],
    ['an object that holds nothing else', lines('bare[m[1]][m[2]] = 1;'), []],
    [
      'outside of a loop',
      'function f(t) { const out = {}; const m = t.split("."); out[m[0]][m[1]] = 1; }',
      [],
    ],
    [
      'in a function that is called for each line',
      'function f(t) { const out = {}; t.split("&").forEach(function (p) { const m = p.split("="); out[m[0]][m[1]] = 1; }); }',
      ['out[m[0]][m[1]] = 1!'],
    ],
    ['after a key was looked at', lines("if (m[1] === '__proto__') continue; out[m[1]][m[2]] = 1;"), []],

    // Calls of itself.
    [
      'deeper by what a path begins with',
      put('o[x] = v; put(o[path[0]], path, v);'),
      ['put(o[path[0]], path, v)!'],
    ],
    [
      'deeper by what is taken of a path',
      put('o[x] = v; put(o[path.shift()], path, v);'),
      ['put(o[path.shift()], path, v)!'],
    ],
    [
      'deeper by a variable',
      put('const k = path.pop(); o[k] = v; put(o[k], path, v);'),
      ['put(o[k], path, v)!'],
    ],
    [
      'deeper by a variable that is the first',
      put('const k = path[0]; o[k] = v; put(o[k], path, v);'),
      ['put(o[k], path, v)!'],
    ],
    ['deeper by another part', put('o[x] = v; put(o[path[1]], path, v);'), []],
    ['deeper by a part of a call', put('o[x] = v; put(o[f()[0]], path, v);'), []],
    [
      'deeper by a variable of something else',
      put('const k = path.length; o[k] = v; put(o[k], path, v);'),
      [],
    ],
    ['deeper by a result', put('o[x] = v; put(o[next()], path, v);'), []],
    ['deeper by what is taken with a value', put('o[x] = v; put(o[path.shift(1)], path, v);'), []],
    ['deeper by another method', put('o[x] = v; put(o[path.peek()], path, v);'), []],
    ['deeper where nothing is written', put('p[x] = v; put(o[path[0]], path, v);'), []],
    ['deeper where a fixed key is written', put("o['x'] = v; p[x] = 1; put(o[path[0]], path, v);"), []],
    ['deeper into another argument', put('o[x] = v; put(path, o[path[0]], v);'), []],
    ['deeper into a field', put('o[x] = v; put(o.p[path[0]], path, v);'), []],
    ['deeper by another function', put('o[x] = v; other(o[path[0]], path, v);'), []],
    [
      'deeper by the first of a list that is taken apart',
      put('const [k, ...rest] = path; o[k] = v; put(o[k], rest, v);'),
      ['put(o[k], rest, v)!'],
    ],
    ['deeper by one of a pair', put('const [k, n] = path; o[k] = v; put(o[k], n, v);'), []],
    [
      'where every caller has tested the keys',
      `${put('const k = path.pop(); o[k] = v; put(o[k], path, v);')} const isBad = (k) => k === '__proto__'; function safe(o, p) { if (p.some(isBad)) return; put(o, p, 1); }`,
      [],
    ],
    [
      'where one of two callers has tested the keys',
      `${put('const k = path.pop(); o[k] = v; put(o[k], path, v);')} const isBad = (k) => k === '__proto__'; function safe(o, p) { if (p.some(isBad)) return; put(o, p, 1); } function open(o, p) { put(o, p, 1); }`,
      ['put(o[k], path, v)!'],
    ],
    ['the object as it is', put('o[x] = v; put(o, path, v);'), []],
  ])('%s', async (_title, program, expected) => {
    expect(await walks(program)).toEqual(expected);
  });
});
