import { dotted, type Grammar, plainCall } from '../grammar.ts';
import { typedRoots } from '../typed-roots.ts';

/** Shares the rules of Java; functions need no class around them. */
export const kotlin: Grammar = {
  file: 'Exercise.kt',
  source: {
    head: ['import javax.servlet.http.HttpServletRequest'],
    parameters: ['input: HttpServletRequest'],
    lines: ['val q = input.getParameter("q")'],
  },
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
  importing: (from) => `import ${from}.*`,
  call: plainCall,
  make: plainCall,
  named: (name, value) => `${name} = ${value}`,
  statement: (call, id) => `val r${id} = ${call}`,
  read: (expression, id) => `val r${id} = ${expression}`,
  assign: (target, value) => `${target} = ${value}`,
  functionOf: (id, parameters, body) => ({
    lines: [`fun f${id}(${parameters.join(', ')}) {`, ...body, '}'],
    from: 1,
  }),
  decorated: (target, id) => [`@${target}`, `fun d${id}(a: String): String { return a }`],
  extending: (target, id) => [`class C${id} : ${target}() {}`],
};
