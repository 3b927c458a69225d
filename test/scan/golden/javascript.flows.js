// How data goes through a program: checks, collections, closures, classes and what they leave behind.
const express = require('express');
const path = require('path');
const fs = require('fs');
const { exec, execFile } = require('child_process');
const app = express();
const allowed = ['asc', 'desc'];
const table = { a: 'users', b: 'orders' };
const names = new Set(['x', 'y']);

app.get('/checks', (req, res) => {
  const { order, id, file, kind } = req.query;
  if (!allowed.includes(order)) return res.sendStatus(400);
  db.query('select 1 order by ' + order);
  if (/^\d+$/.test(id)) db.query(`select * from t where id = ${id}`);
  else db.query(`select * from t where id = ${id}`);
  const number = Number(id);
  const whole = parseInt(id, 10) || 0;
  const asText = String(whole);
  if (kind === 'one' || kind === 'two') exec('ls ' + kind);
  if (kind !== 'one') exec('ls ' + kind);
  if (!names.has(file)) throw new Error('no ' + file);
  fs.readFileSync('/srv/' + file);
  const full = path.resolve('/srv', req.query.path);
  if (!full.startsWith('/srv/')) return;
  fs.readFile(full, (error, data) => res.json(data));
  const base = path.basename(req.query.path);
  const isSafe = typeof id === 'number';
  if (isSafe && number > 3) exec('ls ' + id);
  const column = table[kind] ?? 'id';
  switch (kind) {
    case 'one':
      exec('ls ' + kind);
      break;
    case 'two':
    default:
      exec('ls ' + kind);
  }
  return res.send(`<p>${number} ${whole} ${asText} ${base} ${column}</p>`);
});

app.post('/collections', async (req, res) => {
  const list = [];
  list.push(req.body.a, 'b');
  const last = list.pop();
  const first = list.shift();
  list.unshift(first);
  const parts = String(req.body.text).split(',');
  const joined = parts.map((part) => part.trim()).filter(Boolean).join(' ');
  const total = parts.reduce((sum, part) => sum + part, '');
  const sorted = [...parts].sort().reverse();
  const some = parts.slice(1, 3).concat(['z']);
  const map = new Map([['k', req.body.b]]);
  map.set('l', 'fixed');
  const got = map.get('k') + map.get('l');
  const copy = { ...req.body, c: 'fixed', ['d' + 1]: last };
  delete copy.c;
  const entries = Object.entries(copy).map(([key, value]) => `${key}=${value}`);
  const keys = Object.keys(table);
  for (const [key, value] of Object.entries(table)) copy[key] = value;
  for (const key in req.body) copy[key] = req.body[key];
  const found = parts.find((part) => part.startsWith('a'));
  exec(`echo ${joined} ${total} ${sorted[0]} ${some[2]} ${got} ${copy.c} ${entries} ${keys} ${found}`);
  const [head, ...tail] = parts;
  execFile('ls', [head, ...tail, '--all']);
  res.end();
});

class Store {
  #root = '/srv';
  static count = 0;
  constructor(name, options = {}) {
    this.name = name;
    this.mode = options.mode || 'r';
    Store.count++;
  }
  get place() {
    return this.#root + '/' + this.name;
  }
  rename(name) {
    this.name = name;
    return this;
  }
  read() {
    return fs.readFileSync(this.place, this.mode);
  }
}
class Logged extends Store {
  constructor(name) {
    super(name, { mode: 'w' });
    this.log = [];
  }
  read() {
    this.log.push(this.name);
    return super.read();
  }
}
app.get('/objects', (req, res) => {
  const store = new Logged(req.query.name);
  store.read();
  store.rename('fixed').read();
  const reader = store.read.bind(store);
  reader();
  const { name, mode = 'x' } = store;
  exec(`ls ${name} ${mode} ${Store.count}`);
  res.end();
});

function twice(text) {
  return text + text;
}
const curried = (prefix) => (text) => prefix + text;
const run = (command, then) => then(exec(command));
const withDefault = (a, b = a + '!') => b;
function* each(values) {
  for (const value of values) yield value;
}
app.get('/functions', async (req, res) => {
  const doubled = twice(req.query.a);
  const echo = curried('echo ')(doubled);
  run(echo, (child) => child.kill());
  exec(withDefault(req.query.a) + withDefault('a', 'b'));
  let later;
  const set = (value) => { later = value; };
  set(req.query.b);
  exec(later);
  for (const value of each([req.query.c])) exec(value);
  const text = await Promise.resolve(req.query.d).then((d) => d.toLowerCase());
  const [one, two] = await Promise.all([load(req.query.e), 'fixed']);
  exec(text + two);
  try {
    JSON.parse(req.query.f).run();
  } catch (error) {
    res.send(error.message);
  } finally {
    later = 'safe';
  }
  exec(later + (one ? one.x : one?.y));
  let state = 'start';
  do {
    state = state === 'start' ? req.query.g : 'end';
  } while (state !== 'end');
  exec(state);
  (function self(depth) {
    if (depth > 3) return;
    exec('n ' + depth);
    self(depth + 1);
  })(0);
  eval.call(null, req.query.h);
  exec.apply(null, [req.query.i]);
});
module.exports = { twice, Store, run: (value) => exec(value) };
