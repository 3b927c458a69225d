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
  assign: (target) => `${target} = q`,
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
  return rest.length === 0 || rest[0] === '()' ? [plain, imported] : [imported, plain];
}
