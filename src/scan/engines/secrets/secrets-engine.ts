import { createHash } from 'node:crypto';
import type { ScanRule } from '../../model/secret-rule.ts';
import type { Engine, EngineTools, FileAnalysis, SourceFile } from '../engine.ts';
import { describeRule } from './describe-rule.ts';
import { FileReader } from './file-reader.ts';
import { readCompiledRules } from './rules/compiled-rules.ts';
import { Scanner } from './scanner.ts';
import { publicKeysOf } from './values/doubts/public-keys.ts';
import { createVocabulary } from './values/vocabulary.ts';

const maxFileBytes = 20 << 20;

export interface SecretsEngineOptions {
  /** Rules of the operator or of the repository, each made by `compileRule`. */
  customRules?: readonly ScanRule[];
}

/** Finds credentials in text, in binary files, behind encodings and in archives. */
export function createSecretsEngine(options: SecretsEngineOptions = {}): Engine<never> {
  const compiled = readCompiledRules();
  const custom = options.customRules ?? [];
  // A rule with the id of a built-in one takes its place.
  const replaced = new Set(custom.map(({ id }) => id));
  const scanRules = [...compiled.rules.filter(({ id }) => !replaced.has(id)), ...custom];
  let scanner: Scanner | undefined;
  return {
    id: 'secrets',
    version: [compiled.version, ...(custom.length > 0 ? [hashOf(custom)] : [])].join('-'),
    rules: scanRules.map(describeRule),
    // Key stores are binary, and programs hold texts.
    readsBinary: () => true,
    wants: (_path, sizeBytes) => sizeBytes > 0 && sizeBytes <= maxFileBytes,
    analyse(file: SourceFile, tools: EngineTools): FileAnalysis<never> {
      // The automaton is built for the first file: a command that only lists rules does not pay for it.
      scanner ??= new Scanner(scanRules, {
        ...createVocabulary(compiled.words, publicKeysOf(compiled.publicKeys)),
        judged: new Map(),
      });
      return new FileReader(file, scanner, tools).read();
    },
  };
}

function hashOf(rules: readonly ScanRule[]): string {
  return createHash('sha256').update(JSON.stringify(rules)).digest('hex').slice(0, 12);
}
