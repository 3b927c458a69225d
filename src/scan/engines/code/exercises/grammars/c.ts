import { dotted, type Grammar, isWord, plainCall } from '../grammar.ts';

export const c: Grammar = {
  file: 'exercise.cpp',
  source: { lines: ['char *q = getenv("QUERY_STRING");'] },
  tainted: 'q',
  constant: '"a"',
  roots([first = '', ...rest]) {
    const variable = first.slice(1);
    if (first.startsWith('~'))
      return isWord(variable) ? [{ parameters: [`Thing *${variable}`], expression: variable, rest }] : [];
    return isWord(first) ? [{ expression: first, rest }] : [];
  },
  member: (object, name) =>
    name === '*'
      ? `${object}[0]`
      : /^[A-Za-z]\w*$/.test(object) && object !== 'it'
        ? `${object}::${name}`
        : dotted(object, name),
  call: plainCall,
  make: plainCall,
  statement: (call, id) => `auto r${id} = ${call};`,
  read: (expression, id) => `auto r${id} = ${expression};`,
  assign: (target, value) => `${target} = ${value};`,
  functionOf: (id, parameters, body) => ({
    lines: [`void f${id}(${parameters.join(', ')}) {`, ...body, '}'],
    from: 1,
  }),
};
