import { child, entryOf, mapping, scalar } from '../../../formats/document/node.ts';
import type { EngineFinding } from '../../../model/finding.ts';
import { evaluateCondition } from '../conditions/evaluate-condition.ts';
import type { Evidence } from '../conditions/path-values.ts';
import type { Resource } from '../resource.ts';
import { withoutCovered } from './covered-findings.ts';
import type { InfrastructureRule, RulePack } from './infrastructure-rule.ts';
import { mechanicalFix } from './mechanical-fix.ts';

/** What the rules of a pack say about one resource. */
export function judgeResource(resource: Resource, pack: RulePack): EngineFinding[] {
  const findings = (pack.byType.get(resource.type) ?? []).flatMap((rule) => {
    const part = { path: resource.file, rule: rule.id };
    return pack.attempt(part, () => judgeByRule(resource, rule)) ?? [];
  });
  return withoutCovered(findings);
}

function judgeByRule(resource: Resource, rule: InfrastructureRule): EngineFinding[] {
  if (!rule.when) return [];
  const { document, context = {} } = resource;
  const { verdict, places } = evaluateCondition(rule.when(), { document, context });
  if (verdict !== true || (resource.givenOnly && places.length === 0)) return [];
  const findings: EngineFinding[] = [];
  const lines = new Set<number>();
  const own = places.length > 1 ? undefined : attributePlace(rule, resource);
  for (const evidence of own ? [own] : places.length > 0 ? places : [resource]) {
    // A value that came from another place (a variable, another file) has lines that are not of this resource.
    const inside =
      resource.isWholeHere === true || (evidence.line >= resource.line && evidence.line <= resource.endLine);
    const line = inside ? evidence.line : resource.line;
    if (lines.has(line)) continue;
    lines.add(line);
    const endLine = inside && evidence !== resource ? evidence.endLine : line;
    const finding = ruleFinding(rule, resource, line, endLine);
    if (finding.fix && !endsCondition(rule, resource)) delete finding.fix;
    if (own && inside && !finding.fix && rule.setTo !== undefined)
      finding.edit = { line: own.line, key: rule.attribute!.at(-1)!, value: rule.setTo };
    if (lines.size > 1) finding.identity.tokens = `element ${lines.size}`;
    findings.push(finding);
  }
  return findings;
}

/** A fix is offered only where the condition no longer holds with it: another attribute may be what is wrong. */
function endsCondition(rule: InfrastructureRule, { document, context = {} }: Resource): boolean {
  const [, key = '', value = ''] = /^([\w-]+)\s*[=:]\s*(.*)$/.exec(rule.fix ?? '') ?? [];
  if (key === '' || document.kind !== 'mapping') return false;
  const { line, endLine } = document;
  const entry = { key, line, value: scalar(literal(value), line) };
  const others = document.entries.filter((other) => other.key !== key);
  const changed = mapping([...others, entry], line, endLine);
  return evaluateCondition(rule.when!(), { document: changed, context }).verdict !== true;
}

function literal(value: string): string | number | boolean {
  if (value === 'true' || value === 'false') return value === 'true';
  return /^\d+$/.test(value) ? Number(value) : value.replace(/^"(.*)"$/, '$1');
}

/** Where the attribute that the rule is about is written; a condition may look at others first. */
function attributePlace({ attribute }: InfrastructureRule, { document }: Resource): Evidence | undefined {
  if (!attribute) return undefined;
  const last = attribute.at(-1)!;
  // Examples of some languages are whole documents, of which the resource is a part.
  for (let start = 0; start < attribute.length; start++) {
    const parent = child(document, ...attribute.slice(start, -1));
    const entry = entryOf(parent, last);
    if (entry) return { line: entry.line, endLine: Math.max(entry.line, entry.value.endLine) };
  }
  return undefined;
}

/** A finding with the text of its rule; checks written in code use it too. */
export function ruleFinding(
  rule: InfrastructureRule,
  place: Pick<Resource, 'file' | 'address' | 'line' | 'endLine'> & Partial<Resource>,
  startLine: number,
  endLine: number,
  detail = '',
): EngineFinding {
  const fix = rule.fix && mechanicalFix(rule.fix, place);
  const subject = place.address ? ` Affected: ${place.address}.` : '';
  return {
    ruleId: rule.id,
    severity: rule.severity,
    confidence: rule.confidence,
    title: rule.title,
    description: `${rule.harm}${detail && ` ${detail}`}${subject}`,
    suggestion: rule.suggestion,
    file: place.file,
    startLine,
    endLine: Math.max(startLine, endLine),
    category: rule.category,
    cwe: rule.cwe,
    ...(rule.references.length > 0 && { references: rule.references }),
    ...(fix && { fix }),
    identity: { scope: place.address, tokens: detail.toLowerCase().replace(/\s+/g, ' ').slice(0, 200) },
  };
}
