import type { Severity } from '../../../model/finding.ts';
import { compileConditions } from './compile-conditions.ts';
import type { RulePart } from './index-rules.ts';
import { allLabels, labelMask, type SourceKind } from './labels.ts';
import { compileNamePattern } from './name-pattern.ts';
import { ruleExpression } from './rule-expression.ts';
import { listOf, type RawItem } from './rule-file.ts';
import type {
  Check,
  Entry,
  Guard,
  NameMatch,
  Returned,
  RuleConstant,
  RuleMeta,
  Sanitizer,
  Sink,
  Source,
  Strips,
} from './rule-types.ts';
import { compileConforms, compileRequest, compileSchemaMaker } from './schemas/compile-schema.ts';

/** Writes into what is known of a name what one part of the rules says of it. */
export type Addition = (match: NameMatch) => void;

export function compilePart(part: RulePart, raw: RawItem, rules: readonly RuleMeta[]): Addition {
  switch (part.kind) {
    case 'source':
      return adds('sources', compileSource(raw, part.on));
    case 'sanitizer':
      return adds('sanitizers', compileSanitizer(raw, part.on));
    case 'guard':
      return adds('guards', compileGuard(raw));
    case 'exit':
      return (match) => {
        match.exits = true;
      };
    case 'entry':
    case 'signed':
    case 'keyed':
      return adds('entries', compileEntry(raw));
    case 'decorated':
      return adds('decorated', compileEntry(raw));
    case 'inherited':
      return adds('inherited', {
        entry: compileEntry(raw),
        methods: ruleExpression(String(raw['methods'] ?? '.')),
        isAcross: raw['across'] === true,
      });
    case 'returned':
      return adds('returned', compileReturned(raw));
    case 'alias': {
      const segments = compileSegments(String(raw['as']));
      if (raw['imports'] !== undefined)
        return adds('importedAliases', { as: segments, imports: listOf(raw['imports']) });
      return (match) => {
        match.alias ??= segments;
      };
    }
    case 'constant':
      return (match) => {
        match.constant ??= raw['is'] as RuleConstant;
      };
    case 'shared':
      return (match) => {
        if (raw['as'] === undefined) match.shared = true;
        else match.kept ??= String(raw['as']);
      };
    case 'stream':
      return (match) => {
        match.stream = true;
      };
    case 'sink':
      return adds('sinks', compileSink(raw, part.on, rules[part.rule]!));
    case 'check':
      return adds('checks', compileCheck(raw, part.on, rules[part.rule]!));
  }
}

type Lists = {
  [K in keyof NameMatch as NonNullable<NameMatch[K]> extends unknown[] ? K : never]: NameMatch[K];
};

function adds<K extends keyof Lists>(list: K, value: Lists[K][number]): Addition {
  return (match) => {
    (match[list] as Array<Lists[K][number]>).push(value);
  };
}

export function compileSource(raw: RawItem, on: Source['on']): Source {
  return {
    on,
    kind: (raw['kind'] as SourceKind | undefined) ?? 'remote',
    mask: raw['labels'] ? labelMask(listOf(raw['labels'])) : allLabels,
    title: String(raw['title'] ?? 'untrusted input'),
    inFields: raw['inFields'] === true,
    ofClass: (raw['ofClass'] as Source['ofClass'] | undefined) ?? false,
    isSegment: raw['segment'] === true,
    when: compileConditions(raw['when']),
  };
}

export function compileSanitizer(raw: RawItem, on: Sanitizer['on']): Sanitizer {
  return {
    on,
    clears: labelMask(listOf(raw['clears'])),
    strips: compileStrips(raw['strips'] as RawItem | undefined),
    leads: raw['leads'] as Sanitizer['leads'],
    harmless: raw['harmless'] === true,
    elsewhere: raw['elsewhere'] === true,
    when: compileConditions(raw['when']),
  };
}

function compileStrips(raw: RawItem | undefined): Strips | undefined {
  if (!raw) return undefined;
  return {
    pattern: raw['pattern'] as number | string,
    by: raw['by'] as number | string | undefined,
    as: (raw['as'] as Strips['as'] | undefined) ?? 'expression',
  };
}

function compileGuard(raw: RawItem): Guard {
  return {
    about: raw['about'] === undefined ? [0] : ([raw['about']].flat() as Array<number | string>),
    outcome: raw['outcome'] !== false,
    throws: raw['throws'] === true,
    clears: labelMask(listOf(raw['clears'])),
    declared: raw['declared'] as string | undefined,
    pattern: raw['pattern'] as number | string | undefined,
    anchors: (raw['anchors'] as Guard['anchors'] | undefined) ?? 'none',
    lines: raw['lines'] === true,
    flags: raw['flags'] === undefined ? [] : ([raw['flags']].flat() as Array<number | string>),
    linesFlags: listOf(raw['linesFlags']),
    prefix: raw['prefix'] as number | string | undefined,
    segments: raw['segments'] === true,
    partial: raw['partial'] === true,
    origins: raw['origins'] === true,
    is: raw['is'] as string | undefined,
    conforms: compileConforms(raw['conforms'] as RawItem | undefined),
    verdict: raw['verdict'] === true,
  };
}

