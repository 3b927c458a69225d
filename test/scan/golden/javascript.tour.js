'use strict';
import fs, { readFile as read, default as base } from 'node:fs';
import * as path from 'path';
import './side-effect.js';
const http = require('http');
const { exec, spawn: run = exec } = require('child_process');
export const PREFIX = 'a' + "b";
export { run, read as reading };
export * from './other.js';
export default class Tour extends Base {
  #secret = 1;
  static count = 0;
  name = 'tour';
  static { Tour.count = 1; }
  constructor(store, size = 3, ...names) {
    super(size);
    this.store = store;
    this.#secret = size;
  }
  get size() { return this.#secret; }
  set size(value) { this.#secret = value; }
  static of(id) { return new Tour(id); }
  async *rows() { yield 1; yield* [2]; }
  ['computed' + 1]() { return this?.store; }
}
var x = 1, y;
let [a, , b = 2, ...rest] = [1, 2, 3];
const { c, d: { e = 1 } = {}, ...others } = x;
[a, b] = [b, a];
({ c: y } = others);
async function find(req, res, { page = 1, ...options } = {}, [head] = []) {
  const { id } = req.query;
  let text = 'Hello ' + id + `${id.trim()} and ${page}!`;
  text += 'x'; page++; --page; page **= 2; y ??= id; y ||= 1; y &&= 2;
  const both = page > 0 && !(id === null) || 'id' in req || id instanceof Tour;
  const chosen = both ? id : y ?? text;
  const list = [1, ...rest, id];
  const object = { id, 'k': 1, [id]: 2, 3: 4, ...options, method() { return id; }, get got() { return 1; }, arrow: (n) => n };
  const pattern = /^a+\/[b]$/gi;
  const tagged = sql`select * from t where id = ${id}`;
  const big = 10n, hex = 0x1f, float = 1.5e3;
  if (typeof id === 'string') return res.send(text);
  else if (id == null) { void 0; } else delete object.k;
  for (let i = 0, n = 3; i < n; i++) { if (i === 1) continue; if (i === 2) break; }
  for (const each of list) use(each);
  for await (const row of rows()) use(row);
  for (const key in object) use(key);
  outer: while (true) { do { page--; } while (page > 0); break outer; }
  switch (id) {
    case 'a': case 'b': use('ab'); break;
    case `c`: { use('c'); }
    default: use(id);
  }
  try { await parse(id); } catch ({ message }) { throw new Error(message); } finally { close(); }
  try { parse(id); } catch { use(1); }
  const f = function named(n) { return n * named(n - 1); };
  const g = async (m) => { await m; };
  list.map((n) => n * 2).filter(Boolean).forEach(use);
  obj?.deep?.[id]?.(page);
  obj.deep.attr = id;
  list[0] = list[list.length - 1];
  new Foo(id, ...list);
  (function () { use(this); })();
  (0, obj.method)(id);
  return (use(1), text, -page, +page, ~page, page % 2, page >>> 1, page & 1);
}
function use(value) { return value; }
module.exports = { find, use };
exports.more = use;
module.exports.last = (n) => n;
Tour.prototype.extra = function (n) { this.n = n; };
app.get('/tour/:id', async (req, res, next) => { res.send(req.params.id); });
