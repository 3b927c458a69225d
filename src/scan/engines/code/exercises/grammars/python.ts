import { dotted, type Grammar, isWord, type PlainName, plainCall, type Root } from '../grammar.ts';

export const python: Grammar = {
  file: 'exercise.py',
  source: { head: ['import flask'], lines: ['q = flask.request.args["q"]'] },
  tainted: 'q',
  constant: '"a"',
  roots,
  member: dotted,
  call: plainCall,
  make: plainCall,
  named: (name, value) => `${name}=${value}`,
  statement: (call) => `return ${call}`,
  read: (expression) => `return ${expression}`,
  assign: (target, value) => `${target} = ${value}`,
  functionOf: (id, parameters, body) => ({
    lines: [`def f${id}(${parameters.join(', ')}):`, ...body.map((line) => `    ${line}`)],
    from: 1,
  }),
  decorated: (target, id) => [`@${target}`, `def f${id}(a):`, '    return a'],
  extending: (target, id) => [`class C${id}(${target}):`, '    pass'],
};

function roots([first = '', ...rest]: PlainName): Root[] {
  const variable = first.slice(1);
  if (first.startsWith('~'))
    return isWord(variable) ? [{ parameters: [variable], expression: variable, rest }] : [];
  if (!isWord(first)) return [];
  const plain = { expression: first, rest };
  const imported = { ...plain, head: [`import ${first}`] };
  const ways = rest.length === 0 || rest[0] === '()' ? [plain, imported] : [imported, plain];
  return [...ways, ...typedRoot([first, ...rest])];
}

/** An object of a class is what a parameter of that type is. */
function typedRoot(name: PlainName): Root[] {
  const call = name.indexOf('()');
  const type = name.slice(0, call);
  if (call < 1 || !type.every(isWord)) return [];
  const head = type.length > 1 ? [`import ${type.slice(0, -1).join('.')}`] : [];
  return [
    { head, parameters: [`subject: ${type.join('.')}`], expression: 'subject', rest: name.slice(call + 1) },
  ];
}
