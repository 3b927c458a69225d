import type { CoverageNote } from '../../model/coverage.ts';
import { describeParseFailure, type ParseFailure } from '../../syntax/parse-failure.ts';
import { classifyFile } from './reading/file-class.ts';
import { isGeneratedPage } from './reading/generated-page.ts';
import { maxPageLength } from './templates/syntaxes.ts';

export function notParsed(path: string, failure: ParseFailure | undefined): CoverageNote {
  return {
    path,
    reason: failure === 'deadline' ? 'time_limit' : 'not_parsed',
    message: failure ? describeParseFailure(failure) : 'The file was not parsed.',
  };
}

export const malformed = (path: string): CoverageNote => ({
  path,
  reason: 'malformed',
  message: 'Parts of the file are not valid syntax; the rest was analysed.',
});

export const minified = (path: string): CoverageNote => ({
  path,
  reason: 'minified',
  message: 'Minified or generated code is not followed.',
});

export const copiedLibrary = (path: string): CoverageNote => ({
  path,
  reason: 'copied_library',
  message:
    'The code of a copied library is not followed; secrets and known vulnerabilities of packages are looked for.',
});

const generatedPage = (path: string): CoverageNote => ({
  path,
  reason: 'minified',
  message: 'The markup of a page that a tool for documentation wrote is not read; its scripts are.',
});

/** Markup and scripts of a page are read where people may have written it. */
export function unreadPage(path: string, text: string): CoverageNote[] {
  if (text.length > maxPageLength)
    return [
      { path, reason: 'too_large', message: `Pages of more than ${maxPageLength} characters are not read.` },
    ];
  if (classifyFile(path, text).kind === 'minified') return [minified(path)];
  return isGeneratedPage(path, text) ? [generatedPage(path)] : [];
}

/** Where parts of a program were skipped: those that are nested too deeply, and those that took too many steps. */
export function skippedParts(
  path: string,
  isTruncated: boolean,
  exceeded: readonly string[],
): CoverageNote[] {
  const notes: CoverageNote[] = [];
  if (isTruncated)
    notes.push({
      path,
      reason: 'budget_exceeded',
      message: 'Parts that are nested too deeply were skipped.',
    });
  if (exceeded.length > 0) {
    const names = exceeded.slice(0, 5).map((name) => name || 'the top level');
    notes.push({
      path,
      reason: 'budget_exceeded',
      message: `The step budget was spent in ${names.join(', ')}.`,
    });
  }
  return notes;
}
