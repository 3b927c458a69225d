import { readFileSync } from 'node:fs';
import { ZodError } from 'zod';
import type { ScanRule } from './rule.ts';
import { parseRuleFile } from './rule-files.ts';
import { compileRule } from './rule-schema.ts';

/** Reads the operator's own rules. What is wrong with them is said in one sentence: they are written by hand. */
export function readCustomRules(file: string): ScanRule[] {
  return parseCustomRules(readFileSync(file, 'utf8'), file).map(compileRule);
}

export function parseCustomRules(text: string, name: string): ReturnType<typeof parseRuleFile> {
  try {
    return parseRuleFile(text);
  } catch (error) {
    if (!(error instanceof ZodError)) throw new Error(`${name}: ${(error as Error).message}`);
    const [issue] = error.issues;
    const [index, ...path] = issue!.path;
    const place =
      index === undefined
        ? 'the file'
        : `rule ${Number(index) + 1}${path.length > 0 ? `, ${path.join('.')}` : ''}`;
    throw new Error(`${name}: ${place}: ${issue!.message}`);
  }
}
