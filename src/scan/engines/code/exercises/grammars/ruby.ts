import { type Grammar, type PlainName, plainCall, type Root } from '../grammar.ts';

export const ruby: Grammar = {
  file: 'exercise.rb',
  source: { lines: ['q = params[:q]'] },
  tainted: 'q',
  constant: "'a'",
  roots,
  member,
  call: (callee, args) => (/ (?:<<|=~|!~)$/.test(callee) ? `${callee} ${args[0]}` : plainCall(callee, args)),
  make: plainCall,
  named: (name, value) => `${name}: ${value}`,
  statement: (call, id) => `r${id} = ${call}`,
  read: (expression, id) => `r${id} = ${expression}`,
  assign: (target, value) => `${target} = ${value}`,
  functionOf: (id, parameters, body) => ({
    lines: [`def f${id}(${parameters.join(', ')})`, ...body, 'end'],
    from: 1,
  }),
  extending: (target, id) => [`class C${id} < ${target}`, 'end'],
};

function roots([first = '', ...rest]: PlainName): Root[] {
  const variable = first.slice(1);
  if (first.startsWith('~'))
    return [
      { parameters: [variable], expression: variable, rest },
      { expression: variable, rest },
    ];
  return [{ expression: first, rest }];
}

function member(object: string, name: string, isCalled: boolean): string | undefined {
  if (name === '[]') return isCalled ? undefined : `${object}['a']`;
  if (name === '<<' || name === '=~' || name === '!~') return `${object} ${name}`;
  if (!/^[A-Za-z_]\w*[!?]?$/.test(name)) return undefined;
  return /^[A-Z]/.test(name) && !isCalled ? `${object}::${name}` : `${object}.${name}`;
}
