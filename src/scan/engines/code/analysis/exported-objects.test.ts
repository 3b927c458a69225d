import { expect, test } from 'vitest';
import { factsOf } from '../../../../../test/support/print-facts.ts';

/** What a file of JavaScript offers: the name outside, and that of the function or class in the file. */
async function offeredBy(program: string): Promise<string[]> {
  return (await factsOf('a.js', program)).flatMap((line) => {
    const told = /^(?:exports )?((?:hands on )?[\w.]+ = .*)/.exec(line);
    return told ? [told[1]!] : [];
  });
}

const programs: Array<[program: string, offered: string[]]> = [
  ['module.exports = function go(x) { return x; };', ['default = go']],
  ['module.exports = (x) => x;', ['default = default']],
  ['exports.go = (x) => x;', ['go = go']],
  ['module.exports.go = (x) => x;', ['go = go']],
  ['other.go = (x) => x;', []],
  ['other.exports = { go: (x) => x };', []],
  ['module.other = { go: (x) => x };', []],
  ['module.exports = { go: (x) => x, n: 1 };', ['go = go']],
  ['function start(x) { return x; } module.exports = { go: start, start };', ['go = start', 'start = start']],
  ['exports.tools = { go: (x) => x };', ['tools.go = tools.go']],
  ['exports.tools = { deep: { go: (x) => x } };', []],
  ['module.exports = { tools: { go: (x) => x } };', ['tools.go = tools.go']],
  ['const api = {}; module.exports = api; api.go = (x) => x;', ['go = go', 'api.go = go']],
  ['const api = (module.exports = {}); api.go = (x) => x;', ['go = go', 'api.go = go']],
  ['const api = (other.exports = {}); api.go = (x) => x;', ['api.go = api.go']],
  ['const api = (exports = module.exports = {}); api.go = (x) => x;', ['go = go', 'api.go = go']],
  ['const api = {}; module.other = api; api.go = (x) => x;', ['api.go = api.go']],
  ['class Store { find(x) { return x; } } module.exports = Store;', ['find = Store.find']],
  ['class Store { find(x) { return x; } } module.exports = new Store();', ['find = Store.find']],
  ['class Store { find(x) { return x; } } exports.store = new Store();', ['store = Store']],
  ['class Store { find(x) { return x; } } exports.Store = Store;', ['Store = Store']],
  ['class Store { find(x) { return x; } } const store = new Store();', ['store = Store']],
  [
    'function Store() {} Store.prototype.find = function (x) { return x; }; module.exports = Store;',
    ['default = Store.constructor', 'constructor = Store.constructor', 'find = Store.find'],
  ],
  [
    'function Store() {} Store.prototype.find = function (x) { return x; }; module.exports = new Store();',
    ['constructor = Store.constructor', 'find = Store.find'],
  ],
  [
    'function Store() {} Store.prototype.find = function (x) { return x; }; module.exports = Store();',
    ['constructor = Store.constructor', 'find = Store.find'],
  ],
  [
    'function Store() {} Store.prototype.find = function (x) { return x; }; exports.s = new Store();',
    ['s = Store'],
  ],
  ['module.exports = (options) => ({ find: (x) => x });', ['default = default', 'find = find']],
  ['exports.make = (options) => ({ find: (x) => x });', ['make = make', 'make.find = make.find']],
  ['exports.make = (options) => ({ all: { find: (x) => x } });', ['make = make']],
  ['const store = { find: (x) => x };', ['store.find = store.find']],
  ['const store = [(x) => x];', []],
  ['export const store = { find: (x) => x };', ['store.find = store.find']],
  ['export default { find: (x) => x };', ['find = default.find']],
  ["exports.run = require('./run');", ['run = run', 'hands on run = file:run']],
  ["module.exports = { run: require('./run') };", ['run = run', 'hands on run = file:run']],
  ["module.exports = require('./lib');", ['default = default', 'hands on default = file:lib']],
  ["exports.run = require('./run')();", []],
  ["exports.run = require('fs');", []],
  ["exports.run = require('./run').one;", ['run = run', 'hands on run = file:run.one']],
  ["other.run = require('./run');", []],
  ["module.exports = { ...require('./run') };", []],
  ['(function () { module.exports = { go: (x) => x }; })();', ['go = go']],
  ['(function () { exports.go = function (x) { return x; }; })();', ['go = go']],
  ['exports.go = (x) => x; exports.go = (y) => 1;', ['go = go']],
  ['const f = (x) => x; exports.a = f; exports.b = f;', ['a = f', 'b = f']],
  ['exports.a = exports.b = (x) => x;', ['b = b', 'a = b']],
  ['module.exports = [(x) => x];', []],
  ['exports.n = 1;', []],
];

test.each(programs)('%s', async (program, offered) => {
  expect(await offeredBy(program)).toEqual(offered);
});

test.each([
  ['functions, a thousand', (i: number) => `exports.f${i} = (x) => x;`, 1_000],
  ['fields of an object, 64', (i: number) => `f${i}: (x) => x,`, 64],
])('of %s are offered at most', async (what, write, most) => {
  const offers = async (count: number) => {
    const parts = Array.from({ length: count }, (_, i) => write(i)).join('\n');
    return (await offeredBy(what.startsWith('fields') ? `module.exports = { ${parts} };` : parts)).length;
  };
  expect(await offers(most)).toBe(most);
  expect(await offers(most + 1)).toBe(most);
});
