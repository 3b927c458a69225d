import type {
  Argument,
  ClassIr,
  Expr,
  FunctionIr,
  Handler,
  MapEntry,
  ModuleIr,
  Parameter,
  Stmt,
  SwitchCase,
  Target,
} from './ir.ts';

/** A lowered program as text, one statement per line: for people who write rules, and for golden files. */
export function printModule(module: ModuleIr): string {
  const lines: string[] = [];
  if (module.parameters?.length) lines.push(`parameters ${module.parameters.join(', ')}`);
  if (module.locals.size > 0) lines.push(`locals ${[...module.locals].sort().join(', ')}`);
  printBlock(module.body, '', lines);
  if (module.truncated) lines.push('… nested too deeply: the rest was not lowered');
  return `${lines.join('\n')}\n`;
}

function printBlock(statements: readonly Stmt[], indent: string, into: string[]): void {
  for (const statement of statements) printStatement(statement, indent, into);
}

function printStatement(statement: Stmt, indent: string, into: string[]): void {
  const line = (text: string) => into.push(`${indent}${text}`);
  const inner = (body: readonly Stmt[]) => printBlock(body, `${indent}  `, into);
  switch (statement.k) {
    case 'expr':
      line(printExpression(statement.value, indent));
      return;
    case 'if':
      line(`if ${printExpression(statement.test, indent)}`);
      inner(statement.yes);
      if (statement.otherwise.length === 0) return;
      line('else');
      inner(statement.otherwise);
      return;
    case 'loop': {
      const test = statement.test ? ` ${printExpression(statement.test, indent)}` : '';
      line(`loop${test}${statement.runsFirst ? ' (body first)' : ''}`);
      inner(statement.body);
      if (statement.update) line(`  update ${printExpression(statement.update, indent)}`);
      return;
    }
    case 'each':
      line(
        `each ${printTarget(statement.target, indent)} ${statement.keys ? 'in keys of' : 'of'} ${printExpression(statement.iterable, indent)}`,
      );
      inner(statement.body);
      if (statement.otherwise.length === 0) return;
      line('else');
      inner(statement.otherwise);
      return;
    case 'switch':
      line(
        `switch ${printExpression(statement.subject, indent)}${statement.fallsThrough ? ' (falls through)' : ''}`,
      );
      for (const branch of statement.cases) printCase(branch, `${indent}  `, into);
      return;
    case 'try':
      line('try');
      inner(statement.body);
      for (const handler of statement.handlers) printHandler(handler, indent, into);
      if (statement.otherwise.length > 0) line('else');
      inner(statement.otherwise);
      if (statement.last.length > 0) line('finally');
      inner(statement.last);
      return;
    case 'return':
    case 'throw':
      line(statement.value ? `${statement.k} ${printExpression(statement.value, indent)}` : statement.k);
      return;
    case 'break':
    case 'continue':
      line(statement.k);
      return;
    case 'block':
      line('block');
      inner(statement.body);
      return;
    case 'function':
      line(printFunction(statement.fn, indent));
      return;
    case 'class':
      line(printClass(statement.definition, indent));
      return;
    case 'import':
      line(
        `import ${statement.module}: ${statement.bindings.map(({ local, path }) => `${local} = ${path.join('.')}`).join(', ')}`,
      );
      return;
    case 'export':
      line(`export ${statement.name} = ${statement.local}`);
      return;
  }
}

function printCase({ tests, bindings, guard, body }: SwitchCase, indent: string, into: string[]): void {
  const head =
    tests.length === 0 ? 'default' : `case ${tests.map((test) => printExpression(test, indent)).join(' | ')}`;
  const bound =
    bindings.length > 0 ? ` as ${bindings.map((target) => printTarget(target, indent)).join(', ')}` : '';
  into.push(`${indent}${head}${bound}${guard ? ` when ${printExpression(guard, indent)}` : ''}`);
  printBlock(body, `${indent}  `, into);
}

function printHandler({ name, types, body }: Handler, indent: string, into: string[]): void {
  const type = types ? ` ${printExpression(types, indent)}` : '';
  into.push(`${indent}catch${type}${name ? ` as ${printTarget(name, indent)}` : ''}`);
  printBlock(body, `${indent}  `, into);
}

function printFunction(fn: FunctionIr, indent: string): string {
  const marks = [
    fn.exported && 'exported',
    fn.isStatic && 'static',
    fn.isAbstract && 'abstract',
    !fn.ownsThis && 'arrow',
  ];
  const lines = [...fn.decorators.map((decorator) => `@${printExpression(decorator, indent)}`)];
  const parameters = fn.parameters.map((parameter) => printParameter(parameter, indent)).join(', ');
  const kept = marks.filter(Boolean).join(' ');
  lines.push(`function ${fn.name || '<anonymous>'}(${parameters})${kept && ` [${kept}]`}`);
  if (fn.locals.size > 0) lines.push(`  locals ${[...fn.locals].sort().join(', ')}`);
  const body: string[] = [];
  printBlock(fn.body, '  ', body);
  return indented([...lines, ...body], indent);
}

function printParameter(
  { target, name, kind, otherwise, type, decorators, reference }: Parameter,
  indent: string,
): string {
  const mark = kind === 'rest' ? '...' : kind === 'keywords' ? '**' : '';
  const annotations = decorators.map((decorator) => `@${printExpression(decorator, indent)} `).join('');
  const shown = target.k === 'name' ? name : printTarget(target, indent);
  return [
    annotations,
    reference ? '&' : '',
    mark,
    shown,
    type ? `: ${printExpression(type, indent)}` : '',
    otherwise ? ` = ${printExpression(otherwise, indent)}` : '',
  ].join('');
}

