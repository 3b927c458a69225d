import { matchedText } from '../../../../formats/regex/matched-characters.ts';
import type { Expr } from '../../ir/ir.ts';
import { constantLabels, harmlessWith } from '../../knowledge/label-needs.ts';
import type { Run } from '../run.ts';

/** What a declaration says about the text that it holds, and who sees to it; nobody does where the object was not handed to them. */
interface DeclaredCheck {
  readonly by: string;
  readonly clears: number;
}

/** What the annotations of a field, or the tag of one, say about its text. */
export function declaredCheck(run: Run, decorators: readonly Expr[] | undefined): DeclaredCheck | undefined {
  for (const decorator of decorators ?? []) {
    if (decorator.k !== 'call') continue;
    const { callee, args } = decorator;
    const name = callee.k === 'name' ? callee.name : callee.k === 'member' ? callee.property : '';
    const known = checks[name];
    const texts = known ? args.flatMap(({ value, name: key }) => textsOf(run, value, key)) : [];
    const clears = known?.clears(texts) ?? 0;
    if (known && clears) return { by: known.by, clears };
  }
  return undefined;
}

/** Constants among the arguments: what they are called, and what they are. */
function textsOf(run: Run, value: Expr, key: string | undefined): Text[] {
  const { constant, shape } = run.evaluate(value);
  if (typeof constant === 'string') return [{ key, text: constant }];
  const listed = shape?.kind === 'list' ? [...shape.fields.values()] : [{ constant }];
  return listed.map((each) => ({ key, text: typeof each.constant === 'string' ? each.constant : undefined }));
}

interface Text {
  readonly key: string | undefined;
  /** Absent where it is not known. */
  readonly text: string | undefined;
}

/** Both frameworks hold the whole text against the expression. */
function patternOf(texts: readonly Text[]): number {
  const { text } = texts.find(({ key }) => key === undefined || patternKeys.has(key)) ?? {};
  return text === undefined ? 0 : clearedBy(text);
}

/** What a text can do no harm to of which all is described by an expression. */
export function clearedBy(pattern: string): number {
  if (pattern.length > maxLength) return 0;
  const said = matchedText(pattern, 'whole', false);
  if (!said?.whole) return 0;
  return said.isListed ? constantLabels : harmlessWith(said.whole);
}

/** Rules of a tag, one behind the other, all of which hold: `required,oneof=name date`. */
function tagged(texts: readonly Text[]): number {
  let clears = 0;
  for (const rule of (texts[0]?.text ?? '').split(',')) {
    const [name = '', ...given] = rule.trim().split('=');
    // What follows is about elements.
    if (name === 'dive') return 0;
    if (name.includes('|')) continue;
    const pattern = tagPatterns[name];
    if (pattern !== undefined) clears |= clearedBy(pattern);
    else if ((name === 'oneof' || name === 'eq') && given.length > 0) clears |= constantLabels;
  }
  return clears;
}

const always = () => constantLabels;
const patternKeys = new Set(['regexp', 'pattern']);
const checks: Partial<Record<string, { by: string; clears: (texts: readonly Text[]) => number }>> = {
  // Bean Validation.
  Pattern: { by: 'annotations', clears: patternOf },
  // .NET.
  RegularExpression: { by: 'model', clears: patternOf },
  AllowedValues: {
    by: 'model',
    clears: (texts) =>
      texts.every(({ key, text }) => key !== undefined || text !== undefined) ? constantLabels : 0,
  },
  EnumDataType: { by: 'model', clears: always },
  // Tags of Go.
  binding: { by: 'binding', clears: tagged },
  validate: { by: 'validate', clears: tagged },
};

const tagPatterns: Partial<Record<string, string>> = {
  alpha: '[a-zA-Z]+',
  alphanum: '[a-zA-Z0-9]+',
  numeric: '[-+.0-9]+',
  number: '[0-9]+',
  boolean: '[a-zA-Z01]+',
  hexadecimal: '[0-9a-fA-Fx]+',
  uuid: '[0-9a-fA-F-]+',
  uuid3: '[0-9a-f-]+',
  uuid4: '[0-9a-f-]+',
  uuid5: '[0-9a-f-]+',
  uuid_rfc4122: '[0-9a-fA-F-]+',
  uuid4_rfc4122: '[0-9a-fA-F-]+',
  ulid: '[0-9a-zA-Z]+',
  mongodb: '[0-9a-fA-F]+',
  ip: '[0-9a-fA-F.:]+',
  ipv4: '[0-9.]+',
  e164: '[+0-9]+',
};
const maxLength = 500;
