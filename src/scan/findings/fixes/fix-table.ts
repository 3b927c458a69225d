import { readFileSync } from 'node:fs';
import { type ConfigNode, child, items, text } from '../../formats/document/node.ts';
import { parseYaml } from '../../formats/yaml/parse-yaml.ts';
import type { EngineFinding, Fix } from '../../model/finding.ts';
import { dependencyFix } from './dependency-fix.ts';
import { valueFix } from './value-fix.ts';
import { workflowFix } from './workflow-fix.ts';

/** A replacement within the lines of a finding. */
interface TextFix {
  description: string;
  find: RegExp;
  put: string;
  /** What the file must import, where the change depends on a library. */
  imports: RegExp | undefined;
}

/** A line of the file by its number, where it may be written back. */
export type LineOf = (line: number) => string | undefined;

/** Longer places are whole functions, in which a pattern may mean something else. */
const maxLines = 6;
/** Patterns look ahead; no statement that people write is longer. */
const maxCharacters = 4000;
/** Imports are at the top. */
const maxImportLines = 60;

/** Mechanical changes by rule: texts of `rules/fixes.yaml`, values of infrastructure, versions of packages and actions. */
export class FixTable {
  #table: ReadonlyMap<string, TextFix[]> | undefined;
  #source: string | undefined;

  get rules(): string[] {
    return [...this.#read().keys()];
  }

  fixFor(finding: EngineFinding, lineOf: LineOf): Fix | undefined {
    if (finding.edit) return valueFix(finding.edit, lineOf);
    if (finding.package) return dependencyFix(finding, lineOf);
    if (/^(workflow|dependabot)\./.test(finding.ruleId)) {
      const fix = workflowFix(finding, lineOf);
      if (fix) return fix;
    }
    // Reading the table takes longer than a small scan; most rules have no fix.
    if (!this.#mentions(finding.ruleId)) return undefined;
    for (const candidate of this.#read().get(finding.ruleId) ?? []) {
      const fix = textFix(candidate, finding, lineOf);
      if (fix) return fix;
    }
    return undefined;
  }

  #mentions(ruleId: string): boolean {
    this.#source ??= readFileSync(tableFile, 'utf8');
    return this.#source.includes(ruleId);
  }

  #read(): ReadonlyMap<string, TextFix[]> {
    this.#source ??= readFileSync(tableFile, 'utf8');
    this.#table ??= parseTable(this.#source);
    return this.#table;
  }
}

const tableFile = new URL('../../../../rules/fixes.yaml', import.meta.url);

function parseTable(source: string): ReadonlyMap<string, TextFix[]> {
  const { documents, problems } = parseYaml(source);
  if (problems[0]) throw new Error(`rules/fixes.yaml:${problems[0].line}: ${problems[0].message}`);
  const table = new Map<string, TextFix[]>();
  for (const node of items(documents[0])) {
    const imports = text(child(node, 'imports'));
    const fix = {
      description: field(node, 'description'),
      find: new RegExp(field(node, 'find'), 'gm'),
      put: field(node, 'put'),
      imports: imports === undefined ? undefined : new RegExp(imports),
    };
    for (const rule of items(child(node, 'rules'))) {
      const id = text(rule) ?? '';
      table.set(id, [...(table.get(id) ?? []), fix]);
    }
  }
  return table;
}

function field(node: ConfigNode, name: string): string {
  const value = text(child(node, name));
  if (value === undefined) throw new Error(`rules/fixes.yaml:${node.line}: "${name}" is missing`);
  return value;
}

/** Only where the pattern fits exactly once in the finding's lines: then nothing else can be meant. */
function textFix(
  { description, find, put, imports }: TextFix,
  { startLine, endLine }: EngineFinding,
  lineOf: LineOf,
): Fix | undefined {
  if (endLine - startLine >= maxLines || (imports && !importsSome(imports, lineOf))) return undefined;
  const lines: string[] = [];
  for (let line = startLine; line <= endLine; line++) {
    const written = lineOf(line);
    if (written === undefined) return undefined;
    lines.push(written);
  }
  const before = lines.join('\n');
  if (before.length > maxCharacters) return undefined;
  if ([...before.matchAll(find)].length !== 1) return undefined;
  const replacement = before.replace(find, put);
  return replacement === before ? undefined : { description, startLine, endLine, replacement };
}

function importsSome(pattern: RegExp, lineOf: LineOf): boolean {
  for (let line = 1; line <= maxImportLines; line++) {
    const written = lineOf(line);
    if (written === undefined) return false;
    if (/\b(?:import|require|from|use|using)\b/.test(written) && pattern.test(written)) return true;
  }
  return false;
}
