import type { EngineFinding } from '../../model/finding.ts';
import type { SourceFile } from '../engine.ts';
import type { SupplyChainRules } from './supply-chain-rules.ts';

/** One check of the engine: looks at a file of which it knows the path, and says what it found. */
export type SupplyChainCheck = (file: SourceFile, rules: SupplyChainRules) => EngineFinding[];

/** A finding at an offset of the file's text. */
export function findingAt(
  file: Pick<SourceFile, 'path' | 'text'>,
  rules: SupplyChainRules,
  ruleId: string,
  offset: number,
  detail: string,
  tokens: string,
): EngineFinding {
  return findingOnLine(file, rules, ruleId, lineOf(file.text, offset), detail, tokens);
}

export function findingOnLine(
  file: Pick<SourceFile, 'path'>,
  rules: SupplyChainRules,
  ruleId: string,
  line: number,
  detail: string,
  tokens: string,
): EngineFinding {
  return {
    ...rules.finding(ruleId, detail),
    file: file.path,
    startLine: line,
    endLine: line,
    identity: { scope: '', tokens: tokens.replace(/\s+/g, ' ').trim().slice(0, 200) },
  };
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
