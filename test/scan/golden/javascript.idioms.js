// Modules, classes and expressions that a tour of the grammar passes by.
import def, { one as uno, default as dflt, 'a-b' as ab } from './mod.js';
import * as all from '../up/../mod.mjs';
import json from './data.json' with { type: 'json' };
import '@/alias';
export { uno as due, dflt as default } from './other';
export * from 'all';
export * as space from './space';
export { local };
export default class extends React.Component {
  static count = 0; #hidden = 1; state = { a: 1, 'b': 2 };
  static { init(); }
  constructor(props, { a, ...rest } = {}, [b, , c] = [], ...more) { super(props); this.state = { q: props.q }; }
  get size() { return this.#hidden; } set size(v) { this.#hidden = v; }
  static async *gen() { yield 1; yield* inner(); await x; for await (const y of z) { } }
  change = (e) => { this.setState({ text: e.target.value, [e.k]: 1, ...other }); this.setState((old) => ({ ...old, n: 1 }), done); other.setState({ a: 1 }); this.setState(next); };
  ['computed' + 1]() { return new.target; } 'quoted'() {} 123() {} async m() {}
}
const path = require('path'), { join, resolve: res } = require('./files'), util = require('util').promisify, lazy = () => import('./lazy.js'), meta = import.meta.url;
exports.a = 1; module.exports.b = function named() {}; module.exports = { c, d() {}, e: 1, get f() { return 1; } }; module.exports = fn; Object.assign(module.exports, { g });
let numbers = [0x1f, 0o17, 0b11, 1_000, 1.5e3, 10n, .5, -1, +x, NaN, Infinity], holes = [, 1, , ...x];
const texts = ['\x41\u0041\u{1F600}\n\t\0\'\
continued', "a" + 'b', `a ${b} c ${`in ${d}`}`, tag`x ${y} z`, String.raw`\n`, /a[/]b/gi, /x/.test(y)];
var { a, b: { c: deep = 1 }, [key]: value, ...others } = object, [first = 1, [second], ...tail] = list;
({ a, b: c.d } = object); [a, list[0]] = [list[0], a];
function old(a, b = a, { c } = {}) { arguments[0]; var hoisted; return a, b; }
async function* both() { } const arrow = async x => x, obj = { async m() {}, *g() {}, [k]: 1, 'q-r': 2, 3: 4, short, __proto__: p, get x() { return 1; }, set x(v) {} };
if (a) b(); else if (c) { d(); } else e(); for (var i = 0, j = 1; i < j; i++, j--) continue; for (;;) break; for (const k in obj) use(k); for (x of list) { } while (a) a--; do a++; while (a < 3);
label: for (const x of y) { break label; } switch (a) { case 1: case 2: b(); break; default: c(); } try { risky(); } catch ({ message }) { throw message; } finally { done(); } try { } catch { }
a = b = c; a += 1; a ||= 2; a &&= 3; a ??= 4; a **= 2; a >>>= 1; a++; --b; delete obj.x; typeof a; void 0; !a; ~a; -a; a, b; (a, b).c; a ? b : c; a ?? b; a?.b?.[c]?.(d); a in b; a instanceof B; new X; new X.Y(...z); new (f())(); (function () { })(); (() => { })(); a.b['c'][0].d(...e)(f); a?.(b); a === null || b !== undefined && c == 1 != d; a < b <= c > d >= e; a & b | c ^ d << 1 >> 2 >>> 3; await a; eval('1'); debugger; with_ = 1; ;
element.addEventListener('x', function handler(e) { this.y = e; }); promise.then(({ data }) => data).catch(console.error); [...'abc'].map((x, i) => ({ x, i })); setTimeout(() => { }, 1); const bound = fn.bind(this, 1), applied = fn.apply(null, [1]), called = fn.call(this, 2); export const exported = 1, { destructured } = x; export function fe() { } export async function fa() { } export let le;
class Base { } class Sub extends mixin(Base) { static x = 1; static y() { return super.y(); } } const Expr = class Named extends Base { }; globalThis.x = 1; window['y'] = 2; <div className="a" {...props} on={() => 1} disabled>{a} text <b.c key={k} /> {...list} {/* c */}<></></div>;
