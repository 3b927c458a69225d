import { type Expression, ExpressionError, parseExpression } from './expression.ts';

/** One reading of a pattern around a literal that each of its matches contains: what is before, the literal, what follows. */
export interface PatternVariant {
  keyword: string;
  ignoreCase: boolean;
  before: Expression[];
  after: Expression[];
  /** All items in order, where the pattern marks a part as the secret; its index is `secretAt`. */
  items: Expression[];
  secretAt: number;
}

const maxVariants = 64;
const minKeywordLength = 2;

/**
 * Splits a pattern at its keyword, so that a match can be grown from the place where the keyword was found: backwards through what
 * is before it, forwards through what follows. Nothing outside is ever read, hence no window can lose a match.
 */
export function patternVariants(pattern: string, wanted: readonly string[] = []): PatternVariant[] {
  const { root, ignoreCase } = parseExpression(pattern);
  const alternatives = root.kind === 'choice' ? root.options : [root];
  const variants = alternatives.flatMap((alternative) => unfold(alternative, pattern));
  return variants.map((items) => splitAtKeyword(items, ignoreCase, wanted, pattern));
}

/** Writes out top-level choices between literals, so that each variant has one fixed literal text. */
function unfold(alternative: Expression, pattern: string): Expression[][] {
  const items = alternative.kind === 'sequence' ? alternative.items : [alternative];
  let variants: Expression[][] = [[]];
  for (const item of items) {
    const options =
      item.kind === 'choice' && item.options.every(isLiteral)
        ? item.options.map((option) => (option.kind === 'sequence' ? option.items : [option]))
        : [[item]];
    variants = variants.flatMap((variant) => options.map((option) => [...variant, ...option]));
    if (variants.length > maxVariants) throw new ExpressionError('Too many alternatives', pattern);
  }
  return variants;
}

function splitAtKeyword(
  items: Expression[],
  ignoreCase: boolean,
  wanted: readonly string[],
  pattern: string,
): PatternVariant {
  const runs = literalRuns(items);
  const run =
    runs.find(({ text }) => wanted.some((word) => text.toLowerCase().includes(word.toLowerCase()))) ??
    runs.toSorted((a, b) => b.text.length - a.text.length)[0];
  if (!run || run.text.length < minKeywordLength) {
    throw new ExpressionError(
      `Every alternative needs a literal of at least ${minKeywordLength} characters`,
      pattern,
    );
  }
  return {
    keyword: run.text,
    ignoreCase,
    before: items.slice(0, run.from),
    after: items.slice(run.from + run.text.length),
    items,
    secretAt: items.findIndex((item) => item.kind === 'secret'),
  };
}

function literalRuns(items: Expression[]): Array<{ from: number; text: string }> {
  const runs: Array<{ from: number; text: string }> = [];
  let open: { from: number; text: string } | undefined;
  for (const [index, item] of items.entries()) {
    const char = literalByte(item);
    if (char === undefined) open = undefined;
    else if (open) open.text += char;
    else {
      open = { from: index, text: char };
      runs.push(open);
    }
  }
  return runs;
}

function isLiteral(expression: Expression): boolean {
  if (expression.kind === 'sequence')
    return expression.items.every((item) => literalByte(item) !== undefined);
  return literalByte(expression) !== undefined;
}

/** The one character that an item stands for; both cases of a letter count as one. */
function literalByte(item: Expression): string | undefined {
  if (item.kind !== 'bytes') return undefined;
  const first = item.set.indexOf(1);
  const last = item.set.lastIndexOf(1);
  if (first === last) return String.fromCharCode(first);
  const twoCases =
    last === first + 32 && first >= 65 && first <= 90 && item.set.indexOf(1, first + 1) === last;
  return twoCases ? String.fromCharCode(last) : undefined;
}
