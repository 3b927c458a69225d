import React, { type FC, useState } from 'react';
import type { Props } from './props';
enum Color { Red = 'r', Green = 'g' }
interface Shape { area: number; name?(): string }
type Pair<T> = [T, T];
namespace Inner { export const one = 1; }
declare const outside: string;
abstract class Base<T> implements Shape {
  protected readonly items: T[] = [];
  constructor(private store: Store, public area: number = 1) {}
  abstract find(id: string): Promise<T>;
  @Input() name!: string;
  @Get(':id') one(@Param('id') id: string, @Query() query?: Record<string, string>): string { return id as string; }
  private static of<U>(this: void, u: U): U { return u!; }
}
function overload(a: string): string;
function overload(a: any) { return a as any; }
const View: FC<Props> = ({ id, children, ...rest }) => {
  const [state, setState] = useState<string>(id satisfies string);
  const list = [1, 2].map((n) => <li key={n}>{n}</li>);
  return (
    <>
      <div className="a" {...rest} onClick={() => setState(id)} dangerouslySetInnerHTML={{ __html: state }}>
        text {state} {children}
        {state ? <Child.Item id={id} /> : null}
        {list}
      </div>
    </>
  );
};
export default View;
export type { Shape };
export = View;