export function compileEntry(raw: RawItem): Entry {
  return {
    params: (raw['params'] as string[] | undefined) ?? [],
    taints: raw['taints'] as SourceKind | undefined,
    from: (raw['from'] as number | undefined) ?? 0,
    isInner: raw['inner'] === true,
    arity: raw['arity'] as number | undefined,
    except: raw['except'] ? ruleExpression(String(raw['except'])) : undefined,
    plain: raw['plain'] === true,
    segments: raw['segments'] === 'elsewhere' ? 'elsewhere' : raw['segments'] === true,
    when: compileConditions(raw['when']),
    title: String(raw['title'] ?? 'request data'),
    isAcross: raw['across'] === true,
    request: compileRequest(raw['request'] as RawItem | undefined),
  };
}

function compileReturned(raw: RawItem): Returned {
  return {
    as: raw['as'] ? compileSegments(String(raw['as'])) : undefined,
    from: raw['from'] as Array<number | string> | undefined,
    text: raw['text'] as number | string | undefined,
    form: raw['form'] as Returned['form'],
    empty: raw['empty'] as 'list' | 'map' | undefined,
    pure: raw['pure'] === true,
    checked: raw['checked'] === true,
    ...(raw['tells'] !== undefined && { tells: String(raw['tells']) }),
    schema: compileSchemaMaker(raw['schema'] as RawItem | undefined),
    conforms: compileConforms(raw['conforms'] as RawItem | undefined),
    reads: raw['reads'] as number | string | undefined,
    same: raw['same'] as number | string | undefined,
    restores: labelMask(listOf(raw['restores'])),
    receiver: raw['receiver'] ? compileSegments(String(raw['receiver'])) : undefined,
    invokes: raw['invokes'] as number | string | undefined,
    answers: raw['answers'] === true,
    list: raw['list'] as string | undefined,
    map: raw['map'] as string | undefined,
    binds: raw['binds'] as number | string | undefined,
    makes: raw['makes'] as number | undefined,
    gives: raw['gives'] as number | undefined,
    into: (raw['into'] as number[] | undefined) ?? [],
    when: compileConditions(raw['when']),
  };
}

/** A literal qualified name as segments. */
function compileSegments(text: string): string[] {
  return compileNamePattern(text)[0]!.reversed.map(String).reverse();
}

export function compileSink(raw: RawItem, on: Sink['on'], rule: RuleMeta): Sink {
  return {
    rule,
    on,
    label: labelMask([String(raw['label'])]),
    args: (raw['args'] as Array<number | string> | undefined) ?? [],
    keys: raw['key'] ? String(raw['key']).split('.') : [],
    when: compileConditions(raw['when']),
    kinds: (raw['kinds'] ?? ['remote', 'cli', 'model', 'stored']) as SourceKind[],
    severity: (raw['severity'] as Severity | undefined) ?? rule.severity,
    dynamic: raw['dynamic'] as Severity | undefined,
    built: raw['built'] as Severity | undefined,
    own: raw['own'] as Severity | undefined,
    part: raw['part'] as Severity | undefined,
    offered: offeredSeverity(raw),
    atSource: raw['atSource'] === true,
    late: raw['late'] === true,
    ...(raw['until'] !== undefined && { until: String(raw['until']) }),
    ...(raw['unlessProgram'] !== undefined && {
      unlessProgram: raw['unlessProgram'] as NonNullable<Sink['unlessProgram']>,
    }),
    ...(raw['unlessExtends'] !== undefined && { unlessExtends: unlessExtends(raw['unlessExtends']) }),
  };
}

function unlessExtends(raw: unknown): NonNullable<Sink['unlessExtends']> {
  const { args, of } = raw as { args: Array<number | string>; of: string | string[] };
  return { args, of: listOf(of) };
}

/** A command or a program that is put together is worth a look wherever its parts come from. */
function offeredSeverity(raw: RawItem): Severity | undefined {
  const isProgram = ['shell', 'code', 'option'].includes(String(raw['label']));
  return (raw['offered'] ?? (isProgram ? (raw['built'] ?? raw['dynamic']) : undefined)) as
    | Severity
    | undefined;
}

export function compileCheck(raw: RawItem, on: Check['on'], rule: RuleMeta): Check {
  const when = compileConditions(raw['when']);
  return {
    rule,
    label: raw['label'] ? labelMask([String(raw['label'])]) : 0,
    on,
    when,
    late: raw['late'] === true,
    needsText: when.some(
      (condition) => (condition.text || condition.built) && !condition.not && condition.keys.length === 0,
    ),
    severity: (raw['severity'] as Severity | undefined) ?? rule.severity,
  };
}
