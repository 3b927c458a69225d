import type { Expr } from '../../ir/ir.ts';
import { plainExpression } from '../guards/plain-expression.ts';
import type { Unit } from './units.ts';

/** What readers of one function know of the file around it. */
export class FileView {
  readonly text: string;
  /** As in JavaScript, where `replaceAll` takes a text for a text. */
  readonly functionsAreObjects: boolean;
  readonly #constants: ReadonlyMap<string, Expr>;

  constructor(text: string, functionsAreObjects: boolean, module: Unit) {
    this.text = text;
    this.functionsAreObjects = functionsAreObjects;
    this.#constants = module.assigned;
  }

  /** What a constant of the file was set to. */
  constantOf(expr: Expr): Expr | undefined {
    if (expr.k === 'name') return this.#constants.get(expr.name);
    if (expr.k === 'member' && expr.object.k === 'name' && own.has(expr.object.name))
      return this.#constants.get(expr.property);
    return undefined;
  }

  /** The body of the regular expression that this is, without what is written around it. */
  patternOf(expr: Expr): string | undefined {
    if (expr.k === 'regex') return expr.pattern;
    if (expr.k === 'const')
      return typeof expr.value === 'string' ? bodyOf(plainExpression(expr.value)) : undefined;
    if (expr.k === 'name' || expr.k === 'member') {
      const value = this.constantOf(expr);
      return value && value.k !== 'name' && value.k !== 'member' && value.k !== 'const'
        ? this.patternOf(value)
        : undefined;
    }
    if (expr.k !== 'call') return undefined;
    const { callee, args } = expr;
    const name = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
    const first = args[0]?.value;
    return first && makers.has(name) ? this.patternOf(first) : undefined;
  }
}

function bodyOf(pattern: string): string {
  return /^\/([\s\S]*)\/[a-z]*$/.exec(pattern)?.[1] ?? pattern;
}

const own = new Set(['this', 'self', 'cls', 'static']);
const makers = new Set(['compile', 'MustCompile', 'Compile', 'RegExp', 'Regex', 'Regexp', 'new', 'toRegex']);
