import { dotted, type Grammar, plainCall } from '../grammar.ts';
import { typedRoots } from '../typed-roots.ts';

export const swift: Grammar = {
  file: 'exercise.swift',
  source: { parameters: ['input: Request'], lines: ['let q = input.query["q"]'] },
  tainted: 'q',
  constant: '"a"',
  roots: (name, use) =>
    typedRoots(
      {
        parameter: (type, variable) => `${variable}: ${type}`,
        variable: String,
        untyped: (variable) => `${variable}: Thing`,
        type: (parts) => parts.join('.'),
      },
      name,
      use,
    ),
  member: dotted,
  call: plainCall,
  make: plainCall,
  named: (name, value) => `${name}: ${value}`,
  statement: (call, id) => `let r${id} = ${call}`,
  read: (expression, id) => `let r${id} = ${expression}`,
  assign: (target, value) => `${target} = ${value}`,
  functionOf: (id, parameters, body) => ({
    lines: [`func f${id}(${parameters.join(', ')}) {`, ...body, '}'],
    from: 1,
  }),
  extending: (target, id) => [`class C${id}: ${target} {}`],
};
