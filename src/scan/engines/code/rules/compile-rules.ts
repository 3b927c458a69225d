import type { Severity } from '../../../finding.ts';
import type { Constant } from '../core/ir.ts';
import { allLabels, labelMask, type SourceKind } from './labels.ts';
import { compileNamePattern } from './name-pattern.ts';
import { ruleExpression } from './rule-expression.ts';
import { RuleSet } from './rule-set.ts';
import type { Check, Condition, RuleMeta, Sink } from './rule-types.ts';

/** The YAML of a rule file, as it was read. The shape is held by `rule-schema.ts` in the tests; packaged rules are trusted here. */
export interface RuleFile {
  rules?: RawRule[];
  sources?: RawItem[];
  sanitizers?: RawItem[];
  validators?: RawItem[];
  entries?: RawItem[];
  returns?: RawItem[];
  aliases?: RawItem[];
  constants?: RawItem[];
}

export type RawItem = Record<string, unknown>;
export interface RawRule extends RawItem {
  id: string;
  examples?: { bad: RawExample[]; good: RawExample[] };
}
/** One file, or several by name. */
export type RawExample = string | Record<string, string>;

export function compileRules(files: readonly RuleFile[]): RuleSet {
  const set = new RuleSet();
  for (const file of files) {
    for (const raw of file.rules ?? []) compileRule(set, raw);
    for (const raw of file.sources ?? []) {
      const source = {
        kind: (raw['kind'] as SourceKind | undefined) ?? 'remote',
        mask: raw['labels'] ? labelMask(list(raw['labels'])) : allLabels,
        title: String(raw['title'] ?? 'untrusted input'),
      };
      for (const name of list(raw['read']))
        set.addSource(compileNamePattern(name), { ...source, on: 'read' });
      for (const name of list(raw['call']))
        set.addSource(compileNamePattern(name), { ...source, on: 'call' });
      for (const name of list(raw['named']))
        set.addNamedSource(ruleExpression(name), { ...source, on: 'read' });
    }
    for (const raw of file.sanitizers ?? []) {
      const sanitizer = {
        clears: labelMask(list(raw['clears'])),
        harmless: raw['harmless'] === true,
        when: conditions(raw['when']),
      };
      for (const name of list(raw['call']))
        set.addSanitizer(compileNamePattern(name), { ...sanitizer, on: 'call' });
      for (const name of list(raw['read']))
        set.addSanitizer(compileNamePattern(name), { ...sanitizer, on: 'read' });
    }
    for (const raw of file.validators ?? []) {
      const args = (raw['args'] as Array<number | string> | undefined) ?? [0];
      for (const name of list(raw['call']))
        set.addValidator(compileNamePattern(name), { clears: labelMask(list(raw['clears'])), args });
    }
    for (const raw of file.entries ?? []) {
      const entry = {
        params: (raw['params'] as string[] | undefined) ?? [],
        taints: raw['taints'] as SourceKind | undefined,
        from: (raw['from'] as number | undefined) ?? 0,
        when: conditions(raw['when']),
        title: String(raw['title'] ?? 'request data'),
      };
      for (const name of list(raw['call'])) set.addEntry(compileNamePattern(name), entry);
      for (const name of list(raw['decorator'])) set.addDecorated(compileNamePattern(name), entry);
      const methods = ruleExpression(String(raw['methods'] ?? '.'));
      for (const name of list(raw['extends'])) set.addInherited(compileNamePattern(name), { entry, methods });
    }
    for (const raw of file.returns ?? []) {
      const returned = {
        as: raw['as'] ? compileSegments(String(raw['as'])) : undefined,
        from: raw['from'] as Array<number | string> | undefined,
        empty: raw['empty'] as 'list' | 'map' | undefined,
        pure: raw['pure'] === true,
        receiver: raw['receiver'] ? compileSegments(String(raw['receiver'])) : undefined,
        invokes: raw['invokes'] as number | undefined,
        makes: raw['makes'] as number | undefined,
        into: (raw['into'] as number[] | undefined) ?? [],
        when: conditions(raw['when']),
      };
      for (const name of list(raw['call'])) set.addReturned(compileNamePattern(name), returned);
    }
    for (const raw of file.constants ?? [])
      for (const name of list(raw['name'])) set.addConstant(compileNamePattern(name), raw['is'] as Constant);
    for (const raw of file.aliases ?? [])
      for (const name of list(raw['name']))
        set.addAlias(compileNamePattern(name), compileSegments(String(raw['as'])));
  }
  return set;
}

/** A literal qualified name as segments. */
function compileSegments(text: string): string[] {
  return compileNamePattern(text)[0]!.reversed.map(String).reverse();
}

