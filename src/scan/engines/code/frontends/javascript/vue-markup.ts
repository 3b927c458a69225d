import type { Expr, ModuleIr, Stmt } from '../../ir/ir.ts';

/**
 * The `v-html` bindings of a single-file component as statements behind its script, so that data of the component is followed into them. Only
 * plain paths (`post.body`) are understood: a variable of `<script setup>`, or what `data` and `computed` of the options give.
 */
export function withMarkup(module: ModuleIr, text: string): ModuleIr {
  const body: Stmt[] = [...module.body];
  for (const { path, start, end } of htmlBindings(text)) {
    const value = boundValue(module, path, start, end);
    if (!value) continue;
    const attributes = [{ name: 'v-html', value, start, end }];
    body.push({
      k: 'expr',
      value: { k: 'element', name: 'template', attributes, children: [], start, end },
      start,
      end,
    });
  }
  return { ...module, body };
}

function htmlBindings(text: string): Array<{ path: string[]; start: number; end: number }> {
  const scripts = [...text.matchAll(/<script\b[\s\S]*?<\/script/gi)].map((match) => [
    match.index,
    match.index + match[0].length,
  ]);
  return [...text.matchAll(/\bv-html\s*=\s*(?:"([\w$.]+)"|'([\w$.]+)')/g)]
    .filter(({ index }) => !scripts.some(([from, to]) => index >= from! && index < to!))
    .slice(0, maxBindings)
    .map((match) => ({
      path: (match[1] ?? match[2])!.split('.'),
      start: match.index,
      end: match.index + match[0].length,
    }));
}

function boundValue(module: ModuleIr, path: string[], start: number, end: number): Expr | undefined {
  const span = { start, end };
  const [first = '', ...rest] = path;
  const within = (object: Expr, names: readonly string[]): Expr =>
    names.reduce<Expr>((at, property) => ({ k: 'member', object: at, property, ...span }), object);
  if (module.locals.has(first)) return within({ k: 'name', name: first, ...span }, rest);
  if (!module.locals.has('default')) return undefined;
  const options: Expr = { k: 'name', name: 'default', ...span };
  const called = (names: readonly string[]): Expr => ({
    k: 'call',
    callee: within(options, names),
    args: [],
    isNew: false,
    ...span,
  });
  return {
    k: 'unknown',
    parts: [within(called(['data']), path), within(called(['computed', first]), rest)],
    ...span,
  };
}

const maxBindings = 200;
