import { dotted, type Grammar, plainCall } from '../grammar.ts';
import { typedRoots } from '../typed-roots.ts';

export const csharp: Grammar = {
  file: 'Exercise.cs',
  opening: 'class Exercise {',
  closing: '}',
  source: {
    head: ['using Microsoft.AspNetCore.Http;'],
    parameters: ['HttpRequest input'],
    lines: ['string q = input.Query["q"];'],
  },
  tainted: 'q',
  constant: '"a"',
  roots: (name, use) =>
    typedRoots(
      {
        parameter: (type, variable) => `${type} ${variable}`,
        variable: String,
        untyped: (variable) => `Thing ${variable}`,
        type: (parts) => parts.join('.'),
      },
      name,
      use,
    ),
  member: dotted,
  importing: (from) => `using ${from};`,
  call: plainCall,
  make: (callee, args) => `new ${plainCall(callee, args)}`,
  named: (name, value) => `${name}: ${value}`,
  statement: (call, id) => `var r${id} = ${call};`,
  read: (expression, id) => `var r${id} = ${expression};`,
  assign: (target, value) => `${target} = ${value};`,
  functionOf: (id, parameters, body) => ({
    lines: [`public void F${id}(${parameters.join(', ')}) {`, ...body, '}'],
    from: 1,
  }),
  decorated: (target, id) => [`[${target}]`, `public string D${id}(string a) { return a; }`],
  extending: (target, id) => [`class C${id} : ${target} {}`],
};
