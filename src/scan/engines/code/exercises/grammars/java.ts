import { dotted, type Grammar, plainCall } from '../grammar.ts';
import { typedRoots } from '../typed-roots.ts';

export const java: Grammar = {
  file: 'Exercise.java',
  opening: 'class Exercise {',
  closing: '}',
  source: {
    head: ['import javax.servlet.http.HttpServletRequest;'],
    parameters: ['HttpServletRequest input'],
    lines: ['String q = input.getParameter("q");'],
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
  importing: (from) => `import ${from}.*;`,
  call: plainCall,
  make: (callee, args) => `new ${plainCall(callee, args)}`,
  statement: (call, id) => `Object r${id} = ${call};`,
  read: (expression, id) => `Object r${id} = ${expression};`,
  assign: (target, value) => `${target} = ${value};`,
  functionOf: (id, parameters, body) => ({
    lines: [`void f${id}(${parameters.join(', ')}) throws Exception {`, ...body, '}'],
    from: 1,
  }),
  decorated: (target, id) => [`@${target}`, `String d${id}(String a) { return a; }`],
  extending: (target, id) => [`class C${id} extends ${target} {}`],
};