function compileRule(set: RuleSet, raw: RawRule): void {
  const rule: RuleMeta = {
    id: raw.id,
    title: String(raw['title']),
    severity: raw['severity'] as Severity,
    confidence: (raw['confidence'] as RuleMeta['confidence'] | undefined) ?? 'medium',
    category: String(raw['category']),
    cwe: list(raw['cwe']),
    owasp: list(raw['owasp']),
    message: String(raw['message']),
    suggestion: String(raw['suggestion']),
    references: list(raw['references']),
  };
  set.addRule(rule);
  for (const item of (raw['sinks'] as RawItem[] | undefined) ?? []) {
    const sink: Omit<Sink, 'on'> = {
      rule,
      label: labelMask([String(item['label'] ?? raw['label'])]),
      args: (item['args'] as Array<number | string> | undefined) ?? [],
      keys: item['key'] ? String(item['key']).split('.') : [],
      when: conditions(item['when']),
      kinds: (item['kinds'] ?? raw['kinds'] ?? ['remote', 'cli', 'model', 'stored']) as SourceKind[],
      severity: (item['severity'] as Severity | undefined) ?? rule.severity,
      dynamic: item['dynamic'] as Severity | undefined,
      built: item['built'] as Severity | undefined,
      atSource: item['atSource'] === true,
    };
    for (const name of list(item['call'])) set.addSink(compileNamePattern(name), { ...sink, on: 'call' });
    for (const name of list(item['assign'])) set.addSink(compileNamePattern(name), { ...sink, on: 'assign' });
    for (const name of list(item['element'])) set.addElementSink(name, { ...sink, on: 'element' });
    for (const name of list(item['option'])) set.addKeySink(name, { ...sink, on: 'option' });
    for (const name of list(item['return'])) set.addSink(compileNamePattern(name), { ...sink, on: 'return' });
  }
  for (const item of (raw['checks'] as RawItem[] | undefined) ?? []) {
    const on = checkKinds.find((kind) => item[kind] !== undefined);
    if (!on) throw new Error(`Rule ${raw.id}: a check on nothing`);
    const when = conditions(item['when']);
    const check: Check = {
      rule,
      label: raw['label'] ? labelMask([String(raw['label'])]) : 0,
      on,
      when,
      needsText: when.some(
        (condition) => (condition.text || condition.built) && !condition.not && condition.keys.length === 0,
      ),
      severity: (item['severity'] as Severity | undefined) ?? rule.severity,
    };
    for (const name of list(item[on])) set.addCheck(name, check);
  }
}

const checkKinds = [
  'call',
  'assign',
  'read',
  'key',
  'variable',
  'decorator',
  'import',
  'extends',
  'element',
  'compare',
  'handler',
  'function',
  'walk',
  'text',
] as const;

function conditions(raw: unknown): Condition[] {
  return ((raw as RawItem[] | undefined) ?? []).map((item) => {
    const arg = item['arg'];
    const condition: { -readonly [K in keyof Condition]: Condition[K] } = {
      args: arg === undefined ? ['value'] : Array.isArray(arg) ? arg : [arg as number | string],
      keys: item['key'] === undefined ? [] : String(item['key']).split('.'),
    };
    if (item['missing'] !== undefined) condition.missing = item['missing'] === true;
    if (item['is'] !== undefined) condition.is = [item['is'] as Constant];
    if (item['in'] !== undefined) condition.is = item['in'] as Constant[];
    if (item['matches'] !== undefined) condition.matches = ruleExpression(String(item['matches']));
    if (item['text'] !== undefined) condition.text = ruleExpression(String(item['text']));
    if (item['source'] !== undefined) condition.source = ruleExpression(String(item['source']));
    if (item['below'] !== undefined) condition.below = Number(item['below']);
    if (item['above'] !== undefined) condition.above = Number(item['above']);
    if (item['name'] !== undefined) condition.name = list(item['name']).flatMap(compileNamePattern);
    if (item['dynamic'] !== undefined) condition.dynamic = item['dynamic'] === true;
    if (item['built'] !== undefined) condition.built = item['built'] === true;
    if (item['tainted'] !== undefined) condition.kinds = list(item['tainted']) as SourceKind[];
    if (item['function'] !== undefined) condition.function = item['function'] === true;
    if (item['permissive'] !== undefined) condition.permissive = item['permissive'] === true;
    if (item['catastrophic'] !== undefined) condition.catastrophic = item['catastrophic'] === true;
    if (item['not'] === true) condition.not = true;
    return condition;
  });
}

function list(raw: unknown): string[] {
  if (raw === undefined || raw === null) return [];
  return Array.isArray(raw) ? raw.map(String) : [String(raw)];
}
