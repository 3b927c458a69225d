import type { Confidence } from '../../model/finding.ts';
import { FileReader } from './file-reader.ts';
import { readCompiledRules } from './rules/compiled-rules.ts';
import { Scanner } from './scanner.ts';
import { createVocabulary } from './values/vocabulary.ts';

/** A credential in a text that is no file; the place is in UTF-16 units. */
export interface TextSecret {
  ruleId: string;
  confidence: Confidence;
  start: number;
  end: number;
}

/** Finds credentials in texts with the rules of the engine, also behind encodings. The automaton is built for the first text. */
export function createTextSecrets(): (text: string) => TextSecret[] {
  let scanner: Scanner | undefined;
  return (text) => {
    if (!scanner) {
      const { rules, words } = readCompiledRules();
      scanner = new Scanner(rules, createVocabulary(words));
    }
    return readText(text, scanner);
  };
}

const noTools = { hashSecret: () => '' };

function readText(text: string, scanner: Scanner): TextSecret[] {
  // As files are read: a zero is a blank, so that nothing can hide behind one.
  const bytes = Buffer.from(text.replaceAll('\0', ' '), 'utf8');
  const file = { path: 'note.txt', bytes, text, tree: undefined };
  const found = new FileReader(file, scanner, noTools).readPlainText();
  if (found.length === 0) return [];
  const offsets = new TextOffsets(bytes, text);
  return found
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
    .map(({ start, end, ...rest }) => {
      const from = offsets.at(start);
      return { ...rest, start: from, end: from + offsets.length(start, end) };
    });
}

/** Turns rising byte offsets into offsets of the text; each call continues where the last ended. */
class TextOffsets {
  readonly #bytes: Buffer;
  readonly #isAscii: boolean;
  #byte = 0;
  #unit = 0;

  constructor(bytes: Buffer, text: string) {
    this.#bytes = bytes;
    this.#isAscii = bytes.length === text.length;
  }

  at(byte: number): number {
    this.#unit += this.length(this.#byte, byte);
    this.#byte = byte;
    return this.#unit;
  }

  length(from: number, to: number): number {
    return this.#isAscii ? to - from : this.#bytes.toString('utf8', from, to).length;
  }
}
