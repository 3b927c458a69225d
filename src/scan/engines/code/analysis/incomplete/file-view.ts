import { calledName } from '../../ir/called-name.ts';
import type { Expr } from '../../ir/ir.ts';
import type { CheckWords } from '../../knowledge/words/check-words.ts';
import { plainExpression } from '../guards/plain-expression.ts';
import type { Unit } from './units.ts';

/** What readers of one function know of the file around it. */
export class FileView {
  readonly text: string;
  readonly words: CheckWords;
  readonly #constants: ReadonlyMap<string, Expr>;

  constructor(text: string, words: CheckWords, module: Unit) {
    this.text = text;
    this.words = words;
    this.#constants = module.assigned;
  }

  /** What a constant of the file was set to. */
  constantOf(expr: Expr): Expr | undefined {
    if (expr.k === 'name') return this.#constants.get(expr.name);
    if (expr.k === 'member' && expr.object.k === 'name' && this.words.has('self', expr.object.name))
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
    const first = expr.args[0]?.value;
    return first && this.words.has('compiles', calledName(expr)) ? this.patternOf(first) : undefined;
  }
}

function bodyOf(pattern: string): string {
  return /^\/([\s\S]*)\/[a-z]*$/.exec(pattern)?.[1] ?? pattern;
}
