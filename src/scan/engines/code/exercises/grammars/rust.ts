import { dotted, type Grammar, isWord, type PlainName, plainCall, type Root } from '../grammar.ts';

export const rust: Grammar = {
  file: 'exercise.rs',
  source: {
    head: ['use actix_web::HttpRequest;'],
    parameters: ['input: HttpRequest'],
    lines: ['let q = input.query_string();'],
  },
  tainted: 'q',
  constant: '"a"',
  roots,
  member: (object, name) =>
    /^[A-Za-z_][\w:]*$/.test(object) && !/^(?:subject|it|[a-z_]+)$/.test(object)
      ? isWord(name)
        ? `${object}::${name}`
        : undefined
      : dotted(object, name),
  call: plainCall,
  make: plainCall,
  statement: (call, id) => `let r${id} = ${call};`,
  read: (expression, id) => `let r${id} = ${expression};`,
  assign: (target, value) => `${target} = ${value};`,
  functionOf: (id, parameters, body) => ({
    lines: [`fn f${id}(${parameters.join(', ')}) {`, ...body, '}'],
    from: 1,
  }),
  decorated: (target, id) => [`#[${target}]`, `fn d${id}(a: String) -> String { a }`],
};

function roots(name: PlainName): Root[] {
  const [first = '', ...rest] = name;
  const variable = first.slice(1);
  const found: Root[] = [];
  if (first === '~it' && rest.length > 0) found.push(...roots(rest).map((root) => ({ ...root })));
  if (first.startsWith('~')) return isWord(variable) ? [...found, { expression: variable, rest }] : found;
  const call = name.indexOf('()');
  const path = name.slice(0, call < 0 ? name.length : call);
  if (!path.every((part) => /^\w+!?$/.test(part))) return [];
  const written = path.join('::');
  if (call > 0)
    found.push({ parameters: [`subject: ${written}`], expression: 'subject', rest: name.slice(call + 1) });
  found.push({ expression: written, rest: name.slice(path.length) });
  return found;
}
