import type { FileAnalysis } from '../../engine.ts';
import { type ConfigNode, type MappingEntry, mapping, scalar, sequence, unknown } from '../document/node.ts';
import type { InfrastructureFacts } from '../facts.ts';
import type { Resource } from '../resource.ts';
import { judgeResource } from '../rules/judge-resource.ts';
import type { RuleLibrary } from '../rules/rule-library.ts';

/** Bicep is ARM in other words: its resources are read into the same documents and judged by the same rules. */
export function analyseBicep(
  file: { path: string; text: string },
  library: RuleLibrary,
): FileAnalysis<InfrastructureFacts> {
  const pack = library.pack('arm');
  return {
    findings: bicepResources(file.text, file.path).flatMap((resource) => judgeResource(resource, pack)),
  };
}

function bicepResources(source: string, file: string): Resource[] {
  const resources: Resource[] = [];
  const defaults = new Map<string, string>();
  for (const match of source.matchAll(/^(?:param\s+(\w+)\s+\w+|var\s+(\w+))\s*=\s*(.+)$/gm))
    defaults.set(match[1] ?? match[2]!, match[3]!.trim());
  const header =
    /^[ \t]*resource\s+(\w+)\s+'([\w./-]+)@[^']*'(?:\s+existing)?\s*=\s*(?:if\s*\([^\n]*\)\s*|\[for[^\n]*:\s*)?\{/gm;
  for (const match of source.matchAll(header)) {
    if (/'\s+existing\s*=/.test(match[0])) continue;
    const open = match.index + match[0].length - 1;
    const reader = new BicepReader(source, open, lineAt(source, open), defaults);
    const document = reader.object(0);
    const line = lineAt(source, match.index + (match[0].length - match[0].trimStart().length));
    resources.push({
      type: match[2]!.toLowerCase(),
      name: match[1]!,
      address: match[1]!,
      file,
      line,
      endLine: document.endLine,
      document,
    });
  }
  return resources;
}

function lineAt(source: string, offset: number): number {
  let line = 1;
  for (let i = 0; i < offset; i++) if (source.charCodeAt(i) === 10) line++;
  return line;
}

class BicepReader {
  readonly #source: string;
  readonly #defaults: ReadonlyMap<string, string>;
  #pos: number;
  #line: number;

  constructor(source: string, pos: number, line: number, defaults: ReadonlyMap<string, string>) {
    this.#source = source;
    this.#pos = pos;
    this.#line = line;
    this.#defaults = defaults;
  }

  #skip(): void {
    for (;;) {
      const rest = this.#source[this.#pos];
      if (rest === '\n') this.#line++;
      if (rest !== undefined && /[\s,]/.test(rest)) this.#pos++;
      else if (this.#source.startsWith('//', this.#pos)) {
        const end = this.#source.indexOf('\n', this.#pos);
        this.#pos = end < 0 ? this.#source.length : end;
      } else return;
    }
  }

  object(depth: number): ConfigNode {
    const line = this.#line;
    const members: MappingEntry[] = [];
    this.#pos++;
    for (;;) {
      this.#skip();
      const character = this.#source[this.#pos];
      if (character === undefined || depth > 50) break;
      if (character === '}') {
        this.#pos++;
        break;
      }
      const keyLine = this.#line;
      const match = /^(?:'([^']*)'|([\w.]+))\s*:\s*/.exec(this.#source.slice(this.#pos, this.#pos + 200));
      if (!match) {
        this.#skipLine();
        continue;
      }
      this.#pos += match[0].length;
      members.push({ key: match[1] ?? match[2]!, line: keyLine, value: this.#value(depth + 1) });
    }
    return mapping(members, line, this.#line);
  }

  #value(depth: number): ConfigNode {
    const line = this.#line;
    const character = this.#source[this.#pos];
    if (character === '{') return this.object(depth);
    if (character === '[' && !/^\[\s*for\b/.test(this.#source.slice(this.#pos, this.#pos + 20)))
      return this.#list(depth);
    const from = this.#pos;
    this.#skipLine();
    const raw = this.#source
      .slice(from, this.#pos)
      .replace(/\s*\/\/.*$/, '')
      .replace(/[,\s]+$/, '');
    return literal(this.#defaults.get(raw) ?? raw, line);
  }

  #list(depth: number): ConfigNode {
    const line = this.#line;
    const members: ConfigNode[] = [];
    this.#pos++;
    for (;;) {
      this.#skip();
      const character = this.#source[this.#pos];
      if (character === undefined || depth > 50) break;
      if (character === ']') {
        this.#pos++;
        break;
      }
      if (character === '{') members.push(this.object(depth + 1));
      else {
        const match = /^(?:'[^']*'|[^\s,\]]+)/.exec(this.#source.slice(this.#pos, this.#pos + 2000));
        this.#pos += match?.[0].length ?? 1;
        members.push(literal(match?.[0] ?? '', this.#line));
      }
    }
    return sequence(members, line, this.#line);
  }

  // Long expressions may hold braces over several lines; they are stepped over as a whole.
  #skipLine(): void {
    let depth = 0;
    while (this.#pos < this.#source.length) {
      const character = this.#source[this.#pos]!;
      if (character === '\n' && depth <= 0) return;
      if (character === '\n') this.#line++;
      if ('{[('.includes(character)) depth++;
      else if ('}])'.includes(character)) {
        if (depth === 0) return;
        depth--;
      }
      this.#pos++;
    }
  }
}

function literal(raw: string, line: number): ConfigNode {
  if (/^'(?:[^'$]|\$(?!\{))*'$/.test(raw)) return scalar(raw.slice(1, -1), line);
  if (raw === 'true' || raw === 'false') return scalar(raw === 'true', line);
  if (raw === 'null') return scalar(null, line);
  if (/^-?\d+$/.test(raw)) return scalar(Number(raw), line);
  return unknown(raw, line);
}
