import { loadRuleFiles } from '../knowledge/load-rules.ts';
import { ruleExpression } from '../knowledge/rule-expression.ts';
import type { RawItem } from '../knowledge/rule-file.ts';
import type { RuleMeta } from '../knowledge/rule-types.ts';
import type { TemplateSyntax } from './syntaxes.ts';

/** A rule about pages: about what is put in, about code between marks, or about an element. */
export interface TemplateRule extends RuleMeta {
  readonly on: 'raw' | 'escaped' | 'output' | 'code' | 'element';
  readonly syntaxes: readonly TemplateSyntax[] | undefined;
  readonly places: readonly string[] | undefined;
  /** Names of the element and of the attribute that it is put into, or of the element and its attribute. */
  readonly element: RegExp | undefined;
  readonly attribute: RegExp | undefined;
  readonly isFirst: boolean | undefined;
  /** What is put in; for an element, the value of the attribute. */
  readonly expression: RegExp | undefined;
  /** What else is meant in pages of one syntax, where the same name would be another thing in others. */
  readonly inSyntax: Readonly<Partial<Record<TemplateSyntax, RegExp>>> | undefined;
  readonly unless: RegExp | undefined;
  /** Attributes that the element must not have. */
  readonly without: RegExp | undefined;
  /** Other attributes it must have, as `name=value`. */
  readonly having: RegExp | undefined;
  /** What must not stand between this element and its end. */
  readonly lacks: RegExp | undefined;
  /** What the page as a whole must or must not hold. */
  readonly page: RegExp | undefined;
  readonly notPage: RegExp | undefined;
  /** Where nothing but the place speaks for harm: such outputs are rated low. */
  readonly low: LowOutputs | undefined;
}

/** Outputs that a rule still names, of which something says that they are likely meant to be there. */
export interface LowOutputs {
  /** The expression says that the program made the markup, or that it can hold none. */
  readonly expression: RegExp | undefined;
  /** Pages of these engines get their values from somewhere else. */
  readonly syntaxes: readonly TemplateSyntax[];
  /** The page has no element: it is a text. */
  readonly textOnly: boolean;
  /** Escaping is off for a part of the page: one mistake, however many values stand there. */
  readonly inBlock: boolean;
  /** Between quotes of a script, which escaping for HTML keeps closed. */
  readonly quoted: boolean;
  /** A part of a name of a script, or the name of a function: the program chose it. */
  readonly inName: boolean;
  /** Nothing says that it is a text which people write. */
  readonly unwritten: boolean;
}

/** The folder of rules about pages, next to those of the languages. */
export const templateFolder = 'templates';

export function loadTemplateRules(folder: string): TemplateRule[] {
  return loadRuleFiles(templateFolder, folder).flatMap((file) => (file.rules ?? []).map(compile));
}

function compile(raw: RawItem): TemplateRule {
  const on = (raw['match'] ?? {}) as RawItem;
  const expression = (key: string) => (on[key] === undefined ? undefined : ruleExpression(String(on[key])));
  return {
    id: String(raw['id']),
    title: String(raw['title']),
    severity: raw['severity'] as TemplateRule['severity'],
    confidence: raw['confidence'] as TemplateRule['confidence'],
    category: String(raw['category']),
    cwe: raw['cwe'] as string[],
    owasp: raw['owasp'] as string[],
    message: String(raw['message']),
    suggestion: String(raw['suggestion']),
    references: (raw['references'] as string[] | undefined) ?? [],
    on: on['on'] as TemplateRule['on'],
    syntaxes: on['syntaxes'] as TemplateSyntax[] | undefined,
    places: on['places'] as string[] | undefined,
    isFirst: on['first'] as boolean | undefined,
    element: expression('element'),
    attribute: expression('attribute'),
    expression: expression('expression'),
    inSyntax: bySyntax(on['inSyntax'] as RawItem | undefined),
    unless: expression('unless'),
    without: expression('without'),
    having: expression('having'),
    lacks: expression('lacks'),
    page: expression('page'),
    notPage: expression('notPage'),
    low: lowOutputs(on['low'] as RawItem | undefined),
  };
}

function bySyntax(raw: RawItem | undefined): TemplateRule['inSyntax'] {
  if (!raw) return undefined;
  return Object.fromEntries(
    Object.entries(raw).map(([syntax, text]) => [syntax, ruleExpression(String(text))]),
  );
}

function lowOutputs(raw: RawItem | undefined): LowOutputs | undefined {
  if (!raw) return undefined;
  const { expression, syntaxes, textOnly, inBlock, quoted, inName, unwritten } = raw;
  return {
    expression: expression === undefined ? undefined : ruleExpression(String(expression)),
    syntaxes: (syntaxes as TemplateSyntax[] | undefined) ?? [],
    textOnly: textOnly === true,
    inBlock: inBlock === true,
    quoted: quoted === true,
    inName: inName === true,
    unwritten: unwritten === true,
  };
}
