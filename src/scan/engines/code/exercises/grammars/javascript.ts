import { dotted, type Grammar, isWord, type PlainName, plainCall, type Root } from '../grammar.ts';

export const javascript: Grammar = {
  file: 'exercise.ts',
  before: ["const exercised = require('express')();"],
  source: { lines: ['const q = req0.query.q;'] },
  tainted: 'q',
  constant: "'a'",
  roots,
  member: (object, name) => dotted(object, name) ?? `${object}[${JSON.stringify(name)}]`,
  call: plainCall,
  make: (callee, args) => `new ${plainCall(callee, args)}`,
  statement: (call, id) => `const r${id} = ${call};`,
  read: (expression, id) => `const r${id} = ${expression};`,
  assign: (target, value) => `${target} = ${value};`,
  functionOf: (id, parameters, body) => ({
    lines: [
      `function f${id}(${parameters.join(', ')}) { exercised.get('/${id}', (req0, res0) => {`,
      ...body,
      '}); }',
    ],
    from: 1,
  }),
  handler: (call, at) => {
    const parameters = Array.from({ length: at + 1 }, (_, position) => `p${position}`);
    return { variable: `p${at}`, open: `${call}('/a', (${parameters.join(', ')}) => {`, close: '});' };
  },
  decorated: (target, id) => [`@${target}`, `class C${id} { m(a) { return a; } }`],
  extending: (target, id) => [`class C${id} extends ${target} {}`],
};

function roots([first = '', ...rest]: PlainName): Root[] {
  const variable = first.slice(1);
  if (first.startsWith('~'))
    return isWord(variable) ? [{ parameters: [variable], expression: variable, rest }] : [];
  if (first === 'this') return [{ expression: 'this', rest }];
  const imported = { expression: `require(${JSON.stringify(first)})`, rest };
  const plain = isWord(first) ? [{ expression: first, rest }] : [];
  const isCalled = rest.length === 0 || rest[0] === '()';
  return [...(isCalled ? [...plain, imported] : [imported, ...plain]), ...typedRoot([first, ...rest])];
}

/** An object of a class is what a parameter of that type is. */
function typedRoot([first = '', ...rest]: PlainName): Root[] {
  const typed = (type: string, behind: PlainName, head: string[] = []): Root => ({
    head,
    parameters: [`subject: ${type}`],
    expression: 'subject',
    rest: behind,
  });
  if (rest[0] === '()' && isWord(first)) return [typed(first, rest.slice(1))];
  const [type = ''] = rest;
  if (rest[1] !== '()' || !isWord(type)) return [];
  const local = `${type}_${first.replace(/\W/g, '_')}`;
  return [typed(local, rest.slice(2), [`import { ${type} as ${local} } from ${JSON.stringify(first)};`])];
}
