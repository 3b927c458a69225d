import type { T } from './types';
import { type U, useState, useEffect, useRef } from 'react';
import legacy = require('legacy');
import Alias = Names.Space.Deep;
export = legacy;
export type { T };
declare module 'm' { export function f(): void; }
declare global { interface Window { x: number } }
namespace Inner { export const a = 1; export function g() { return a; } }
enum Color { Red, Green = 'g', Blue = 1 << 2 }
abstract class Store<K extends string = 'k'> extends Base<K> implements One, Two {
  private readonly items: Map<K, number> = new Map(); declare x: string; y!: number; static #z?: boolean;
  constructor(private name: string, public readonly n = 1, @Inject() protected dep?: Dep) { super(); }
  abstract todo(a: string): void; @Input() input: string = ''; @HostListener('click', ['$event']) onClick(e: Event): void { this.name = e as any; }
  over(a: string): string; over(a: number): number; over(a: any) { return a!; } get v(): string { return this.name satisfies string; } [index: string]: unknown;
}
function assertText(x: unknown, this_: Store): asserts x is string { if (typeof x !== 'string') throw new Error(`no ${x}`); }
export default function Page({ id, children, ...rest }: { id: string; children?: React.ReactNode }): JSX.Element {
  const [value, setValue] = useState<string>(''), [{ a }, dispatch] = useReducer(reducer, { a: 1 }), ref = useRef<HTMLDivElement>(null);
  useEffect(() => { setValue(location.hash); ref.current!.innerHTML = value; return () => { }; }, [id]);
  const fn = <X,>(x: X): X => x; let tuple: [string, ...number[]] = ['a', 1]; const c = { a: 1 } as const; for (const [k, v] of Object.entries(c)) use(k, v as never);
  return (<Layout title={`x ${id}`} data-x="y" {...rest}>{value && <p dangerouslySetInnerHTML={{ __html: value }} />}{list.map((x) => <Item key={x} {...x}>{x}</Item>)}<Foo.Bar<string> render={() => <b>t</b>} />&nbsp;text</Layout>);
}
