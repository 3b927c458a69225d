import type { FlatTree } from '../../../syntax/flat-tree.ts';
import type { ParseFailure } from '../../../syntax/parse-failure.ts';
import type { SourceFile } from '../../engine.ts';
import { classifyFile, type FileClass } from './file-class.ts';
import { isBuilt } from './minified.ts';
import { readableLines } from './readable-lines.ts';

/** A file as a program of one language. */
export interface Reading {
  readonly file: SourceFile;
  /** Decides the language: the path, or that of a script that is called otherwise. */
  readonly name: string;
  readonly tree: FlatTree | undefined;
  readonly failure: ParseFailure | undefined;
}

/** What of a file is analysed: all of it, or the lines of a minified one that people may have written. */
export interface ReadablePart {
  readonly text: string;
  readonly tree: FlatTree | undefined;
  readonly failure: ParseFailure | undefined;
  readonly fileClass: FileClass;
  /** Overlong lines are blanks. */
  readonly isPart: boolean;
}

/** Undefined where a minifier wrote all of it. */
export function readablePart({ file, name, tree, failure }: Reading): ReadablePart | undefined {
  const { text } = file;
  const fileClass = classifyFile(name, text);
  if (fileClass.kind !== 'minified') return { text, tree, failure, fileClass, isPart: false };
  const readable = readableLines(text);
  if (readable === undefined) return undefined;
  const parsed = file.parseAs?.(name, readable);
  return {
    text: readable,
    tree: parsed?.tree,
    failure: parsed && 'failure' in parsed ? parsed.failure : undefined,
    fileClass: isBuilt(name) ? fileClass : classifyFile(name, ''),
    isPart: true,
  };
}
