import type { Use } from '../grammar.ts';
import { type Grammar, isWord, type PlainName, plainCall, type Root } from '../grammar.ts';
import { typedRoots } from '../typed-roots.ts';

export const php: Grammar = {
  file: 'exercise.php',
  before: ['<?php'],
  source: { lines: ["$q = $_GET['q'];"] },
  tainted: '$q',
  constant: "'a'",
  roots,
  member: (object, name, isCalled) =>
    !isWord(name) && !/^\$/.test(name)
      ? undefined
      : /^[A-Z\\][\w\\]*$/.test(object)
        ? `${object}::${isCalled ? '' : '$'}${name}`
        : `${object}->${name}`,
  importing: (from, name) => `use ${from}\\${name};`,
  call: plainCall,
  make: (callee, args) => `new ${plainCall(callee, args)}`,
  named: (name, value) => `${name}: ${value}`,
  statement: (call, id) => `$r${id} = ${call};`,
  read: (expression, id) => `$r${id} = ${expression};`,
  assign: (target, value) => `${target} = ${value};`,
  functionOf: (id, parameters, body) => ({
    lines: [`function f${id}(${parameters.join(', ')}) {`, ...body, '}'],
    from: 1,
  }),
  extending: (target, id) => [`class C${id} extends ${target} {}`],
};

function roots(name: PlainName, use: Use): Root[] {
  const [first = '', ...rest] = name;
  if (first.startsWith('$'))
    return [
      { expression: first, rest, around: { open: `global ${first};`, close: '' } },
      { expression: first, rest },
    ];
  return typedRoots(
    {
      parameter: (type, variable) => `${type} $${variable}`,
      variable: (variable) => `$${variable}`,
      untyped: (variable) => `$${variable}`,
      type: (parts) => parts.join('\\'),
    },
    name,
    use,
  );
}