function printClass(definition: ClassIr, indent: string): string {
  const bases = definition.bases.map((base) => printExpression(base, indent)).join(', ');
  const lines = [
    ...definition.decorators.map((decorator) => `@${printExpression(decorator, indent)}`),
    `class ${definition.name || '<anonymous>'}${bases && ` extends ${bases}`}`,
  ];
  for (const { name, value, type } of definition.fields)
    lines.push(
      `  field ${name}${type ? `: ${printExpression(type, '  ')}` : ''}${value ? ` = ${printExpression(value, '  ')}` : ''}`,
    );
  for (const method of definition.methods) lines.push(`  ${printFunction(method, '  ')}`);
  printBlock(definition.body, '  ', lines);
  return indented(lines, indent);
}

function printTarget(target: Target, indent: string): string {
  switch (target.k) {
    case 'name':
      return `${target.declares ? 'let ' : ''}${target.name}${target.type ? `: ${printExpression(target.type, indent)}` : ''}`;
    case 'member':
      return `${printExpression(target.object, indent)}.${target.property}`;
    case 'index':
      return `${printExpression(target.object, indent)}[${printExpression(target.index, indent)}]`;
    case 'list': {
      const items = target.items.map((item) => (item ? printTarget(item, indent) : '_'));
      if (target.rest) items.push(`...${printTarget(target.rest, indent)}`);
      return `[${items.join(', ')}]`;
    }
    case 'map': {
      const entries = target.entries.map(
        ({ key, target: to, otherwise }) =>
          `${key}: ${printTarget(to, indent)}${otherwise ? ` = ${printExpression(otherwise, indent)}` : ''}`,
      );
      if (target.rest) entries.push(`...${printTarget(target.rest, indent)}`);
      return `{${entries.join(', ')}}`;
    }
    case 'default':
      return `${printTarget(target.target, indent)} = ${printExpression(target.value, indent)}`;
    case 'none':
      return '_';
  }
}

/** An expression on one line, except for functions and classes, whose bodies are indented below it. */
export function printExpression(expr: Expr, indent = ''): string {
  const printed = printPlain(expr, indent);
  return expr.said === undefined ? printed : `${printed} as ${expr.said}`;
}

function printPlain(expr: Expr, indent: string): string {
  const print = (part: Expr) => printExpression(part, indent);
  switch (expr.k) {
    case 'const':
      return JSON.stringify(expr.value);
    case 'regex':
      return `/${expr.pattern}/${expr.flags}`;
    case 'name':
      return expr.name;
    case 'member':
      return `${print(expr.object)}.${expr.property}`;
    case 'index':
      return `${print(expr.object)}[${print(expr.index)}]`;
    case 'slice':
      return `${print(expr.object)}[${expr.parts.map(print).join(':')}]`;
    case 'call':
      return `${expr.isNew ? 'new ' : ''}${print(expr.callee)}(${expr.args.map((arg) => printArgument(arg, indent)).join(', ')})`;
    case 'binary':
      return `(${print(expr.left)} ${expr.op} ${print(expr.right)})`;
    case 'unary':
      return `(${expr.op} ${print(expr.value)})`;
    case 'logic':
      return `(${print(expr.left)} ${expr.op} ${print(expr.right)})`;
    case 'cond':
      return `(${print(expr.test)} ? ${print(expr.yes)} : ${print(expr.otherwise)})`;
    case 'template':
      return `template(${expr.parts.map(print).join(', ')})`;
    case 'list':
      return `${expr.isSet ? 'set' : ''}[${expr.items.map(({ value, spread }) => `${spread ? '...' : ''}${print(value)}`).join(', ')}]`;
    case 'map':
      return `{${expr.entries.map((entry) => printEntry(entry, indent)).join(', ')}}`;
    case 'function':
      return printFunction(expr.fn, indent);
    case 'class':
      return printClass(expr.definition, indent);
    case 'assign':
      return `${printTarget(expr.target, indent)} ${expr.op ?? ''}= ${print(expr.value)}${expr.test ? ` (tests ${print(expr.test)})` : ''}`;
    case 'comprehension': {
      const clauses = expr.clauses.map(({ target, iterable, conditions }) =>
        [
          ` each ${printTarget(target, indent)} of ${print(iterable)}`,
          ...conditions.map((condition) => ` if ${print(condition)}`),
        ].join(''),
      );
      const element = expr.key ? `${print(expr.key)}: ${print(expr.element)}` : print(expr.element);
      return expr.kind === 'map' ? `{${element}${clauses.join('')}}` : `[${element}${clauses.join('')}]`;
    }
    case 'element': {
      const attributes = expr.attributes.map(
        ({ name, value }) => ` ${name}${value ? `={${print(value)}}` : ''}`,
      );
      return `<${expr.name}${attributes.join('')}>(${expr.children.map(print).join(', ')})`;
    }
    case 'await':
      return `await ${print(expr.value)}`;
    case 'yield':
      return `yield ${expr.isEach ? 'each ' : ''}${print(expr.value)}`;
    case 'unknown':
      return `?(${expr.parts.map(print).join(', ')})`;
  }
}

function printArgument({ value, name, spread }: Argument, indent: string): string {
  const mark = spread === 'list' ? '...' : spread === 'map' ? '**' : '';
  return `${name === undefined ? '' : `${name}=`}${mark}${printExpression(value, indent)}`;
}

function printEntry({ key, value }: MapEntry, indent: string): string {
  return key
    ? `${printExpression(key, indent)}: ${printExpression(value, indent)}`
    : `...${printExpression(value, indent)}`;
}

/** Lines of something that begins in the middle of a line: those below it are indented like it. */
function indented(lines: readonly string[], indent: string): string {
  return lines.join('\n').replaceAll('\n', `\n${indent}`);
}
