import { dotted, type Grammar, isWord, type PlainName, plainCall, type Root } from '../grammar.ts';

export const go: Grammar = {
  file: 'exercise.go',
  before: ['package exercise'],
  source: {
    head: ['import "net/http"'],
    parameters: ['input *http.Request'],
    lines: ['q := input.URL.Query().Get("q")'],
  },
  tainted: 'q',
  constant: '"a"',
  roots,
  member: dotted,
  call: plainCall,
  make: plainCall,
  statement: (call, id) => `r${id} := ${call}`,
  read: (expression, id) => `r${id} := ${expression}`,
  assign: (target, value) => `${target} = ${value}`,
  functionOf: (id, parameters, body) => ({
    lines: [`func f${id}(${parameters.join(', ')}) {`, ...body, '}'],
    from: 1,
  }),
};

function roots([first = '', ...rest]: PlainName): Root[] {
  const variable = first.slice(1);
  if (first.startsWith('~')) return isWord(variable) ? [{ expression: variable, rest }] : [];
  const plain: Root[] = isWord(first) ? [{ expression: first, rest }] : [];
  if (rest.length === 0) return plain;
  const local = `p${first.replace(/\W/g, '_')}`;
  const head = [`import ${local} "${first.replace(/^x\//, 'golang.org/x/')}"`];
  const imported = { head, expression: local, rest };
  const [type = ''] = rest;
  if (rest[1] !== '()' || !isWord(type)) return [imported, ...plain];
  const typed = {
    head,
    parameters: [`subject *${local}.${type}`],
    expression: 'subject',
    rest: rest.slice(2),
  };
  return [typed, imported, ...plain];
}
